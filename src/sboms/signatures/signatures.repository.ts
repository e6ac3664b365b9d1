import type { TrustedKey } from '../../formats/signatures/keys.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SigningKeyView, TrustedKeyView } from './signatures.view.js';

const trustedColumns = 'id, name, key_name, public_key, fingerprint, created_at';
const signingColumns = 'id, public_key, fingerprint, created_at, retired_at';

export const findTrustedKeys = (sql: Sql, orgId: string): Promise<TrustedKeyView[]> =>
  sql.query<TrustedKeyView>(`SELECT ${trustedColumns} FROM trusted_keys WHERE org_id = $orgId ORDER BY name, id`, {
    orgId,
  });

/** Keys of others that the organization trusts, and its own, for whoever verifies documents. */
export async function findVerifyingKeys(sql: Sql, orgId: string): Promise<TrustedKey[]> {
  const rows = await sql.query<{ name: string; key_name: string; public_key: string }>(
    `SELECT name, key_name, public_key FROM trusted_keys WHERE org_id = $orgId
     UNION ALL
     SELECT 'this organization', id::text, public_key FROM document_keys WHERE org_id = $orgId`,
    { orgId },
  );
  return rows.map(({ name, key_name, public_key }) => ({ name, keyId: key_name, pem: public_key }));
}

/** Null: the organization trusts the key already. */
export async function insertTrustedKey(
  sql: Sql,
  key: Pick<TrustedKeyView, 'id' | 'name' | 'key_name' | 'public_key' | 'fingerprint'> & {
    orgId: string;
    userId: string;
  },
): Promise<TrustedKeyView | null> {
  return sql.one<TrustedKeyView>(
    `INSERT INTO trusted_keys (id, org_id, name, key_name, public_key, fingerprint, user_id)
     VALUES ($id, $orgId, $name, $keyId, $publicKey, $fingerprint, $userId)
     ON CONFLICT (org_id, fingerprint) DO NOTHING RETURNING ${trustedColumns}`,
    {
      id: key.id,
      orgId: key.orgId,
      name: key.name,
      keyId: key.key_name,
      publicKey: key.public_key,
      fingerprint: key.fingerprint,
      userId: key.userId,
    },
  );
}

/** Locks the row. */
export const findTrustedKeyForUpdate = (sql: Sql, id: string): Promise<{ org_id: string } | null> =>
  sql.one(`SELECT org_id FROM trusted_keys WHERE id = $id FOR UPDATE`, { id });

export const deleteTrustedKey = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM trusted_keys WHERE id = $id', { id });

/** The latest first. */
export const findSigningKeys = (sql: Sql, orgId: string): Promise<SigningKeyView[]> =>
  sql.query<SigningKeyView>(
    `SELECT ${signingColumns} FROM document_keys WHERE org_id = $orgId ORDER BY created_at DESC, id DESC`,
    { orgId },
  );

export const findSealedSigningKey = (sql: Sql, orgId: string): Promise<{ id: string; sealed: Buffer } | null> =>
  sql.one(`SELECT id, sealed FROM document_keys WHERE org_id = $orgId AND retired_at IS NULL AND sealed <> ''`, {
    orgId,
  });

/** Locks the row. */
export const findOwnKeyForUpdate = (sql: Sql, id: string): Promise<{ org_id: string } | null> =>
  sql.one('SELECT org_id FROM document_keys WHERE id = $id FOR UPDATE', { id });

/** One that signs no more. */
export const deleteFormerKey = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM document_keys WHERE id = $id AND retired_at IS NOT NULL', { id });

/** The new key signs from now on. */
export async function replaceSigningKey(
  sql: Sql,
  key: Pick<SigningKeyView, 'id' | 'public_key' | 'fingerprint'> & { orgId: string; userId: string; sealed: Buffer },
): Promise<SigningKeyView> {
  // Two at once: one waits for the other, and retires its key.
  await sql.run('SELECT pg_advisory_xact_lock(hashtextextended($lock, 0))', { lock: `document_keys ${key.orgId}` });
  await sql.run('UPDATE document_keys SET retired_at = now() WHERE org_id = $orgId AND retired_at IS NULL', {
    orgId: key.orgId,
  });
  const row = await sql.one<SigningKeyView>(
    `INSERT INTO document_keys (id, org_id, public_key, fingerprint, sealed, user_id)
     VALUES ($id, $orgId, $publicKey, $fingerprint, $sealed, $userId) RETURNING ${signingColumns}`,
    {
      id: key.id,
      orgId: key.orgId,
      publicKey: key.public_key,
      fingerprint: key.fingerprint,
      sealed: key.sealed,
      userId: key.userId,
    },
  );
  return row!;
}

export async function deleteDocumentKeys(sql: Sql, orgId: string): Promise<void> {
  await sql.run('DELETE FROM trusted_keys WHERE org_id = $orgId', { orgId });
  await sql.run('DELETE FROM document_keys WHERE org_id = $orgId', { orgId });
}
