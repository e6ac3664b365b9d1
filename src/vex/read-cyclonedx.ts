import type { JsonObject } from '../model/document.js';
import { invalid } from '../model/errors.js';
import { objectOf, objectsOf, optionalText, textOf, textsOf } from '../model/json.js';
import { justificationText, productOfBomLink, storableNames, type ProductStatement, type VexProduct } from './product-statement.js'; // prettier-ignore
import { labelOfJustification } from './cyclonedx-words.js';
import { vexResponseOf, vexStatusOf } from './vex-words.js';

/**
 * Reads the `vulnerabilities` of a CycloneDX document in JSON (1.4 or later) as VEX. An affected component is named by
 * its identifiers if the document has it, by a BOM-Link, or by its ref. A vulnerability without an `analysis.state` says
 * nothing, and without `affects` it is on the subject of the document. In the order of `lastUpdated`.
 *
 * @throws {CallerError} 400 if the document makes no statement
 */
export function parseCycloneDxVex(document: JsonObject): ProductStatement[] {
  const products = productsByRef(document);
  const serial = textOf(document.serialNumber);
  const whole = products.get(textOf(objectOf(objectOf(document.metadata).component)['bom-ref']));
  const subject: VexProduct = {
    identifiers: [...(whole?.identifiers ?? []), serial].filter((one) => one !== ''),
    subcomponents: [],
  };
  const read = objectsOf(document.vulnerabilities).flatMap((vulnerability) => {
    const analysis = objectOf(vulnerability.analysis);
    const status = vexStatusOf(textOf(analysis.state));
    const names = [textOf(vulnerability.id), ...objectsOf(vulnerability.references).map(({ id }) => textOf(id))];
    const refs = objectsOf(vulnerability.affects).map(({ ref }) => textOf(ref));
    if (!status || storableNames(names).length === 0) return [];
    const time = Date.parse(textOf(analysis.lastUpdated) || textOf(analysis.firstIssued));
    const label = labelOfJustification(textOf(analysis.justification));
    const words = [analysis.justification, analysis.detail].map(optionalText);
    const statement: ProductStatement = {
      names: storableNames(names),
      status,
      label,
      response: textsOf(analysis.response).map(vexResponseOf).find((one) => one !== null) ?? null, // prettier-ignore
      justification: justificationText(words, `CycloneDX${serial === '' ? '' : ` ${serial}`}`),
      products: refs.length === 0 ? [subject] : refs.flatMap((ref) => namedBy(ref, products, serial)),
    };
    return [{ statement, time: Number.isNaN(time) ? 0 : time }];
  });
  if (read.length === 0)
    throw invalid('The CycloneDX document makes no VEX statement', {
      vulnerabilities: 'must have one with an id and a known analysis.state',
    });
  return read.sort((a, b) => a.time - b.time).map(({ statement }) => statement);
}

function namedBy(ref: string, products: ReadonlyMap<string, VexProduct>, serial: string): VexProduct[] {
  const linked = productOfBomLink(ref);
  if (linked) return [linked];
  const inDocument: VexProduct[] = serial === '' ? [] : [{ identifiers: [serial], subcomponents: [[ref]] }];
  return [products.get(ref) ?? { identifiers: [ref], subcomponents: [] }, ...inDocument];
}

/** The components of the document, at any depth, and its subject, by their refs. */
function productsByRef({ metadata, components }: JsonObject): Map<string, VexProduct> {
  const products = new Map<string, VexProduct>();
  const waiting = [objectOf(objectOf(metadata).component), ...objectsOf(components)];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const identifiers = [textOf(one.purl), textOf(one.cpe)].filter((text) => text !== '');
    products.set(textOf(one['bom-ref']), { identifiers, subcomponents: [] });
    waiting.push(...objectsOf(one.components));
  }
  return products;
}
