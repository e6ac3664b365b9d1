import type { Sql } from '../../platform/database/sql.js';
import { isoTime } from '../components/components.view.js';
import { verdictOf } from '../verdict-columns.js';
import type { SbomProgressView } from './progress.view.js';

/** Those of the SBOMs that exist. */
export const progressOf = (sql: Sql, ids: readonly string[]): Promise<SbomProgressView[]> =>
  sql.query<SbomProgressView>(
    `SELECT s.id, s.status, s.resolved_count + s.partial_count + s.unresolved_count AS entry_count, s.resolved_count,
       s.compliance_passing + s.compliance_failing AS assessed_count, ${verdictOf('s')} AS verdict,
       ${isoTime('s.updated_at')} AS updated_at, open.work,
       open.work = '[]' AND NOT (SELECT has_score_changes()) AS settled
     FROM sboms s CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'status', r.state, 'stage', r.stage, 'done', r.done,
         'total', r.total) ORDER BY r.created_at, r.id), '[]') AS work
       FROM job_runs r WHERE r.subject_id = s.id AND r.subject_kind = 'sbom' AND r.org_id = s.org_id
         AND r.finished_at IS NULL) open
     WHERE s.id = ANY ($ids::uuid[]) AND s.deleted_at IS NULL`,
    { ids },
  );
