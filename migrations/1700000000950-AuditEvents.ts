import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantRole } from '../src/platform/database/transactions.js';

/** Who did what, when, from where (docs/adr/0010-audit.md). Rows are added, and never changed. */
export class AuditEvents1700000000950 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_events (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        org_id uuid,
        actor_id uuid,
        actor_name text NOT NULL,
        via text NOT NULL,
        action text NOT NULL,
        outcome text NOT NULL,
        status integer NOT NULL,
        objects uuid[] NOT NULL,
        address text NOT NULL,
        request_id text NOT NULL,
        CONSTRAINT audit_events_outcome CHECK (outcome IN ('done', 'refused', 'failed'))
      )`);
    await runner.query('CREATE INDEX audit_events_by_organization ON audit_events (org_id, at, id)');
    await runner.query('CREATE INDEX audit_events_by_time ON audit_events (at)');
    await runner.query('CREATE INDEX audit_events_objects ON audit_events USING gin (objects)');
    const visible = `org_id = ANY ((SELECT current_setting('stocktake.organizations', true)::uuid[])::uuid[])`;
    await runner.query('ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY tenant ON audit_events FOR SELECT TO ${tenantRole} USING (${visible})`);
    await runner.query(`GRANT SELECT ON audit_events TO ${tenantRole}`);
    await this.forbidChanges(runner);
  }

  /** Holds for the owner too. Retention alone deletes, says so for its transaction, and nothing younger than 30 days. */
  private async forbidChanges(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION audit_events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND current_setting('stocktake.retention', true) = 'on'
           AND OLD.at < now() - interval '30 days' THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await runner.query(`
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events
      FOR EACH ROW EXECUTE FUNCTION audit_events_append_only()`);
    await runner.query(`
      CREATE TRIGGER never_truncated BEFORE TRUNCATE ON audit_events
      FOR EACH STATEMENT EXECUTE FUNCTION audit_events_append_only()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_events');
    await runner.query('DROP FUNCTION audit_events_append_only');
  }
}
