import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import { containingSpellings } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type {
  ReviewFacets,
  ReviewGroup,
  ReviewPlace,
  ReviewPreviewSbom,
  ReviewReason,
  ReviewRow,
  ReviewSibling,
} from './review.view.js';
import { facetOf, isOneOf, matches, placeFacetOf } from './queue-facets.js';
import { knownRiskOf, unknownRisk } from '../risk-order.js';

/** The organization, and which of its SBOMs the caller sees. */
export interface ReviewScope {
  readonly orgId: string;
  readonly visibleScope: VisibleScope;
}

export interface QueueFilter {
  readonly reason: ReviewReason | null;
  /** Empty: groups without one; null: any. */
  readonly ecosystem: string | null;
  readonly supplier: string | null;
  readonly sbomId: string | null;
  readonly teamId: string | null;
  readonly q: string | null;
}

/** Where a group stands in the order: the weightiest first, then by place. */
export interface QueueCursor {
  readonly weight: number;
  readonly place: string;
}

export interface QueuePage {
  readonly groups: readonly (ReviewGroup & QueueCursor)[];
  readonly total: number;
  readonly totalEntries: number;
  readonly resolving: number;
  /** The values of each facet with the most groups, and the chosen one; `total` counts all. */
  readonly facets: { readonly [Facet in keyof ReviewFacets]: { values: ReviewFacets[Facet]; total: number } };
}

/** Characters of a name that count for the order by name. */
const maxPlacedName = 60;

const scopeParameters = ({ orgId, visibleScope }: ReviewScope) => ({
  orgId,
  organizations: visibleScope.organizations,
  teams: visibleScope.teams,
});

/** Entries that wait for a person, as the index `components_by_review_key` has them: deleted ones have no reason. */
export const isOpen = 'c.review_reason IS NOT NULL AND c.deleted_at IS NULL';
/** As the index `components_to_review` has them: what waits for resolution first is in no page of the queue. */
const isListed = 'c.review_reason IS NOT NULL AND NOT c.pending';

/**
 * These columns of listed entries are in the index `components_to_review`: the table has a page of its own for almost
 * every entry. The risk of those without an entity is unknown, so it is not read; where too little is known of one, it is
 * unknown, too.
 */
const indexedColumns = `
  c.review_key AS key, c.review_hint AS hint, c.review_reason AS reason, c.sbom_id, c.created_at, c.confidence,
  CASE WHEN c.review_reason IN ('cannot_be_examined', 'package_undecided') THEN (
    SELECT ${knownRiskOf('k')} FROM component_scores k WHERE k.component_id = c.id) END AS risk`;
const entriesWhere = (condition: string, columns: string): string => `
  SELECT ${columns}
  FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
  WHERE c.org_id = $orgId AND ${condition} AND ${visibleRows('s')}`;
const wholeColumns = `${indexedColumns}, c.name, c.org, c.version`;

/** SBOM by SBOM, because the index of what waits for resolution is by SBOM. */
const countOfResolving = `
  SELECT count(*)::int FROM sboms s CROSS JOIN LATERAL (
    SELECT FROM components c WHERE c.sbom_id = s.id AND c.pending AND c.deleted_at IS NULL OFFSET 0) AS c
  WHERE s.org_id = $orgId AND s.deleted_at IS NULL AND ${visibleRows('s')}`;

/** What a group weighs in each order, the weightiest first. By name all weigh the same. */
const weights = {
  '-reach': `count(*) * (1 + max(coalesce(risk, ${unknownRisk})) / 25)`,
  '-entries': 'count(*)::float8',
  '-sboms': 'count(DISTINCT sbom_id)::float8',
  '-risk': `max(coalesce(risk, ${unknownRisk}))::float8`,
  '-confidence': 'max(confidence)',
  created_at: '-extract(epoch FROM min(created_at))::float8',
  name: '0::float8',
} as const;
export type QueueOrder = keyof typeof weights;
export const queueOrders = Object.keys(weights) as QueueOrder[];

const groupColumns = `
  key, min(name COLLATE "C") AS name, min(org COLLATE "C") AS org, min(hint) AS hint,
  mode() WITHIN GROUP (ORDER BY reason) AS reason, count(*)::int AS entries, count(DISTINCT sbom_id)::int AS sboms,
  count(DISTINCT version)::int AS versions, max(version COLLATE "C") AS version, max(risk) AS risk,
  (count(*) - count(risk))::int AS risk_unknown`;

/** Of every group, without aggregates that sort: these are hashed in one pass. The names of one differ in case and separators only. */
const plainColumns = (order: QueueOrder, reason: string): string => `
  key, min(supplier) AS supplier, min(hint) AS hint, ${reason} AS reason, min(reason) <> max(reason) AS is_mixed,
  count(*)::int AS entries, ${weights[order]} AS weight${order === 'name' ? ', min(id::text COLLATE "C")::uuid AS named_by' : ''}`;

/** Groups of the same weight follow each other by their key; in the order of names by these, of which an entry has each. */
const placed = (order: QueueOrder): { place: string; names: string } =>
  order === 'name'
    ? {
        place: `lower(left(n.name, ${maxPlacedName})) || ' ' || p.key`,
        names: 'JOIN components n ON n.id = p.named_by',
      }
    : { place: 'p.key', names: '' };

const groupJson = `jsonb_build_object('id', p.key, 'name', p.name, 'org', p.org, 'hint', p.hint, 'reason', p.reason,
  'entries', p.entries, 'sboms', p.sboms, 'versions', p.versions, 'version', p.version, 'risk', p.risk,
  'risk_unknown', p.risk_unknown,
  'revision', coalesce(g.revision, 0), 'claim', CASE WHEN g.claimed_until > now() THEN
    jsonb_build_object('user_id', g.claimed_by, 'user_name', g.claimed_name, 'until', g.claimed_until) END)`;

/** A page of groups, the weightiest in the order first, with facets over all of them. Only those of the page are counted in full. */
export async function queuePage(
  sql: Sql,
  scope: ReviewScope,
  filter: QueueFilter,
  paging: { order: QueueOrder; after: QueueCursor | null; limit: number },
): Promise<QueuePage> {
  const { place, names } = placed(paging.order);
  const row = await sql.one<QueuePage>(
    `WITH open AS MATERIALIZED (${entriesWhere(isListed, `${indexedColumns}, c.id, c.review_org AS supplier, s.team_id`)}),
     plain AS MATERIALIZED (
       SELECT ${plainColumns(paging.order, 'min(reason)')} FROM open GROUP BY key),
     weighed AS MATERIALIZED (
       SELECT * FROM plain WHERE NOT is_mixed
       UNION ALL SELECT ${plainColumns(paging.order, 'mode() WITHIN GROUP (ORDER BY reason)')} FROM open
       WHERE ${isOneOf('SELECT key FROM plain WHERE is_mixed')} GROUP BY key),
     groups AS MATERIALIZED (
       SELECT p.key, p.supplier, p.hint, p.reason, p.entries, p.weight, ${place} COLLATE "C" AS place
       FROM weighed p ${names}),
     searched AS MATERIALIZED (
       SELECT * FROM groups WHERE $patterns::text[] IS NULL OR key IN (
         SELECT c.review_key FROM components c WHERE c.org_id = $orgId AND ${isListed}
           AND c.name || ' ' || c.org ILIKE ANY ($patterns::text[]))),
     found AS MATERIALIZED (SELECT * FROM searched WHERE ${Object.values(matches).join(' AND ')}),
     wanted AS MATERIALIZED (
       SELECT key, weight, place FROM found
       WHERE $weight::float8 IS NULL OR weight < $weight OR (weight = $weight AND place > $place)
       ORDER BY weight DESC, place LIMIT $limit),
     page AS (
       SELECT ${groupColumns} FROM (${entriesWhere(`${isListed} AND c.review_key IN (SELECT key FROM wanted)`, wholeColumns)}) AS e GROUP BY key)
     SELECT
       (SELECT coalesce(jsonb_agg(${groupJson} || jsonb_build_object('weight', w.weight, 'place', w.place)
          ORDER BY w.weight DESC, w.place), '[]')
        FROM page p JOIN wanted w ON w.key = p.key LEFT JOIN review_groups g ON g.org_id = $orgId AND g.review_key = p.key) AS groups,
       (SELECT count(*)::int FROM found) AS total,
       (SELECT coalesce(sum(entries), 0)::int FROM found) AS "totalEntries",
       (${countOfResolving}) AS resolving,
       jsonb_build_object(
         'reason', ${facetOf('reason', 'reason')},
         'ecosystem', ${facetOf('ecosystem', 'hint')},
         'supplier', ${facetOf('supplier', 'supplier')},
         'sbom', ${placeFacetOf('sbom', 'sbom_id')},
         'team', ${placeFacetOf('team', 'team_id')}) AS facets`,
    {
      ...scopeParameters(scope),
      reason: filter.reason,
      ecosystem: filter.ecosystem,
      supplier: filter.supplier,
      sbomId: filter.sbomId,
      teamId: filter.teamId,
      patterns: containingSpellings(filter.q),
      weight: paging.after?.weight ?? null,
      place: paging.after?.place ?? null,
      limit: paging.limit,
    },
  );
  return row!;
}

/** The groups that wait, of those with these keys. */
export async function findGroups(sql: Sql, scope: ReviewScope, keys: readonly string[]): Promise<ReviewGroup[]> {
  const rows = await sql.query<{ group: ReviewGroup }>(
    `WITH open AS (${entriesWhere(`${isOpen} AND c.review_key = ANY ($keys::text[])`, wholeColumns)}),
     page AS (SELECT ${groupColumns} FROM open GROUP BY key)
     SELECT ${groupJson} AS "group" FROM page p
     LEFT JOIN review_groups g ON g.org_id = $orgId AND g.review_key = p.key`,
    { ...scopeParameters(scope), keys },
  );
  return rows.map(({ group }) => group);
}

/** For each group the entry that stands for it, of the newest SBOM, and the entries beside it. */
export function findRows(
  sql: Sql,
  scope: ReviewScope,
  keys: readonly string[],
): Promise<{ key: string; row: ReviewRow; siblings: ReviewSibling[] }[]> {
  return sql.query(
    `SELECT r.key, to_jsonb(r) - 'key' AS row, (
       SELECT coalesce(jsonb_agg(jsonb_build_object(
         'position', n.position, 'name', n.name, 'org', n.org, 'version', n.version) ORDER BY n.position), '[]')
       FROM components n WHERE n.sbom_id = r.sbom_id AND n.deleted_at IS NULL AND n.id <> r.component_id
         AND n.position BETWEEN r.position - 1 AND r.position + 1) AS siblings
     FROM (
       SELECT DISTINCT ON (c.review_key) c.review_key AS key, c.id AS component_id, c.sbom_id,
         concat_ws(' ', s.name, nullif(s.version, '')) AS sbom_name, (
           SELECT i.file_name FROM sbom_imports i WHERE i.sbom_id = c.sbom_id AND i.visible_at IS NOT NULL
             AND NOT i.dry_run ORDER BY i.number DESC LIMIT 1) AS file_name,
         c.position, c.name, c.org, c.version, coalesce(c.source ->> 'place', '') AS place,
         coalesce((SELECT jsonb_agg(left(coalesce(l ->> 'expression', l ->> 'id', l ->> 'name', l #>> '{}'), 300))
                   FROM jsonb_path_query(c.source, '$.licenses[*]') l), '[]') AS licenses,
         coalesce(jsonb_array_length(jsonb_path_query_array(c.source, '$.hashes[*]')), 0) AS hashes
       FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
       WHERE c.org_id = $orgId AND c.review_key = ANY ($keys::text[]) AND ${isOpen}
         AND ${visibleRows('s')}
       ORDER BY c.review_key, c.pending, s.created_at DESC, c.position, c.id) r`,
    { ...scopeParameters(scope), keys },
  );
}

/** SBOMs with entries of the groups, those with the most first, at most fifty of a group. */
export function findPlaces(
  sql: Sql,
  scope: ReviewScope,
  keys: readonly string[],
): Promise<(ReviewPlace & { key: string })[]> {
  return sql.query(
    `SELECT key, sbom_id, name, version, entries, versions FROM (
       SELECT c.review_key AS key, c.sbom_id, s.name, s.version, count(*)::int AS entries,
         (array_agg(DISTINCT c.version))[1:20] AS versions,
         row_number() OVER (PARTITION BY c.review_key ORDER BY count(*) DESC, c.sbom_id) AS nth
       FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
       WHERE c.org_id = $orgId AND c.review_key = ANY ($keys::text[]) AND ${isOpen}
         AND ${visibleRows('s')}
       GROUP BY c.review_key, c.sbom_id, s.name, s.version) p
     WHERE nth <= 50 ORDER BY key, nth`,
    { ...scopeParameters(scope), keys },
  );
}

/** What a decision about the group would change, by SBOM. */
export function previewSboms(sql: Sql, scope: ReviewScope, key: string): Promise<ReviewPreviewSbom[]> {
  return sql.query(
    `SELECT s.id AS sbom_id, s.name, s.version, s.status, own.entries, own.unresolved,
       s.partial_count + s.unresolved_count - own.unresolved AS left
     FROM sboms s JOIN (
       SELECT c.sbom_id, count(*)::int AS entries, count(*) FILTER (WHERE c.status <> 'resolved')::int AS unresolved
       FROM components c WHERE c.org_id = $orgId AND c.review_key = $key AND ${isOpen}
       GROUP BY c.sbom_id) own ON own.sbom_id = s.id
     WHERE s.deleted_at IS NULL AND ${visibleRows('s')} ORDER BY own.entries DESC, s.id`,
    { ...scopeParameters(scope), key },
  );
}

/** Visible entries of the group that a person settled, whatever they chose. */
export async function countSettledByHand(sql: Sql, scope: ReviewScope, key: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
     WHERE c.org_id = $orgId AND c.review_key = $key AND c.deleted_at IS NULL AND cardinality(c.decided) > 0
       AND c.review_reason IS NULL AND ${visibleRows('s')}`,
    { ...scopeParameters(scope), key },
  );
  return row?.n ?? 0;
}
