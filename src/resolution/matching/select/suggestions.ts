import { compact, fold } from '../../../model/names/normalise.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { normalizedPackage, normalizedProduct, type NormalizedOrganization } from '../compare/normalized-names.js';
import type { NameAgreement } from '../compare/name-agreement.js';
import { nearestVersion } from '../compare/nearest-version.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import { isTypo } from '../compare/edit-distance.js';

export interface Suggestion {
  readonly key: 'name' | 'org' | 'version';
  readonly value: string;
}

/** Only what the best candidate is this sure of is worth a correction. */
const minProbability = 0.5;
/** An organization that the list leaves out is filled in only where this little doubt is left. */
const minOrganizationProbability = 0.9;

/** Their packages' namespace is the distribution, which made nothing of what is in them. */
const distributions = new Set(['deb', 'rpm', 'apk']);

interface BestCandidate {
  /** The name as it should be written; null where the list's own is as good. */
  readonly name: string | null;
  readonly org: string;
  readonly organization: NormalizedOrganization;
  readonly share: number;
  readonly versions: string;
}

/** Corrections that the best known package, or else product, makes likely; null when the list needs none. */
export function suggestionsFor(asked: ComponentQuery, ranking: RankedCandidates): Suggestion[] | null {
  const best = bestKnown(asked, ranking);
  if (!best || best.share < minProbability) return null;
  const suggestions: Suggestion[] = [];
  if (best.name !== null) suggestions.push({ key: 'name', value: best.name });
  if (asked.parsed.coordinates === null && isCorrectedOrganization(asked, best))
    suggestions.push({ key: 'org', value: best.org });
  const version = correctedVersion(asked, best);
  if (version !== null) suggestions.push({ key: 'version', value: version });
  return suggestions.length > 0 ? suggestions : null;
}

/** The one that was read out of the name; or else the nearest known to one that the catalogue does not know. */
function correctedVersion({ evidence, parsed, version }: ComponentQuery, { versions }: BestCandidate): string | null {
  const read = parsed.parses[0]!.version;
  if (read !== '' && evidence.version.trim() === '') return read;
  return nearestVersion(version.plain, versions.split('\n'));
}

function bestKnown(asked: ComponentQuery, { packages, products }: RankedCandidates): BestCandidate | null {
  const pack = packages[0];
  const product = products[0]?.candidate.isGenerated ? undefined : products[0];
  if (!pack) return product ? bestProduct(asked, product) : null;
  const isFirst = pack.share >= (product?.share ?? 0);
  // What a registry carries is not corrected to a product; but a product that is this package speaks for it.
  const isSame = product?.candidate.linkedPackage === pack.share;
  const bearsName = isSame && pack.names.same === 1 && product.names.same === 0;
  if (isFirst || bearsName || asked.parsed.ecosystem !== null)
    return bestPackage(asked, isSame && !isFirst ? { ...pack, share: product.share } : pack);
  return product ? bestProduct(asked, product) : null;
}

function bestPackage(
  asked: ComponentQuery,
  { candidate, names, share }: RankedCandidates['packages'][number],
): BestCandidate | null {
  const { entry, type, namespace } = candidate;
  if (!entry) return null;
  const name = correctName(asked, candidate);
  const isGood = fold(asked.evidence.name.trim()) === fold(name) || !isRelated(names);
  return {
    name: isGood ? null : name,
    org: distributions.has(type) ? '' : (namespace ?? ''),
    organization: normalizedPackage(entry).organization,
    share,
    versions: entry.versions,
  };
}

/** With its namespace where the list writes whole coordinates. */
function correctName({ evidence, parsed }: ComponentQuery, { type, namespace, name, entry }: PackageCandidate): string {
  const whole = /[/:]/.test(evidence.name) && parsed.coordinates !== null && namespace !== null;
  if (whole) return `${namespace}${type === 'maven' ? ':' : '/'}${name}`;
  // Titles of packages are prose as often as names.
  return entry?.title && compact(entry.title) === compact(name) ? entry.title : name;
}

function bestProduct(
  asked: ComponentQuery,
  { candidate, names, share }: RankedCandidates['products'][number],
): BestCandidate {
  const { entry } = candidate;
  const forms = normalizedProduct(entry);
  const written = compact(asked.evidence.name);
  // A product is a name for people: separators make it no better, nor does its vendor where that stands beside it.
  const isVendorBeside = asked.organization.given && written === forms.qualified;
  const isGood = [forms.compact, forms.title].includes(written) || isVendorBeside || !isRelated(names);
  return {
    name: isGood ? null : entry.product.replaceAll('_', ' '),
    org: entry.vendor.replace(/_project$/, ''),
    organization: forms.organization,
    share,
    versions: entry.versions,
  };
}

/** The candidate bears the name in one form or another; what was found by a link or a word is no correction of it. */
const isRelated = (names: NameAgreement): boolean =>
  [names.same, names.sameCut, names.qualified, names.title, names.core, names.behindVendor, names.slip].some(
    (agreement) => agreement > 0,
  );

/** Misspelt, or missing where the candidate is next to certain; another name may be the author's, or a former owner's. */
function isCorrectedOrganization({ organization, evidence }: ComponentQuery, best: BestCandidate): boolean {
  const { org, share } = best;
  if (org === '' || compact(org) === compact(evidence.org)) return false;
  if (!organization.given) return share >= minOrganizationProbability && compact(org) !== compact(evidence.name);
  const written = best.organization.aliases.filter((form) => !organization.aliases.has(form));
  return (
    written.length === best.organization.aliases.length && written.some((form) => hasTypo(organization.aliases, form))
  );
}

function hasTypo(forms: ReadonlySet<string>, other: string): boolean {
  for (const form of forms) if (isTypo(form, other)) return true;
  return false;
}
