import { declaredVersion } from '../../../model/versions/declared-version.js';
import { compact, fold } from '../../../model/names/normalise.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { normalizedPackage, normalizedProduct, type NormalizedOrganization } from '../compare/normalized-names.js';
import type { NameAgreement } from '../compare/name-agreement.js';
import { nearestVersion } from '../compare/nearest-version.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import { isTypo } from '../compare/edit-distance.js';
import { isDistributionType } from '../query/distribution.js';

export interface Suggestion {
  readonly key: 'name' | 'org' | 'version';
  readonly value: string;
}

/** A less probable candidate suggests no correction. */
const minProbability = 0.5;
/** A less probable candidate does not suggest a missing organization. */
const minOrganizationProbability = 0.9;

interface BestCandidate {
  /** The correct name; null where the component's is as good. */
  readonly name: string | null;
  readonly org: string;
  readonly organization: NormalizedOrganization;
  readonly probability: number;
  readonly versions: string;
}

/** Corrections of name, organization and version by the best listed package, or else product; null for none. */
export function suggestionsFor(query: ComponentQuery, ranking: RankedCandidates): Suggestion[] | null {
  const best = bestKnown(query, ranking);
  if (!best || best.probability < minProbability) return null;
  const suggestions: Suggestion[] = [];
  if (best.name !== null) suggestions.push({ key: 'name', value: best.name });
  if (query.parsed.coordinates === null && isCorrectedOrganization(query, best))
    suggestions.push({ key: 'org', value: best.org });
  const version = correctedVersion(query, best);
  if (version !== null) suggestions.push({ key: 'version', value: version });
  return suggestions.length > 0 ? suggestions : null;
}

/** The version found in the name, or else the known version nearest to an unknown one. */
function correctedVersion({ evidence, parsed, version }: ComponentQuery, { versions }: BestCandidate): string | null {
  const inName = parsed.parses[0]!.version;
  if (inName !== '' && declaredVersion(evidence.version) === '') return inName;
  if (parsed.otherVersion !== null) return parsed.otherVersion;
  return nearestVersion(version.plain, versions.split('\n'));
}

function bestKnown(query: ComponentQuery, { packages, products }: RankedCandidates): BestCandidate | null {
  const pack = packages[0];
  const product = products[0]?.candidate.isGenerated ? undefined : products[0];
  if (!pack) return product ? bestProduct(query, product) : null;
  const isFirst = pack.probability >= (product?.probability ?? 0);
  // A package is not corrected to a product, but the probability of a product that is this package counts for it.
  const isSame = product?.candidate.linkedPackage === pack.probability;
  const hasName = isSame && pack.names.same === 1 && product.names.same === 0;
  if (isFirst || hasName || query.parsed.ecosystem !== null)
    return bestPackage(query, isSame && !isFirst ? { ...pack, probability: product.probability } : pack);
  return product ? bestProduct(query, product) : null;
}

function bestPackage(
  query: ComponentQuery,
  { candidate, names, probability }: RankedCandidates['packages'][number],
): BestCandidate | null {
  const { entry, type, namespace } = candidate;
  if (!entry) return null;
  const name = correctName(query, candidate);
  const isGood = fold(query.evidence.name.trim()) === fold(name) || !isRelated(names);
  return {
    name: isGood ? null : name,
    // A distribution is not the maker of the software.
    org: isDistributionType(type) ? '' : (namespace ?? ''),
    organization: normalizedPackage(entry).organization,
    probability,
    versions: entry.versions,
  };
}

/** With the namespace where the component's name is complete coordinates. */
function correctName({ evidence, parsed }: ComponentQuery, { type, namespace, name, entry }: PackageCandidate): string {
  const isCoordinates = /[/:]/.test(evidence.name) && parsed.coordinates !== null && namespace !== null;
  if (isCoordinates) return `${namespace}${type === 'maven' ? ':' : '/'}${name}`;
  // A package's title is prose as often as it is a name.
  return entry?.title && compact(entry.title) === compact(name) ? entry.title : name;
}

function bestProduct(
  query: ComponentQuery,
  { candidate, names, probability }: RankedCandidates['products'][number],
): BestCandidate {
  const { entry } = candidate;
  const normalized = normalizedProduct(entry);
  const name = compact(query.evidence.name);
  // Other separators do not improve a product's name, nor does the vendor where the organization is given.
  const isQualified = query.organization.given && name === normalized.qualified;
  const isGood = [normalized.compact, normalized.title].includes(name) || isQualified || !isRelated(names);
  return {
    name: isGood ? null : entry.product.replaceAll('_', ' '),
    org: entry.vendor.replace(/_project$/, ''),
    organization: normalized.organization,
    probability,
    versions: entry.versions,
  };
}

/** A candidate found only by a link or a word is no correction of the name. */
const isRelated = (names: NameAgreement): boolean =>
  [names.same, names.sameCut, names.qualified, names.title, names.core, names.behindVendor, names.typo].some(
    (agreement) => agreement > 0,
  );

/** Misspelt, or missing where the candidate is nearly certain; another name may be the author's or a former owner's. */
function isCorrectedOrganization({ organization, evidence }: ComponentQuery, best: BestCandidate): boolean {
  const { org, probability } = best;
  if (org === '' || compact(org) === compact(evidence.org)) return false;
  if (!organization.given) return probability >= minOrganizationProbability && compact(org) !== compact(evidence.name);
  const { aliases } = best.organization;
  return (
    aliases.every((alias) => !organization.aliases.has(alias)) &&
    aliases.some((alias) => hasTypo(organization.aliases, alias))
  );
}

function hasTypo(aliases: ReadonlySet<string>, other: string): boolean {
  for (const alias of aliases) if (isTypo(alias, other)) return true;
  return false;
}
