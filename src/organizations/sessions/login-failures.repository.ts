import type { Sql } from '../../platform/database/sql.js';

const window = '5 minutes';

/** Of the growing lock-outs. */
const maxLockout = '1 hour';

/** After this long without a failure, lock-outs are short again. */
const memory = '1 day';

export interface LoginFailureCount {
  readonly failures: number;
  readonly seconds_left: number;
}

/** What is counted. */
export interface LoginSubject {
  readonly subject: Buffer;
  /** The failure that reaches it locks out for longer each time; null: never longer than the window. */
  readonly growsAt: number | null;
}

/** Counts one more attempt of each subject as failed. Sorted, so that two requests never wait for each other. */
export async function countAttempt(sql: Sql, counted: readonly LoginSubject[]): Promise<LoginFailureCount[]> {
  const subjects = counted.map(({ subject }) => subject);
  const limits = counted.map(({ growsAt }) => growsAt);
  const reachesLimit = `coalesce(f.failures + 1 =
    (SELECT l.most FROM unnest($subjects::bytea[], $limits::int[]) l (id, most) WHERE l.id = f.subject), false)`;
  const rows = await sql.query<LoginFailureCount & { subject: Buffer }>(
    `INSERT INTO login_failures AS f (subject, failures, until)
     SELECT subject, 1, now() + interval '${window}' FROM unnest($subjects::bytea[]) subject ORDER BY subject
     ON CONFLICT (subject) DO UPDATE SET
       failures = CASE WHEN f.until > now() THEN f.failures + 1 ELSE 1 END,
       lockouts = CASE WHEN f.until > now() THEN f.lockouts + (${reachesLimit})::int
         WHEN f.until > now() - interval '${memory}' THEN f.lockouts ELSE 0 END,
       until = CASE WHEN f.until <= now() THEN excluded.until
         WHEN ${reachesLimit} THEN now() + least(interval '${window}' * 2 ^ least(f.lockouts, 10), interval '${maxLockout}')
         ELSE f.until END
     RETURNING subject, failures, ceil(extract(epoch FROM until - now()))::int AS seconds_left`,
    { subjects, limits },
  );
  return subjects.map((subject) => rows.find((row) => row.subject.equals(subject))!);
}

/** The attempt was not judged after all, right or wrong: it counts for nobody. */
export const takeBackAttempt = (sql: Sql, counted: readonly LoginSubject[]): Promise<number> =>
  sql.run(
    `UPDATE login_failures f SET failures = f.failures - 1, lockouts = f.lockouts - coalesce(f.failures = l.most, false)::int
     FROM unnest($subjects::bytea[], $limits::int[]) l (id, most)
     WHERE l.id = f.subject AND f.failures > 0 AND f.subject IN (
       SELECT subject FROM login_failures WHERE subject = ANY ($subjects::bytea[]) ORDER BY subject FOR UPDATE)`,
    { subjects: counted.map(({ subject }) => subject), limits: counted.map(({ growsAt }) => growsAt) },
  );

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

/** What is no longer remembered; skips what another request is just writing. */
export const deleteExpiredFailures = (sql: Sql): Promise<number> =>
  sql.run(
    `DELETE FROM login_failures WHERE subject IN (
       SELECT subject FROM login_failures WHERE until < now() - interval '${memory}' LIMIT 100 FOR UPDATE SKIP LOCKED)`,
  );
