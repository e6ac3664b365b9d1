import type { Sql } from '../platform/database/sql.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../model/catalog-entry.js';

/** Entries found under the probe of that place in the question, packed: a component has hundreds. See `readHits`. */
export interface KeyHits {
  readonly probe: number;
  readonly hits: string;
}

/** At most this many links are followed from one entry: hubs (a monorepo, a distribution's source) say little. */
const linksPerEntry = 12;

/** PostgreSQL's own text for an array; the driver, which expects anything in it, takes many times longer to write it. */
const numberArray = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;

// Set questions over the whole catalogue: one statement for a batch of any size, never one for each component.

/** Entries filed under the keys, each key up to its own tier. `probe` counts from 0. */
export async function entriesFiledUnder(
  sql: Sql,
  keys: readonly number[],
  maxTiers: readonly number[],
): Promise<KeyHits[]> {
  if (keys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT asked.place::integer - 1 AS probe, ${packedHits} AS hits
     FROM unnest($1::bigint[], $2::smallint[]) WITH ORDINALITY AS asked (key, max_tier, place)
     JOIN catalog_keys found ON found.key = asked.key AND found.tier <= asked.max_tier
     GROUP BY asked.place`,
    [numberArray(keys), numberArray(maxTiers)],
  );
}

/** Entries whose name is one slip away from a name that these deletion keys were made of. */
export async function entriesWithinOneSlip(sql: Sql, deletionKeys: readonly number[]): Promise<KeyHits[]> {
  if (deletionKeys.length === 0) return [];
  return sql.query<KeyHits>(
    `SELECT asked.place::integer - 1 AS probe, ${packedHits} AS hits
     FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (key, place)
     JOIN catalog_typo_keys slip ON slip.key = asked.key
     JOIN catalog_keys found ON found.key = slip.name_key AND found.tier BETWEEN 2 AND 3
     GROUP BY asked.place`,
    [numberArray(deletionKeys)],
  );
}

/** One cell for all of a probe is read many times faster than a row for each. */
const packedHits = "string_agg((found.id::bigint * 64 + found.tier * 4 + found.kind)::text, ',')";

/** Tells of each entry, by `kind + 4 * id`, with its tier. */
export function readHits(packed: string, tell: (entry: number, tier: number) => void): void {
  for (const one of packed.split(',')) {
    const hit = Number(one);
    tell(Math.floor(hit / 64) * 4 + (hit & 3), (hit >> 2) & 15);
  }
}

export async function packagesById(sql: Sql, ids: readonly number[]): Promise<PackageEntry[]> {
  if (ids.length === 0) return [];
  return sql.query<PackageEntry>(
    `SELECT id, purl, type, namespace, name, title, array_to_string(versions, E'\\n') AS versions,
       latest_version AS "latestVersion", weight, cardinality(sources) AS sources
     FROM catalog_packages WHERE id = ANY ($1::integer[])`,
    [numberArray(ids)],
  );
}

export async function productsById(sql: Sql, ids: readonly number[]): Promise<ProductEntry[]> {
  if (ids.length === 0) return [];
  return sql.query<ProductEntry>(
    `SELECT id, cpe, part, vendor, product, title, target_software AS "targetSoftware",
       array_to_string(versions, E'\\n') AS versions, deprecated, weight, cardinality(sources) AS sources
     FROM catalog_products WHERE id = ANY ($1::integer[])`,
    [numberArray(ids)],
  );
}

export async function repositoriesById(sql: Sql, ids: readonly number[]): Promise<RepositoryEntry[]> {
  if (ids.length === 0) return [];
  return sql.query<RepositoryEntry>(
    'SELECT id, url, host, owner, name, weight FROM catalog_repositories WHERE id = ANY ($1::integer[])',
    [numberArray(ids)],
  );
}

/** An entry of the question, by its place, and those at the other ends of its links, packed as `kind + 4 * id`. */
export interface LinkedEntries {
  readonly place: number;
  readonly others: string;
}

/**
 * The other ends of links that lead from or to the entries. Binaries built from a source and packages of one repository
 * are followed upwards only: the way down from a hub tells nothing about one component.
 */
export async function linksOf(sql: Sql, kinds: readonly number[], ids: readonly number[]): Promise<LinkedEntries[]> {
  if (ids.length === 0) return [];
  return sql.query<LinkedEntries>(
    `SELECT asked.place::integer - 1 AS place, linked.others
     FROM unnest($1::smallint[], $2::integer[]) WITH ORDINALITY AS asked (kind, id, place)
     CROSS JOIN LATERAL (
       SELECT string_agg((link.kind + 4 * link.id::bigint)::text, ',') AS others FROM (
         (SELECT to_kind AS kind, to_id AS id FROM catalog_links
          WHERE from_kind = asked.kind AND from_id = asked.id LIMIT ${linksPerEntry})
         UNION ALL
         (SELECT from_kind, from_id FROM catalog_links WHERE to_kind = asked.kind AND to_id = asked.id
            AND relation IN ('same', 'packaged_as') LIMIT ${linksPerEntry})) AS link) AS linked
     WHERE linked.others IS NOT NULL`,
    [numberArray(kinds), numberArray(ids)],
  );
}
