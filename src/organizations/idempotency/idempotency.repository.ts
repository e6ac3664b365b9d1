import type { Sql } from '../../platform/database/sql.js';

export interface IdempotencyKey {
  readonly userId: string;
  readonly key: string;
}

export interface KeptAnswer {
  readonly fingerprint: Buffer;
  /** Null: the request is being carried out, or its process died. */
  readonly status: number | null;
  readonly body: unknown;
}

/** A request that has no answer after this time was lost with its process. */
const lostAfter = `interval '15 minutes'`;

/** @returns false if the key is in use */
export async function claimKey(sql: Sql, { userId, key }: IdempotencyKey, fingerprint: Buffer): Promise<boolean> {
  const claimed = await sql.run(
    `INSERT INTO idempotency_keys AS k (user_id, key, fingerprint) VALUES ($userId, $key, $fingerprint)
     ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, created_at = now()
     WHERE k.status IS NULL AND k.created_at < now() - ${lostAfter}`,
    { userId, key, fingerprint },
  );
  return claimed === 1;
}

export function findAnswer(sql: Sql, { userId, key }: IdempotencyKey): Promise<KeptAnswer | null> {
  return sql.one<KeptAnswer>(
    'SELECT fingerprint, status, body FROM idempotency_keys WHERE user_id = $userId AND key = $key',
    { userId, key },
  );
}

export async function keepAnswer(
  sql: Sql,
  { userId, key }: IdempotencyKey,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await sql.run('UPDATE idempotency_keys SET status = $status, body = $body WHERE user_id = $userId AND key = $key', {
    userId,
    key,
    status,
    body: JSON.stringify(body ?? null),
  });
}

export async function releaseKey(sql: Sql, { userId, key }: IdempotencyKey): Promise<void> {
  await sql.run('DELETE FROM idempotency_keys WHERE user_id = $userId AND key = $key AND status IS NULL', {
    userId,
    key,
  });
}
