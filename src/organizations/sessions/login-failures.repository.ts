import type { Sql } from '../../platform/database/sql.js';

const window = '5 minutes';

export interface LoginFailureCount {
  readonly failures: number;
  readonly seconds_left: number;
}

/** Failures of each subject in its open window, in the order of the subjects. */
export const loginFailures = (sql: Sql, subjects: readonly Buffer[]): Promise<LoginFailureCount[]> =>
  sql.query(
    `SELECT coalesce(f.failures, 0) AS failures, coalesce(ceil(extract(epoch FROM f.until - now())), 0)::int AS seconds_left
     FROM unnest($subjects::bytea[]) WITH ORDINALITY AS asked (subject, place)
     LEFT JOIN login_failures f ON f.subject = asked.subject AND f.until > now()
     ORDER BY asked.place`,
    { subjects },
  );

/** One more failure of each. Sorted, so that two requests never wait for each other. */
export async function addLoginFailure(sql: Sql, subjects: readonly Buffer[]): Promise<void> {
  await sql.run(
    `INSERT INTO login_failures AS f (subject, failures, until)
     SELECT subject, 1, now() + interval '${window}' FROM unnest($subjects::bytea[]) subject ORDER BY subject
     ON CONFLICT (subject) DO UPDATE SET
       failures = CASE WHEN f.until > now() THEN f.failures + 1 ELSE 1 END,
       until = CASE WHEN f.until > now() THEN f.until ELSE excluded.until END`,
    { subjects },
  );
}

export const clearLoginFailures = (sql: Sql, subject: Buffer): Promise<number> =>
  sql.run('DELETE FROM login_failures WHERE subject = $subject', { subject });

/** Windows that have closed; skips what another request is just writing. */
export const deleteExpiredFailures = (sql: Sql): Promise<number> =>
  sql.run(
    `DELETE FROM login_failures WHERE subject IN (
       SELECT subject FROM login_failures WHERE until < now() LIMIT 100 FOR UPDATE SKIP LOCKED)`,
  );
