import type { JsonObject } from '../../model/document.js';
import { entryKinds, keyTiers } from '../../model/catalog-entry.js';
import { compact } from '../../model/names/normalise.js';
import { deletionKeys, lookupKey } from '../../model/names/lookup-key.js';
import type { Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';

import { liveSources } from './live-sources.js';

/** How long an answer is fresh: what exists changes seldom, what does not exist may exist soon. */
const foundTtlDays = 7;
const notFoundTtlDays = 1;

/** A package of so many sources and dependents is known to many; one that a registry alone knows has a weight of 1. */
const minPopularWeight = 5;

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

/** Those of the package keys that a registry was asked for and does not know, and no other source knows either. */
export async function packagesUnknownToRegistries(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  return keysIn(
    sql,
    `SELECT DISTINCT lookup.key FROM catalog_lookups lookup
     WHERE lookup.key = ANY ($keys::text[]) AND lookup.source = ANY ($registries::text[]) AND NOT lookup.found
       AND lookup.observed_at > now() - interval '${foundTtlDays} days'
       AND NOT EXISTS (SELECT FROM catalog_packages package WHERE package.key = lookup.key)`,
    keys,
    { registries: liveSources.filter(({ isRegistry }) => isRegistry).map(({ name }) => name) },
  );
}

/** By key of a package, a far more popular one of its type whose name differs by a typing error. */
export async function popularLookalikes(
  sql: Sql,
  packages: readonly { readonly key: string; readonly purl: Purl }[],
): Promise<Map<string, string>> {
  const rows = packages.flatMap(({ key, purl: { type, namespace, name } }) =>
    deletionKeys(compact(name)).map((typo) => ({ key, type, namespace, typo, own: lookupKey(compact(name)) })),
  );
  if (rows.length === 0) return new Map();
  const found = await sql.query<{ key: string; popular: string }>(
    `SELECT DISTINCT ON (asked.key) asked.key, popular.purl AS popular
     FROM jsonb_to_recordset($rows::jsonb) AS asked (key text, type text, namespace text, typo bigint, own bigint)
     JOIN catalog_typo_keys typo ON typo.key = asked.typo AND typo.name_key <> asked.own
     JOIN catalog_keys name ON name.key = typo.name_key AND name.kind = ${entryKinds.package}
       AND name.tier BETWEEN ${keyTiers.name} AND ${keyTiers.title}
     JOIN catalog_packages popular ON popular.id = name.id AND popular.type = asked.type
       AND popular.key <> asked.key AND popular.weight >= $minPopularWeight
       AND (asked.namespace IS NULL OR popular.namespace IS DISTINCT FROM asked.namespace)
     ORDER BY asked.key, popular.weight DESC, popular.id`,
    { rows: JSON.stringify(rows), minPopularWeight },
  );
  return new Map(found.map(({ key, popular }) => [key, popular]));
}

/** Those of the keys that are packages of the catalogue. */
export const existingPackages = (sql: Sql, keys: readonly string[]): Promise<Set<string>> =>
  keysIn(sql, 'SELECT key FROM catalog_packages WHERE key = ANY ($keys::text[])', keys);

/** Those of the bulk sources that are loaded. */
export const loadedSourcesAmong = (sql: Sql, names: readonly string[]): Promise<Set<string>> =>
  keysIn(sql, 'SELECT name AS key FROM catalog_sources WHERE name = ANY ($keys::text[]) AND records > 0', names);

async function keysIn(
  sql: Sql,
  text: string,
  keys: readonly string[],
  more: { readonly registries?: readonly string[] } = {},
): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>(text, { keys, ...more });
  return new Set(rows.map(({ key }) => key));
}
