import type { Sql } from '../../platform/database/sql.js';
import type { CatalogRecord } from '../loading/records.js';

/** Rows of one kind as records, in batches; `source` is $source where the table keeps whose they are. */
export interface ExportedTable {
  readonly table: string;
  /** One column `record`, the record as JSON. */
  readonly select: string;
}

type Fields = Readonly<Record<string, string>>;

/** Fields without those that are null; `whole` ones keep the nulls within them. */
const record = (fields: Fields, whole: Fields = {}): string =>
  `jsonb_strip_nulls(${object(fields)}) || ${object(whole)} AS record`;

const object = (fields: Fields): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

const cpeOf = (key: string): string => `'cpe:2.3:' || ${key} || ':*:*:*:*:*:*:*:*'`;

/** The text of an entry, whatever its kind. */
const endText = (end: 'from' | 'to'): string => `CASE ${end}_kind
  WHEN 1 THEN (SELECT purl FROM catalog_packages WHERE id = ${end}_id)
  WHEN 2 THEN (SELECT cpe FROM catalog_products WHERE id = ${end}_id)
  ELSE (SELECT url FROM catalog_repositories WHERE id = ${end}_id) END`;

/** Packages, products, repositories and links: each names the sources that it comes from itself. */
export const entryTables: readonly ExportedTable[] = [
  {
    table: 'catalog_packages',
    select: `SELECT ${record({
      kind: `'package'`,
      purl: 'purl',
      title: 'title',
      homepage: 'homepage',
      versions: 'to_jsonb(versions)',
      latestVersion: 'latest_version',
      weight: 'weight',
      origins: 'to_jsonb(sources)',
    })} FROM catalog_packages WHERE $source::text IS NOT NULL`,
  },
  {
    table: 'catalog_products',
    select: `SELECT ${record({
      kind: `'product'`,
      cpe: 'cpe',
      title: 'title',
      targetSoftware: 'to_jsonb(target_software)',
      versions: 'to_jsonb(versions)',
      deprecated: 'deprecated',
      deprecatedBy: 'to_jsonb(deprecated_by)',
      referenceUrls: 'to_jsonb(reference_urls)',
      weight: 'weight',
      origins: 'to_jsonb(sources)',
    })} FROM catalog_products WHERE $source::text IS NOT NULL`,
  },
  {
    table: 'catalog_repositories',
    select: `SELECT ${record({ kind: `'repository'`, url: 'url', weight: 'weight', origins: 'to_jsonb(sources)' })}
      FROM catalog_repositories WHERE $source::text IS NOT NULL`,
  },
  {
    table: 'catalog_links',
    select: `SELECT ${record({
      kind: `'link'`,
      from: endText('from'),
      to: endText('to'),
      relation: 'relation',
      origins: 'to_jsonb(sources)',
    })} FROM catalog_links WHERE $source::text IS NOT NULL`,
  },
];

/** What one source said of vulnerabilities. */
export const securityTables: readonly ExportedTable[] = [
  {
    table: 'catalog_advisories',
    select: `SELECT ${record(
      {
        kind: `'advisory'`,
        id: 'id',
        aliases: 'to_jsonb(aliases)',
        summary: 'summary',
        published: 'published_at',
        modified: 'modified_at',
        withdrawn: 'withdrawn_at',
        packageKeys: `coalesce((SELECT jsonb_agg(package_key) FROM catalog_advisory_packages p
          WHERE p.advisory_id = a.id), '[]')`,
      },
      { record: 'record' },
    )} FROM catalog_advisories a WHERE source = $source`,
  },
  {
    table: 'catalog_cves',
    select: `SELECT ${record({
      kind: `'cve'`,
      cve: 'cve',
      status: 'status',
      isAnalyzed: 'analyzed',
      isRejected: 'rejected',
      summary: 'summary',
      published: 'published_at',
      modified: 'modified_at',
      severities: 'severities',
      weaknesses: 'to_jsonb(weaknesses)',
      referenceUrls: 'to_jsonb(reference_urls)',
      ssvc: 'ssvc',
    })} FROM catalog_cves WHERE source = $source`,
  },
  {
    table: 'catalog_vulnerable_products',
    select: `SELECT ${record(
      { kind: `'vulnerable-product'`, cve: 'cve', cpe: cpeOf('product_key'), ssvc: 'ssvc' },
      { criteria: 'criteria' },
    )} FROM catalog_vulnerable_products WHERE source = $source`,
  },
];

const listOf = (kind: string, table: string, fields: Fields, whole: Fields = {}): ExportedTable => ({
  table,
  select: `SELECT ${record({ kind: `'${kind}'`, ...fields }, whole)} FROM ${table} WHERE $source::text IS NOT NULL`,
});

/** Tables of a single source, by its name. */
export const listTables: Readonly<Record<string, ExportedTable>> = {
  kev: listOf(
    'exploited',
    'catalog_exploited',
    { cve: 'cve', addedOn: 'added_on', dueOn: 'due_on', ransomware: 'ransomware' },
    { record: 'record' },
  ),
  epss: listOf('exploit-prediction', 'catalog_exploit_predictions', {
    cve: 'cve',
    probability: 'probability',
    percentile: 'percentile',
  }),
  endoflife: listOf(
    'lifecycle',
    'catalog_lifecycles',
    {
      slug: 'slug',
      title: 'title',
      category: 'category',
      link: 'link',
      identifiers: `coalesce((SELECT jsonb_agg(CASE WHEN key LIKE 'pkg:%' THEN key ELSE ${cpeOf('key')} END)
        FROM catalog_lifecycle_identifiers i WHERE i.slug = catalog_lifecycles.slug), '[]')`,
    },
    { cycles: 'cycles' },
  ),
};

export async function* exportedRecords(
  sql: Sql,
  { select }: ExportedTable,
  source: string,
): AsyncIterable<readonly CatalogRecord[]> {
  for await (const rows of sql.batches<{ record: CatalogRecord }>(select, { source }, 2_000))
    yield rows.map((row) => row.record);
}
