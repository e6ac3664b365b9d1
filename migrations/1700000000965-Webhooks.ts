import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['webhooks', 'webhook_deliveries'];

/** Who is told of an organization's events, and what was sent. */
export class Webhooks1700000000965 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        url text NOT NULL,
        description text NOT NULL DEFAULT '',
        events text[] NOT NULL DEFAULT '{}',
        sealed bytea NOT NULL,
        previous_sealed bytea,
        previous_until timestamptz,
        active boolean NOT NULL DEFAULT true,
        disabled_reason text NOT NULL DEFAULT '',
        failing_since timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE INDEX webhooks_by_organization ON webhooks (org_id, created_at, id) WHERE deleted_at IS NULL;

      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        response_status int,
        error text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      );
      CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE status = 'pending';

      CREATE INDEX analyses_open ON analyses (job_id) WHERE finished_at IS NULL AND error IS NULL`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX analyses_open; DROP TABLE ${tables.join(', ')}`);
  }
}
