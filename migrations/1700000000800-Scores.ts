import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable, shareTable } from '../src/platform/database/row-security.js';

/**
 * Scores as they were last computed: of entities, which follow from the catalogue alone and are everybody's, and of the
 * components of bills, which are the organization's. Triggers write down which keys of the catalogue have changed,
 * whoever changes them, so that only what they concern is scored again.
 */
export class Scores1700000000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...entities, ...components, ...changes]) await runner.query(statement);
    for (const table of sharedTables) await shareTable(runner, table);
    for (const table of tenantTables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of watched)
      for (const event of ['insert', 'update', 'delete'])
        await runner.query(`DROP TRIGGER score_changes_${event} ON ${table}`);
    for (const { table } of watched) await runner.query(`DROP FUNCTION score_changes_of_${table}`);
    for (const table of [...tenantTables, ...sharedTables, 'score_changes']) await runner.query(`DROP TABLE ${table}`);
  }
}

const sharedTables = ['entity_scores', 'entity_vulnerabilities', 'entity_score_history'];
const tenantTables = ['component_scores', 'component_statements', 'vulnerability_statements'];

const entities = [
  `CREATE TABLE entity_scores (
    entity_id uuid PRIMARY KEY,
    purl text COLLATE "C",
    cpe text COLLATE "C",
    repo_url text COLLATE "C",
    version text NOT NULL,
    keys text[] NOT NULL,
    risk double precision NOT NULL,
    risk_ecosystem double precision NOT NULL,
    risk_technology double precision NOT NULL,
    risk_supply_chain double precision NOT NULL,
    readings jsonb NOT NULL,
    tags jsonb NOT NULL,
    digest text NOT NULL,
    formula_version text NOT NULL,
    scored_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX entity_scores_keys ON entity_scores USING gin (keys)',
  // Hashes, because identifiers may be longer than a b-tree takes.
  'CREATE INDEX entity_scores_purl ON entity_scores USING hash (purl)',
  'CREATE INDEX entity_scores_cpe ON entity_scores USING hash (cpe)',
  'CREATE INDEX entity_scores_repo ON entity_scores USING hash (repo_url)',
  `CREATE TABLE entity_vulnerabilities (
    entity_id uuid NOT NULL,
    id text NOT NULL,
    names text[] NOT NULL,
    status text NOT NULL,
    reason text NOT NULL,
    severity text NOT NULL,
    cvss_score real,
    cvss_vector text,
    fixed_in text,
    exploited jsonb,
    epss real,
    epss_percentile real,
    malicious boolean NOT NULL,
    published text,
    modified text,
    summary text NOT NULL,
    PRIMARY KEY (entity_id, id)
  )`,
  'CREATE INDEX entity_vulnerabilities_names ON entity_vulnerabilities USING gin (names)',
  `CREATE TABLE entity_score_history (
    entity_id uuid NOT NULL,
    scored_at timestamptz NOT NULL DEFAULT now(),
    formula_version text NOT NULL,
    risk double precision NOT NULL,
    risk_ecosystem double precision NOT NULL,
    risk_technology double precision NOT NULL,
    risk_supply_chain double precision NOT NULL,
    vulnerabilities int NOT NULL,
    PRIMARY KEY (entity_id, scored_at)
  )`,
];

const components = [
  `CREATE TABLE component_scores (
    component_id uuid PRIMARY KEY,
    org_id uuid NOT NULL,
    sbom_id uuid NOT NULL,
    entity_id uuid,
    risk double precision NOT NULL,
    risk_ecosystem double precision NOT NULL,
    risk_technology double precision NOT NULL,
    risk_supply_chain double precision NOT NULL,
    failures jsonb NOT NULL DEFAULT '[]',
    stamp text NOT NULL,
    scored_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX component_scores_by_risk ON component_scores (sbom_id, risk)',
  'CREATE INDEX component_scores_by_entity ON component_scores (entity_id) WHERE entity_id IS NOT NULL',
  `CREATE TABLE component_statements (
    component_id uuid NOT NULL,
    vulnerability text NOT NULL,
    org_id uuid NOT NULL,
    sbom_id uuid NOT NULL,
    status text NOT NULL,
    justification text NOT NULL,
    stated_by text NOT NULL,
    stated_at text NOT NULL,
    PRIMARY KEY (component_id, vulnerability)
  )`,
  'CREATE INDEX component_statements_by_sbom ON component_statements (sbom_id)',
  `CREATE TABLE vulnerability_statements (
    id uuid PRIMARY KEY,
    org_id uuid NOT NULL,
    sbom_id uuid NOT NULL,
    component_id uuid NOT NULL,
    vulnerability text NOT NULL,
    status text NOT NULL,
    justification text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX vulnerability_statements_by_sbom ON vulnerability_statements (sbom_id, component_id)',
];

/** Tables of the catalogue that scores follow from, with the SQL of the keys that a changed row concerns. */
const watched = [
  {
    table: 'catalog_advisories',
    keys: 'SELECT p.package_key FROM changed JOIN catalog_advisory_packages p ON p.advisory_id = changed.id',
  },
  { table: 'catalog_advisory_packages', keys: 'SELECT package_key FROM changed' },
  { table: 'catalog_vulnerable_products', keys: 'SELECT product_key FROM changed' },
  { table: 'catalog_exploited', keys: 'SELECT cve FROM changed' },
  { table: 'catalog_exploit_predictions', keys: 'SELECT cve FROM changed' },
  { table: 'catalog_lifecycle_identifiers', keys: 'SELECT key FROM changed' },
  {
    table: 'catalog_lifecycles',
    keys: 'SELECT i.key FROM changed JOIN catalog_lifecycle_identifiers i ON i.slug = changed.slug',
  },
];

const changes = [
  // No key and no constraint: writers of the catalogue never wait for one another here.
  'CREATE TABLE score_changes (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL)',
  ...watched.flatMap(({ table, keys }) => [
    `CREATE FUNCTION score_changes_of_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public AS $$
    BEGIN
      INSERT INTO score_changes (key) SELECT DISTINCT k FROM (${keys}) AS keys (k);
      RETURN NULL;
    END $$`,
    ...[
      ['insert', 'NEW'],
      ['update', 'NEW'],
      ['delete', 'OLD'],
    ].map(
      ([event, side]) =>
        `CREATE TRIGGER score_changes_${event} AFTER ${event!.toUpperCase()} ON ${table}
         REFERENCING ${side} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_${table}()`,
    ),
  ]),
];
