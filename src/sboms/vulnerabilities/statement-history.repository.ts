import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
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
  readonly status?: string | null;
  readonly state?: string | null;
}

export const statementOrders: Orders = {
  created_at: 'v.created_at',
  vulnerability: 'v.vulnerability',
  status: 'v.status',
  component_name: 'lower(c.name)',
};

/** The newest first where `sort` says nothing. The last one on a name counts, until it expires. */
export async function statementPage(
  sql: Sql,
  sbomId: string,
  filter: StatementFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: StatementRecordView[]; total: number }> {
  const from = `FROM (SELECT *, CASE WHEN last_id <> id THEN 'replaced' WHEN expires_at <= now() THEN 'expired' ELSE 'holds' END AS state
      FROM (SELECT *, first_value(id) OVER (PARTITION BY component_id, vulnerability ORDER BY created_at DESC, id DESC) AS last_id
            FROM vulnerability_statements WHERE sbom_id = $sbomId
              AND ($componentId::uuid IS NULL OR component_id = $componentId)
              AND ($vulnerability::text IS NULL OR vulnerability = $vulnerability)) v) v
    JOIN components c ON c.id = v.component_id AND c.deleted_at IS NULL
    WHERE ($status::text IS NULL OR v.status = $status) AND ($state::text IS NULL OR v.state = $state)`;
  const parameters = {
    sbomId,
    componentId: filter.component_id || null,
    vulnerability: filter.vulnerability || null,
    status: filter.status || null,
    state: filter.state || null,
  };
  const order = orderBy(statementOrders, sort, 'v.created_at DESC, v.id DESC', 'v.id');
  const rows = await sql.query<StatementRecordView>(
    `SELECT v.id, v.vulnerability, v.status, v.state, v.justification, v.label, v.response, v.expires_at, v.end_reason, v.source,
       v.user_id, v.created_at, v.component_id, c.name AS component_name, c.version AS component_version,
       c.selected_purl AS component_purl ${from} ORDER BY ${order} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}
