import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['review_groups', 'review_decisions', 'review_decision_entries'];

/** The ecosystem as the file spells it, else that of the declared package. */
const hint = `lower(left(coalesce(
  jsonb_path_query_first(source, '$.properties[*] ? (@.name == "ecosystem" || @.name == "syft:package:type"
    || @.name == "aquasecurity:trivy:PkgType").value') #>> '{}',
  substring(identity from '^pkg:([A-Za-z0-9.+-]+)/'), ''), 100))`;

const declaredPackage = `CASE WHEN identity LIKE 'pkg:%' THEN regexp_replace(identity, '(@[^/?#]*)?([?#].*)?$', '') ELSE '' END`;

/** The cast of text to bytea reads escapes, and is immutable; `convert_to` is not. */
const digest = (...parts: readonly string[]): string =>
  `encode(sha256(replace(${parts.join(` || E'\\x1f' || `)}, '\\', '\\\\')::bytea), 'hex')`;

const key = digest(
  `regexp_replace(lower(btrim(name)), '[[:space:]._-]+', '-', 'g')`,
  `lower(btrim(left(org, 200)))`,
  hint,
  declaredPackage,
);

/** Why an entry waits for a person; null: it does not. */
const reason = `CASE
  WHEN deleted_at IS NOT NULL OR disposition IS NOT NULL THEN NULL
  WHEN status = 'errored' THEN 'failed'
  WHEN status = 'no-resolution' THEN 'nothing_found'
  WHEN status = 'resolved' THEN CASE
    WHEN cardinality(decided) = 0 AND (version = '' OR (selected_purl IS NULL AND selected_cpe IS NULL))
      THEN 'cannot_be_examined' END
  WHEN suggestions @> '[{"key": "name"}]' THEN 'typo'
  WHEN search_results #>> '{package,0,purl}' ~ '^pkg:(deb|rpm|apk|alpm)/' THEN 'distribution'
  WHEN jsonb_path_exists(search_results, '$.*[*] ? (@.known == false)')
    AND NOT jsonb_path_exists(search_results, '$.*[*] ? (@.known == true)') THEN 'only_a_guess'
  ELSE 'candidates_differ' END`;

/**
 * The review queue: entries that wait for a person, grouped by name, organization, ecosystem and declared package. Group
 * and reason are columns, because a page of the queue groups every waiting entry of an organization.
 */
export class ReviewQueue1700000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE components ADD COLUMN disposition text, ADD COLUMN disposition_note text NOT NULL DEFAULT ''`,
    );
    await runner.query(`
      ALTER TABLE components
        ADD COLUMN review_hint text GENERATED ALWAYS AS (${hint}) STORED,
        ADD COLUMN review_key text COLLATE "C" GENERATED ALWAYS AS (${key}) STORED,
        ADD COLUMN review_reason text GENERATED ALWAYS AS (${reason}) STORED`);
    await runner.query(`
      CREATE INDEX components_to_review ON components (org_id, review_key) WHERE review_reason IS NOT NULL;
      CREATE INDEX components_by_review_key ON components (org_id, review_key) WHERE deleted_at IS NULL;

      ALTER TABLE resolution_decisions ADD COLUMN hint text NOT NULL DEFAULT '', ADD COLUMN review_id uuid,
        ADD COLUMN replaced_by uuid;
      CREATE INDEX resolution_decisions_by_review ON resolution_decisions (review_id) WHERE review_id IS NOT NULL;
      CREATE INDEX resolution_decisions_replaced ON resolution_decisions (replaced_by) WHERE replaced_by IS NOT NULL;

      CREATE TABLE review_groups (
        org_id uuid NOT NULL,
        review_key text COLLATE "C" NOT NULL,
        revision int NOT NULL DEFAULT 0,
        claimed_by uuid,
        claimed_name text NOT NULL DEFAULT '',
        claimed_until timestamptz,
        PRIMARY KEY (org_id, review_key)
      );
      CREATE TABLE review_decisions (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        review_key text COLLATE "C" NOT NULL,
        name text NOT NULL,
        org text NOT NULL,
        hint text NOT NULL,
        choice text NOT NULL,
        purl text,
        repo_url text,
        cpe text,
        sbom_id uuid,
        note text NOT NULL,
        entry_count int NOT NULL,
        sbom_count int NOT NULL,
        user_id uuid NOT NULL,
        user_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        replaced_by uuid,
        undone_at timestamptz
      );
      CREATE INDEX review_decisions_of_group ON review_decisions (org_id, review_key)
        WHERE undone_at IS NULL AND replaced_by IS NULL;
      CREATE INDEX review_decisions_listed ON review_decisions (org_id, created_at, id);
      CREATE TABLE review_decision_entries (
        decision_id uuid NOT NULL,
        component_id uuid NOT NULL,
        org_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        before jsonb NOT NULL,
        PRIMARY KEY (decision_id, component_id)
      );
      CREATE INDEX review_decision_entries_by_component ON review_decision_entries (component_id)`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
    await runner.query(`
      ALTER TABLE resolution_decisions DROP COLUMN hint, DROP COLUMN review_id, DROP COLUMN replaced_by;
      ALTER TABLE components DROP COLUMN review_key, DROP COLUMN review_hint, DROP COLUMN review_reason;
      ALTER TABLE components DROP COLUMN disposition, DROP COLUMN disposition_note`);
  }
}
