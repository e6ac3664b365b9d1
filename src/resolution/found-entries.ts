import { entryKinds, keyTiers } from '../model/catalog-entry.js';
import { entryId, entryKind } from '../model/entry-key.js';
import { compact } from '../model/names/normalise.js';
import type { CatalogHits, EntryIds } from './matching/query/catalog-entries.js';
import type { CatalogQuery } from './matching/query/catalog-query.js';

/** How an entry was found. */
interface Match {
  /** The best one. */
  tier: number;
  /** How many lookups found it. */
  count: number;
  /** Number of the first lookup that found it. */
  first: number;
  /** A lookup of the namespace or vendor found it. */
  isSibling: boolean;
}

type FoundEntry = readonly [key: number, match: Match];

/** Hits by single words, acronyms and typos are many: so many of each kind are used. */
const maxPerKind = 14;
/** Of names at edit distance 1 so many are used beside them: a single common word of the name finds as many as fit. */
const maxTypos = 5;
/** Up to this tier an entry has the component's whole name. */
const wholeNameTier = keyTiers.title;
/** Typos come after names without affixes, before acronyms and words. */
export const typoTier = keyTiers.core + 0.5;

const noIds: EntryIds = { packages: [], products: [], repositories: [] };

const listOfKind: Readonly<Record<number, keyof EntryIds>> = {
  [entryKinds.package]: 'packages',
  [entryKinds.product]: 'products',
  [entryKinds.repo]: 'repositories',
};

export const listFor = (key: number): keyof EntryIds => listOfKind[entryKind(key)]!;

/** The entries found for one component. */
export class FoundEntries {
  private readonly matches = new Map<number, Match>();

  /** `lookup` is the number of the lookup among all of the component. */
  add(key: number, tier: number, lookup: number): void {
    const match = this.matches.get(key);
    const isSibling = tier === keyTiers.namespace;
    if (!match) this.matches.set(key, { tier, count: 1, first: lookup, isSibling });
    else {
      match.isSibling ||= isSibling;
      match.tier = Math.min(match.tier, tier);
      match.count += 1;
      match.first = Math.min(match.first, lookup);
    }
  }

  /** The catalogue lists a package by its identifier, declared or generated. */
  get hasPackage(): boolean {
    for (const [key, { tier }] of this.matches)
      if (tier === keyTiers.identifier && entryKind(key) === entryKinds.package) return true;
    return false;
  }

  get hasWholeName(): boolean {
    return [...this.matches.values()].some(({ tier }) => tier <= wholeNameTier);
  }

  /** No further lookups are needed: a package by purl, or of the organization and an ecosystem, or both kinds by name. */
  isSufficient({ parsed, org }: CatalogQuery): boolean {
    const kinds = new Set<number>();
    let isOwnPackage = false;
    for (const [key, { tier }] of this.matches) {
      const kind = entryKind(key);
      if (tier === keyTiers.identifier && kind === entryKinds.package && parsed.ecosystem !== null) return true;
      if (tier === keyTiers.qualified && kind === entryKinds.package && compact(org) !== '') isOwnPackage = true;
      if (tier <= wholeNameTier) kinds.add(kind);
    }
    // Without an ecosystem it may be a product as well: "two-factor-wordpress-plugin" has a repository of its own.
    if (isOwnPackage && parsed.ecosystem !== null) return true;
    return kinds.has(entryKinds.product) && kinds.has(entryKinds.package);
  }

  /** Where the catalogue lists the package of purl or coordinates, other packages of the name are no candidates. */
  toHits({ declared, parsed }: CatalogQuery, knownWords: ReadonlySet<string>): CatalogHits {
    const hasOwn = (declared.purls.length > 0 || parsed.coordinates !== null) && this.hasPackage;
    // Independent of the order of the database's answers, which varies from batch to batch.
    const entries = [...this.matches].sort(
      ([key, one], [otherKey, other]) => rankOf(one) - rankOf(other) || one.first - other.first || key - otherKey,
    );
    const isOtherPackage = (key: number, tier: number): boolean =>
      hasOwn && entryKind(key) === entryKinds.package && tier !== keyTiers.identifier;
    const isCandidate = (key: number, { tier }: Match): boolean => tier < keyTiers.prefix && !isOtherPackage(key, tier);
    const best = idsOf(entries, isCandidate);
    const typos = idsOf(entries, (key, match) => match.tier === typoTier && isCandidate(key, match), maxTypos);
    const both = (kind: keyof EntryIds): number[] => [...new Set([...best[kind], ...typos[kind]])];
    const direct = { packages: both('packages'), products: both('products'), repositories: both('repositories') };
    return { ...direct, related: relatedIds(direct, entries), knownWords };
  }
}

/** Entries with the same first word, or of the same namespace or vendor, that are no hits themselves. */
function relatedIds(direct: EntryIds, entries: readonly FoundEntry[]): EntryIds {
  if (!entries.some(([, { tier, isSibling }]) => tier === keyTiers.prefix || isSibling)) return noIds;
  const alike = idsOf(entries, (_, { tier }) => tier === keyTiers.prefix);
  const siblings = idsOf(entries, (_, { isSibling }) => isSibling);
  const related = (kind: keyof EntryIds): number[] =>
    [...new Set([...alike[kind], ...siblings[kind]])].filter((id) => !direct[kind].includes(id));
  return { packages: related('packages'), products: related('products'), repositories: related('repositories') };
}

/** By tier; among entries found only by words, those found by more words come first. */
const rankOf = ({ tier, count }: Match): number => (tier < keyTiers.acronym ? tier : keyTiers.acronym + 1 / count);

/** The first of each kind. */
function idsOf(
  entries: readonly FoundEntry[],
  isIncluded: (key: number, match: Match) => boolean,
  max = maxPerKind,
): EntryIds {
  const ids = { packages: [] as number[], products: [] as number[], repositories: [] as number[] };
  for (const [key, match] of entries) {
    if (!isIncluded(key, match)) continue;
    const list = ids[listFor(key)];
    if (list.length < max) list.push(entryId(key));
  }
  return ids;
}
