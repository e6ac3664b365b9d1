import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import type { IndexRange } from '../finding/entity-identifiers.js';
import type { StatementRecordView } from './statements.view.js';

/** Visible entries of an organization, of the given SBOMs or of all. */
export interface EntryScope extends VisibleScope {
  readonly orgId: string;
  readonly sbomIds: readonly string[] | null;
}

/** Entries whose selected package is in one of the ranges. */
export const findEntriesInRanges = (
  sql: Sql,
  ranges: readonly IndexRange[],
  { orgId, sbomIds, organizations, teams }: EntryScope,
): Promise<{ id: string; sbom_id: string; purl: string }[]> =>
  sql.query(
    `SELECT DISTINCT c.id, c.sbom_id, c.selected_purl AS purl
     FROM jsonb_to_recordset($ranges::jsonb) AS r (first text, "end" text)
     JOIN components c ON c.selected_purl COLLATE "C" >= r.first AND c.selected_purl COLLATE "C" < r."end"
     JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL AND ${visibleRows('s')}
     WHERE c.org_id = $orgId AND c.selected_purl IS NOT NULL AND c.deleted_at IS NULL
       AND ($sbomIds::uuid[] IS NULL OR c.sbom_id = ANY ($sbomIds::uuid[]))`,
    { ranges: JSON.stringify(ranges), orgId, sbomIds, organizations, teams },
  );

interface StatementFilter {
  readonly component_id?: string | null;
  readonly vulnerability?: string | null;
}

/** The newest first. The last one on a name counts, until it expires. */
export async function statementPage(
  sql: Sql,
  sbomId: string,
  filter: StatementFilter,
  paging: { offset: number; limit: number },
): Promise<{ rows: StatementRecordView[]; total: number }> {
  const rows = await sql.query<StatementRecordView & { total: number }>(
    `SELECT v.id, v.vulnerability, v.status,
       CASE WHEN v.last_id <> v.id THEN 'replaced' WHEN v.expires_at <= now() THEN 'expired' ELSE 'holds' END AS state,
       v.justification, v.label, v.response, v.expires_at, v.source, v.user_id, v.created_at, v.component_id,
       c.name AS component_name, c.version AS component_version, c.selected_purl AS component_purl,
       (count(*) OVER ())::int AS total
     FROM (SELECT *, first_value(id) OVER (PARTITION BY component_id, vulnerability ORDER BY created_at DESC, id DESC) AS last_id
           FROM vulnerability_statements WHERE sbom_id = $sbomId
             AND ($componentId::uuid IS NULL OR component_id = $componentId)
             AND ($vulnerability::text IS NULL OR vulnerability = $vulnerability)) v
     JOIN components c ON c.id = v.component_id AND c.deleted_at IS NULL
     ORDER BY v.created_at DESC, v.id DESC OFFSET $offset LIMIT $limit`,
    {
      sbomId,
      componentId: filter.component_id || null,
      vulnerability: filter.vulnerability || null,
      offset: paging.offset,
      limit: paging.limit,
    },
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
