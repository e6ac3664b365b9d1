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
 * CPEs that the component would have by NVD's habits, for what the catalogue lacks: the vendor as the catalogue spells
 * it (else the organization with underscores), the name with underscores, `_firmware` and part "o" where the name says
 * firmware. Unverified by nature.
 */
export function generateProducts(found: RankingContext): ProductCandidate[] {
  const { asked } = found;
  if (!asked.organization.given || asked.parsed.coordinates) return [];
  const siblings = vendorSiblings(found);
  if (siblings.some((entry) => isDoubled(entry, asked) || isAbbreviated(entry, asked) || isTitled(entry, asked)))
    return [];
  const vendors = siblings.length > 0 ? vendorsOf(siblings) : [vendorFromOrganization(asked.evidence.org)];
  const candidates = new Map<string, ProductCandidate>();
  for (const vendor of vendors)
    for (const { name } of asked.parsed.parses.filter(isName).slice(0, maxParses)) {
      const product = productFromName(name, vendor);
      const part = partOf(product, siblings);
      const cpe = `cpe:2.3:${part}:${escapeCpeValue(vendor)}:${escapeCpeValue(product)}${':*'.repeat(8)}`;
      if (vendor !== '' && product !== '' && !candidates.has(cpe))
        candidates.set(cpe, candidateOf(cpe, { part, vendor, product }, siblings.length > 0));
    }
  return [...candidates.values()];
}

/** NVD calls no product "Contact Form plugin for WordPress". */
const isName = ({ name }: NameParse): boolean => describedName(name) === null;

/** The product that the file names and the catalogue does not know. */
export function declaredProduct(cpe: string): ProductCandidate {
  const { part, vendor, product } = parseCpe(cpe);
  const names = { part, vendor: plainCpeValue(vendor), product: plainCpeValue(product) };
  return { ...candidateOf(cpe, names, false), isDeclared: true };
}

/** Products whose vendor is the component's organization. */
function vendorSiblings({ asked, hits, known }: RankingContext): ProductEntry[] {
  return [...hits.products, ...hits.related.products]
    .map((id) => known.products.get(id))
    .filter((entry) => entry !== undefined)
    .filter((entry) => compareOrganization(asked.organization, normalizedProduct(entry).organization).same === 1);
}

/** The catalogue has the product, by organization and name together ("manageengine_adselfservice_plus"). */
function isDoubled({ product }: ProductEntry, { names }: RankingContext['asked']): boolean {
  const name = compact(product);
  return names.some(({ qualified, compact: own }) => qualified === name && own !== name);
}

/** The catalogue has the product, and the name is its first letters ("APIC" of Cisco). */
function isAbbreviated(entry: ProductEntry, { names }: RankingContext['asked']): boolean {
  const { acronym } = normalizedProduct(entry);
  return acronym !== null && names.some(({ compact: own }) => own === acronym);
}

/** The catalogue has the product under another name, but its title is the name, with the organization before it or not. */
function isTitled(entry: ProductEntry, { names }: RankingContext['asked']): boolean {
  const { compact: name, title } = normalizedProduct(entry);
  return (
    title !== '' && names.some(({ qualified, compact: own }) => own !== name && (title === qualified || title === own))
  );
}

/** Spellings of the vendor, the most used first; at most two. */
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
  const written = name.toLowerCase().replace(/\s+/g, '_');
  const prefix = `${vendor}_`;
  return written.startsWith(prefix) && compact(written) !== compact(vendor) ? written.slice(prefix.length) : written;
}

/** Firmware is an operating system to NVD; else what the vendor's other products mostly are. */
function partOf(product: string, siblings: readonly ProductEntry[]): string {
  if (/firmware$/.test(product)) return 'o';
  const first = product.split('_')[0]!;
  const alike = siblings.filter((entry) => entry.product.startsWith(first));
  const hardware = alike.filter(({ part }) => part === 'h').length;
  return alike.length > 0 && hardware * 2 > alike.length ? 'h' : 'a';
}

function candidateOf(cpe: string, names: ProductNames, vendorKnown: boolean): ProductCandidate {
  return {
    cpe,
    entry: unlistedEntry(cpe, names),
    isGenerated: true,
    isVendorKnown: vendorKnown,
    isDeclared: false,
    linkedPackage: 0,
    linkedPackages: 0,
    linkedUnlisted: false,
    linkedRepository: false,
  };
}

/** What the catalogue would say of a product of which it knows nothing. */
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
