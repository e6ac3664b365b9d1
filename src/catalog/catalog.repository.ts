import { groupBy } from '../model/group-by.js';
import type { Sql } from '../platform/database/sql.js';
import { keyTiers, type PackageEntry, type ProductEntry, type RepositoryEntry } from '../model/catalog-entry.js';

/** Entries found under the probe of that place in the question, packed: a component has hundreds. See `readHits`. */
export interface KeyHits {
  readonly probe: number;
  readonly hits: string;
}

/** At most this many links are followed from one entry: hubs (a monorepo, a distribution's source) say little. */
const maxLinksPerEntry = 12;

/** PostgreSQL's own text for an array; the driver, which expects anything in it, takes many times longer to write it. */
const arrayLiteral = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

// Set questions over the whole catalogue: one statement for a batch of any size, never one for each component.

/** Entries filed under the keys, each key up to its own tier. `probe` counts from 0. */
export async function entriesByKeys(
  sql: Sql,
  keys: readonly number[],
  maxTiers: readonly number[],
): Promise<KeyHits[]> {
  if (keys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT asked.place::integer - 1 AS probe, ${packedHits} AS hits
     FROM unnest($keys::bigint[], $maxTiers::smallint[]) WITH ORDINALITY AS asked (key, max_tier, place)
     JOIN catalog_keys found ON found.key = asked.key AND found.tier <= asked.max_tier
     GROUP BY asked.place`,
    { keys: arrayLiteral(keys), maxTiers: arrayLiteral(maxTiers) },
  );
}

/** Those of the keys, made of single words, that stand in some entry's name. */
export async function wordsInNames(sql: Sql, keys: readonly number[]): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const { name, title, word, commonWord } = keyTiers;
  const rows = await sql.query<{ key: string }>(
    `SELECT asked.key FROM unnest($keys::bigint[]) AS asked (key) WHERE EXISTS (
     SELECT FROM catalog_keys WHERE key = asked.key AND tier IN (${name}, ${title}, ${word}, ${commonWord}))`,
    { keys: arrayLiteral(keys) },
  );
  return new Set(rows.map(({ key }) => Number(key)));
}

/** Entries whose name is one slip away from a name that these deletion keys were made of. */
export async function entriesByTypoKeys(sql: Sql, deletionKeys: readonly number[]): Promise<KeyHits[]> {
  if (deletionKeys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT asked.place::integer - 1 AS probe, ${packedHits} AS hits
     FROM unnest($deletionKeys::bigint[]) WITH ORDINALITY AS asked (key, place)
     JOIN catalog_typo_keys slip ON slip.key = asked.key
     JOIN catalog_keys found ON found.key = slip.name_key AND found.tier BETWEEN 2 AND 3
     GROUP BY asked.place`,
    { deletionKeys: arrayLiteral(deletionKeys) },
  );
}

/** One cell for all of a probe is read many times faster than a row for each. */
const packedHits = "string_agg((found.id::bigint * 64 + found.tier * 4 + found.kind)::text, ',')";

/** Tells of each entry, by `kind + 4 * id`, with its tier. */
export function readHits(packed: string, visit: (entry: number, tier: number) => void): void {
  for (const one of packed.split(',')) {
    const hit = Number(one);
    visit(Math.floor(hit / 64) * 4 + (hit & 3), (hit >> 2) & 15);
  }
}

export async function packagesById(sql: Sql, ids: readonly number[]): Promise<PackageEntry[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<PackageEntry>(
    `SELECT id, purl, type, namespace, name, title, array_to_string(versions, E'\\n') AS versions,
       latest_version AS "latestVersion", weight, cardinality(sources) AS sources
     FROM catalog_packages WHERE id = ANY ($ids::integer[])`,
    { ids: arrayLiteral(ids) },
  );
  return rows.map(packageEntry);
}

export async function productsById(sql: Sql, ids: readonly number[]): Promise<ProductEntry[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<ProductEntry>(
    `SELECT id, cpe, part, vendor, product, title, target_software AS "targetSoftware",
       array_to_string(versions, E'\\n') AS versions, deprecated, weight, cardinality(sources) AS sources
     FROM catalog_products WHERE id = ANY ($ids::integer[])`,
    { ids: arrayLiteral(ids) },
  );
  return rows.map(productEntry);
}

export async function repositoriesById(sql: Sql, ids: readonly number[]): Promise<RepositoryEntry[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<RepositoryEntry>(
    'SELECT id, url, host, owner, name, weight FROM catalog_repositories WHERE id = ANY ($ids::integer[])',
    { ids: arrayLiteral(ids) },
  );
  return rows.map(repositoryEntry);
}

// Written out: V8 forgets the shape of the driver's rows with the last of them, and all code that was compiled for it.

const packageEntry = (row: PackageEntry): PackageEntry => ({
  id: row.id,
  purl: row.purl,
  type: row.type,
  namespace: row.namespace,
  name: row.name,
  title: row.title,
  versions: row.versions,
  latestVersion: row.latestVersion,
  weight: row.weight,
  sources: row.sources,
});

const productEntry = (row: ProductEntry): ProductEntry => ({
  id: row.id,
  cpe: row.cpe,
  part: row.part,
  vendor: row.vendor,
  product: row.product,
  title: row.title,
  targetSoftware: row.targetSoftware,
  versions: row.versions,
  deprecated: row.deprecated,
  weight: row.weight,
  sources: row.sources,
});

const repositoryEntry = (row: RepositoryEntry): RepositoryEntry => ({
  id: row.id,
  url: row.url,
  host: row.host,
  owner: row.owner,
  name: row.name,
  weight: row.weight,
});

/**
 * Entries at the other ends of links that lead from or to the entries, by the entry; all as `kind + 4 * id`. Binaries
 * built from a source and packages of one repository are followed upwards only: the way down from a hub tells nothing
 * about one component. A list is looked up as `= ANY (ARRAY(SELECT …))`: one walk through the index, where a join begins
 * anew at each entry, and the planner does not weigh entry by entry.
 */
export async function linksOf(sql: Sql, entries: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const kinds = [...groupBy(entries, (entry) => entry % 4)];
  if (kinds.length === 0) return new Map();
  const rows = await sql.query<{ entry: string; others: string }>(
    [...kinds.map(([kind]) => linksFrom(kind)), ...kinds.map(([kind]) => linksTo(kind))].join(' UNION ALL '),
    Object.fromEntries(
      kinds.map(([kind, of]) => [`ids${kind}`, arrayLiteral(of.map((entry) => Math.floor(entry / 4)))]),
    ),
  );
  const links = new Map<number, number[]>();
  for (const { entry, others } of rows) {
    const known = links.get(Number(entry)) ?? [];
    links.set(Number(entry), [...new Set([...known, ...others.split(',', maxLinksPerEntry).map(Number)])]);
  }
  return links;
}

const linksFrom = (kind: number): string =>
  `SELECT ${kind} + 4 * from_id::bigint AS entry,
     string_agg((to_kind + 4 * to_id::bigint)::text, ',' ORDER BY to_id, to_kind) AS others
   FROM catalog_links WHERE from_kind = ${kind} AND from_id = ANY (ARRAY(SELECT unnest($ids${kind}::integer[])))
   GROUP BY from_id`;

const linksTo = (kind: number): string =>
  `SELECT ${kind} + 4 * to_id::bigint AS entry,
     string_agg((from_kind + 4 * from_id::bigint)::text, ',' ORDER BY from_id, from_kind) AS others
   FROM catalog_links WHERE to_kind = ${kind} AND to_id = ANY (ARRAY(SELECT unnest($ids${kind}::integer[])))
     AND relation IN ('same', 'packaged_as')
   GROUP BY to_id`;
