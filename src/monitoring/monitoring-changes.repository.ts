import { orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import type { VisibleScope } from '../organizations/access/actor.js';
import { visibleRows } from '../organizations/access/visible-rows.js';
import type { Sql } from '../platform/database/sql.js';
import { packageOfIdentity } from '../projects/analyzing/differences.repository.js';
import type { EntryChange } from './entry-changes.js';
import type { ChangeView } from './monitoring.dto.js';

export interface MonitoringChangeFilter {
  readonly orgId: string | null;
  readonly runId: string | null;
  readonly sbomId: string | null;
  readonly field: string | null;
}

/**
 * A second attempt of a run inserts only what the first one did not see. An entry that the analysis of the run has
 * added is one change already, with its package.
 */
export async function insertChanges(sql: Sql, runId: string, changes: readonly EntryChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql.run(
    `INSERT INTO monitoring_changes (id, org_id, team_id, run_id, sbom_id, component_id, component_name, field,
                                     old_value, new_value)
     SELECT gen_random_uuid(), r.org_id, r.team_id, r.id, c.sbom_id, c.id, c.name, e.field, e.old_value, e.new_value
     FROM jsonb_to_recordset($changes::jsonb) AS e (component_id uuid, field text, old_value text, new_value text)
     JOIN components c ON c.id = e.component_id JOIN monitoring_runs r ON r.id = $runId
     LEFT JOIN analyses a ON a.id = r.id
     WHERE a.started_at IS NULL OR c.created_at < a.started_at`,
    { runId, changes: JSON.stringify(changes) },
  );
}

/**
 * Inserts the packages that the analysis with the run's id found added, removed or in another version: one row each,
 * from the old to the new package URL, or version where there is none. Entries that are there and removed ones are asked
 * for apart, as they have indexes of their own.
 */
export async function insertPackageChanges(sql: Sql, runId: string, sbomId: string): Promise<void> {
  await sql.run(
    `WITH entries AS (
       SELECT DISTINCT ON (name, org, version, package) id, name, org, version, package, identity
       FROM (SELECT *, ${packageOfIdentity('identity')} AS package FROM components
             WHERE sbom_id = $sbomId AND deleted_at IS NULL OR sbom_id = $sbomId AND deleted_at IS NOT NULL) c
       ORDER BY name, org, version, package, deleted_at DESC NULLS FIRST)
     INSERT INTO monitoring_changes (id, org_id, team_id, run_id, sbom_id, component_id, component_name, field,
                                     old_value, new_value)
     SELECT gen_random_uuid(), r.org_id, r.team_id, r.id, $sbomId, coalesce(come.id, gone.id), d.name,
            CASE WHEN d.package = '' THEN 'version' ELSE 'package' END,
            CASE WHEN d.package = '' THEN d.old_version ELSE gone.identity END,
            CASE WHEN d.package = '' THEN d.new_version ELSE come.identity END
     FROM analysis_differences d JOIN monitoring_runs r ON r.id = d.analysis_id
       LEFT JOIN entries come ON (come.name, come.org, come.version, come.package) = (d.name, d.org, d.new_version, d.package)
       LEFT JOIN entries gone ON (gone.name, gone.org, gone.version, gone.package) = (d.name, d.org, d.old_version, d.package)
     WHERE d.analysis_id = $runId AND (come.id IS NOT NULL OR gone.id IS NOT NULL)`,
    { runId, sbomId },
  );
}

/** The first changes of a run. */
export function firstChanges(sql: Sql, runId: string, limit: number): Promise<object[]> {
  return sql.query(
    `SELECT component_id, component_name, field, old_value, new_value FROM monitoring_changes
     WHERE run_id = $runId ORDER BY created_at, id LIMIT $limit`,
    { runId, limit },
  );
}

const orders: Orders = {
  created_at: 'm.created_at',
  component_name: 'lower(m.component_name)',
  field: 'm.field',
};

/** Newest first where `sort` says nothing. */
export async function changePage(
  sql: Sql,
  reach: VisibleScope,
  filter: MonitoringChangeFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: ChangeView[]; total: number }> {
  const from = `FROM monitoring_changes m WHERE ${visibleRows('m')} AND ($orgId::uuid IS NULL OR m.org_id = $orgId)
      AND ($runId::uuid IS NULL OR m.run_id = $runId) AND ($sbomId::uuid IS NULL OR m.sbom_id = $sbomId)
      AND ($field::text IS NULL OR m.field = $field)`;
  const parameters = {
    organizations: reach.organizations,
    teams: reach.teams,
    orgId: filter.orgId,
    runId: filter.runId,
    sbomId: filter.sbomId,
    field: filter.field,
  };
  const rows = await sql.query<ChangeView>(
    `SELECT m.id, m.run_id, m.sbom_id, m.component_id, m.component_name, m.field, m.old_value, m.new_value,
              m.created_at ${from} ORDER BY ${orderBy(orders, sort, 'm.created_at DESC, m.id DESC', 'm.id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: count?.total ?? 0 };
}
