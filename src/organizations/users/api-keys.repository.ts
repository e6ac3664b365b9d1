import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../access/roles.js';

/** A key as it may be shown: never the key, nor its hash. */
export interface ApiKeyView {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string | null;
  readonly name: string;
  readonly hint: string;
  readonly role: Role | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

const apiKeyColumns = 'id, user_id, org_id, name, hint, role, expires_at, last_used_at, revoked_at, created_at';

export async function insertApiKey(
  sql: Sql,
  key: {
    id: string;
    userId: string;
    orgId: string | null;
    name: string;
    hash: Buffer;
    hint: string;
    role: Role | null;
    expiresAt: Date | null;
  },
): Promise<ApiKeyView> {
  const [row] = await sql.query<ApiKeyView>(
    `INSERT INTO api_keys (id, user_id, org_id, name, hash, hint, role, expires_at)
     VALUES ($id, $userId, $orgId, $name, $hash, $hint, $role, $expiresAt) RETURNING ${apiKeyColumns}`,
    {
      id: key.id,
      userId: key.userId,
      orgId: key.orgId,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      role: key.role,
      expiresAt: key.expiresAt,
    },
  );
  return row!;
}

export async function countUsableApiKeys(sql: Sql, userId: string): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM api_keys
     WHERE user_id = $userId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    { userId },
  );
  return row?.count ?? 0;
}

export const apiKeyById = (sql: Sql, id: string): Promise<ApiKeyView | null> =>
  sql.one(`SELECT ${apiKeyColumns} FROM api_keys WHERE id = $id`, { id });

/** Of a user, or bound to an organization; newest first. */
export async function apiKeyPage(
  sql: Sql,
  owner: { userId: string } | { orgId: string },
  paging: { offset: number; limit: number },
): Promise<{ rows: ApiKeyView[]; total: number }> {
  const [column, id] = 'userId' in owner ? ['user_id', owner.userId] : ['org_id', owner.orgId];
  const rows = await sql.query<ApiKeyView>(
    `SELECT ${apiKeyColumns} FROM api_keys WHERE ${column} = $id ORDER BY id DESC OFFSET $offset LIMIT $limit`,
    { id, offset: paging.offset, limit: paging.limit },
  );
  const counted = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM api_keys WHERE ${column} = $id`,
    { id },
  );
  return { rows, total: counted?.total ?? 0 };
}

export const revokeApiKey = (sql: Sql, id: string): Promise<ApiKeyView | null> =>
  sql.one(`UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $id RETURNING ${apiKeyColumns}`, {
    id,
  });
