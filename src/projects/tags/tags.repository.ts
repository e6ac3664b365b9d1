import { notFound } from '../../model/errors.js';
import { isOfOwner, ownerParameters, type ContentsOwner } from '../../organizations/contents/contents-registry.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { TagView } from '../projects.view.js';

export interface TagRow extends TagView {
  readonly org_id: string;
}

const columns = 'id, org_id, team_id, name, description, created_at, updated_at';

export interface TagInput {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
}

/**
 * Ids of the tags of the team with these ids or names; unknown names create tags. @throws CallerError 404 for an
 * unknown id
 */
export async function tagIdsOf(
  sql: Sql,
  team: { org_id: string; id: string },
  tags: readonly TagInput[],
): Promise<string[]> {
  const named = tags.filter((tag) => tag.name);
  const created = named.map(({ name, description }) => ({ id: newId(), name, description: description ?? '' }));
  await sql.run(
    `INSERT INTO tags (id, org_id, team_id, name, description)
     SELECT e.id, $orgId, $id, e.name, e.description
     FROM jsonb_to_recordset($created::jsonb) AS e (id uuid, name text, description text) ORDER BY e.name
     ON CONFLICT (team_id, name) DO NOTHING`,
    { orgId: team.org_id, id: team.id, created: JSON.stringify(created) },
  );
  const byId = tags.flatMap(({ id, name }) => (id && !name ? id.toLowerCase() : []));
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM tags WHERE team_id = $id AND (name = ANY ($names::text[]) OR id = ANY ($byId::uuid[])) ORDER BY name`,
    { id: team.id, names: named.map(({ name }) => name), byId },
  );
  const ids = rows.map(({ id }) => id);
  if (byId.some((id) => !ids.includes(id))) throw notFound('tag');
  return ids;
}

export function findTag(sql: Sql, id: string): Promise<TagRow | null> {
  return sql.one<TagRow>(`SELECT ${columns} FROM tags WHERE id = $id`, { id });
}

/** Null: the team has a tag of that name. */
export function insertTag(
  sql: Sql,
  tag: { orgId: string; teamId: string; name: string; description: string },
): Promise<TagRow | null> {
  return sql.one<TagRow>(
    `INSERT INTO tags (id, org_id, team_id, name, description) VALUES ($id, $orgId, $teamId, $name, $description)
     ON CONFLICT (team_id, name) DO NOTHING RETURNING ${columns}`,
    { id: newId(), orgId: tag.orgId, teamId: tag.teamId, name: tag.name, description: tag.description },
  );
}

/** Null: another tag of the team has that name. */
export function updateTag(
  sql: Sql,
  { id, name, description }: { id: string; name: string; description: string },
): Promise<TagRow | null> {
  return sql.one<TagRow>(
    `UPDATE tags t SET name = $name, description = $description, updated_at = now()
     WHERE id = $id AND NOT EXISTS (
       SELECT FROM tags o WHERE o.team_id = t.team_id AND o.name = $name AND o.id <> t.id)
     RETURNING ${columns}`,
    { id, name, description },
  );
}

/** With their team or organization. */
export const deleteTagsOf = (sql: Sql, owner: ContentsOwner): Promise<number> =>
  sql.run(`DELETE FROM tags WHERE ${isOfOwner}`, ownerParameters(owner));

/** By name. */
export async function tagPage(
  sql: Sql,
  teamId: string,
  paging: { offset: number; limit: number },
): Promise<{ rows: TagRow[]; total: number }> {
  const rows = await sql.query<TagRow>(
    `SELECT ${columns} FROM tags WHERE team_id = $teamId ORDER BY name, id OFFSET $offset LIMIT $limit`,
    { teamId, offset: paging.offset, limit: paging.limit },
  );
  const count = await sql.one<{ total: number }>('SELECT count(*)::int AS total FROM tags WHERE team_id = $teamId', {
    teamId,
  });
  return { rows, total: count?.total ?? 0 };
}
