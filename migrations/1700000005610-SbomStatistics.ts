import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With many rows of one SBOM. */
const tables = [
  'components',
  'component_scores',
  'component_statements',
  'sbom_failures',
  'sbom_dependencies',
  'sbom_gaps',
  'former_entries',
  'open_alarms',
  'monitoring_changes',
];

/**
 * PostgreSQL keeps the share of up to a hundred SBOMs of a table. One that is not among them, because it came after the
 * statistics, then has no share left where there are fewer: it is taken for one row, and its entries are compared each
 * with each. With one share kept, it is taken for as large as the others are.
 */
export class SbomStatistics1700000005610 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setTarget(runner, 1);
  }

  async down(runner: QueryRunner): Promise<void> {
    await setTarget(runner, -1);
  }
}

async function setTarget(runner: QueryRunner, target: number): Promise<void> {
  for (const table of tables) {
    await runner.query(`ALTER TABLE ${table} ALTER COLUMN sbom_id SET STATISTICS ${target}`);
    await runner.query(`ANALYZE ${table} (sbom_id)`);
  }
}
