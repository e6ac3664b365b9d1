import { notFound } from '../model/errors.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';

export interface TagInput {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
}

/** Ids of the team's tags that are named by id or name; a name that is new makes a tag. @throws 404 for an unknown id */
export async function tagIdsOf(
  sql: Sql,
  team: { org_id: string; id: string },
  tags: readonly TagInput[],
): Promise<string[]> {
  const named = tags.filter((tag) => tag.name);
  const created = named.map(({ name, description }) => ({ id: newId(), name, description: description ?? '' }));
  await sql.run(
    `INSERT INTO tags (id, org_id, team_id, name, description)
     SELECT e.id, $1, $2, e.name, e.description
     FROM jsonb_to_recordset($3::jsonb) AS e (id uuid, name text, description text) ORDER BY e.name
     ON CONFLICT (team_id, name) DO NOTHING`,
    [team.org_id, team.id, JSON.stringify(created)],
  );
  const byId = tags.flatMap(({ id, name }) => (id && !name ? id.toLowerCase() : []));
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM tags WHERE team_id = $1 AND (name = ANY ($2::text[]) OR id = ANY ($3::uuid[])) ORDER BY name`,
    [team.id, named.map(({ name }) => name), byId],
  );
  const ids = rows.map(({ id }) => id);
  if (byId.some((id) => !ids.includes(id))) throw notFound('tag');
  return ids;
}
