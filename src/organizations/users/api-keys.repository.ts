import { containing, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { countOf, pageOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../access/roles.js';

/** A key without its hash. */
export interface ApiKeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string | null;
  readonly name: string;
  readonly hint: string;
  readonly role: Role | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  /** The trust rule by which a pipeline got it; null: somebody made it. */
  readonly trust_rule_id: string | null;
  /** The only project that it reaches; null: it is bound to none. */
  readonly project_id: string | null;
  readonly created_at: Date;
}

const apiKeyColumns =
  'id, user_id, org_id, name, hint, role, expires_at, last_used_at, revoked_at, trust_rule_id, project_id, created_at';

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
    trustRuleId?: string;
    projectId?: string | null;
  },
): Promise<ApiKeyRow> {
  const [row] = await sql.query<ApiKeyRow>(
    `INSERT INTO api_keys (id, user_id, org_id, name, hash, hint, role, expires_at, trust_rule_id, project_id)
     VALUES ($id, $userId, $orgId, $name, $hash, $hint, $role, $expiresAt, $trustRuleId, $projectId) RETURNING ${apiKeyColumns}`,
    {
      id: key.id,
      userId: key.userId,
      orgId: key.orgId,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      role: key.role,
      expiresAt: key.expiresAt,
      trustRuleId: key.trustRuleId ?? null,
      projectId: key.projectId ?? null,
    },
  );
  return row!;
}

/** Without those of pipelines, which live for minutes and come in any number. */
export const countUsableApiKeys = (sql: Sql, userId: string): Promise<number> =>
  countOf(
    sql,
    `api_keys WHERE user_id = $userId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
       AND trust_rule_id IS NULL`,
    { userId },
  );

export const apiKeyById = (sql: Sql, id: string): Promise<ApiKeyRow | null> =>
  sql.one(`SELECT ${apiKeyColumns} FROM api_keys WHERE id = $id`, { id });

/** Organization and team of a project that is there. */
export const ownerOfProject = (sql: Sql, id: string): Promise<{ org_id: string; team_id: string } | null> =>
  sql.one('SELECT org_id, team_id FROM projects WHERE id = $id AND deleted_at IS NULL', { id });

export const apiKeyOrders: Orders = {
  name: 'lower(name)',
  created_at: 'created_at',
  expires_at: 'expires_at',
  last_used_at: 'last_used_at',
};

export interface ApiKeyFilter {
  readonly owner: { userId: string } | { orgId: string };
  readonly q?: string | null;
  readonly active?: boolean | null;
}

/** Keys of a user, or limited to an organization; newest first where `sort` says nothing. */
export async function apiKeyPage(
  sql: Sql,
  { owner, q, active }: ApiKeyFilter,
  page: ListPage,
): Promise<{ rows: ApiKeyRow[]; total: number }> {
  const [column, id] = 'userId' in owner ? ['user_id', owner.userId] : ['org_id', owner.orgId];
  const from = `api_keys WHERE ${column} = $id AND ($pattern::text IS NULL OR name ILIKE $pattern)
    AND ($active::boolean IS NULL
      OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) = $active)`;
  const parameters = { id, pattern: containing(q), active: active ?? null };
  const order = orderBy(apiKeyOrders, page.sort, 'id DESC');
  return pageOf(sql, { columns: apiKeyColumns, from, order }, parameters, page);
}

export const revokeApiKey = (sql: Sql, id: string): Promise<ApiKeyRow | null> =>
  sql.one(`UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $id RETURNING ${apiKeyColumns}`, {
    id,
  });
