import { maxLookupTtlDays } from '../../catalog/live/lookups.repository.js';
import { entryKinds } from '../../model/catalog-entry.js';
import type { JsonObject } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ExploitedProduct } from '../vulnerabilities/exploited-products.js';
import type { ExploitPrediction, KnownExploited } from '../vulnerabilities/findings.js';
import type { Lifecycle } from '../metrics/facts.js';
import { type LifecycleRow, parseLifecycle } from './lifecycles.js';

/** Order-independent digest of rows: sorting and concatenating them takes longer than reading them. */
const stampOf = (idAndChange: string): string =>
  `concat_ws(' ', count(*), bit_xor(hashtextextended(${idAndChange}::text::bigint)))`;

/** Stamps by key: a stamp differs when a row under the key has changed (every change sets `xmin`). */
async function readStamps(sql: Sql, text: string, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; stamp: string }>(text, { keys });
  return new Map(rows.map(({ key, stamp }) => [key, stamp]));
}

const currentAdvisories = `catalog_advisory_packages p JOIN catalog_advisories a ON a.id = p.advisory_id
  WHERE p.package_key = ANY ($keys::text[]) AND a.withdrawn_at IS NULL`;

export const advisoryStamps = (sql: Sql, packageKeys: readonly string[]): Promise<Map<string, string>> =>
  readStamps(
    sql,
    `SELECT p.package_key AS key, ${stampOf(`a.id, a.xmin`)} AS stamp
     FROM ${currentAdvisories} GROUP BY p.package_key`,
    packageKeys,
  );

/** Advisories of the packages that are not withdrawn; a different `stamp` means that the advisory has changed. */
export async function advisoriesOn(
  sql: Sql,
  packageKeys: readonly string[],
): Promise<{ key: string; id: string; stamp: string }[]> {
  if (packageKeys.length === 0) return [];
  return sql.query(`SELECT p.package_key AS key, a.id, a.xmin::text AS stamp FROM ${currentAdvisories} ORDER BY a.id`, {
    keys: packageKeys,
  });
}

/** Advisory records without unused members; where the summary is missing, with the beginning of the details. */
export async function advisoryRecords(
  sql: Sql,
  ids: readonly string[],
): Promise<{ id: string; record: JsonObject; details: string | null }[]> {
  if (ids.length === 0) return [];
  return sql.query(
    // Details are a column of their own, because adding them to the record would copy each record.
    `SELECT id, record - '{details,references,credits}'::text[] AS record,
       CASE WHEN jsonb_typeof(record -> 'summary') IS DISTINCT FROM 'string' THEN left(record ->> 'details', 200) END AS details
     FROM catalog_advisories WHERE id = ANY ($ids::text[])`,
    { ids },
  );
}

export const criteriaStamps = (sql: Sql, productKeys: readonly string[]): Promise<Map<string, string>> =>
  readStamps(
    sql,
    `SELECT product_key AS key, ${stampOf(`cve || ' ' || source, xmin`)} AS stamp
     FROM catalog_vulnerable_products WHERE product_key = ANY ($keys::text[]) AND NOT superseded GROUP BY product_key`,
    productKeys,
  );

/** Criteria of CVEs for the products. */
export async function criteriaOn(
  sql: Sql,
  productKeys: readonly string[],
): Promise<{ key: string; cve: string; source: string; criteria: JsonObject[] }[]> {
  if (productKeys.length === 0) return [];
  return sql.query(
    `SELECT product_key AS key, cve, source, criteria FROM catalog_vulnerable_products
     WHERE product_key = ANY ($productKeys::text[]) AND NOT superseded ORDER BY cve, source`,
    { productKeys },
  );
}

export async function exploitedAmong(sql: Sql, cves: readonly string[]): Promise<Map<string, KnownExploited>> {
  const rows = await sql.query<KnownExploited & { cve: string }>(
    `SELECT cve, added_on::text AS "addedOn", due_on::text AS "dueOn", ransomware AS "isRansomware"
     FROM catalog_exploited WHERE cve = ANY ($cves::text[])`,
    { cves },
  );
  return new Map(rows.map(({ cve, ...exploited }) => [cve, exploited]));
}

/** The whole list, some thousand entries. */
export const exploitedProducts = (sql: Sql): Promise<ExploitedProduct[]> =>
  sql.query<ExploitedProduct>(
    `SELECT cve, coalesce(record ->> 'vendorProject', '') AS vendor, coalesce(record ->> 'product', '') AS product,
       added_on::text AS added_on FROM catalog_exploited ORDER BY cve`,
  );

/** Those of the CVEs that an advisory on the package key, or a criterion of the product key, speaks of. */
export async function linkedCves(
  sql: Sql,
  pairs: readonly { readonly index: number; readonly key: string; readonly cve: string }[],
): Promise<{ index: number; cve: string }[]> {
  if (pairs.length === 0) return [];
  return sql.query(
    `SELECT asked.index, asked.cve FROM unnest($indexes::int[], $keys::text[], $cves::text[]) AS asked (index, key, cve)
     WHERE EXISTS (SELECT FROM catalog_vulnerable_products v WHERE v.product_key = asked.key AND v.cve = asked.cve)
       OR EXISTS (SELECT FROM catalog_advisory_packages p JOIN catalog_advisories a ON a.id = p.advisory_id
         WHERE p.package_key = asked.key AND (a.id = asked.cve OR asked.cve = ANY (a.aliases)
           OR a.record -> 'aliases' ? asked.cve OR a.record -> 'upstream' ? asked.cve))`,
    {
      indexes: pairs.map(({ index }) => index),
      keys: pairs.map(({ key }) => key),
      cves: pairs.map(({ cve }) => cve),
    },
  );
}

export async function predictionsAmong(sql: Sql, cves: readonly string[]): Promise<Map<string, ExploitPrediction>> {
  const rows = await sql.query<ExploitPrediction & { cve: string }>(
    'SELECT cve, probability, percentile FROM catalog_exploit_predictions WHERE cve = ANY ($cves::text[])',
    { cves },
  );
  return new Map(rows.map(({ cve, ...prediction }) => [cve, prediction]));
}

/** Lifecycles of endoflife.date by key. */
export async function lifecyclesOf(sql: Sql, keys: readonly string[]): Promise<Map<string, Lifecycle>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<LifecycleRow & { keys: string[] }>(
    `SELECT l.title, l.link, l.cycles, array_agg(i.key) AS keys
     FROM catalog_lifecycle_identifiers i JOIN catalog_lifecycles l ON l.slug = i.slug
     WHERE i.key = ANY ($keys::text[]) GROUP BY l.slug ORDER BY l.slug DESC`,
    { keys },
  );
  return new Map(rows.flatMap((row) => {
    const lifecycle = parseLifecycle(row);
    return row.keys.map((key): [string, Lifecycle] => [key, lifecycle]);
  })); // prettier-ignore
}

/** Answers of live sources about a repository; null: no answer. */
export interface RepositoryLookups {
  /** 0–10. */
  readonly scorecard: number | null;
  /** ISO 8601. */
  readonly scorecardOn: string | null;
  readonly license: string | null;
}

/** Answers by repository URL, only of repositories that a live source has. */
export async function repositoryLookups(sql: Sql, urls: readonly string[]): Promise<Map<string, RepositoryLookups>> {
  if (urls.length === 0) return new Map();
  const rows = await sql.query<{ key: string; facts: Record<string, JsonObject>; observed_on: string }>(
    `SELECT key, jsonb_object_agg(source, facts) AS facts, max(observed_at AT TIME ZONE 'UTC')::date::text AS observed_on
     FROM catalog_lookups WHERE source IN ('scorecard', 'deps.dev-projects') AND key = ANY ($urls::text[]) AND facts IS NOT NULL
     GROUP BY key`,
    { urls },
  );
  return new Map(rows.map(({ key, facts, observed_on }) => [key, parseLookups(facts, observed_on)]));
}

/** Scorecard answers -1 where no check could run. */
function parseLookups(facts: Record<string, JsonObject>, observedOn: string): RepositoryLookups {
  const { score, date } = facts['scorecard'] ?? {};
  const { license } = facts['deps.dev-projects'] ?? {};
  const isScored = typeof score === 'number' && score >= 0;
  const day = typeof date === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] : undefined;
  return {
    scorecard: isScored ? score : null,
    scorecardOn: isScored ? (day ?? observedOn) : null,
    // deps.dev writes "non-standard" for a licence text that it cannot identify.
    license: typeof license === 'string' && license !== 'non-standard' ? license : null,
  };
}

/** Keys of packages whose advisories a live source was asked for lately, whatever it answered. */
export async function liveAdvisoryKeys(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await sql.query<{ key: string }>(
    `SELECT key FROM catalog_lookups WHERE source = 'osv' AND key = ANY ($keys::text[])
       AND observed_at > now() - interval '${maxLookupTtlDays} days'`,
    { keys },
  );
  return new Set(rows.map(({ key }) => key));
}

/** Those of the package keys that are known as the name of a source package: by advisories, or by what is built from it. */
export async function namedSources(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await sql.query<{ key: string }>(
    `SELECT asked.key FROM unnest($keys::text[]) AS asked (key)
     WHERE EXISTS (SELECT FROM catalog_advisory_packages a WHERE a.package_key = asked.key)
       OR EXISTS (SELECT FROM catalog_packages p JOIN catalog_links l ON l.to_kind = ${entryKinds.package}
           AND l.to_id = p.id AND l.relation = 'built_from' WHERE p.key = asked.key)`,
    { keys },
  );
  return new Set(rows.map(({ key }) => key));
}

/** Of the keys of packages those of which the catalogue lists versions. */
export async function packagesWithVersions(sql: Sql, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await sql.query<{ key: string }>(
    `SELECT key FROM catalog_packages WHERE key = ANY ($keys::text[]) AND cardinality(versions) > 0`,
    { keys },
  );
  return new Set(rows.map(({ key }) => key));
}

/** Package types with at least one advisory: for other types, the absence of advisories is no evidence. */
export async function typesWithAdvisories(sql: Sql, types: Iterable<string>): Promise<Set<string>> {
  const uniqueTypes = [...new Set(types)];
  if (uniqueTypes.length === 0) return new Set();
  // A part for each type, of which there are few: an index answers only a pattern that is known beforehand. A type has no
  // letters that LIKE reads otherwise.
  const parts = uniqueTypes.map((_, index) => {
    const type = `$type${index}::text`;
    const advisories = `SELECT FROM catalog_advisory_packages WHERE package_key LIKE 'pkg:' || ${type} || '/%'`;
    return `SELECT ${type} AS type WHERE EXISTS (${advisories})`;
  });
  const rows = await sql.query<{ type: string }>(
    parts.join(' UNION ALL '),
    Object.fromEntries(uniqueTypes.map((type, index) => [`type${index}`, type])),
  );
  return new Set(rows.map(({ type }) => type));
}

/** Time of the last catalogue update; null: never. */
export async function catalogTime(sql: Sql): Promise<Date | null> {
  const row = await sql.one<{ time: Date | null }>('SELECT max(finished_at) AS time FROM catalog_sources');
  return row?.time ?? null;
}
