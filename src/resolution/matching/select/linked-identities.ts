import { stableId } from '../../../model/entity.js';
import { candidateKinds, type CandidateKind } from '../../../model/search-results.js';
import { packageKey, productKey, repoKey, type CatalogEntries } from '../query/catalog-entries.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import type { CandidateItem, ResolutionOutcome } from './outcome.js';

/** A candidate of one kind. */
export interface IdentityMember {
  readonly kind: CandidateKind;
  readonly item: CandidateItem;
  /** The catalogue lists it. */
  readonly known: boolean;
}

/** Candidates that are one thing: at most one of each kind, the most confident first. */
export type LinkedIdentity = readonly IdentityMember[];

/**
 * Groups the candidates of an outcome by the links of the catalogue. A candidate joins the most confident identity that
 * it is linked with and that has none of its kind; the others stand alone. Known identities come first.
 */
export function linkedIdentities(
  outcome: ResolutionOutcome,
  ranking: RankedCandidates,
  entries: CatalogEntries,
): LinkedIdentity[] {
  const listed = listedKeys(ranking);
  const members = candidateKinds
    .flatMap((kind) => outcome.searchResults[kind].map((item: CandidateItem) => ({ kind, item })))
    .map((one) => ({ ...one, key: listed.get(one.item.id) ?? null }))
    .sort((a, b) => Number(b.key !== null) - Number(a.key !== null) || b.item.confidence - a.item.confidence);
  const identities: (typeof members)[] = [];
  for (const member of members) {
    const home = identities.find(
      (identity) =>
        identity.every(({ kind }) => kind !== member.kind) &&
        identity.some(({ key }) => areLinked(entries, key, member.key)),
    );
    if (home) home.push(member);
    else identities.push([member]);
  }
  return identities.map((identity) => identity.map(({ kind, item, key }) => ({ kind, item, known: key !== null })));
}

/** Catalogue keys of the candidates, by the id of their item (without version). */
function listedKeys({ packages, products, repositories }: RankedCandidates): Map<string, number> {
  const keys = new Map<string, number>();
  for (const { candidate } of packages)
    if (candidate.entry) keys.set(stableId(candidate.purl), packageKey(candidate.entry.id));
  for (const { candidate } of products)
    if (!candidate.isGenerated) keys.set(stableId(candidate.cpe), productKey(candidate.entry.id));
  for (const { candidate } of repositories)
    if (candidate.entry) keys.set(stableId(candidate.url), repoKey(candidate.entry.id));
  return keys;
}

function areLinked({ links }: CatalogEntries, one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false;
  return (links.get(one)?.includes(other) ?? false) || (links.get(other)?.includes(one) ?? false);
}
