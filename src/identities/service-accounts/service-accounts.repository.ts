import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { countOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../../organizations/access/roles.js';

export interface ServiceAccountRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** What the audit log calls it. */
  readonly username: string;
  readonly role: Role;
  /** The only teams that it sees; null: all. */
  readonly team_ids: string[] | null;
  readonly disabled: boolean;
  /** API keys that it can be used with now. */
  readonly key_count: number;
  readonly last_active_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const selectAccounts = `
  SELECT u.id, u.service_org_id AS org_id, u.service_name AS name, u.username, m.role,
    u.disabled_at IS NOT NULL AS disabled, u.last_active_at, u.created_at, u.updated_at,
    CASE WHEN m.narrowed THEN ARRAY(
      SELECT tu.team_id FROM team_users tu JOIN teams t ON t.id = tu.team_id AND t.deleted_at IS NULL
      WHERE tu.org_id = m.org_id AND tu.user_id = m.user_id AND tu.status = 'active' ORDER BY tu.team_id) END AS team_ids,
    (SELECT count(*)::int FROM api_keys k WHERE k.user_id = u.id AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > now())) AS key_count
  FROM users u JOIN memberships m ON m.org_id = u.service_org_id AND m.user_id = u.id
  WHERE u.deleted_at IS NULL`;

/** By its membership, which row-level security guards. */
export const organizationOfAccount = (sql: Sql, id: string): Promise<{ org_id: string } | null> =>
  sql.one(
    `SELECT m.org_id FROM memberships m
       JOIN users u ON u.id = m.user_id AND u.service_org_id = m.org_id AND u.deleted_at IS NULL
     WHERE m.user_id = $id`,
    { id },
  );

export const serviceAccountById = (sql: Sql, id: string): Promise<ServiceAccountRow | null> =>
  sql.one(`${selectAccounts} AND u.id = $id`, { id });

export const serviceAccountOrders: Orders = { name: 'lower(u.service_name)', created_at: 'u.id' };

export async function serviceAccountPage(
  sql: Sql,
  orgId: string,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: ServiceAccountRow[]; total: number }> {
  const rows = await sql.query<ServiceAccountRow>(
    `${selectAccounts} AND u.service_org_id = $orgId ORDER BY ${orderBy(serviceAccountOrders, sort, 'lower(u.service_name), u.id', 'u.id')} OFFSET $offset LIMIT $limit`,
    { orgId, offset, limit },
  );
  return { rows, total: await countServiceAccounts(sql, orgId) };
}

export const countServiceAccounts = (sql: Sql, orgId: string): Promise<number> =>
  countOf(sql, 'users WHERE service_org_id = $orgId AND deleted_at IS NULL', { orgId });

/** False: the organization has one of the name. */
export async function insertServiceAccount(
  sql: Sql,
  account: { id: string; orgId: string; name: string; username: string },
): Promise<boolean> {
  const inserted = await sql.run(
    `INSERT INTO users (id, username, service_org_id, service_name) VALUES ($id, $username, $orgId, $name)
     ON CONFLICT DO NOTHING`,
    { id: account.id, orgId: account.orgId, name: account.name, username: account.username },
  );
  return inserted === 1;
}

/** @throws the database's unique violation: none, because the name is asked for before, with the organization locked */
export const renameServiceAccount = (
  sql: Sql,
  { id, name, username }: { id: string; name: string; username: string },
): Promise<number> =>
  sql.run('UPDATE users SET service_name = $name, username = $username, updated_at = now() WHERE id = $id', {
    id,
    name,
    username,
  });

export const isServiceNameTaken = async (
  sql: Sql,
  { id, orgId, name }: { id: string; orgId: string; name: string },
): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM users WHERE service_org_id = $orgId AND lower(service_name) = lower($name) AND id <> $id
       AND deleted_at IS NULL`,
    { id, orgId, name },
  )) !== null;
