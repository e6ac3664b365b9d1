import { notFound } from '../model/errors.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';

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
