import type { JsonObject } from '../model/document.js';
import { CallerError, invalid } from '../model/errors.js';
import { objectOf, objectsOf, textOf, textsOf } from '../model/json.js';
import {
  justificationText,
  leftOut,
  maxJustificationLength,
  StatementSize,
  storableNames,
  withoutName,
  withRef,
  type ProductStatement,
  type VexProduct,
} from './product-statement.js';
import { cannotTakeVersion, versionedIdentifier } from './versioned-identifier.js';
import { clearingFirst, type VexLabel, type VexResponse, vexLabelOf, type VexStatus } from './vex-words.js';

/**
 * Lists of `product_status`, the most dangerous last: on a component that two of them name, the last one counts.
 * `recommended` says nothing more.
 */
const statuses: readonly (readonly [list: string, status: VexStatus])[] = [
  ['known_not_affected', 'not_affected'],
  ['first_fixed', 'fixed'],
  ['fixed', 'fixed'],
  ['under_investigation', 'under_investigation'],
  ['first_affected', 'affected'],
  ['last_affected', 'affected'],
  ['known_affected', 'affected'],
];

/** `none_available` says that there is no fix yet, not that there can be none. */
const responses: ReadonlyMap<string, VexResponse> = new Map([
  ['vendor_fix', 'update'],
  ['workaround', 'workaround_available'],
  ['mitigation', 'workaround_available'],
  ['no_fix_planned', 'will_not_fix'],
]);

const maxProducts = 100_000;

/** What a vulnerability says about one product. */
interface ProductRemarks {
  label?: VexLabel | null;
  response?: VexResponse | undefined;
  words: string[];
  /** More of them is cut off anyway. */
  characters: number;
  said?: Said;
}

/** What a statement says, apart from its status; where the same is said, the place is the same. */
interface Said {
  readonly place: number;
  readonly said: Pick<ProductStatement, 'label' | 'response' | 'justification'>;
}

/**
 * Reads a CSAF 2.0 document as VEX: one statement per vulnerability, status and reason. Products are known by their
 * purl, CPE or generic URI; a name alone identifies nothing. What a relationship puts into a product (`installed_on`,
 * `default_component_of` …) is a part of that product.
 *
 * @throws {CallerError} 400 with what is wrong; 413 for more than can be taken at once
 */
export function parseCsafVex(document: JsonObject): ProductStatement[] {
  const head = objectOf(document.document);
  if (!/^2\.\d$/.test(textOf(head.csaf_version)))
    throw invalid('The file is not a CSAF 2 document', { 'document.csaf_version': 'must be 2.0' });
  const tree = objectOf(document.product_tree);
  const products = productsOf(tree);
  const groups = new Map(objectsOf(tree.product_groups).map((one) => [textOf(one.group_id), textsOf(one.product_ids)]));
  const context = { products, groups, source: sourceOf(head), size: new StatementSize() };
  const statements = objectsOf(document.vulnerabilities).flatMap((vulnerability) => {
    const names = storableNames([textOf(vulnerability.cve), ...objectsOf(vulnerability.ids).map(({ text }) => textOf(text))]);
    const made = statementsOf(vulnerability, names, context);
    return names.length > 0 ? made : made.map((one) => ({ ...one, products: leftOut(withoutName) }));
  }); // prettier-ignore
  if (!statements.some(({ names }) => names.length > 0))
    throw invalid('The CSAF document makes no VEX statement', {
      vulnerabilities: 'must have one with a name and a product_status',
    });
  // Two vulnerabilities of a document may be one, by an alias, and it says not when it says what.
  return statements.sort(clearingFirst);
}

/** Publisher and id, and that a document may still change: who reads a statement of it must know. */
function sourceOf({ publisher, tracking }: JsonObject): string {
  const { id, status } = objectOf(tracking);
  const state = status === 'draft' || status === 'interim' ? status : '';
  return `CSAF ${[state, textOf(objectOf(publisher).name), textOf(id)].filter(Boolean).join(', ')}`;
}

interface CsafContext {
  readonly products: ReadonlyMap<string, VexProduct>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly source: string;
  readonly size: StatementSize;
}

function statementsOf(vulnerability: JsonObject, names: readonly string[], context: CsafContext): ProductStatement[] {
  const { products, size } = context;
  const saidOf = sayings(remarksOf(vulnerability, context), context);
  const listed = objectOf(vulnerability.product_status);
  const statements = new Map<string, ProductStatement & { products: VexProduct[] }>();
  for (const [list, status] of statuses)
    for (const id of textsOf(listed[list])) {
      const { place, said } = saidOf(id);
      const key = `${status} ${place}`;
      const statement = statements.get(key) ?? { names, status, ...said, products: [] };
      const product = products.get(id) ?? unidentified;
      size.addProduct(product);
      statement.products.push(product);
      statements.set(key, statement);
    }
  return [...statements.values()];
}

const unidentified: VexProduct = { identifiers: [], subcomponents: [] };

/** What is said of a product. */
function sayings(remarks: ReadonlyMap<string, ProductRemarks>, { source, size }: CsafContext): (id: string) => Said {
  const all = new Map<string, Said>();
  const put = ({ label = null, response, words }: ProductRemarks): Said => {
    const said = {
      label,
      response: response ?? null,
      justification: justificationText([label ?? undefined, ...words], source),
    };
    const key = JSON.stringify(said);
    const known = all.get(key) ?? { place: all.size, said };
    if (known.said === said) size.add(1, key);
    all.set(key, known);
    return known;
  };
  const nothing = put({ words: [], characters: 0 });
  return (id) => {
    const remark = remarks.get(id);
    return remark ? (remark.said ??= put(remark)) : nothing;
  };
}

function remarksOf(vulnerability: JsonObject, { groups, size }: CsafContext): Map<string, ProductRemarks> {
  const remarks = new Map<string, ProductRemarks>();
  const about = function* (entry: JsonObject): Iterable<ProductRemarks> {
    const lists = [textsOf(entry.product_ids), ...textsOf(entry.group_ids).map((id) => groups.get(id) ?? [])];
    for (const list of lists) {
      size.add(list.length);
      for (const id of list) {
        const remark = remarks.get(id) ?? { words: [], characters: 0 };
        if (remark.words.length === 0) remarks.set(id, remark);
        yield remark;
      }
    }
  };
  const add = (remark: ProductRemarks, text: string): void => {
    if (remark.characters > maxJustificationLength) return;
    remark.words.push(text);
    remark.characters += text.length;
  };
  for (const flag of objectsOf(vulnerability.flags))
    for (const remark of about(flag)) remark.label = vexLabelOf(textOf(flag.label));
  for (const threat of objectsOf(vulnerability.threats))
    if (threat.category === 'impact') for (const remark of about(threat)) add(remark, textOf(threat.details));
  for (const remedy of objectsOf(vulnerability.remediations))
    for (const remark of about(remedy)) {
      remark.response ??= responses.get(textOf(remedy.category));
      add(remark, textOf(remedy.details));
    }
  return remarks;
}

/** The products of the tree by their ids. */
function productsOf(tree: JsonObject): Map<string, VexProduct> {
  const products = new Map<string, VexProduct>();
  const add = (product: JsonObject, branch: VersionBranch | null = null): void => {
    products.set(textOf(product.product_id), productOf(product, branch));
    if (products.size > maxProducts)
      throw new CallerError(413, `The document has more than ${maxProducts} products; send it in parts`);
  };
  for (const product of objectsOf(tree.full_product_names)) add(product);
  const branches = objectsOf(tree.branches).map((branch) => ({ branch, above: null as VersionBranch | null }));
  for (let next = branches.pop(); next; next = branches.pop()) {
    const version = versionBranchOf(next.branch) ?? next.above;
    if (next.branch.product !== undefined) add(objectOf(next.branch.product), version);
    for (const below of objectsOf(next.branch.branches)) branches.push({ branch: below, above: version });
  }
  const parts = new Map<VexProduct, VexProduct['subcomponents']>();
  /** Of a part that is itself in something the identifiers are those of that. One list for all that it is in. */
  const partsIn = (contained: VexProduct): VexProduct['subcomponents'] => {
    if (contained.subcomponents.length > 0) return contained.subcomponents;
    const known = parts.get(contained) ?? [contained.identifiers.flatMap(withRef)];
    parts.set(contained, known);
    return known;
  };
  for (const { full_product_name: product, product_reference: part, relates_to_product_reference: whole } of inOrder(
    objectsOf(tree.relationships),
  )) {
    const [container, contained] = [products.get(textOf(whole)), products.get(textOf(part))];
    if (!container || !contained) add(objectOf(product));
    else
      products.set(textOf(objectOf(product).product_id), {
        identifiers: container.identifiers,
        subcomponents: partsIn(contained),
        omission: container.omission ?? contained.omission,
      });
  }
  return products;
}

/** Deeper ones are read as they stand: a document may nest as it likes. */
const maxNesting = 10;

/** Relationships after those whose products they refer to, which a document may list later. */
function inOrder(relationships: readonly JsonObject[]): JsonObject[] {
  const ordered: JsonObject[] = [];
  let open = relationships;
  for (let depth = 0; depth < maxNesting && open.length > 0; depth += 1) {
    const later = new Set(open.map(({ full_product_name: product }) => textOf(objectOf(product).product_id)));
    const isWaiting = (one: JsonObject): boolean =>
      later.has(textOf(one.product_reference)) || later.has(textOf(one.relates_to_product_reference));
    for (const one of open) if (!isWaiting(one)) ordered.push(one);
    open = open.filter(isWaiting);
  }
  return [...ordered, ...open];
}

/** The nearest branch at or above a product that says its versions. */
interface VersionBranch {
  readonly isRange: boolean;
  readonly name: string;
}

function versionBranchOf({ category, name }: JsonObject): VersionBranch | null {
  const isRange = category === 'product_version_range';
  return isRange || category === 'product_version' ? { isRange, name: textOf(name).trim() } : null;
}

/** CSAF 2.0, 3.1.2.2: a `product_version` is one version, so an identifier must not name every version. */
function productOf(product: JsonObject, branch: VersionBranch | null): VexProduct {
  const given = identifiersOf(product);
  if (branch === null) return { identifiers: given, subcomponents: [] };
  const identifiers = branch.isRange ? [] : given.flatMap((one) => versionedIdentifier(one, branch.name) ?? []);
  return { identifiers, subcomponents: [], omission: omissionOf(branch, given.length - identifiers.length) };
}

function omissionOf({ isRange, name }: VersionBranch, count: number): string | undefined {
  if (count === 0) return undefined;
  return isRange
    ? `The product is the version range ${JSON.stringify(name.slice(0, 80))}, which is not evaluated`
    : cannotTakeVersion(name);
}

function identifiersOf(product: JsonObject): string[] {
  const { purl, cpe, x_generic_uris: uris } = objectOf(product.product_identification_helper);
  return [textOf(purl), textOf(cpe), ...objectsOf(uris).map(({ uri }) => textOf(uri))].filter((text) => text !== '');
}
