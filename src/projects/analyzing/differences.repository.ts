import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { DifferenceView } from './analyses.view.js';

export interface DifferenceCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** The purl of an identity without its version; empty if the identity is none. */
export const packageOfIdentity = (identity: string): string =>
  `CASE WHEN ${identity} LIKE 'pkg:%' THEN regexp_replace(${identity}, '@[^?#]*', '') ELSE '' END`;

/** A package is identified by its purl without version, else by name and organization. */
const packages = `SELECT DISTINCT name, org, version, ${packageOfIdentity('identity')} AS package
  FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source_key IS NOT NULL`;

/** Differences of the SBOM of a project, recorded in the transaction that replaces it. */

/** Call it before the SBOM is replaced. */
export async function snapshotPackages(sql: Sql, sbomId: string): Promise<void> {
  await sql.run(`CREATE TEMPORARY TABLE packages_before ON COMMIT DROP AS ${packages}`, { sbomId });
}

/** Records the differences to the snapshot. Removed and added versions of one package are paired as changes. */
export async function recordDifferences(
  sql: Sql,
  analysis: { id: string; org_id: string },
  sbomId: string,
): Promise<DifferenceCounts> {
  await sql.run(`CREATE TEMPORARY TABLE packages_after ON COMMIT DROP AS ${packages}`, { sbomId });
  const numbered = (one: string, other: string): string =>
    `SELECT *, row_number() OVER (PARTITION BY name, org, package ORDER BY version) AS nth
     FROM (SELECT * FROM ${one} EXCEPT SELECT * FROM ${other}) only_there`;
  const rows = await sql.query<{ kind: keyof DifferenceCounts; n: number }>(
    `WITH gone AS (${numbered('packages_before', 'packages_after')}),
          come AS (${numbered('packages_after', 'packages_before')}),
          written AS (
            INSERT INTO analysis_differences (analysis_id, seq, org_id, kind, name, org, package, old_version, new_version)
            SELECT $id, row_number() OVER (ORDER BY name, org, package, nth), $orgId,
                   CASE WHEN gone.version IS NULL THEN 'added' WHEN come.version IS NULL THEN 'removed' ELSE 'changed' END,
                   name, org, package, gone.version, come.version
            FROM gone FULL JOIN come USING (name, org, package, nth) RETURNING kind)
     SELECT kind, count(*)::int AS n FROM written GROUP BY kind`,
    { id: analysis.id, orgId: analysis.org_id },
  );
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { kind, n } of rows) counts[kind] = n;
  return counts;
}

const orders: Orders = { name: 'name', kind: 'kind' };

/** By name where `sort` says nothing. */
export async function differencePage(
  sql: Sql,
  { analysisId, kind }: { readonly analysisId: string; readonly kind: string | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: DifferenceView[]; total: number }> {
  const from = `FROM analysis_differences WHERE analysis_id = $analysisId AND ($kind::text IS NULL OR kind = $kind)`;
  const rows = await sql.query<DifferenceView>(
    `SELECT kind, name, org, package, old_version, new_version ${from}
     ORDER BY ${orderBy(orders, sort, 'seq', 'seq')} OFFSET $offset LIMIT $limit`,
    { analysisId, kind, offset, limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, { analysisId, kind });
  return { rows, total: count?.total ?? 0 };
}
