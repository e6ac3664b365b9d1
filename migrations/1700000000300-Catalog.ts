import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shareTable } from '../src/platform/database/row-security.js';

/**
 * What is known of the world's software. Numbers, not UUIDs, are the keys here: the rows are reference data that any
 * source can bring again, the look-up tables hold millions of them, and no number ever leaves the service.
 */
export class Catalog1700000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...entries, ...lookups, ...security, ...bookkeeping]) await runner.query(statement);
    for (const table of tables) await shareTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = [
  'catalog_packages',
  'catalog_products',
  'catalog_repositories',
  'catalog_links',
  'catalog_keys',
  'catalog_typo_keys',
  'catalog_advisories',
  'catalog_advisory_packages',
  'catalog_vulnerable_products',
  'catalog_exploited',
  'catalog_exploit_predictions',
  'catalog_lifecycles',
  'catalog_lifecycle_identifiers',
  'catalog_sources',
];

const entries = [
  `CREATE TABLE catalog_packages (
    id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    key text NOT NULL,
    purl text NOT NULL,
    type text NOT NULL,
    namespace text,
    name text NOT NULL,
    title text,
    homepage text,
    versions text array NOT NULL DEFAULT '{}',
    latest_version text,
    weight integer NOT NULL DEFAULT 0,
    sources text array NOT NULL DEFAULT '{}',
    observed_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT catalog_packages_pkey PRIMARY KEY (id),
    CONSTRAINT catalog_packages_key_key UNIQUE (key))`,
  `CREATE TABLE catalog_products (
    id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    key text NOT NULL,
    cpe text NOT NULL,
    part text NOT NULL,
    vendor text NOT NULL,
    product text NOT NULL,
    title text,
    target_software text array NOT NULL DEFAULT '{}',
    versions text array NOT NULL DEFAULT '{}',
    deprecated boolean NOT NULL DEFAULT false,
    deprecated_by text array NOT NULL DEFAULT '{}',
    reference_urls text array NOT NULL DEFAULT '{}',
    weight integer NOT NULL DEFAULT 0,
    sources text array NOT NULL DEFAULT '{}',
    observed_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT catalog_products_pkey PRIMARY KEY (id),
    CONSTRAINT catalog_products_key_key UNIQUE (key))`,
  `CREATE TABLE catalog_repositories (
    id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    url text NOT NULL,
    host text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    weight integer NOT NULL DEFAULT 0,
    sources text array NOT NULL DEFAULT '{}',
    observed_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT catalog_repositories_pkey PRIMARY KEY (id),
    CONSTRAINT catalog_repositories_url_key UNIQUE (url))`,
  `CREATE TABLE catalog_links (
    from_kind smallint NOT NULL,
    from_id integer NOT NULL,
    to_kind smallint NOT NULL,
    to_id integer NOT NULL,
    relation text NOT NULL,
    sources text array NOT NULL DEFAULT '{}',
    CONSTRAINT catalog_links_pkey PRIMARY KEY (from_kind, from_id, to_kind, to_id, relation))`,
  `CREATE INDEX catalog_links_to ON catalog_links (to_kind, to_id)`,
];

const lookups = [
  `CREATE TABLE catalog_keys (
    key bigint NOT NULL,
    tier smallint NOT NULL,
    kind smallint NOT NULL,
    id integer NOT NULL,
    CONSTRAINT catalog_keys_pkey PRIMARY KEY (key, tier, kind, id))`,
  `CREATE TABLE catalog_typo_keys (
    key bigint NOT NULL,
    name_key bigint NOT NULL,
    CONSTRAINT catalog_typo_keys_pkey PRIMARY KEY (key, name_key))`,
];

const security = [
  `CREATE TABLE catalog_advisories (
    id text NOT NULL,
    source text NOT NULL,
    aliases text array NOT NULL DEFAULT '{}',
    summary text,
    published_at timestamp with time zone,
    modified_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    record jsonb NOT NULL,
    CONSTRAINT catalog_advisories_pkey PRIMARY KEY (id))`,
  `CREATE INDEX catalog_advisories_aliases ON catalog_advisories USING gin (aliases)`,
  `CREATE TABLE catalog_advisory_packages (
    package_key text NOT NULL,
    advisory_id text NOT NULL,
    CONSTRAINT catalog_advisory_packages_pkey PRIMARY KEY (package_key, advisory_id))`,
  `CREATE INDEX catalog_advisory_packages_advisory ON catalog_advisory_packages (advisory_id)`,
  `CREATE TABLE catalog_vulnerable_products (
    product_key text NOT NULL,
    cve text NOT NULL,
    source text NOT NULL,
    criteria jsonb NOT NULL,
    ssvc jsonb,
    CONSTRAINT catalog_vulnerable_products_pkey PRIMARY KEY (product_key, cve, source))`,
  `CREATE INDEX catalog_vulnerable_products_cve ON catalog_vulnerable_products (cve)`,
  `CREATE TABLE catalog_exploited (
    cve text NOT NULL,
    added_on date,
    due_on date,
    ransomware boolean NOT NULL DEFAULT false,
    record jsonb NOT NULL,
    CONSTRAINT catalog_exploited_pkey PRIMARY KEY (cve))`,
  `CREATE TABLE catalog_exploit_predictions (
    cve text NOT NULL,
    probability real NOT NULL,
    percentile real NOT NULL,
    CONSTRAINT catalog_exploit_predictions_pkey PRIMARY KEY (cve))`,
  `CREATE TABLE catalog_lifecycles (
    slug text NOT NULL,
    title text NOT NULL,
    category text,
    link text,
    cycles jsonb NOT NULL,
    CONSTRAINT catalog_lifecycles_pkey PRIMARY KEY (slug))`,
  `CREATE TABLE catalog_lifecycle_identifiers (
    key text NOT NULL,
    slug text NOT NULL,
    CONSTRAINT catalog_lifecycle_identifiers_pkey PRIMARY KEY (key, slug))`,
];

const bookkeeping = [
  `CREATE TABLE catalog_sources (
    name text NOT NULL,
    origin text NOT NULL,
    records integer NOT NULL DEFAULT 0,
    state text NOT NULL,
    message text,
    validators jsonb NOT NULL DEFAULT '{}',
    started_at timestamp with time zone NOT NULL DEFAULT now(),
    finished_at timestamp with time zone,
    CONSTRAINT catalog_sources_pkey PRIMARY KEY (name))`,
];
