import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks a request with an Idempotency-Key in the transaction of its change, and tells its claim from a later one. */
export class IdempotencyCommits1700000003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Keys live for a day; those of requests under way get a claim that no process holds, and expire as lost ones do.
    await runner.query(`
      ALTER TABLE idempotency_keys
        ADD COLUMN claim uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN committed_at timestamptz;
      ALTER TABLE idempotency_keys ALTER COLUMN claim DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN claim, DROP COLUMN committed_at');
  }
}
