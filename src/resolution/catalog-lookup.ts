import {
  entriesByKeys,
  entriesByTypoKeys,
  linksOf,
  packagesById,
  productsById,
  readHits,
  repositoriesById,
  wordsInNames,
} from '../catalog/catalog.repository.js';
import { entryKinds, keyTiers } from '../model/catalog-entry.js';
import type { Sql } from '../platform/database/sql.js';
import { compact } from '../model/names/normalise.js';
import type { CatalogQuery } from './matching/compare/component-query.js';
import { generatePackages } from './matching/query/generated-packages.js';
import { type CatalogHits, type CatalogEntries, type EntryIds, keysOf } from './matching/query/catalog-entries.js';
import {
  firstLookups,
  furtherLookups,
  identifierLookups,
  nameLookups,
  typoKeys,
  wordKeys,
  type KeyLookup,
} from './matching/query/lookup-keys.js';

/** How an entry was found: the best tier, how many questions led to it, the first of them, and whether one was about the namespace. */
interface MatchTrace {
  tier: number;
  count: number;
  first: number;
  isSibling: boolean;
}

/** Entries found for one component. */
type FoundEntries = Map<number, MatchTrace>;

type TracedEntry = readonly [entry: number, trace: MatchTrace];

/** Questions of a component are numbered over all rounds; none has as many in one round. */
const roundSize = 1_000_000;

/** Weak hits (words, first letters, slips) are many; this many of each kind are looked at. */
const maxPerKind = 14;
/** Hits up to this tier bear the component's whole name. */
const wholeNameTier = keyTiers.title;
/** A slip comes after a name without its affixes, before first letters and words. */
const typoTier = keyTiers.core + 0.5;

/** Asks the catalogue for a whole batch: a fixed number of statements, however many components. */
export async function lookUp(
  sql: Sql,
  batch: readonly CatalogQuery[],
): Promise<{ hits: CatalogHits[]; known: CatalogEntries }> {
  const found = await findEntries(sql, batch);
  const unlisted = batch.filter((asked, index) => asked.parsed.coordinates !== null && !hasPackage(found[index]!));
  const knownWords = await knownWordsOf(sql, unlisted);
  const hits = found.map((one, index) => {
    const { declared: stated, parsed } = batch[index]!;
    const own = (stated.purls.length > 0 || parsed.coordinates !== null) && hasPackage(one);
    return catalogHits(one, own, knownWords.get(batch[index]!) ?? noWords);
  });
  return { hits, known: await loadEntries(sql, hits) };
}

/** From the cheapest questions to the dearest; each only for those whom the ones before have not settled. */
async function findEntries(sql: Sql, batch: readonly CatalogQuery[]): Promise<FoundEntries[]> {
  const found: FoundEntries[] = batch.map(() => new Map());
  await lookUpKeys(
    sql,
    batch.map(({ declared: stated }) => (stated.purls.length > 0 ? identifierLookups(declaredKeys(stated)) : [])),
    { found, from: 0 },
  );
  const named = batch.map((_, index) => hasPackage(found[index]!));
  await lookUpKeys(
    sql,
    batch.map((asked, index) =>
      named[index] ? nameLookups(asked.parsed) : firstLookups(asked.parsed, identifiersOf(asked)),
    ),
    { found, from: roundSize },
  );
  const open = batch.map((asked, index) => (named[index] || isSettled(asked, found[index]!) ? null : asked));
  await lookUpKeys(
    sql,
    open.map((asked) => (asked ? furtherLookups(asked.parsed) : [])),
    { found, from: 2 * roundSize },
  );
  await lookUpTypos(
    sql,
    open.map((asked, index) => (asked && !hasWholeName(found[index]!) ? typoKeys(asked.parsed) : [])),
    { found, from: 3 * roundSize },
  );
  return found;
}

const noWords: ReadonlySet<string> = new Set();
const noIds: EntryIds = { packages: [], products: [], repositories: [] };

const listOfKind: Readonly<Record<number, keyof EntryIds>> = {
  [entryKinds.package]: 'packages',
  [entryKinds.product]: 'products',
  [entryKinds.repo]: 'repositories',
};

/** By component, those of the words of its coordinates that stand in names of the catalogue. */
async function knownWordsOf(sql: Sql, batch: readonly CatalogQuery[]): Promise<Map<CatalogQuery, ReadonlySet<string>>> {
  const asked = batch.map((one) => [one, wordKeys(one.parsed)] as const);
  const known = await wordsInNames(sql, [...new Set(asked.flatMap(([, words]) => [...words.keys()]))]);
  return new Map(
    asked.map(([one, words]) => [one, new Set([...words].filter(([key]) => known.has(key)).map(([, word]) => word))]),
  );
}

/** What one round of questions adds to; `from` is the number of its first question. */
interface LookupRound {
  readonly found: readonly FoundEntries[];
  readonly from: number;
}

async function lookUpKeys(
  sql: Sql,
  probes: readonly (readonly KeyLookup[])[],
  { found, from }: LookupRound,
): Promise<void> {
  const askers = new Map<number, { maxTier: number; by: { index: number; maxTier: number; asked: number }[] }>();
  for (const [index, list] of probes.entries())
    for (const [place, { key, maxTier }] of list.entries()) {
      const asker = askers.get(key) ?? { maxTier: 0, by: [] };
      asker.maxTier = Math.max(asker.maxTier, maxTier);
      asker.by.push({ index, maxTier, asked: from + place });
      askers.set(key, asker);
    }
  const keys = [...askers];
  const hits = await entriesByKeys(
    sql,
    keys.map(([key]) => key),
    keys.map(([, { maxTier }]) => maxTier),
  );
  for (const { probe, hits: packed } of hits) {
    const { by } = keys[probe]![1];
    readHits(packed, (entry, tier) => {
      for (const { index, maxTier, asked } of by) if (tier <= maxTier) addFound(found[index]!, entry, tier, asked);
    });
  }
}

async function lookUpTypos(
  sql: Sql,
  probes: readonly (readonly number[])[],
  { found, from }: LookupRound,
): Promise<void> {
  const askers = new Map<number, { index: number; asked: number }[]>();
  for (const [index, list] of probes.entries())
    for (const [place, key] of list.entries())
      askers.set(key, [...(askers.get(key) ?? []), { index, asked: from + place }]);
  const keys = [...askers];
  const hits = await entriesByTypoKeys(
    sql,
    keys.map(([key]) => key),
  );
  for (const { probe, hits: packed } of hits) {
    const by = keys[probe]![1];
    readHits(packed, (entry) => {
      for (const { index, asked } of by) addFound(found[index]!, entry, typoTier, asked);
    });
  }
}

async function loadEntries(sql: Sql, hits: readonly CatalogHits[]): Promise<CatalogEntries> {
  // Links are followed from candidates, not from their neighbours.
  const ends = new Set<number>();
  for (const one of hits) for (const key of keysOf(one)) ends.add(key);
  const links = await linksOf(sql, [...ends]);
  const wanted = { packages: new Set<number>(), products: new Set<number>(), repositories: new Set<number>() };
  const request = (key: number): unknown => wanted[listOfKind[key % 4]!].add(Math.floor(key / 4));
  for (const end of ends) request(end);
  for (const { related: neighbours } of hits) for (const key of keysOf(neighbours)) request(key);
  for (const others of links.values()) for (const other of others) request(other);
  const [packages, products, repositories] = [
    await packagesById(sql, [...wanted.packages]),
    await productsById(sql, [...wanted.products]),
    await repositoriesById(sql, [...wanted.repositories]),
  ];
  return { packages: byId(packages), products: byId(products), repositories: byId(repositories), links };
}

function declaredKeys({ purls, products, repositories }: CatalogQuery['declared']): string[] {
  return [...purls.map(({ key }) => key), ...products.map(({ key }) => key), ...repositories];
}

function identifiersOf(asked: CatalogQuery): string[] {
  const composed = generatePackages(asked);
  return [
    ...declaredKeys(asked.declared),
    ...composed.map(({ key }) => key),
    ...composed.map(({ repositoryUrl }) => repositoryUrl ?? ''),
  ];
}

function addFound(found: FoundEntries, entry: number, tier: number, asked: number): void {
  const known = found.get(entry);
  const isSibling = tier === keyTiers.namespace;
  if (!known) found.set(entry, { tier, count: 1, first: asked, isSibling });
  else {
    known.isSibling ||= isSibling;
    known.tier = Math.min(known.tier, tier);
    known.count += 1;
    known.first = Math.min(known.first, asked);
  }
}

/** The catalogue has a package by its identifier: one that the file names, or that was put together. */
function hasPackage(found: FoundEntries): boolean {
  for (const [key, { tier }] of found) if (tier === keyTiers.identifier && key % 4 === entryKinds.package) return true;
  return false;
}

/** The component's own purl is in the catalogue, or name and organization together, or its whole name among both kinds. */
function isSettled(asked: CatalogQuery, found: FoundEntries): boolean {
  const kinds = new Set<number>();
  for (const [key, { tier }] of found) {
    const kind = key % 4;
    if (tier === keyTiers.identifier && kind === entryKinds.package && asked.parsed.ecosystem !== null) return true;
    if (tier === keyTiers.qualified && kind === entryKinds.package && compact(asked.org) !== '') return true;
    if (tier <= wholeNameTier) kinds.add(kind);
  }
  return kinds.has(entryKinds.product) && kinds.has(entryKinds.package);
}

const hasWholeName = (found: FoundEntries): boolean => [...found.values()].some(({ tier }) => tier <= wholeNameTier);

/** `own`: the catalogue has the package that purl or coordinates name. Its links tell the rest, and the name only adds products. */
function catalogHits(found: FoundEntries, own: boolean, knownWords: ReadonlySet<string>): CatalogHits {
  // In an order of the component's own: the database answers another batch in another one.
  const entries = [...found].sort(
    ([key, one], [otherKey, other]) => rankOf(one) - rankOf(other) || one.first - other.first || key - otherKey,
  );
  // Other packages of the same name are other packages, once the file's own is known.
  const isOther = (key: number, tier: number): boolean =>
    own && key % 4 === entryKinds.package && tier !== keyTiers.identifier;
  const direct = idsOf(entries, (key, { tier }) => tier < keyTiers.prefix && !isOther(key, tier));
  const { packages, products, repositories } = direct;
  return { packages, products, repositories, related: relatedEntries(direct, entries), knownWords };
}

/** Those that begin alike, and those of the same namespace or vendor. */
function relatedEntries(direct: EntryIds, entries: readonly TracedEntry[]): EntryIds {
  if (!entries.some(([, { tier, isSibling }]) => tier === keyTiers.prefix || isSibling)) return noIds;
  const alike = idsOf(entries, (_, { tier }) => tier === keyTiers.prefix);
  const siblings = idsOf(entries, (_, { isSibling }) => isSibling);
  const besides = (kind: keyof EntryIds): number[] =>
    [...new Set([...alike[kind], ...siblings[kind]])].filter((id) => !direct[kind].includes(id));
  return { packages: besides('packages'), products: besides('products'), repositories: besides('repositories') };
}

/** By tier; among those found by mere words, the more words the better. */
const rankOf = ({ tier, count: times }: MatchTrace): number =>
  tier < keyTiers.acronym ? tier : keyTiers.acronym + 1 / times;

/** The first of each kind. */
function idsOf(entries: readonly TracedEntry[], isMeant: (key: number, trace: MatchTrace) => boolean): EntryIds {
  const ids = { packages: [] as number[], products: [] as number[], repositories: [] as number[] };
  for (const [key, trace] of entries) {
    if (!isMeant(key, trace)) continue;
    const of = ids[listOfKind[key % 4]!];
    if (of.length < maxPerKind) of.push(Math.floor(key / 4));
  }
  return ids;
}

const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]): Map<number, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));
