import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last verdict on an SBOM that webhooks were sent; null: none. */
export class PublishedVerdicts1700000002400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD COLUMN published_verdict text');
    // What is there is no news.
    await runner.query(
      `UPDATE sboms SET published_verdict = CASE WHEN compliance_failing > 0 THEN 'failed' ELSE 'passed' END
       WHERE compliance_failing + compliance_passing > 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms DROP COLUMN published_verdict');
  }
}
