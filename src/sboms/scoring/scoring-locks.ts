import type { Sql } from '../../platform/database/sql.js';

/**
 * Serializes the scoring of an SBOM until the end of the transaction. Locks are taken in a fixed order to avoid
 * deadlocks.
 */
export async function lockSbomScoring(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended('score ' || id, 0) AS lock FROM unnest($sbomIds::uuid[]) AS id ORDER BY 1 OFFSET 0) locks`,
    { sbomIds },
  );
}

/** Any constant. */
const scoringLockKey = 7_203_914;

/** Held while entries are scored from stored entities, until the end of the transaction. */
export async function lockScoringShared(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock_shared($scoringLockKey)', { scoringLockKey });
}

/** Waits for all current holders of the shared lock; later ones are not blocked for long. */
export async function waitForScoring(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($scoringLockKey)', { scoringLockKey });
}
