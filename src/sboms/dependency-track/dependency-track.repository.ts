import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import { orderBy, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { applicableRuleset, failuresOf } from '../verdict-columns.js';

/** A component that breaks rules, or is not assessed as it is now. */
export interface ViolatingComponent {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly purl: string | null;
  readonly failures: readonly { readonly rule_id: string; readonly reason: string }[];
  readonly is_pending: boolean;
  readonly judged_at: Date | null;
}

const violating = `WITH ruleset AS MATERIALIZED (
    SELECT applicable.* FROM sboms b CROSS JOIN LATERAL (${applicableRuleset('b')}) applicable WHERE b.id = $sbomId),
  assessed AS (
    SELECT c.id, c.name, c.org, c.version, c.selected_purl AS purl, c.position, s.scored_at AS judged_at,
      ${failuresOf('s')} AS failures,
      s.component_id IS NULL OR s.stamp IS DISTINCT FROM concat(c.xmin, ' ', e.digest)
        OR (s.ruleset_id, s.ruleset_version) IS DISTINCT FROM (r.id, r.version) AS is_pending
    FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
      LEFT JOIN entity_scores e ON e.entity_id = s.entity_id LEFT JOIN ruleset r ON true
    WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL)`;

const componentOrders: Orders = { name: 'lower(name)', version: 'version' };

/** In the order of the SBOM where `sort` says nothing; pending as in `findAssessmentState`. */
export function violatingComponentPage(
  sql: Sql,
  sbomId: string,
  { offset, limit, sort }: { readonly offset: number; readonly limit: number; readonly sort: string | null },
): Promise<ViolatingComponent[]> {
  return sql.query<ViolatingComponent>(
    `${violating} SELECT * FROM assessed WHERE is_pending OR failures <> '[]'
     ORDER BY ${orderBy(componentOrders, sort, 'position, id')} OFFSET $offset LIMIT $limit`,
    { sbomId, offset, limit },
  );
}

/** A broken rule each, and one for what is not assessed. */
export async function countViolations(sql: Sql, sbomId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `${violating} SELECT coalesce(sum(jsonb_array_length(failures) + is_pending::int), 0)::int AS n FROM assessed`,
    { sbomId },
  );
  return row?.n ?? 0;
}

const sbomOrders: Orders = { name: 'lower(name)', version: 'version', updated_at: 'updated_at' };

/** SBOMs that are known by their names, as lookups find them. */
export async function visibleSbomIds(
  sql: Sql,
  { organizations, teams }: VisibleScope,
  filter: { readonly name: string | null; readonly part: string | null },
  { offset, limit, sort }: { readonly offset: number; readonly limit: number; readonly sort: string | null },
): Promise<{ ids: string[]; total: number }> {
  const condition = `deleted_at IS NULL AND project_id IS NULL AND branch_project_id IS NULL
    AND ($name::text IS NULL OR name = $name) AND ($part::text IS NULL OR position(lower($part) in lower(name)) > 0)
    AND ${visibleRows('sboms')}`;
  const parameters = { name: filter.name, part: filter.part, organizations, teams };
  const count = await sql.one<{ n: number }>(`SELECT count(*)::int AS n FROM sboms WHERE ${condition}`, parameters);
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM sboms WHERE ${condition} ORDER BY ${orderBy(sbomOrders, sort, 'name, version, id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  return { ids: rows.map(({ id }) => id), total: count?.n ?? 0 };
}
