import {
  entriesByKeys,
  entriesByTypoKeys,
  linksOf,
  packagesById,
  productsById,
  repositoriesById,
  wordsInNames,
} from '../catalog/catalog.repository.js';
import { entryKinds } from '../model/catalog-entry.js';
import { entryId, entryKind, forEachHit } from '../model/entry-key.js';
import type { Sql } from '../platform/database/sql.js';
import { FoundEntries, listFor, typoTier } from './found-entries.js';
import { keysOf, type CatalogEntries, type CatalogHits } from './matching/query/catalog-entries.js';
import type { CatalogQuery } from './matching/query/catalog-query.js';
import { generatePackages } from './matching/query/generated-packages.js';
import {
  firstLookups,
  furtherLookups,
  identifierLookups,
  nameLookups,
  sourceLookups,
  typoKeys,
  wordKeys,
  type KeyLookup,
} from './matching/query/lookup-keys.js';

/** Lookups of a component are numbered over all rounds; no round has as many. */
const roundSize = 1_000_000;

const noWords: ReadonlySet<string> = new Set();

/** Looks up a whole batch: the number of statements does not depend on the number of components. */
export async function lookUp(
  sql: Sql,
  batch: readonly CatalogQuery[],
): Promise<{ hits: CatalogHits[]; entries: CatalogEntries }> {
  const found = await findEntries(sql, batch);
  const unlisted = batch.filter((query, index) => mayBeComplete(query) && !found[index]!.hasPackage);
  const knownWords = await knownWordsOf(sql, unlisted);
  const hits = found.map((one, index) => one.toHits(batch[index]!, knownWords.get(batch[index]!) ?? noWords));
  return { hits, entries: await loadEntries(sql, hits) };
}

/** In rounds, from the cheapest lookups to the dearest, each only for the components that still need it. */
async function findEntries(sql: Sql, batch: readonly CatalogQuery[]): Promise<FoundEntries[]> {
  const found = batch.map(() => new FoundEntries());
  const declared = batch.map((query) =>
    query.declared.purls.length > 0 ? identifierLookups(declaredKeys(query.declared)) : [],
  );
  await lookUpKeys(sql, declared, { found, start: 0 });
  const isListed = found.map((one) => one.hasPackage);
  const first = batch.map((query, index) =>
    isListed[index] ? nameLookups(query.parsed) : firstLookups(query.parsed, identifiersOf(query)),
  );
  await lookUpKeys(sql, first, { found, start: roundSize });
  const open = batch.map((query, index) => (isListed[index] || found[index]!.isSufficient(query) ? null : query));
  const further = open.map((query, index) => {
    if (query) return furtherLookups(query.parsed);
    return isListed[index] ? [] : sourceLookups(batch[index]!.parsed);
  });
  await lookUpKeys(sql, further, { found, start: 2 * roundSize });
  // A package that is not listed may be selected: then what is listed under nearly its name has to be known.
  const needsTypos = (query: CatalogQuery, one: FoundEntries): boolean =>
    !one.hasWholeName || (mayBeComplete(query) && !one.hasPackage);
  const typos = open.map((query, index) => (query && needsTypos(query, found[index]!) ? typoKeys(query.parsed) : []));
  await lookUpTypos(sql, typos, { found, start: 3 * roundSize });
  return found;
}

/** Its package may be selected though it is not listed: it names the ecosystem itself. */
const mayBeComplete = ({ parsed }: CatalogQuery): boolean => parsed.ecosystem !== null || parsed.coordinates !== null;

/** By query, the words of its coordinates that occur in names of the catalogue. */
async function knownWordsOf(
  sql: Sql,
  queries: readonly CatalogQuery[],
): Promise<Map<CatalogQuery, ReadonlySet<string>>> {
  const wordsOf = queries.map((query) => [query, wordKeys(query.parsed)] as const);
  const known = await wordsInNames(sql, [...new Set(wordsOf.flatMap(([, words]) => [...words.keys()]))]);
  return new Map(
    wordsOf.map(([query, words]) => [
      query,
      new Set([...words].filter(([key]) => known.has(key)).map(([, word]) => word)),
    ]),
  );
}

/** What a round of lookups adds to; `start` is the number of its first lookup. */
interface LookupRound {
  readonly found: readonly FoundEntries[];
  readonly start: number;
}

/** A lookup of one component, by their indexes. */
interface Requester {
  readonly component: number;
  readonly lookup: number;
}

type KeyRequester = Requester & Pick<KeyLookup, 'tier' | 'maxTier' | 'onlyRepositories'>;

async function lookUpKeys(
  sql: Sql,
  lookups: readonly (readonly KeyLookup[])[],
  { found, start }: LookupRound,
): Promise<void> {
  const requests = new Map<number, { maxTier: number; requesters: KeyRequester[] }>();
  for (const [component, list] of lookups.entries())
    for (const [index, { key, tier, maxTier, onlyRepositories }] of list.entries()) {
      const request = requests.get(key) ?? { maxTier: 0, requesters: [] };
      request.maxTier = Math.max(request.maxTier, maxTier);
      request.requesters.push({ component, tier, maxTier, lookup: start + index, onlyRepositories });
      requests.set(key, request);
    }
  const keys = [...requests.keys()];
  const maxTiers = [...requests.values()].map(({ maxTier }) => maxTier);
  for (const { index, hits } of await entriesByKeys(sql, keys, maxTiers)) {
    const { requesters } = requests.get(keys[index]!)!;
    forEachHit(hits, (key, tier) => {
      const isRepository = entryKind(key) === entryKinds.repo;
      for (const one of requesters)
        if (tier <= one.maxTier && (isRepository || !one.onlyRepositories))
          found[one.component]!.add(key, Math.max(tier, one.tier), one.lookup);
    });
  }
}

async function lookUpTypos(
  sql: Sql,
  typoKeys: readonly (readonly number[])[],
  { found, start }: LookupRound,
): Promise<void> {
  const requests = new Map<number, Requester[]>();
  for (const [component, list] of typoKeys.entries())
    for (const [index, key] of list.entries())
      requests.set(key, [...(requests.get(key) ?? []), { component, lookup: start + index }]);
  const keys = [...requests.keys()];
  for (const { index, hits } of await entriesByTypoKeys(sql, keys)) {
    const requesters = requests.get(keys[index]!)!;
    forEachHit(hits, (key) => {
      for (const { component, lookup } of requesters) found[component]!.add(key, typoTier, lookup);
    });
  }
}

/** Loads the hits, the entries linked with them, and related entries; links of related entries are not followed. */
async function loadEntries(sql: Sql, hits: readonly CatalogHits[]): Promise<CatalogEntries> {
  const ends = new Set<number>();
  for (const one of hits) for (const key of keysOf(one)) ends.add(key);
  const links = await linksOf(sql, [...ends]);
  const requested = { packages: new Set<number>(), products: new Set<number>(), repositories: new Set<number>() };
  const request = (key: number): unknown => requested[listFor(key)].add(entryId(key));
  for (const end of ends) request(end);
  for (const { related } of hits) for (const key of keysOf(related)) request(key);
  for (const others of links.values()) for (const other of others) request(other);
  return {
    packages: byId(await packagesById(sql, [...requested.packages])),
    products: byId(await productsById(sql, [...requested.products])),
    repositories: byId(await repositoriesById(sql, [...requested.repositories])),
    links,
  };
}

function declaredKeys({ purls, products, repositories }: CatalogQuery['declared']): string[] {
  return [...purls.map(({ key }) => key), ...products.map(({ key }) => key), ...repositories];
}

function identifiersOf(query: CatalogQuery): string[] {
  const generated = generatePackages(query);
  return [
    ...declaredKeys(query.declared),
    ...generated.map(({ key }) => key),
    ...generated.map(({ repositoryUrl }) => repositoryUrl ?? ''),
  ];
}

const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]): Map<number, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));
