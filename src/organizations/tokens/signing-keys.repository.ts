import type { Sql } from '../../platform/database/sql.js';

export interface SigningKeyRow {
  readonly id: string;
  readonly public_jwk: Record<string, string>;
  readonly private_key: Buffer;
  /** It is this key's turn to sign. */
  readonly signing: boolean;
}

/** How long a key signs, how long ahead it is published, and how long after its last signature. */
const signingPeriod = '30 days';
const publishedBefore = '1 day';
const publishedAfter = '2 hours';

export const publishedSigningKeys = (sql: Sql): Promise<SigningKeyRow[]> =>
  sql.query(
    `SELECT id, public_jwk, private_key, now() >= signs_from AND now() < signs_until AS signing
     FROM signing_keys WHERE published_until > now() ORDER BY signs_from DESC`,
  );

/** No key is there that will sign tomorrow. */
export async function isNextKeyMissing(sql: Sql): Promise<boolean> {
  const row = await sql.one(`SELECT 1 FROM signing_keys WHERE signs_until > now() + interval '${publishedBefore}'`);
  return row === null;
}

export const lockSigningKeys = (sql: Sql): Promise<unknown> => sql.query('LOCK TABLE signing_keys IN EXCLUSIVE MODE');

/** The key signs when the one before it stops. */
export async function insertSigningKey(
  sql: Sql,
  key: { id: string; publicJwk: unknown; privateKey: Buffer },
): Promise<void> {
  await sql.run(
    `INSERT INTO signing_keys (id, public_jwk, private_key, signs_from, signs_until, published_until)
     SELECT $id, $publicJwk, $privateKey, start, start + interval '${signingPeriod}', start + interval '${signingPeriod} ${publishedAfter}'
     FROM (SELECT greatest(now(), max(signs_until)) AS start FROM signing_keys) next`,
    { id: key.id, publicJwk: JSON.stringify(key.publicJwk), privateKey: key.privateKey },
  );
  await sql.run('DELETE FROM signing_keys WHERE published_until < now()');
}
