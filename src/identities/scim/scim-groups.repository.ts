import type { Sql } from '../../platform/database/sql.js';
import type { ScimFilter } from './scim-users.repository.js';

export interface ScimGroupRow {
  readonly id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly members: { value: string; display: string }[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const selectGroups = `
  SELECT g.id, g.display_name, g.external_id, g.created_at, g.updated_at, coalesce((
    SELECT json_agg(json_build_object('value', gm.user_id, 'display', su.user_name) ORDER BY gm.user_id)
    FROM scim_group_members gm JOIN scim_users su ON su.org_id = gm.org_id AND su.user_id = gm.user_id
    WHERE gm.group_id = g.id AND $withMembers), '[]') AS members
  FROM scim_groups g WHERE g.org_id = $orgId`;

export const scimGroupById = (sql: Sql, orgId: string, id: string): Promise<ScimGroupRow | null> =>
  sql.one(`${selectGroups} AND g.id = $id`, { orgId, id, withMembers: true });

/** @param withMembers false: `members` is empty */
export async function scimGroupPage(
  sql: Sql,
  orgId: string,
  {
    name,
    externalId,
    id,
    offset,
    limit,
    withMembers,
  }: ScimFilter & { offset: number; limit: number; withMembers: boolean },
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const condition = `AND ($name::text IS NULL OR lower(g.display_name) = lower($name))
    AND ($externalId::text IS NULL OR g.external_id = $externalId) AND ($id::uuid IS NULL OR g.id = $id)`;
  const filter = { orgId, name, externalId, id };
  const rows = await sql.query<ScimGroupRow>(`${selectGroups} ${condition} ORDER BY g.id OFFSET $offset LIMIT $limit`, {
    ...filter,
    offset,
    limit,
    withMembers,
  });
  const counted = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM scim_groups g WHERE g.org_id = $orgId ${condition}`,
    filter,
  );
  return { rows, total: counted?.total ?? 0 };
}

export const countScimGroups = async (sql: Sql, orgId: string): Promise<number> =>
  (await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM scim_groups WHERE org_id = $orgId', { orgId }))?.n ?? 0;

/** False: the organization has a group of the name. */
export const insertScimGroup = async (
  sql: Sql,
  group: { id: string; orgId: string; displayName: string; externalId: string | null },
): Promise<boolean> =>
  (await sql.run(
    `INSERT INTO scim_groups (id, org_id, display_name, external_id) VALUES ($id, $orgId, $displayName, $externalId)
     ON CONFLICT DO NOTHING`,
    { id: group.id, orgId: group.orgId, displayName: group.displayName, externalId: group.externalId },
  )) === 1;

export const isGroupNameTaken = async (sql: Sql, orgId: string, id: string, name: string): Promise<boolean> =>
  (await sql.one('SELECT FROM scim_groups WHERE org_id = $orgId AND id <> $id AND lower(display_name) = lower($name)', {
    orgId,
    id,
    name,
  })) !== null;

export const updateScimGroup = (
  sql: Sql,
  group: { id: string; displayName: string; externalId: string | null },
): Promise<number> =>
  sql.run(
    'UPDATE scim_groups SET display_name = $displayName, external_id = $externalId, updated_at = now() WHERE id = $id',
    { id: group.id, displayName: group.displayName, externalId: group.externalId },
  );

export const deleteScimGroup = (sql: Sql, orgId: string, id: string): Promise<number> =>
  sql.run('DELETE FROM scim_groups WHERE org_id = $orgId AND id = $id', { orgId, id });

/** @returns how many of the users the organization's provider has made */
export async function addGroupMembers(sql: Sql, orgId: string, id: string, users: readonly string[]): Promise<number> {
  await sql.run(
    `INSERT INTO scim_group_members (group_id, org_id, user_id)
     SELECT $id, su.org_id, su.user_id FROM scim_users su WHERE su.org_id = $orgId AND su.deleted_at IS NULL AND su.user_id = ANY ($users::uuid[])
     ON CONFLICT DO NOTHING`,
    { id, orgId, users },
  );
  const counted = await sql.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM scim_users WHERE org_id = $orgId AND deleted_at IS NULL AND user_id = ANY ($users::uuid[])',
    { orgId, users },
  );
  return counted?.n ?? 0;
}

export const removeGroupMembers = (sql: Sql, id: string, users: readonly string[]): Promise<number> =>
  sql.run('DELETE FROM scim_group_members WHERE group_id = $id AND user_id = ANY ($users::uuid[])', { id, users });

export const keepGroupMembers = (sql: Sql, id: string, users: readonly string[]): Promise<number> =>
  sql.run('DELETE FROM scim_group_members WHERE group_id = $id AND user_id <> ALL ($users::uuid[])', { id, users });
