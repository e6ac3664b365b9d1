import { entryId, entryKind, hitSize, keySize, unpackKeys } from '../model/entry-key.js';
import { groupBy } from '../model/group-by.js';
import type { Sql } from '../platform/database/sql.js';
import { keyTiers, type PackageEntry, type ProductEntry, type RepositoryEntry } from '../model/catalog-entry.js';

/** The hits of a lookup, by its index. */
export interface KeyHits {
  readonly index: number;
  /** Packed, see `forEachHit`: a component has hundreds. */
  readonly hits: string;
}

/** Per entry: hubs (a monorepo, a distribution's source) say little. */
const maxLinksPerEntry = 12;

/** PostgreSQL's array syntax; the driver, which handles any element, takes many times longer to write it. */
const arrayLiteral = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

// One statement for a batch of any size, never one per component.

/** Entries with the keys, each up to its own tier. */
export async function entriesByKeys(
  sql: Sql,
  keys: readonly number[],
  maxTiers: readonly number[],
): Promise<KeyHits[]> {
  if (keys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT lookup.position::integer - 1 AS index, ${packedHits} AS hits
     FROM unnest($keys::bigint[], $maxTiers::smallint[]) WITH ORDINALITY AS lookup (key, max_tier, position)
     JOIN catalog_keys found ON found.key = lookup.key AND found.tier <= lookup.max_tier
     GROUP BY lookup.position`,
    { keys: arrayLiteral(keys), maxTiers: arrayLiteral(maxTiers) },
  );
}

/** Those of the keys of single words that occur in the name of some entry. */
export async function wordsInNames(sql: Sql, keys: readonly number[]): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const { name, title, word, commonWord } = keyTiers;
  const rows = await sql.query<{ key: string }>(
    `SELECT lookup.key FROM unnest($keys::bigint[]) AS lookup (key) WHERE EXISTS (
     SELECT FROM catalog_keys WHERE key = lookup.key AND tier IN (${name}, ${title}, ${word}, ${commonWord}))`,
    { keys: arrayLiteral(keys) },
  );
  return new Set(rows.map(({ key }) => Number(key)));
}

/** Entries whose name has one of the deletion keys: it is at edit distance 1. */
export async function entriesByTypoKeys(sql: Sql, deletionKeys: readonly number[]): Promise<KeyHits[]> {
  if (deletionKeys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT lookup.position::integer - 1 AS index, ${packedHits} AS hits
     FROM unnest($deletionKeys::bigint[]) WITH ORDINALITY AS lookup (key, position)
     JOIN catalog_typo_keys typo ON typo.key = lookup.key
     JOIN catalog_keys found ON found.key = typo.name_key AND found.tier BETWEEN ${keyTiers.name} AND ${keyTiers.title}
     GROUP BY lookup.position`,
    { deletionKeys: arrayLiteral(deletionKeys) },
  );
}

/** One text for all hits of a lookup is read many times faster than one row per hit. */
const packedHits = `string_agg((found.id::bigint * ${hitSize} + found.tier * ${keySize} + found.kind)::text, ',')`;

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

// Copied: V8 drops the hidden class of the driver's rows with the last of them, and the code optimized for it.

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
  prepared: null,
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
  prepared: null,
});

const repositoryEntry = (row: RepositoryEntry): RepositoryEntry => ({
  id: row.id,
  url: row.url,
  host: row.host,
  owner: row.owner,
  name: row.name,
  weight: row.weight,
  prepared: null,
});

/**
 * Linked entries by entry, all as `entryKey`. From a package to its source and repository, but not down again: the
 * other packages of a hub say nothing about a component. `= ANY (ARRAY(SELECT …))` is one scan of the index, where a join
 * starts a new one per entry.
 */
export async function linksOf(sql: Sql, keys: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const kinds = [...groupBy(keys, entryKind)];
  if (kinds.length === 0) return new Map();
  const rows = await sql.query<{ key: string; others: string }>(
    [...kinds.map(([kind]) => linksFrom(kind)), ...kinds.map(([kind]) => linksTo(kind))].join(' UNION ALL '),
    Object.fromEntries(kinds.map(([kind, of]) => [`ids${kind}`, arrayLiteral(of.map(entryId))])),
  );
  const links = new Map<number, number[]>();
  for (const { key, others } of rows) {
    const existing = links.get(Number(key)) ?? [];
    links.set(Number(key), [...new Set([...existing, ...unpackKeys(others, maxLinksPerEntry)])]);
  }
  return links;
}

/** `entryKey` in SQL. */
const packedKey = (kind: number | string, id: string): string => `${kind} + ${keySize} * ${id}::bigint`;

const linksFrom = (kind: number): string =>
  `SELECT ${packedKey(kind, 'from_id')} AS key,
     string_agg((${packedKey('to_kind', 'to_id')})::text, ',' ORDER BY to_id, to_kind) AS others
   FROM catalog_links WHERE from_kind = ${kind} AND from_id = ANY (ARRAY(SELECT unnest($ids${kind}::integer[])))
   GROUP BY from_id`;

const linksTo = (kind: number): string =>
  `SELECT ${packedKey(kind, 'to_id')} AS key,
     string_agg((${packedKey('from_kind', 'from_id')})::text, ',' ORDER BY from_id, from_kind) AS others
   FROM catalog_links WHERE to_kind = ${kind} AND to_id = ANY (ARRAY(SELECT unnest($ids${kind}::integer[])))
     AND relation IN ('same', 'packaged_as')
   GROUP BY to_id`;
