import { notFound } from '../../model/errors.js';
import { isOfOwner, ownerParameters, type ContentsOwner } from '../../organizations/contents/contents-registry.js';
import { containing, orderBy, type Orders } from '../../platform/database/order-by.js';
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
  const byId = tags.flatMap(({ id, name }) => (id && !name ? id : []));
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

export const lockTag = (sql: Sql, id: string): Promise<number> =>
  sql.run('SELECT FROM tags WHERE id = $id FOR UPDATE', { id });

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

/** Live projects of the tag's organization. */
export async function countProjectsWithTag(sql: Sql, id: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM projects p JOIN tags t ON t.id = $id AND t.team_id = p.team_id
     WHERE t.id = ANY (p.tag_ids) AND p.deleted_at IS NULL`,
    { id },
  );
  return row?.n ?? 0;
}

/** Projects lose it. */
export async function deleteTag(sql: Sql, id: string): Promise<void> {
  await sql.run(
    `UPDATE projects p SET tag_ids = array_remove(p.tag_ids, t.id), updated_at = now()
     FROM tags t WHERE t.id = $id AND t.org_id = p.org_id AND t.id = ANY (p.tag_ids)`,
    { id },
  );
  await sql.run('DELETE FROM tags WHERE id = $id', { id });
}

/** With their team or organization. */
export const deleteTagsOf = (sql: Sql, owner: ContentsOwner): Promise<number> =>
  sql.run(`DELETE FROM tags WHERE ${isOfOwner}`, ownerParameters(owner));

export interface TagListing {
  readonly q?: string | null;
  readonly name?: string | null;
  readonly sort?: string | null;
  readonly offset: number;
  readonly limit: number;
}

const orders: Orders = { name: 'name', created_at: 'created_at', updated_at: 'updated_at' };

export async function tagPage(
  sql: Sql,
  teamId: string,
  { q, name, sort, offset, limit }: TagListing,
): Promise<{ rows: TagRow[]; total: number }> {
  const from = `FROM tags WHERE team_id = $teamId AND ($name::text IS NULL OR name = $name)
    AND ($pattern::text IS NULL OR concat_ws(' ', name, description) ILIKE $pattern)`;
  const parameters = { teamId, name: name || null, pattern: containing(q) };
  const rows = await sql.query<TagRow>(
    `SELECT ${columns} ${from} ORDER BY ${orderBy(orders, sort, 'name, id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: count?.total ?? 0 };
}
