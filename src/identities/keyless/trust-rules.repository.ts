import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { countOf, pageOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../../organizations/access/roles.js';
import type { ClaimPattern } from './claim-patterns.js';

export interface TrustRuleRow {
  readonly id: string;
  readonly org_id: string;
  /** Whose keys are issued. */
  readonly service_account_id: string;
  readonly name: string;
  /** Who signs the tokens, exactly as they say it. */
  readonly issuer: string;
  /** What tokens must be for. */
  readonly audience: string;
  /** What a token must say; all of it. */
  readonly claims: ClaimPattern[];
  /** Highest role of the keys; null: that of the service account. */
  readonly role: Role | null;
  /** The only project that the keys reach; null: they are bound to none. */
  readonly project_id: string | null;
  /** How long a key lives. */
  readonly seconds: number;
  /** How many keys one token is worth. */
  readonly max_uses: number;
  readonly created_at: Date;
}

const columns =
  'id, org_id, service_account_id, name, issuer, audience, claims, role, project_id, seconds, max_uses, created_at';

export async function insertTrustRule(sql: Sql, rule: Omit<TrustRuleRow, 'created_at'>): Promise<TrustRuleRow> {
  const [row] = await sql.query<TrustRuleRow>(
    `INSERT INTO trust_rules (id, org_id, service_account_id, name, issuer, audience, claims, role, project_id, seconds,
       max_uses)
     VALUES ($id, $orgId, $account, $name, $issuer, $audience, $claims, $role, $projectId, $seconds, $maxUses) RETURNING ${columns}`,
    {
      id: rule.id,
      orgId: rule.org_id,
      account: rule.service_account_id,
      name: rule.name,
      issuer: rule.issuer,
      audience: rule.audience,
      claims: JSON.stringify(rule.claims),
      role: rule.role,
      projectId: rule.project_id,
      seconds: rule.seconds,
      maxUses: rule.max_uses,
    },
  );
  return row!;
}

export const trustRuleById = (sql: Sql, id: string): Promise<TrustRuleRow | null> =>
  sql.one(`SELECT ${columns} FROM trust_rules WHERE id = $id`, { id });

/** With an account that may come in, of an organization that exists. It cannot be deleted in this transaction. */
export const usableTrustRule = (sql: Sql, id: string): Promise<(TrustRuleRow & { username: string }) | null> =>
  sql.one(
    `SELECT r.*, u.username FROM trust_rules r
       JOIN users u ON u.id = r.service_account_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
       JOIN organizations o ON o.id = r.org_id AND o.deleted_at IS NULL
     WHERE r.id = $id FOR KEY SHARE OF r`,
    { id },
  );

export const trustRuleOrders: Orders = { name: 'lower(name)', created_at: 'id' };

const ofOrganization = 'trust_rules WHERE org_id = $orgId';

export async function trustRulePage(
  sql: Sql,
  orgId: string,
  page: ListPage,
): Promise<{ rows: TrustRuleRow[]; total: number }> {
  const order = orderBy(trustRuleOrders, page.sort, 'id DESC');
  return pageOf(sql, { columns, from: ofOrganization, order }, { orgId }, page);
}

export const countTrustRules = (sql: Sql, orgId: string): Promise<number> => countOf(sql, ofOrganization, { orgId });

/**
 * With the keys that it has issued: after it, because the deletion waits for those that are being issued. False: it was
 * deleted before.
 */
export async function deleteTrustRule(sql: Sql, id: string): Promise<boolean> {
  if ((await sql.run('DELETE FROM trust_rules WHERE id = $id', { id })) === 0) return false;
  await sql.run('UPDATE api_keys SET revoked_at = now() WHERE trust_rule_id = $id AND revoked_at IS NULL', { id });
  return true;
}

/** False: the token has been exchanged as often as it may be. */
export async function countTokenUse(
  sql: Sql,
  { ruleId, token, expiresAt, maxUses }: { ruleId: string; token: Buffer; expiresAt: Date; maxUses: number },
): Promise<boolean> {
  const counted = await sql.run(
    `INSERT INTO exchanged_tokens AS e (rule_id, token, expires_at) VALUES ($ruleId, $token, $expiresAt)
     ON CONFLICT (rule_id, token) DO UPDATE SET uses = e.uses + 1 WHERE e.uses < $maxUses`,
    { ruleId, token, expiresAt, maxUses },
  );
  return counted === 1;
}
