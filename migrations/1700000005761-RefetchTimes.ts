import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When monitoring fetches again what an analysis could not fetch; of former analyses: at its next run. */
export class RefetchTimes1700000005761 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE analyses ADD fetch_failures integer NOT NULL DEFAULT 0, ADD refetch_at timestamp with time zone',
    );
    await runner.query(
      `UPDATE analyses SET fetch_failures = 1, refetch_at = finished_at
       WHERE finished_at IS NOT NULL AND gaps @> '[{"reason": "not_fetched"}]'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analyses DROP refetch_at, DROP fetch_failures');
  }
}
