import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The event of a change is stored in the change's transaction, as `committed`, and completed once with the answer
 * (docs/adr/0010-audit.md).
 */
export class CommittedAuditEvents1700000002900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.replaceOutcomes(runner, ['done', 'refused', 'failed', 'committed']);
    await runner.query('ALTER TABLE audit_events ALTER COLUMN status DROP NOT NULL');
    await runner.query(
      `ALTER TABLE audit_events ADD CONSTRAINT audit_events_answer CHECK ((status IS NULL) = (outcome = 'committed'))`,
    );
    await this.forbidChanges(
      runner,
      `IF TG_OP = 'UPDATE' AND OLD.outcome = 'committed' AND NEW.outcome <> 'committed'
          AND to_jsonb(NEW) - '{outcome,status,objects}'::text[] = to_jsonb(OLD) - '{outcome,status,objects}'::text[] THEN
         RETURN NEW;
       END IF;`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_events DISABLE TRIGGER append_only');
    await runner.query('ALTER TABLE audit_events DROP CONSTRAINT audit_events_answer');
    await runner.query(`UPDATE audit_events SET outcome = 'failed', status = 500 WHERE outcome = 'committed'`);
    await runner.query('ALTER TABLE audit_events ENABLE TRIGGER append_only');
    await runner.query('ALTER TABLE audit_events ALTER COLUMN status SET NOT NULL');
    await this.replaceOutcomes(runner, ['done', 'refused', 'failed']);
    await this.forbidChanges(runner, '');
  }

  private async replaceOutcomes(runner: QueryRunner, outcomes: readonly string[]): Promise<void> {
    await runner.query('ALTER TABLE audit_events DROP CONSTRAINT audit_events_outcome');
    await runner.query(`
      ALTER TABLE audit_events ADD CONSTRAINT audit_events_outcome
      CHECK (outcome IN (${outcomes.map((outcome) => `'${outcome}'`).join(', ')}))`);
  }

  private async forbidChanges(runner: QueryRunner, except: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION audit_events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('stocktake.retention', true) = 'on'
           AND OLD.at < now() - interval '30 days' THEN
          RETURN OLD;
        END IF;
        ${except}
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END $$`);
  }
}
