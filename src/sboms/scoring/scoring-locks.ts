import type { Sql } from '../../platform/database/sql.js';

/**
 * One scoring of an SBOM's entries at a time, until the end of the transaction: an older reading never overwrites a newer
 * one. In one order, so that two who want several of the same never wait in a ring.
 */
export async function lockSbomScoring(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended('score ' || id, 0) AS lock FROM unnest($1::uuid[]) AS id ORDER BY 1 OFFSET 0) locks`,
    [sbomIds],
  );
}

/** Any number, the same everywhere. */
const scoringLockKey = 7_203_914;

/** Tells, until the end of the transaction, that entries are being judged by the stored scores of entities. */
export async function lockScoringShared(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock_shared($1)', [scoringLockKey]);
}

/** Waits until all who have announced it are done; does not keep others from beginning after it. */
export async function waitForScoring(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [scoringLockKey]);
}
