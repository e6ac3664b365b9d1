import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = {
  former_entries: 'until',
  sbom_score_history: 'scored_at',
  entity_score_history: 'scored_at',
  monitoring_changes: 'created_at',
};

/** What retention asks of the tables that grow with every change: each batch read them from the beginning. */
export class TimesOfHistory1700000005320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of Object.entries(columns))
      await runner.query(`CREATE INDEX ${table}_by_time ON ${table} (${column})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(columns)) await runner.query(`DROP INDEX ${table}_by_time`);
  }
}
