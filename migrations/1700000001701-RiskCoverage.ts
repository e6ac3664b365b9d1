import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of a risk rests on data, and how many entries of an SBOM were examined for vulnerabilities. */
export class RiskCoverage1700000001701 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sboms DROP COLUMN risk_coverage, DROP COLUMN examined_count, DROP COLUMN partly_count',
    );
    await runner.query('ALTER TABLE component_scores DROP COLUMN risk_coverage, DROP COLUMN examined');
  }
}

const statements = [
  `ALTER TABLE component_scores ADD COLUMN risk_coverage double precision NOT NULL DEFAULT 0,
    ADD COLUMN examined text NOT NULL DEFAULT 'not_examined'`,
  `ALTER TABLE sboms ADD COLUMN risk_coverage double precision NOT NULL DEFAULT 0,
    ADD COLUMN examined_count integer NOT NULL DEFAULT 0, ADD COLUMN partly_count integer NOT NULL DEFAULT 0`,
  // Stored scores are of the formula's first version: everything is scored again.
  `INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`,
];
