import { containing, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { isSuspended } from '../access/suspended.js';

/** A user's data for a login. */
export interface LoginAccount {
  readonly id: string;
  readonly password_hash: string | null;
  readonly session_version: number;
  readonly disabled: boolean;
}

export interface NamedAccount extends LoginAccount {
  readonly username: string;
}

export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly sys_admin: boolean;
  readonly externally_managed: boolean;
  readonly service_account: boolean;
  readonly disabled: boolean;
  readonly last_active_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const accountColumns = 'id, password_hash, session_version, disabled_at IS NOT NULL AS disabled';
const userColumns = `id, username, email, sys_admin, issuer IS NOT NULL AS externally_managed,
  service_org_id IS NOT NULL AS service_account,
  disabled_at IS NOT NULL AS disabled, last_active_at, created_at, updated_at`;

export const accountByUsername = (sql: Sql, username: string): Promise<LoginAccount | null> =>
  sql.one(`SELECT ${accountColumns} FROM users WHERE lower(username) = lower($username) AND deleted_at IS NULL`, {
    username,
  });

/** Of the provider's subject, deleted ones included, which stay closed. */
export const accountBySubject = (
  sql: Sql,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<NamedAccount | null> =>
  sql.one(
    `SELECT id, username, password_hash, session_version, disabled_at IS NOT NULL OR deleted_at IS NOT NULL AS disabled
     FROM users WHERE issuer = $issuer AND subject = $subject`,
    { issuer, subject },
  );

/**
 * Local accounts with the address, locked: a disabled one first, then vouched ones, enough to tell one from several. Only
 * A to Z are equal to a to z: a locale takes more letters for the same, and another person may have that address.
 */
export const accountsByEmail = (sql: Sql, email: string): Promise<(NamedAccount & { email_vouched: boolean })[]> =>
  sql.query(
    `SELECT username, email_vouched, ${accountColumns} FROM users
     WHERE lower(email COLLATE "C") = lower($email::text COLLATE "C") AND issuer IS NULL AND deleted_at IS NULL
     ORDER BY disabled_at IS NOT NULL DESC, email_vouched DESC, id LIMIT 3 FOR UPDATE`,
    { email },
  );

/**
 * Binds a local account to the provider's subject. Whoever made the account may know its password or have keys of it:
 * they end, as its sessions do.
 */
export async function linkAccount(
  sql: Sql,
  userId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await sql.run(
    `UPDATE users SET issuer = $issuer, subject = $subject, password_hash = NULL, updated_at = now() WHERE id = $userId`,
    { userId, issuer, subject },
  );
  await revokeApiKeys(sql, userId);
  await endSessions(sql, userId);
}

export const oldestSysAdmin = (sql: Sql): Promise<LoginAccount | null> =>
  sql.one(
    `SELECT ${accountColumns} FROM users WHERE sys_admin AND deleted_at IS NULL AND disabled_at IS NULL ORDER BY id LIMIT 1`,
  );

export const userById = (sql: Sql, userId: string): Promise<UserRow | null> =>
  sql.one(`SELECT ${userColumns} FROM users WHERE id = $userId AND deleted_at IS NULL`, { userId });

export const lockUser = (sql: Sql, userId: string): Promise<number> =>
  sql.run('SELECT FROM users WHERE id = $userId FOR UPDATE', { userId });

/** Of users who are members of one of the organizations. */
export const memberNames = (
  sql: Sql,
  ids: readonly string[],
  organizations: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  sql.query(
    `SELECT u.id, u.username AS name FROM users u WHERE u.id = ANY ($ids::uuid[]) AND u.deleted_at IS NULL
       AND EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id AND m.org_id = ANY ($organizations::uuid[]))
     ORDER BY u.username, u.id`,
    { ids, organizations },
  );

export const userOrders: Orders = {
  username: 'lower(username)',
  email: 'lower(email)',
  created_at: 'created_at',
  updated_at: 'updated_at',
  last_active_at: 'last_active_at',
};

export interface UserListFilter {
  readonly q?: string | null;
  readonly username?: string | null;
  readonly sys_admin?: boolean | null;
  readonly disabled?: boolean | null;
}

export async function userPage(
  sql: Sql,
  { q, username, sys_admin, disabled }: UserListFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: UserRow[]; total: number }> {
  const from = `FROM users WHERE deleted_at IS NULL AND ($username::text IS NULL OR lower(username) = lower($username))
    AND ($pattern::text IS NULL OR concat_ws(' ', username, email) ILIKE $pattern)
    AND ($sysAdmin::boolean IS NULL OR sys_admin = $sysAdmin)
    AND ($disabled::boolean IS NULL OR (disabled_at IS NOT NULL) = $disabled)`;
  const parameters = {
    username: username || null,
    pattern: containing(q),
    sysAdmin: sys_admin ?? null,
    disabled: disabled ?? null,
  };
  const rows = await sql.query<UserRow>(
    `SELECT ${userColumns} ${from} ORDER BY ${orderBy(userOrders, sort, 'id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}

export const hasUsers = async (sql: Sql): Promise<boolean> => (await sql.one('SELECT 1 FROM users LIMIT 1')) !== null;

/** False: the username is taken, in any letter case. */
export async function insertUser(
  sql: Sql,
  user: {
    id: string;
    username: string;
    email: string;
    passwordHash?: string;
    emailVouched?: boolean;
    sysAdmin?: boolean;
    issuer?: string;
    subject?: string;
  },
): Promise<boolean> {
  const inserted = await sql.run(
    `INSERT INTO users (id, username, email, email_vouched, password_hash, sys_admin, issuer, subject)
     VALUES ($id, $username, $email, $emailVouched, $passwordHash, $sysAdmin, $issuer, $subject) ON CONFLICT DO NOTHING`,
    {
      id: user.id,
      username: user.username,
      email: user.email,
      passwordHash: user.passwordHash ?? null,
      emailVouched: user.emailVouched ?? false,
      sysAdmin: user.sysAdmin ?? false,
      issuer: user.issuer ?? null,
      subject: user.subject ?? null,
    },
  );
  return inserted === 1;
}

export const hasSubject = async (sql: Sql, issuer: string, subject: string): Promise<boolean> =>
  (await sql.one('SELECT 1 FROM users WHERE issuer = $issuer AND subject = $subject', { issuer, subject })) !== null;

export async function endSessions(sql: Sql, userId: string): Promise<void> {
  await sql.run('UPDATE users SET session_version = session_version + 1, signed_out_at = now() WHERE id = $userId', {
    userId,
  });
  await sql.run('DELETE FROM sessions WHERE user_id = $userId', { userId });
}

/** False: the account has another password by now than the one that was verified. */
export const setPassword = async (
  sql: Sql,
  { id, password_hash: verified }: LoginAccount,
  passwordHash: string,
): Promise<boolean> =>
  (await sql.run(
    'UPDATE users SET password_hash = $passwordHash, updated_at = now() WHERE id = $id AND password_hash = $verified',
    { id, passwordHash, verified },
  )) === 1;

/** Locks the account. False: its sessions have ended since it had this version, or it may not come in. */
export const lockIfSignedIn = async (sql: Sql, userId: string, sessionVersion: number): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM users WHERE id = $userId AND session_version = $sessionVersion AND deleted_at IS NULL
       AND disabled_at IS NULL FOR NO KEY UPDATE`,
    { userId, sessionVersion },
  )) !== null;

/** Whether the account is there, also for tenants' work. */
export const isUser = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.one('SELECT FROM users WHERE id = $userId AND deleted_at IS NULL', { userId })) !== null;

/** Changes only the given members. */
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

/** Soft delete: frees the name and revokes keys and memberships; the row stays for references. */
export async function deleteUser(sql: Sql, userId: string): Promise<void> {
  await sql.run("UPDATE users SET deleted_at = now(), password_hash = NULL, email = '' WHERE id = $userId", { userId });
  await revokeApiKeys(sql, userId);
  await sql.run('DELETE FROM memberships WHERE user_id = $userId', { userId });
  await sql.run('DELETE FROM user_groups WHERE user_id = $userId', { userId });
  await sql.run('DELETE FROM scim_users WHERE user_id = $userId', { userId });
}

/** Locks all active system administrators, so that two changes at once cannot remove the last two. */
export const lockActiveSysAdmins = async (sql: Sql): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT id FROM users WHERE sys_admin AND disabled_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    )
  ).map((row) => row.id);

/**
 * As changes of members lock them (`lockIfAdmin`), and like these before any user: else the user and the other
 * administrator could both be removed, each because of the other.
 */
export const lockOrganizationsOf = (sql: Sql, userId: string): Promise<number> =>
  sql.run(
    `SELECT FROM organizations WHERE id IN (SELECT org_id FROM memberships WHERE user_id = $userId)
     ORDER BY id FOR NO KEY UPDATE`,
    { userId },
  );

/** Names of the organizations that only this user administers. */
export const organizationsWithoutOtherAdmin = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ name: string }>(
      `SELECT o.name FROM memberships m JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
       WHERE m.user_id = $userId AND m.role = 'admin' AND NOT m.narrowed AND NOT EXISTS (
         SELECT FROM memberships other JOIN users u ON u.id = other.user_id
         WHERE other.org_id = m.org_id AND other.user_id <> $userId AND other.role = 'admin' AND NOT other.narrowed
           AND u.disabled_at IS NULL AND u.deleted_at IS NULL AND u.service_org_id IS NULL AND NOT ${isSuspended('other')})`,
      { userId },
    )
  ).map((row) => row.name);

/** All keys of a user. */
export const revokeApiKeys = (sql: Sql, userId: string): Promise<number> =>
  sql.run('UPDATE api_keys SET revoked_at = now() WHERE user_id = $userId AND revoked_at IS NULL', { userId });
