import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['sboms', 'components', 'sbom_imports', 'sbom_documents', 'sbom_dependencies', 'sbom_parts'];

/** Bills of materials and their components, with what their documents said. */
export class Sboms1700000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sboms (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        ruleset_id uuid,
        project_id uuid,
        name text NOT NULL,
        version text NOT NULL,
        supplier text NOT NULL,
        contact_name text NOT NULL,
        contact_email text NOT NULL,
        monitor_frequency text NOT NULL,
        status text NOT NULL DEFAULT 'created',
        resolved_count int NOT NULL DEFAULT 0,
        partial_count int NOT NULL DEFAULT 0,
        unresolved_count int NOT NULL DEFAULT 0,
        risk_score double precision NOT NULL DEFAULT 0,
        risk_ecosystem double precision NOT NULL DEFAULT 0,
        risk_supply_chain double precision NOT NULL DEFAULT 0,
        risk_software double precision NOT NULL DEFAULT 0,
        compliance_passing int NOT NULL DEFAULT 0,
        compliance_failing int NOT NULL DEFAULT 0,
        revision bigint NOT NULL DEFAULT 0,
        import_number int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE INDEX sboms_by_organization ON sboms (org_id, created_at, id) WHERE deleted_at IS NULL;
      CREATE UNIQUE INDEX sboms_by_project ON sboms (project_id) WHERE project_id IS NOT NULL;

      CREATE TABLE components (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        project_id uuid,
        position int NOT NULL,
        name text NOT NULL,
        org text NOT NULL DEFAULT '',
        version text NOT NULL DEFAULT '',
        status text NOT NULL DEFAULT 'no-resolution',
        search_results jsonb NOT NULL DEFAULT '{"repo": [], "package": [], "product": []}',
        suggestions jsonb,
        error_message text NOT NULL DEFAULT '',
        decided text[] NOT NULL DEFAULT '{}',
        selected_purl text COLLATE "C",
        selected_cpe text COLLATE "C",
        selected_repo text COLLATE "C",
        svc_id text NOT NULL DEFAULT '',
        confidence double precision NOT NULL DEFAULT 0,
        pending boolean NOT NULL DEFAULT true,
        generation int NOT NULL DEFAULT 0,
        ref text NOT NULL,
        identity text NOT NULL DEFAULT '',
        source_key text,
        source jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      ALTER TABLE components SET (autovacuum_vacuum_scale_factor = 0.05);
      CREATE INDEX components_in_order ON components (sbom_id, position, id) WHERE deleted_at IS NULL;
      CREATE INDEX components_by_status ON components (sbom_id, status) WHERE deleted_at IS NULL;
      CREATE INDEX components_pending ON components (sbom_id, position) WHERE pending AND deleted_at IS NULL;
      CREATE INDEX components_by_purl ON components (org_id, selected_purl)
        WHERE selected_purl IS NOT NULL AND deleted_at IS NULL;
      CREATE INDEX components_by_cpe ON components (org_id, selected_cpe)
        WHERE selected_cpe IS NOT NULL AND deleted_at IS NULL;
      CREATE INDEX components_by_repo ON components (org_id, selected_repo)
        WHERE selected_repo IS NOT NULL AND deleted_at IS NULL;

      CREATE INDEX components_removed ON components (sbom_id) WHERE deleted_at IS NOT NULL;

      CREATE TABLE sbom_imports (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        number int NOT NULL,
        blob text NOT NULL,
        size bigint NOT NULL,
        file_name text NOT NULL,
        dry_run boolean NOT NULL DEFAULT false,
        format text,
        refusal jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        visible_at timestamptz
      );
      CREATE UNIQUE INDEX sbom_imports_by_sbom ON sbom_imports (sbom_id, number);

      CREATE TABLE sbom_documents (
        sbom_id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        import_id uuid NOT NULL,
        header jsonb NOT NULL,
        subject jsonb
      );
      CREATE TABLE sbom_dependencies (
        sbom_id uuid NOT NULL,
        seq int NOT NULL,
        org_id uuid NOT NULL,
        data jsonb NOT NULL,
        PRIMARY KEY (sbom_id, seq)
      );
      CREATE TABLE sbom_parts (
        sbom_id uuid NOT NULL,
        seq int NOT NULL,
        org_id uuid NOT NULL,
        kind text NOT NULL,
        data jsonb NOT NULL,
        PRIMARY KEY (sbom_id, seq)
      )`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
  }
}
