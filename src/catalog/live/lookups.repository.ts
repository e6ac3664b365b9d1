import type { JsonObject } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';

/** How long an answer is fresh: what exists changes seldom, what does not exist may exist soon. */
const foundTtlDays = 7;
const notFoundTtlDays = 1;

/** Older answers are deleted. */
export const maxLookupTtlDays = Math.max(foundTtlDays, notFoundTtlDays);

/** The answer of a live source to one lookup. */
export interface Lookup {
  readonly key: string;
  readonly found: boolean;
  readonly facts: JsonObject | null;
}

/** Those of the keys that the source has no fresh answer for, by the database's clock. */
export async function withoutFreshLookup(sql: Sql, source: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(
    `SELECT requested.key FROM unnest($keys::text[]) AS requested (key)
     WHERE NOT EXISTS (SELECT FROM catalog_lookups stored WHERE stored.source = $source AND stored.key = requested.key
       AND stored.observed_at > now() - CASE WHEN stored.found THEN interval '${foundTtlDays} days' ELSE interval '${notFoundTtlDays} days' END)`,
    { source, keys },
  );
  return new Set(rows.map(({ key }) => key));
}

export async function storeLookups(sql: Sql, source: string, lookups: readonly Lookup[]): Promise<void> {
  await sql.run(
    `INSERT INTO catalog_lookups (source, key, found, facts)
     SELECT $source, key, found, facts FROM jsonb_to_recordset($lookups::jsonb) AS e (key text, found boolean, facts jsonb)
     ON CONFLICT (source, key) DO UPDATE SET found = excluded.found, facts = excluded.facts, observed_at = now()`,
    { source, lookups: JSON.stringify(lookups) },
  );
}

/** Those of the keys that are packages of the catalogue. */
export const existingPackages = (sql: Sql, keys: readonly string[]): Promise<Set<string>> =>
  keysIn(sql, 'SELECT key FROM catalog_packages WHERE key = ANY ($keys::text[])', keys);

/** Those of the keys that are packages with an advisory in the catalogue. */
export const packagesWithAdvisories = (sql: Sql, keys: readonly string[]): Promise<Set<string>> =>
  keysIn(sql, 'SELECT DISTINCT package_key AS key FROM catalog_advisory_packages WHERE package_key = ANY ($keys::text[])', keys); // prettier-ignore

/** Those of the bulk sources that are loaded. */
export const loadedSourcesAmong = (sql: Sql, names: readonly string[]): Promise<Set<string>> =>
  keysIn(sql, 'SELECT name AS key FROM catalog_sources WHERE name = ANY ($keys::text[]) AND records > 0', names);

async function keysIn(sql: Sql, text: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(text, { keys });
  return new Set(rows.map(({ key }) => key));
}
