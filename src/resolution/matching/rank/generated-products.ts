import { parseCpe } from '../../../model/cpe.js';
import { escapeCpeValue, plainCpeValue } from '../../../model/cpe-name.js';
import type { ProductEntry } from '../../../model/catalog-entry.js';
import { compact } from '../../../model/names/normalise.js';
import { normalizedProduct } from '../compare/normalized-names.js';
import { compareOrganization } from '../compare/organization-agreement.js';
import { describedName } from '../query/described-name.js';
import type { ProductCandidate } from './product-features.js';
import type { RankingContext } from './ranking-context.js';
import type { NameParse } from '../query/parse-name.js';

const maxParses = 2;

type ProductNames = Pick<ProductEntry, 'part' | 'vendor' | 'product'>;

/**
 * CPEs as NVD would write them, for products that the catalogue does not list: the vendor as the catalogue spells it
 * (else the organization with underscores), the name with underscores, part "o" for firmware.
 */
export function generateProducts(context: RankingContext): ProductCandidate[] {
  const { query } = context;
  if (!query.organization.given || query.parsed.coordinates) return [];
  const siblings = vendorSiblings(context);
  if (siblings.some((entry) => isDoubled(entry, query) || isAbbreviated(entry, query) || isTitled(entry, query)))
    return [];
  const vendors = siblings.length > 0 ? vendorsOf(siblings) : [vendorFromOrganization(query.evidence.org)];
  const candidates = new Map<string, ProductCandidate>();
  for (const vendor of vendors)
    for (const { name } of query.parsed.parses.filter(isName).slice(0, maxParses)) {
      const product = productFromName(name, vendor);
      const part = partOf(product, siblings);
      const cpe = `cpe:2.3:${part}:${escapeCpeValue(vendor)}:${escapeCpeValue(product)}${':*'.repeat(8)}`;
      if (vendor !== '' && product !== '' && !candidates.has(cpe))
        candidates.set(cpe, candidateOf(cpe, { part, vendor, product }, siblings.length > 0));
    }
  return [...candidates.values()];
}

/** NVD names no product "Contact Form plugin for WordPress". */
const isName = ({ name }: NameParse): boolean => describedName(name) === null;

/** A declared product that the catalogue does not list. */
export function declaredProduct(cpe: string): ProductCandidate {
  const { part, vendor, product } = parseCpe(cpe);
  const names = { part, vendor: plainCpeValue(vendor), product: plainCpeValue(product) };
  return { ...candidateOf(cpe, names, false), isDeclared: true };
}

/** Products of the component's organization. */
function vendorSiblings({ query, hits, entries }: RankingContext): ProductEntry[] {
  return [...hits.products, ...hits.related.products]
    .map((id) => entries.products.get(id))
    .filter((entry) => entry !== undefined)
    .filter((entry) => compareOrganization(query.organization, normalizedProduct(entry).organization).same === 1);
}

/** The catalogue lists the product as organization and name in one ("manageengine_adselfservice_plus"). */
function isDoubled({ product }: ProductEntry, { names }: RankingContext['query']): boolean {
  const name = compact(product);
  return names.some(({ qualified, compact: own }) => qualified === name && own !== name);
}

/** The catalogue lists the product, and the name is its acronym ("APIC" of Cisco). */
function isAbbreviated(entry: ProductEntry, { names }: RankingContext['query']): boolean {
  const { acronym } = normalizedProduct(entry);
  return acronym !== null && names.some(({ compact: own }) => own === acronym);
}

/** The catalogue lists the product under another name, but its title is the name, with or without the organization. */
function isTitled(entry: ProductEntry, { names }: RankingContext['query']): boolean {
  const { compact: name, title } = normalizedProduct(entry);
  return (
    title !== '' && names.some(({ qualified, compact: own }) => own !== name && (title === qualified || title === own))
  );
}

/** Spellings of the vendor, the most used first, at most two. */
function vendorsOf(siblings: readonly ProductEntry[]): string[] {
  const uses = new Map<string, number>();
  for (const { vendor, weight } of siblings) uses.set(vendor, (uses.get(vendor) ?? 0) + 1 + Math.log1p(weight));
  return [...uses]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, 2)
    .map(([vendor]) => vendor);
}

const vendorFromOrganization = (org: string): string =>
  org
    .toLowerCase()
    .replace(/[,.]?\s*\b(?:inc|llc|ltd|corp|corporation|co|gmbh|ag|s\.?a|team|project)\b\.?$/g, '')
    .trim()
    .replace(/\s+/g, '_');

function productFromName(name: string, vendor: string): string {
  const product = name.toLowerCase().replace(/\s+/g, '_');
  const prefix = `${vendor}_`;
  return product.startsWith(prefix) && compact(product) !== compact(vendor) ? product.slice(prefix.length) : product;
}

/** NVD lists firmware as operating systems; otherwise the part of most other products of the vendor. */
function partOf(product: string, siblings: readonly ProductEntry[]): string {
  if (/firmware$/.test(product)) return 'o';
  const first = product.split('_')[0]!;
  const alike = siblings.filter((entry) => entry.product.startsWith(first));
  const hardware = alike.filter(({ part }) => part === 'h').length;
  return alike.length > 0 && hardware * 2 > alike.length ? 'h' : 'a';
}

function candidateOf(cpe: string, names: ProductNames, isVendorKnown: boolean): ProductCandidate {
  return {
    cpe,
    entry: unlistedEntry(cpe, names),
    isGenerated: true,
    isVendorKnown,
    isDeclared: false,
    linkedPackage: 0,
    linkedPackages: 0,
    linkedUnlisted: false,
    linkedRepository: false,
  };
}

/** An entry with no facts but the names. */
function unlistedEntry(cpe: string, { part, vendor, product }: ProductNames): ProductEntry {
  return {
    id: 0,
    cpe,
    part,
    vendor,
    product,
    title: null,
    targetSoftware: [],
    versions: '',
    deprecated: false,
    weight: 0,
    sources: 0,
  };
}
