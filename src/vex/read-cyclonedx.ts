import type { JsonObject } from '../model/document.js';
import { invalid } from '../model/errors.js';
import { isObject, objectOf, objectsOf, optionalText, textOf, textsOf } from '../model/json.js';
import { formatPurl, purlOrNull } from '../model/purl.js';
import { justificationText, leftOut, maxSourceLength, productOfBomLink, StatementSize, storableNames, withoutName, type ProductStatement, type VexProduct } from './product-statement.js'; // prettier-ignore
import { labelOfJustification } from './cyclonedx-words.js';
import { byTime, statementTime } from './statement-time.js';
import { cannotTakeVersion, versionedIdentifier } from './versioned-identifier.js';
import { vexResponseOf, vexStatusOf } from './vex-words.js';

/**
 * Reads the `vulnerabilities` of a CycloneDX document in JSON (1.4 or later) as VEX. An affected component is named by
 * its identifiers if the document has it, by a BOM-Link, or by its ref. A vulnerability without an `analysis.state` says
 * nothing, and without `affects` it is on the subject of the document. In the order of `lastUpdated`.
 *
 * @throws {CallerError} 400 if the document makes no statement, 413 for more than can be taken at once
 */
export function parseCycloneDxVex(document: JsonObject): ProductStatement[] {
  const products = productsByRef(document);
  const serial = textOf(document.serialNumber);
  const { component } = objectOf(document.metadata);
  const subject: VexProduct = {
    identifiers: [...(isObject(component) ? productOf(component).identifiers : []), serial].filter((one) => one !== ''),
    subcomponents: [],
  };
  const size = new StatementSize();
  const read = objectsOf(document.vulnerabilities).flatMap((vulnerability) => {
    const { lastUpdated, firstIssued } = objectOf(vulnerability.analysis);
    const time = statementTime(textOf(lastUpdated) || textOf(firstIssued));
    return statementsOf(vulnerability, { products, serial, subject, size }).map((statement) => ({
      ...statement,
      time,
    }));
  });
  const isTaken = ({ products }: ProductStatement): boolean => products.some(({ omission }) => omission === undefined);
  if (!read.some(isTaken))
    throw invalid('The CycloneDX document makes no VEX statement', {
      vulnerabilities: 'must have one with an id and a known analysis.state',
    });
  return read.sort(byTime).map(({ time: _sorted, ...statement }) => statement);
}

interface CycloneDxContext {
  readonly products: ReadonlyMap<string, VexProduct>;
  readonly serial: string;
  readonly subject: VexProduct;
  readonly size: StatementSize;
}

function statementsOf(vulnerability: JsonObject, context: CycloneDxContext): ProductStatement[] {
  const { serial, subject } = context;
  const analysis = objectOf(vulnerability.analysis);
  const state = textOf(analysis.state);
  if (state === '') return [];
  const ids = [textOf(vulnerability.id), ...objectsOf(vulnerability.references).map(({ id }) => textOf(id))];
  const names = storableNames(ids);
  const words = [analysis.justification, analysis.detail].map(optionalText);
  const said = {
    names,
    response: textsOf(analysis.response).map(vexResponseOf).find((one) => one !== null) ?? null, // prettier-ignore
    justification: justificationText(words, `CycloneDX${serial === '' ? '' : ` ${serial.slice(0, maxSourceLength)}`}`),
  };
  const status = vexStatusOf(state);
  if (names.length === 0 || !status) {
    const reason = status ? withoutName : `${JSON.stringify(state.slice(0, 80))} is no analysis.state of CycloneDX`;
    return [{ ...said, status: 'under_investigation', label: null, products: leftOut(reason) }];
  }
  const label = labelOfJustification(textOf(analysis.justification));
  // What is no list names something all the same.
  const affects = [vulnerability.affects ?? []].flat();
  if (affects.length === 0) return [{ ...said, status, label, products: [subject] }];
  const named = affects.flatMap((one) => namedBy(objectOf(one), context));
  if (named.length === 0)
    return [{ ...said, status, label, products: leftOut('The document does not know of any of the versions whether it is affected') }]; // prettier-ignore
  const [others, unaffected] = [false, true].map((is) =>
    named.filter(({ isUnaffected }) => isUnaffected === is).map(({ product }) => product),
  ) as [VexProduct[], VexProduct[]];
  const cleared = { ...said, status: 'not_affected' as const, label: status === 'not_affected' ? label : null };
  // A version that the document calls both is not cleared.
  const disputed = new Set(others.map(({ identifiers }) => JSON.stringify(identifiers)));
  const clear = unaffected.filter(({ identifiers }) => !disputed.has(JSON.stringify(identifiers)));
  return [
    ...(others.length > 0 ? [{ ...said, status, label, products: others }] : []),
    ...(clear.length > 0 ? [{ ...cleared, products: clear }] : []),
  ];
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
function namedBy(affected: JsonObject, { products, serial, size }: CycloneDxContext): NamedProduct[] {
  const ref = textOf(affected.ref);
  if (ref === '')
    return leftOut('A member of `affects` has no ref').map((product) => ({ product, isUnaffected: false }));
  const versions = objectsOf(affected.versions);
  if (versions.length === 0)
    return productsOfRef(ref, products, serial).map((product) => ({ product, isUnaffected: false }));
  const given = products.get(ref)?.identifiers ?? [ref];
  const purls = given.flatMap((text) => purlOrNull(text) ?? []);
  return versions.flatMap(({ version, range, status }) => {
    if (textOf(status) === 'unknown') return [];
    const exact = textOf(version);
    size.add(1, ref, ...given);
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

const ofSeveral = leftOut('Several components of the document have its ref')[0]!;

/** The components of the document, at any depth, and its subject, by their refs. */
function productsByRef({ metadata, components }: JsonObject): Map<string, VexProduct> {
  const products = new Map<string, VexProduct>();
  const waiting = [objectOf(objectOf(metadata).component), ...objectsOf(components)];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const [ref, product] = [textOf(one['bom-ref']), productOf(one)];
    const known = products.get(ref);
    const isAmbiguous = known !== undefined && JSON.stringify(known) !== JSON.stringify(product);
    products.set(ref, isAmbiguous ? ofSeveral : product);
    for (const part of objectsOf(one.components)) waiting.push(part);
  }
  return products;
}

/** A component with a version is that version alone, so an identifier must not name every version. */
function productOf(component: JsonObject): VexProduct {
  const version = textOf(component.version).trim();
  const given = [textOf(component.purl), textOf(component.cpe)].filter((text) => text !== '');
  const identifiers = version === '' ? given : given.flatMap((one) => versionedIdentifier(one, version) ?? []);
  const omission = identifiers.length < given.length ? cannotTakeVersion(version) : undefined;
  return { identifiers, subcomponents: [], omission };
}
