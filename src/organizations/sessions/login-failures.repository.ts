import type { Sql } from '../../platform/database/sql.js';

const window = '5 minutes';

export interface LoginFailureCount {
  readonly failures: number;
  readonly seconds_left: number;
}

/** Counts one more attempt of each subject as failed. Sorted, so that two requests never wait for each other. */
export async function countAttempt(sql: Sql, subjects: readonly Buffer[]): Promise<LoginFailureCount[]> {
  const rows = await sql.query<LoginFailureCount & { subject: Buffer }>(
    `INSERT INTO login_failures AS f (subject, failures, until)
     SELECT subject, 1, now() + interval '${window}' FROM unnest($subjects::bytea[]) subject ORDER BY subject
     ON CONFLICT (subject) DO UPDATE SET
       failures = CASE WHEN f.until > now() THEN f.failures + 1 ELSE 1 END,
       until = CASE WHEN f.until > now() THEN f.until ELSE excluded.until END
     RETURNING subject, failures, ceil(extract(epoch FROM until - now()))::int AS seconds_left`,
    { subjects },
  );
  return subjects.map((subject) => rows.find((row) => row.subject.equals(subject))!);
}

/** The attempt was a right one: takes it back from subjects that others share, and forgets those of the user. */
export async function forgiveAttempt(sql: Sql, shared: Buffer, own: readonly Buffer[]): Promise<void> {
  await sql.run('DELETE FROM login_failures WHERE subject = ANY ($own::bytea[])', { own });
  await sql.run('UPDATE login_failures SET failures = failures - 1 WHERE subject = $shared AND failures > 0', {
    shared,
  });
}

/** The user has logged in from there; kept in the same table, as a subject without failures. */
export const rememberNetwork = (sql: Sql, subject: Buffer): Promise<number> =>
  sql.run(
    `INSERT INTO login_failures AS f (subject, failures, until) VALUES ($subject, 0, now() + interval '90 days')
     ON CONFLICT (subject) DO UPDATE SET until = excluded.until WHERE f.until < now() + interval '89 days'`,
    { subject },
  );

export const isKnownNetwork = async (sql: Sql, subject: Buffer): Promise<boolean> =>
  (await sql.one('SELECT 1 FROM login_failures WHERE subject = $subject AND until > now()', { subject })) !== null;

/** Windows that have closed; skips what another request is just writing. */
export const deleteExpiredFailures = (sql: Sql): Promise<number> =>
  sql.run(
    `DELETE FROM login_failures WHERE subject IN (
       SELECT subject FROM login_failures WHERE until < now() LIMIT 100 FOR UPDATE SKIP LOCKED)`,
  );
