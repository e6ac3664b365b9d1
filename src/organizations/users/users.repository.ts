import type { Sql } from '../../platform/database/sql.js';

/** What a login needs to know of a user. */
export interface LoginAccount {
  readonly id: string;
  readonly password_hash: string | null;
  readonly session_version: number;
  readonly disabled: boolean;
}

export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly sys_admin: boolean;
  readonly externally_managed: boolean;
  readonly disabled: boolean;
  readonly last_active_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const accountColumns = 'id, password_hash, session_version, disabled_at IS NOT NULL AS disabled';
const userColumns = `id, username, email, sys_admin, issuer IS NOT NULL AS externally_managed,
  disabled_at IS NOT NULL AS disabled, last_active_at, created_at, updated_at`;

export const accountByUsername = (sql: Sql, username: string): Promise<LoginAccount | null> =>
  sql.one(`SELECT ${accountColumns} FROM users WHERE lower(username) = lower($username) AND deleted_at IS NULL`, {
    username,
  });

export const oldestSysAdmin = (sql: Sql): Promise<LoginAccount | null> =>
  sql.one(
    `SELECT ${accountColumns} FROM users WHERE sys_admin AND deleted_at IS NULL AND disabled_at IS NULL ORDER BY id LIMIT 1`,
  );

export const userById = (sql: Sql, userId: string): Promise<UserRow | null> =>
  sql.one(`SELECT ${userColumns} FROM users WHERE id = $userId AND deleted_at IS NULL`, { userId });

export async function userPage(
  sql: Sql,
  paging: { offset: number; limit: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const rows = await sql.query<UserRow>(
    `SELECT ${userColumns} FROM users WHERE deleted_at IS NULL ORDER BY id OFFSET $offset LIMIT $limit`,
    { offset: paging.offset, limit: paging.limit },
  );
  const counted = await sql.one<{ total: number }>('SELECT count(*)::int AS total FROM users WHERE deleted_at IS NULL');
  return { rows, total: counted?.total ?? 0 };
}

export const hasUsers = async (sql: Sql): Promise<boolean> => (await sql.one('SELECT 1 FROM users LIMIT 1')) !== null;

/** A name of an active user is taken only once, in any case of its letters; false: it is. */
export async function insertUser(
  sql: Sql,
  user: {
    id: string;
    username: string;
    email: string;
    passwordHash?: string;
    sysAdmin?: boolean;
    issuer?: string;
    subject?: string;
  },
): Promise<boolean> {
  const inserted = await sql.run(
    `INSERT INTO users (id, username, email, password_hash, sys_admin, issuer, subject)
     VALUES ($id, $username, $email, $passwordHash, $sysAdmin, $issuer, $subject) ON CONFLICT DO NOTHING`,
    {
      id: user.id,
      username: user.username,
      email: user.email,
      passwordHash: user.passwordHash ?? null,
      sysAdmin: user.sysAdmin ?? false,
      issuer: user.issuer ?? null,
      subject: user.subject ?? null,
    },
  );
  return inserted === 1;
}

export const hasSubject = async (sql: Sql, issuer: string, subject: string): Promise<boolean> =>
  (await sql.one('SELECT 1 FROM users WHERE issuer = $issuer AND subject = $subject', { issuer, subject })) !== null;

export const endSessions = (sql: Sql, userId: string): Promise<number> =>
  sql.run('UPDATE users SET session_version = session_version + 1, signed_out_at = now() WHERE id = $userId', {
    userId,
  });

export const setPassword = (sql: Sql, userId: string, passwordHash: string): Promise<number> =>
  sql.run('UPDATE users SET password_hash = $passwordHash, updated_at = now() WHERE id = $userId', {
    userId,
    passwordHash,
  });

/** Only what is given is changed. */
export const updateUser = (
  sql: Sql,
  userId: string,
  change: { disabled?: boolean | undefined; sysAdmin?: boolean | undefined },
): Promise<number> =>
  sql.run(
    `UPDATE users SET updated_at = now(), sys_admin = coalesce($sysAdmin::boolean, sys_admin),
       disabled_at = CASE WHEN $disabled::boolean IS NULL THEN disabled_at WHEN $disabled THEN coalesce(disabled_at, now()) END
     WHERE id = $userId`,
    { userId, disabled: change.disabled ?? null, sysAdmin: change.sysAdmin ?? null },
  );

/** The account is gone, its name free; the row stays for what it is named in. */
export async function deleteUser(sql: Sql, userId: string): Promise<void> {
  await sql.run("UPDATE users SET deleted_at = now(), password_hash = NULL, email = '' WHERE id = $userId", { userId });
  await sql.run('UPDATE api_keys SET revoked_at = now() WHERE user_id = $userId AND revoked_at IS NULL', { userId });
  await sql.run('DELETE FROM memberships WHERE user_id = $userId', { userId });
}

/** Locks all system administrators, so that two changes at once cannot remove the last two. */
export const lockActiveSysAdmins = async (sql: Sql): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT id FROM users WHERE sys_admin AND disabled_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    )
  ).map((row) => row.id);

/** Organizations in which the user is the only one who can administer them. */
export const organizationsWithoutOtherAdmin = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ name: string }>(
      `SELECT o.name FROM memberships m JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
       WHERE m.user_id = $userId AND m.role = 'admin' AND NOT m.narrowed AND NOT EXISTS (
         SELECT FROM memberships other JOIN users u ON u.id = other.user_id
         WHERE other.org_id = m.org_id AND other.user_id <> $userId AND other.role = 'admin' AND NOT other.narrowed
           AND u.disabled_at IS NULL AND u.deleted_at IS NULL)`,
      { userId },
    )
  ).map((row) => row.name);
