import type { JsonObject } from '../model/document.js';
import { invalid } from '../model/errors.js';
import { objectOf, objectsOf, optionalText, textOf, textsOf } from '../model/json.js';
import { formatPurl, purlOrNull } from '../model/purl.js';
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
    const affects = objectsOf(vulnerability.affects);
    if (!status || storableNames(names).length === 0) return [];
    const time = Date.parse(textOf(analysis.lastUpdated) || textOf(analysis.firstIssued));
    const words = [analysis.justification, analysis.detail].map(optionalText);
    const statement = {
      names: storableNames(names),
      response: textsOf(analysis.response).map(vexResponseOf).find((one) => one !== null) ?? null, // prettier-ignore
      justification: justificationText(words, `CycloneDX${serial === '' ? '' : ` ${serial}`}`),
    };
    const label = labelOfJustification(textOf(analysis.justification));
    const named = affects.flatMap((one) => namedBy(one, products, serial));
    const others = named.filter(({ isUnaffected }) => !isUnaffected).map(({ product }) => product);
    const unaffected = named.filter(({ isUnaffected }) => isUnaffected).map(({ product }) => product);
    const of = { time: Number.isNaN(time) ? 0 : time };
    return [
      ...(affects.length === 0 || others.length > 0
        ? [{ ...of, statement: { ...statement, status, label, products: affects.length === 0 ? [subject] : others } }]
        : []),
      ...(unaffected.length > 0
        ? [{ ...of, statement: { ...statement, status: 'not_affected' as const, label: null, products: unaffected } }]
        : []),
    ];
  });
  if (read.length === 0)
    throw invalid('The CycloneDX document makes no VEX statement', {
      vulnerabilities: 'must have one with an id and a known analysis.state',
    });
  return read.sort((a, b) => a.time - b.time).map(({ statement }) => statement);
}

interface NamedProduct {
  readonly product: VexProduct;
  /** The document says that this version is not affected, whatever the analysis says of the others. */
  readonly isUnaffected: boolean;
}

/**
 * The products of a member of `affects`. Of one with `versions` those versions alone: a range is no version, and stands
 * for itself, so that it matches nothing and is answered as left out; one whose status is unknown says nothing.
 */
function namedBy(affected: JsonObject, products: ReadonlyMap<string, VexProduct>, serial: string): NamedProduct[] {
  const ref = textOf(affected.ref);
  const versions = objectsOf(affected.versions);
  if (versions.length === 0)
    return productsOfRef(ref, products, serial).map((product) => ({ product, isUnaffected: false }));
  const purls = [ref, ...(products.get(ref)?.identifiers ?? [])].flatMap((text) => purlOrNull(text) ?? []);
  return versions.flatMap(({ version, range, status }) => {
    if (textOf(status) === 'unknown') return [];
    const exact = textOf(version);
    const identifiers =
      exact === '' || purls.length === 0
        ? [`${ref} ${exact || textOf(range)}`.trim()]
        : purls.map((purl) => formatPurl({ ...purl, version: exact }));
    return [{ product: { identifiers, subcomponents: [] }, isUnaffected: textOf(status) === 'unaffected' }];
  });
}

function productsOfRef(ref: string, products: ReadonlyMap<string, VexProduct>, serial: string): VexProduct[] {
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
