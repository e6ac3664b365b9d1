import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['analyses', 'analysis_differences'];

/** Looks at the sources of projects, and what each found different from the one before. */
export class Analyses1700000000750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE analyses (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        project_id uuid NOT NULL,
        job_id uuid,
        sbom_id uuid,
        type text NOT NULL,
        source text NOT NULL DEFAULT '',
        branch text NOT NULL DEFAULT '',
        revision text,
        reader_version int,
        unchanged boolean NOT NULL DEFAULT false,
        files int NOT NULL DEFAULT 0,
        components int NOT NULL DEFAULT 0,
        dependencies int NOT NULL DEFAULT 0,
        manifests jsonb NOT NULL DEFAULT '[]',
        boms jsonb NOT NULL DEFAULT '[]',
        warnings jsonb NOT NULL DEFAULT '[]',
        warning_count int NOT NULL DEFAULT 0,
        added int,
        removed int,
        changed int,
        error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      CREATE INDEX analyses_by_project ON analyses (project_id, created_at, id);

      CREATE TABLE analysis_differences (
        analysis_id uuid NOT NULL,
        seq int NOT NULL,
        org_id uuid NOT NULL,
        kind text NOT NULL,
        name text NOT NULL,
        org text NOT NULL,
        package text NOT NULL,
        old_version text,
        new_version text,
        PRIMARY KEY (analysis_id, seq)
      )`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
  }
}
