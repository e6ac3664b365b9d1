import type { Sql } from '../../platform/database/sql.js';

export interface IdempotencyKey {
  readonly userId: string;
  readonly key: string;
}

/** A key, and the attempt that holds it. */
export interface Claim extends IdempotencyKey {
  readonly claim: string;
}

export interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly is_committed: boolean;
  /** Null: the request is being carried out, or its process died. */
  readonly status: number | null;
  readonly body: unknown;
}

/** A request that has no answer and no change after this time was lost with its process. */
const lostAfter = `interval '15 minutes'`;

const isHeld = 'user_id = $userId AND key = $key AND claim = $claim AND status IS NULL';

/** @returns false if the key is in use */
export async function claimKey(sql: Sql, { userId, key, claim }: Claim, fingerprint: Buffer): Promise<boolean> {
  const claimed = await sql.run(
    `INSERT INTO idempotency_keys AS k (user_id, key, claim, fingerprint) VALUES ($userId, $key, $claim, $fingerprint)
     ON CONFLICT (user_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, claim = excluded.claim, created_at = now()
     WHERE k.status IS NULL AND k.committed_at IS NULL AND k.created_at < now() - ${lostAfter}`,
    { userId, key, claim, fingerprint },
  );
  return claimed === 1;
}

export function findAnswer(sql: Sql, { userId, key }: IdempotencyKey): Promise<KeptAnswer | null> {
  return sql.one<KeptAnswer>(
    `SELECT fingerprint, committed_at IS NOT NULL AS is_committed, status, body FROM idempotency_keys
     WHERE user_id = $userId AND key = $key`,
    { userId, key },
  );
}

/** @returns false if another attempt has taken the key over */
export async function markCommitted(sql: Sql, { userId, key, claim }: Claim): Promise<boolean> {
  const marked = await sql.run(`UPDATE idempotency_keys SET committed_at = now() WHERE ${isHeld}`, {
    userId,
    key,
    claim,
  });
  return marked === 1;
}

export async function keepAnswer(
  sql: Sql,
  { userId, key, claim }: Claim,
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  await sql.run(`UPDATE idempotency_keys SET status = $status, body = $body WHERE ${isHeld}`, {
    userId,
    key,
    claim,
    status,
    body: JSON.stringify(body ?? null),
  });
}

export async function releaseKey(sql: Sql, { userId, key, claim }: Claim): Promise<void> {
  await sql.run(`DELETE FROM idempotency_keys WHERE ${isHeld}`, { userId, key, claim });
}

export async function releaseUnmarkedKey(sql: Sql, { userId, key, claim }: Claim): Promise<void> {
  await sql.run(`DELETE FROM idempotency_keys WHERE ${isHeld} AND committed_at IS NULL`, { userId, key, claim });
}
