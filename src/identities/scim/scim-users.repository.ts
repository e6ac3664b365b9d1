import type { Sql } from '../../platform/database/sql.js';

export interface ScimUserRow {
  readonly id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly active: boolean;
  readonly email: string;
  /** Made here, and a member nowhere else: the account itself is this organization's. */
  readonly is_own: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const isOwn = `su.is_creator AND NOT u.sys_admin AND NOT EXISTS (
  SELECT FROM memberships m WHERE m.user_id = su.user_id AND m.org_id <> su.org_id) AND NOT EXISTS (
  SELECT FROM scim_users other WHERE other.user_id = su.user_id AND other.org_id <> su.org_id)`;

const selectUsers = `
  SELECT su.user_id AS id, su.user_name, su.external_id, su.active, u.email, ${isOwn} AS is_own, su.created_at,
    su.updated_at
  FROM scim_users su JOIN users u ON u.id = su.user_id AND u.deleted_at IS NULL
  WHERE su.org_id = $orgId AND su.deleted_at IS NULL`;

/** Whether the account is a system administrator, or a member of another organization. */
export const isNeededElsewhere = async (sql: Sql, orgId: string, userId: string): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM users u WHERE u.id = $userId AND (u.sys_admin OR EXISTS (
       SELECT FROM memberships m WHERE m.user_id = u.id AND m.org_id <> $orgId))`,
    { orgId, userId },
  )) !== null;

export const scimUserById = (sql: Sql, orgId: string, id: string): Promise<ScimUserRow | null> =>
  sql.one(`${selectUsers} AND su.user_id = $id`, { orgId, id });

export interface ScimFilter {
  readonly name: string | null;
  readonly externalId: string | null;
  readonly id: string | null;
}

export async function scimUserPage(
  sql: Sql,
  orgId: string,
  { name, externalId, id, offset, limit }: ScimFilter & { offset: number; limit: number },
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const from = `${selectUsers} AND ($name::text IS NULL OR lower(su.user_name) = lower($name))
    AND ($externalId::text IS NULL OR su.external_id = $externalId) AND ($id::uuid IS NULL OR su.user_id = $id)`;
  const filter = { orgId, name, externalId, id };
  const rows = await sql.query<ScimUserRow>(`${from} ORDER BY su.user_id OFFSET $offset LIMIT $limit`, {
    ...filter,
    offset,
    limit,
  });
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total FROM (${from}) found`, filter);
  return { rows, total: counted?.total ?? 0 };
}

/** A member of the organization who may be adopted: a person with the name or the address, if there is only one. */
export async function memberToAdopt(
  sql: Sql,
  { orgId, userName, email }: { orgId: string; userName: string; email: string },
): Promise<string | null> {
  const [first, ...others] = await sql.query<{ id: string }>(
    `SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id AND m.org_id = $orgId
     WHERE u.deleted_at IS NULL AND u.service_org_id IS NULL
       AND (lower(u.username) = lower($userName) OR u.email <> '' AND lower(u.email) IN (lower($userName), lower($email)))
     LIMIT 2`,
    { orgId, userName, email },
  );
  return first && others.length === 0 ? first.id : null;
}

/** False: the organization has a user of the name, or this user. */
export const insertScimUser = async (
  sql: Sql,
  user: { orgId: string; id: string; userName: string; externalId: string | null; isCreator: boolean },
): Promise<boolean> =>
  (await sql.run(
    `INSERT INTO scim_users (org_id, user_id, user_name, external_id, active, is_creator)
     VALUES ($orgId, $id, $userName, $externalId, true, $isCreator) ON CONFLICT DO NOTHING`,
    { orgId: user.orgId, id: user.id, userName: user.userName, externalId: user.externalId, isCreator: user.isCreator },
  )) === 1;

export const isUserNameTaken = async (sql: Sql, orgId: string, id: string, userName: string): Promise<boolean> =>
  (await sql.one(
    'SELECT FROM scim_users WHERE org_id = $orgId AND user_id <> $id AND lower(user_name) = lower($userName)',
    { orgId, id, userName },
  )) !== null;

export const updateScimUser = (
  sql: Sql,
  user: { orgId: string; id: string; userName: string; externalId: string | null; active: boolean },
): Promise<number> =>
  sql.run(
    `UPDATE scim_users SET user_name = $userName, external_id = $externalId, active = $active, updated_at = now()
     WHERE org_id = $orgId AND user_id = $id`,
    { orgId: user.orgId, id: user.id, userName: user.userName, externalId: user.externalId, active: user.active },
  );

/** One of the name, present or gone. */
export const formerScimUser = (
  sql: Sql,
  orgId: string,
  userName: string,
): Promise<{ id: string; is_deleted: boolean } | null> =>
  sql.one(
    `SELECT su.user_id AS id, su.deleted_at IS NOT NULL AS is_deleted FROM scim_users su
       JOIN users u ON u.id = su.user_id AND u.deleted_at IS NULL
     WHERE su.org_id = $orgId AND lower(su.user_name) = lower($userName)`,
    { orgId, userName },
  );

/** Of accounts that former releases have deleted without it. */
export const freeUserName = (sql: Sql, orgId: string, userName: string): Promise<number> =>
  sql.run(
    `DELETE FROM scim_users su USING users u
     WHERE su.org_id = $orgId AND lower(su.user_name) = lower($userName) AND u.id = su.user_id AND u.deleted_at IS NOT NULL`,
    { orgId, userName },
  );

export const reviveScimUser = (sql: Sql, orgId: string, id: string): Promise<number> =>
  sql.run(
    `UPDATE scim_users SET active = true, deleted_at = NULL, created_at = now(), updated_at = now(), external_id = NULL
     WHERE org_id = $orgId AND user_id = $id`,
    { orgId, id },
  );

/** An account that was made here is remembered, so that it can come back. */
export async function forgetScimUser(sql: Sql, orgId: string, id: string): Promise<void> {
  const ids = { orgId, id };
  await sql.run('DELETE FROM scim_users WHERE org_id = $orgId AND user_id = $id AND NOT is_creator', ids);
  await sql.run(
    `UPDATE scim_users SET active = false, deleted_at = now(), updated_at = now()
     WHERE org_id = $orgId AND user_id = $id`,
    ids,
  );
}

export const leaveGroups = (sql: Sql, orgId: string, id: string): Promise<number> =>
  sql.run('DELETE FROM scim_group_members WHERE org_id = $orgId AND user_id = $id', { orgId, id });

export const removeMembership = (sql: Sql, orgId: string, id: string): Promise<number> =>
  sql.run('DELETE FROM memberships WHERE org_id = $orgId AND user_id = $id', { orgId, id });

export const isAdministrator = async (sql: Sql, orgId: string, id: string): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM memberships WHERE org_id = $orgId AND user_id = $id AND role = 'admin' AND NOT narrowed`,
    { orgId, id },
  )) !== null;

export const countScimUsers = async (sql: Sql, orgId: string): Promise<number> =>
  (await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM scim_users WHERE org_id = $orgId', { orgId }))?.n ?? 0;

export const setEmail = (sql: Sql, id: string, email: string): Promise<number> =>
  sql.run('UPDATE users SET email = $email, email_vouched = false, updated_at = now() WHERE id = $id', { id, email });

/** @param orgId null: all keys of the user; else those that are bound to the organization */
export const revokeKeysOf = (sql: Sql, { userId, orgId }: { userId: string; orgId: string | null }): Promise<number> =>
  sql.run(
    `UPDATE api_keys SET revoked_at = now()
     WHERE user_id = $userId AND revoked_at IS NULL AND ($orgId::uuid IS NULL OR org_id = $orgId)`,
    { userId, orgId },
  );
