import { orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import type { VisibleScope } from '../organizations/access/actor.js';
import { visibleRows } from '../organizations/access/visible-rows.js';
import type { Sql } from '../platform/database/sql.js';
import { isFailedRun } from '../jobs/job-context.js';
import type { RunView } from './monitoring.dto.js';

export interface MonitoringRunFilter {
  readonly orgId: string | null;
  readonly subjectId: string | null;
  readonly status: string | null;
}

export interface RescannedRun {
  readonly run_id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly changes: number;
  /** Those that an earlier attempt recorded and published. */
  readonly published: number;
}

/** A run whose job ended without finishing it has failed. */
const statusExpression = `CASE WHEN m.finished_at IS NOT NULL THEN 'succeeded'
  WHEN j.state IS NULL OR ${isFailedRun('j')} THEN 'failed'
  WHEN j.state = 'active' THEN 'running' ELSE 'queued' END`;

/** @param isWhole whether it finishes the run */
export async function recordRescan(
  sql: Sql,
  id: string,
  lookedAt: number,
  isWhole: boolean,
): Promise<RescannedRun | null> {
  const rows = await sql.query<RescannedRun>(
    `UPDATE monitoring_runs r SET finished_at = CASE WHEN $isWhole THEN now() END, looked_at = $lookedAt,
            changes = (SELECT count(*) FROM monitoring_changes WHERE run_id = $id)
     FROM (SELECT id, changes FROM monitoring_runs WHERE id = $id FOR UPDATE) former WHERE r.id = former.id
     RETURNING r.id AS run_id, r.org_id, r.team_id, r.subject_kind, r.subject_id, r.changes, former.changes AS published`,
    { id, lookedAt, isWhole },
  );
  return rows[0] ?? null;
}

const orders: Orders = {
  due_at: 'm.due_at',
  created_at: 'm.created_at',
  finished_at: 'm.finished_at',
  changes: 'm.changes',
};

/** Latest due moment first where `sort` says nothing. */
export async function monitoringRunPage(
  sql: Sql,
  reach: VisibleScope,
  filter: MonitoringRunFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: RunView[]; total: number }> {
  const condition = `${visibleRows('m')} AND ($orgId::uuid IS NULL OR m.org_id = $orgId)
      AND ($subjectId::uuid IS NULL OR m.subject_id = $subjectId)
      AND ($status::text IS NULL OR ${statusExpression} = $status)`;
  const parameters = {
    organizations: reach.organizations,
    teams: reach.teams,
    orgId: filter.orgId,
    subjectId: filter.subjectId,
    status: filter.status,
  };
  const rows = await sql.query<RunView>(
    `SELECT m.id, m.org_id, m.subject_kind, m.subject_id, m.due_at, ${statusExpression} AS status, m.job_id, j.error,
            m.looked_at, m.changes, m.created_at, coalesce(m.finished_at, j.finished_at) AS finished_at
     FROM monitoring_runs m
     LEFT JOIN job_runs j ON j.id = m.job_id
     WHERE ${condition} ORDER BY ${orderBy(orders, sort, 'm.due_at DESC, m.id DESC', 'm.id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM monitoring_runs m LEFT JOIN job_runs j ON j.id = m.job_id WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}
