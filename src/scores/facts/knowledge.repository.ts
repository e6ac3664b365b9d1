import type { JsonObject } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ExploitPrediction, KnownExploited } from '../vulnerabilities/findings.js';
import type { LifecycleRow } from './lifecycles.js';

export interface CriteriaRow {
  readonly cve: string;
  readonly source: string;
  readonly criteria: JsonObject[];
}

/** What CVEs say of the product. */
export const productCriteria = (sql: Sql, productKey: string): Promise<CriteriaRow[]> =>
  sql.query<CriteriaRow>('SELECT cve, source, criteria FROM catalog_vulnerable_products WHERE product_key = $1', [
    productKey,
  ]);

export async function exploitedAmong(sql: Sql, cves: readonly string[]): Promise<Map<string, KnownExploited>> {
  const rows = await sql.query<KnownExploited & { cve: string }>(
    `SELECT cve, added_on::text AS "addedOn", due_on::text AS "dueOn", ransomware AS "isRansomware"
     FROM catalog_exploited WHERE cve = ANY ($1::text[])`,
    [cves],
  );
  return new Map(rows.map(({ cve, ...known }) => [cve, known]));
}

export async function predictionsAmong(sql: Sql, cves: readonly string[]): Promise<Map<string, ExploitPrediction>> {
  const rows = await sql.query<ExploitPrediction & { cve: string }>(
    'SELECT cve, probability, percentile FROM catalog_exploit_predictions WHERE cve = ANY ($1::text[])',
    [cves],
  );
  return new Map(rows.map(({ cve, ...known }) => [cve, known]));
}

/** The product of endoflife.date that is filed under any of the keys. */
export const lifecycleOf = (sql: Sql, keys: readonly string[]): Promise<LifecycleRow | null> =>
  sql.one<LifecycleRow>(
    `SELECT title, link, cycles FROM catalog_lifecycles WHERE slug IN
       (SELECT slug FROM catalog_lifecycle_identifiers WHERE key = ANY ($1::text[])) ORDER BY slug LIMIT 1`,
    [keys],
  );

/** Whether advisories speak of packages of that type at all: else that there is none for one of them says nothing. */
export async function hasAdvisoriesOfType(sql: Sql, type: string): Promise<boolean> {
  const prefix = `pkg:${type}/%`; // a type has no letters that LIKE reads otherwise
  return (
    (await sql.one('SELECT 1 FROM catalog_advisory_packages WHERE package_key LIKE $1 LIMIT 1', [prefix])) !== null
  );
}

/** When a catalogue was last brought up to date; null where none ever was. */
export async function catalogTime(sql: Sql): Promise<Date | null> {
  const row = await sql.one<{ time: Date | null }>('SELECT max(finished_at) AS time FROM catalog_sources');
  return row?.time ?? null;
}
