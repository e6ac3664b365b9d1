import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Ledger and outbox of all jobs (docs/adr/0004-jobs.md). */
export class Jobs1700000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_runs (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        queue text NOT NULL,
        org_id uuid,
        team_id uuid,
        actor_id uuid,
        subject_kind text,
        subject_id uuid,
        payload jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        attempt integer NOT NULL DEFAULT 0,
        max_attempts integer NOT NULL,
        fence integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        dispatch integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        queued_at timestamptz,
        lease_until timestamptz,
        dedupe_key text,
        dedupe_until text,
        stage text,
        done bigint NOT NULL DEFAULT 0,
        total bigint,
        result jsonb,
        error text,
        reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        CONSTRAINT job_runs_state CHECK
          (state IN ('waiting', 'queued', 'active', 'succeeded', 'partial', 'failed', 'cancelled')),
        CONSTRAINT job_runs_dedupe_until CHECK (dedupe_until IN ('started', 'finished'))
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`);
    const share = `(coalesce(org_id, '00000000-0000-0000-0000-000000000000'::uuid))`;
    await runner.query(
      `CREATE INDEX job_runs_waiting ON job_runs (queue, ${share}, due_at, id) WHERE state = 'waiting'`,
    );
    await runner.query(`CREATE INDEX job_runs_running ON job_runs (queue, state) WHERE state IN ('queued', 'active')`);
    await runner.query(`
      CREATE UNIQUE INDEX job_runs_dedupe ON job_runs (${share}, name, dedupe_key)
      WHERE dedupe_key IS NOT NULL AND state IN ('waiting', 'queued', 'active')`);
    await runner.query(
      `CREATE INDEX job_runs_subject ON job_runs (subject_id, created_at) WHERE subject_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX job_runs_finished ON job_runs (finished_at) WHERE finished_at IS NOT NULL`);
    await protectTable(runner, 'job_runs');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_runs');
  }
}
