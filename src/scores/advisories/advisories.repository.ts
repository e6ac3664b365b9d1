import type { JsonObject } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';

export interface AdvisoryRow {
  readonly id: string;
  readonly source: string;
  readonly aliases: readonly string[];
  readonly withdrawn: boolean;
  readonly record: JsonObject;
}

/** Advisories with the name, and those that share another of their names; including withdrawn ones. */
export const advisoriesNamed = (sql: Sql, name: string): Promise<AdvisoryRow[]> =>
  sql.query<AdvisoryRow>(
    `WITH named AS (
       SELECT id, aliases FROM catalog_advisories WHERE id = $name
       UNION SELECT id, aliases FROM catalog_advisories WHERE aliases @> ARRAY[$name]),
     names AS (SELECT id AS name FROM named UNION SELECT unnest(aliases) FROM named)
     SELECT id, source, aliases, withdrawn_at IS NOT NULL AS withdrawn, record FROM catalog_advisories
     WHERE id IN (SELECT name FROM names) OR aliases && (SELECT array_agg(name) FROM names) ORDER BY id LIMIT 100`,
    { name },
  );

/** A product of a vulnerability, and how many the vulnerability has. */
export interface NamedProduct {
  readonly cpe: string;
  readonly source: string;
  readonly count: number;
}

/** Products of the CVEs, with the source of each; the first thousand. */
export const productsNamed = (sql: Sql, cves: readonly string[]): Promise<NamedProduct[]> =>
  sql.query<NamedProduct>(
    `WITH named AS (
       SELECT DISTINCT coalesce(p.cpe, v.product_key) AS cpe, v.source
       FROM catalog_vulnerable_products v LEFT JOIN catalog_products p ON p.key = v.product_key
       WHERE v.cve = ANY ($cves::text[]) AND NOT v.superseded)
     SELECT cpe, source, (SELECT count(DISTINCT cpe)::int FROM named) AS count FROM named ORDER BY 1, 2 LIMIT 1000`,
    { cves },
  );
