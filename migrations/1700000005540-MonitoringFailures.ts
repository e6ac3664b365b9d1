import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed runs of monitoring that an alarm was made of, and alarms of projects that have no SBOM yet. */
export class MonitoringFailures1700000005540 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE monitoring_runs ADD COLUMN alarmed boolean NOT NULL DEFAULT false;
      CREATE INDEX monitoring_runs_unfinished ON monitoring_runs (created_at) WHERE finished_at IS NULL;
      ALTER TABLE alarm_events ALTER COLUMN sbom_id DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM alarm_deliveries d USING alarm_events e WHERE e.id = d.event_id AND e.sbom_id IS NULL;
      DELETE FROM alarm_items i USING alarm_events e WHERE e.id = i.event_id AND e.sbom_id IS NULL;
      DELETE FROM alarm_events WHERE sbom_id IS NULL;
      ALTER TABLE alarm_events ALTER COLUMN sbom_id SET NOT NULL;
      DROP INDEX monitoring_runs_unfinished;
      ALTER TABLE monitoring_runs DROP COLUMN alarmed;
    `);
  }
}
