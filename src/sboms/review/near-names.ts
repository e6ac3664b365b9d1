import type { Sql } from '../../platform/database/sql.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { ReviewScope } from './queue.repository.js';
import { isVisibleDecision } from './review-decisions.repository.js';
import type { NearName } from './review.view.js';

/** Shorter names are near to too many others. */
const minLength = 5;
/** Of one group. */
const maxNear = 8;

/** Without case, and the signs that names differ in by habit. */
const folded = (column: string): string => `translate(lower(left(${column}, 200)), ' ._-/', '')`;

export interface NamedGroup {
  readonly key: string;
  readonly name: string;
}

interface FoundRow extends NearName {
  readonly of: string;
  readonly folded: string;
  readonly of_folded: string;
}

/**
 * Of two texts that differ in one place, the beginning or the end is equal: the database compares those, and `isNear`
 * the few that are left. Two swapped letters may lie on both sides of the middle.
 */
const sameHalf = (one: string, other: string): string => `(
  length(${one}) BETWEEN length(${other}) - 1 AND length(${other}) + 1 AND (
    left(${one}, length(${other}) / 2 - 1) = left(${other}, length(${other}) / 2 - 1)
    OR right(${one}, length(${other}) / 2 - 1) = right(${other}, length(${other}) / 2 - 1)))`;

/** Without OFFSET every comparison would fold the name again. */
const openNames = `
  SELECT c.review_key AS key, c.name, c.org, c.review_hint AS hint, ${folded('c.name')} AS folded
  FROM open_entries_by_name($orgId, (SELECT array_agg(DISTINCT start) FROM wanted),
      (SELECT array_agg(DISTINCT reverse("end")) FROM wanted)) AS near (id)
    JOIN components c ON c.id = near.id
    JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
  WHERE c.org_id = $orgId AND ${visibleRows('s')} OFFSET 0`;

const wanted = `wanted AS MATERIALIZED (
  SELECT key, folded, left(folded, length(folded) / 2 - 1) AS start, right(folded, length(folded) / 2 - 1) AS "end"
  FROM (SELECT key, ${folded('name')} AS folded FROM unnest($keys::text[], $names::text[]) AS w (key, name)) w
  WHERE length(folded) >= ${minLength})`;

/** Groups of the organization with nearly the names of the given ones: those that wait, and those that were settled. */
export async function findNearNames(
  sql: Sql,
  { orgId, visibleScope }: ReviewScope,
  groups: readonly NamedGroup[],
): Promise<Map<string, NearName[]>> {
  const rows = await sql.query<FoundRow>(
    `WITH ${wanted},
       names AS (
         SELECT key, min(name COLLATE "C") AS name, min(org COLLATE "C") AS org, min(hint) AS hint,
           count(*)::int AS entries, folded
         FROM (${openNames}) o
         WHERE EXISTS (SELECT FROM wanted w WHERE ${sameHalf('o.folded', 'w.folded')})
         GROUP BY key, folded),
       settled AS (
         SELECT DISTINCT ON (d.review_key) d.review_key AS key, d.name, d.org, d.hint, d.entry_count AS entries,
           ${folded('d.name')} AS folded, d.choice, coalesce(d.purl, d.repo_url, d.cpe) AS identifier, d.user_name
         FROM review_decisions d
         WHERE d.org_id = $orgId AND d.undone_at IS NULL AND d.replaced_by IS NULL
           AND EXISTS (SELECT FROM wanted w WHERE ${sameHalf(folded('d.name'), 'w.folded')})
           AND NOT EXISTS (SELECT FROM names n WHERE n.key = d.review_key)
           AND ${isVisibleDecision}
         ORDER BY d.review_key, d.created_at DESC),
       found AS (
         SELECT *, NULL AS choice, NULL AS identifier, NULL AS user_name FROM names
         UNION ALL SELECT * FROM settled)
     SELECT w.key AS of, w.folded AS of_folded, f.folded, f.key AS id, f.name, f.org, f.hint, f.entries,
       coalesce(g.revision, 0) AS revision, f.choice, f.identifier, f.user_name
     FROM wanted w JOIN found f ON f.key <> w.key AND ${sameHalf('f.folded', 'w.folded')}
       LEFT JOIN review_groups g ON g.org_id = $orgId AND g.review_key = f.key
     ORDER BY f.choice IS NOT NULL, f.entries DESC, f.key LIMIT 2000`,
    {
      orgId,
      organizations: visibleScope.organizations,
      teams: visibleScope.teams,
      keys: groups.map(({ key }) => key),
      names: groups.map(({ name }) => name),
    },
  );
  const near = new Map<string, NearName[]>(groups.map(({ key }) => [key, []]));
  for (const { of, folded: one, of_folded: other, ...name } of rows) {
    const list = near.get(of)!;
    if (list.length < maxNear && isNear(one, other) && !list.some(({ id }) => id === name.id)) list.push(name);
  }
  return near;
}

/** Equal, or one letter more, less or other, or two neighbours swapped. */
export function isNear(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
