import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { countOf, pageOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';

export interface ScimTokenRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** First characters of the token, to recognize it. */
  readonly hint: string;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

const tokenColumns = 'id, org_id, name, hint, last_used_at, created_at';

export const insertScimToken = (
  sql: Sql,
  token: { id: string; orgId: string; name: string; hash: Buffer; hint: string },
): Promise<ScimTokenRow | null> =>
  sql.one(
    `INSERT INTO scim_tokens (id, org_id, name, hash, hint) VALUES ($id, $orgId, $name, $hash, $hint)
     RETURNING ${tokenColumns}`,
    { id: token.id, orgId: token.orgId, name: token.name, hash: token.hash, hint: token.hint },
  );

export const scimTokenOrders: Orders = { name: 'lower(name)', created_at: 'id', last_used_at: 'last_used_at' };

const ofOrganization = 'scim_tokens WHERE org_id = $orgId';

export async function scimTokenPage(
  sql: Sql,
  orgId: string,
  page: ListPage,
): Promise<{ rows: ScimTokenRow[]; total: number }> {
  const order = orderBy(scimTokenOrders, page.sort, 'id DESC');
  return pageOf(sql, { columns: tokenColumns, from: ofOrganization, order }, { orgId }, page);
}

export const countScimTokens = (sql: Sql, orgId: string): Promise<number> => countOf(sql, ofOrganization, { orgId });

export const scimTokenById = (sql: Sql, id: string): Promise<ScimTokenRow | null> =>
  sql.one(`SELECT ${tokenColumns} FROM scim_tokens WHERE id = $id`, { id });

export const deleteScimToken = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM scim_tokens WHERE id = $id', { id });

export const scimTokenByHash = (sql: Sql, hash: Buffer): Promise<ScimTokenRow | null> =>
  sql.one(
    `SELECT t.id, t.org_id, t.name, t.hint, t.last_used_at, t.created_at FROM scim_tokens t
       JOIN organizations o ON o.id = t.org_id AND o.deleted_at IS NULL WHERE t.hash = $hash`,
    { hash },
  );

/** Kept to the minute. */
export const recordScimUse = (sql: Sql, id: string): Promise<number> =>
  sql.run(
    `UPDATE scim_tokens SET last_used_at = now()
     WHERE id = $id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    { id },
  );
