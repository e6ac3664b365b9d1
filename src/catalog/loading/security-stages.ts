import type { DatabaseSession } from '../../platform/database/sql.js';
import { jsonText } from './copy-text.js';
import { identifyPackage, identifyProduct, type ProductIdentity } from './identify.js';
import type { CatalogRecord, LinkRecord, PackageRecord, ProductRecord, RepositoryRecord } from './records.js';
import { StagingTable, type StagingTableDefinition } from './staging-table.js';

export type SecurityRecord = Exclude<CatalogRecord, PackageRecord | ProductRecord | LinkRecord | RepositoryRecord>;

/**
 * Criteria of CVEs that a staging table names count or not: of a rejected CVE none, those of the CVE List only where NVD
 * has not said what is affected.
 */
const supersede = (staged: string): string =>
  `UPDATE catalog_vulnerable_products known SET superseded = NOT known.superseded
   FROM (SELECT cve, bool_or(rejected) AS rejected, bool_or(source = 'nvd-cve' AND analyzed) AS analyzed
         FROM catalog_cves WHERE cve IN (SELECT cve FROM ${staged}) GROUP BY cve) AS said
   WHERE known.cve = said.cve AND known.superseded <> (said.rejected OR (said.analyzed AND known.source = 'cve-list'))`;

const definitions = {
  advisories: {
    name: 'staged_advisories',
    columns: `id text, source text, aliases text[], summary text, published_at timestamptz, modified_at timestamptz,
      withdrawn_at timestamptz, record jsonb, package_keys text[]`,
    merge: [
      // One record of each name: the newest.
      `DELETE FROM staged_advisories old USING staged_advisories new WHERE old.id = new.id
         AND (coalesce(old.modified_at, '-infinity'), old.ctid) < (coalesce(new.modified_at, '-infinity'), new.ctid)`,
      `INSERT INTO catalog_advisories AS known
         (id, source, aliases, summary, published_at, modified_at, withdrawn_at, record)
       SELECT id, source, aliases, summary, published_at, modified_at, withdrawn_at, record FROM staged_advisories
       ON CONFLICT (id) DO UPDATE SET source = excluded.source, aliases = excluded.aliases, summary = excluded.summary,
         published_at = excluded.published_at, modified_at = excluded.modified_at,
         withdrawn_at = excluded.withdrawn_at, record = excluded.record
       WHERE known.record <> excluded.record OR known.aliases <> excluded.aliases
         OR known.withdrawn_at IS DISTINCT FROM excluded.withdrawn_at`,
      `DELETE FROM catalog_advisory_packages known USING staged_advisories s
       WHERE known.advisory_id = s.id AND known.package_key <> ALL (s.package_keys)`,
      `INSERT INTO catalog_advisory_packages (package_key, advisory_id)
       SELECT DISTINCT unnest(package_keys), id FROM staged_advisories ON CONFLICT DO NOTHING`,
      // Products of Red Hat besides its system have hundreds of names, and no releases of their own.
      `INSERT INTO catalog_advisory_ecosystems (ecosystem) SELECT DISTINCT ecosystem
       FROM (SELECT jsonb_path_query(record, '$.affected[*].package.ecosystem') #>> '{}' AS ecosystem
             FROM staged_advisories) AS named
       WHERE ecosystem LIKE '%:%' AND length(ecosystem) <= 200 AND ecosystem NOT LIKE '%://%'
         AND ecosystem !~ '^Red Hat:(?!enterprise_linux|rhel_)' ON CONFLICT DO NOTHING`,
    ],
  },
  vulnerableProducts: {
    name: 'staged_vulnerable_products',
    columns: 'product_key text, cve text, source text, criteria jsonb, ssvc jsonb',
    merge: [
      `INSERT INTO catalog_vulnerable_products AS known (product_key, cve, source, criteria, ssvc)
       SELECT DISTINCT ON (product_key, cve, source) * FROM staged_vulnerable_products ORDER BY product_key, cve, source
       ON CONFLICT (product_key, cve, source) DO UPDATE SET criteria = excluded.criteria, ssvc = excluded.ssvc
       WHERE (known.criteria, known.ssvc) IS DISTINCT FROM (excluded.criteria, excluded.ssvc)`,
      supersede('staged_vulnerable_products'),
    ],
  },
  /** Before the criteria: a product is found by all its names as soon as a CVE lists it. */
  productNames: {
    name: 'staged_product_names',
    columns: 'name text, product_key text',
    merge: [
      `INSERT INTO catalog_product_names (name, product_key)
       SELECT DISTINCT name, product_key FROM staged_product_names ON CONFLICT DO NOTHING`,
    ],
  },
  /** Merged after what it names: products and packages that a CVE no longer names are taken away. */
  cves: {
    name: 'staged_cves',
    columns: `cve text, source text, status text, analyzed boolean, rejected boolean, summary text,
      published_at timestamptz, modified_at timestamptz, severities jsonb, weaknesses text[], reference_urls text[],
      ssvc jsonb`,
    merge: [
      `INSERT INTO catalog_cves AS known (cve, source, status, analyzed, rejected, summary, published_at, modified_at,
         severities, weaknesses, reference_urls, ssvc)
       SELECT DISTINCT ON (cve, source) * FROM staged_cves ORDER BY cve, source, modified_at DESC NULLS LAST
       ON CONFLICT (cve, source) DO UPDATE SET status = excluded.status, analyzed = excluded.analyzed,
         rejected = excluded.rejected, summary = excluded.summary, published_at = excluded.published_at,
         modified_at = excluded.modified_at, severities = excluded.severities, weaknesses = excluded.weaknesses,
         reference_urls = excluded.reference_urls, ssvc = excluded.ssvc
       WHERE (known.*) IS DISTINCT FROM (excluded.*)`,
      `DELETE FROM catalog_vulnerable_products known USING staged_cves s
       WHERE known.cve = s.cve AND known.source = s.source AND NOT EXISTS (SELECT FROM staged_vulnerable_products still
         WHERE still.cve = known.cve AND still.source = known.source AND still.product_key = known.product_key)`,
      supersede('staged_cves'),
      `DELETE FROM catalog_advisories known USING staged_cves s
       WHERE known.id = s.source || ':' || s.cve AND known.source = s.source
         AND NOT EXISTS (SELECT FROM staged_advisories still WHERE still.id = known.id)`,
      `DELETE FROM catalog_advisory_packages known USING staged_cves s WHERE known.advisory_id = s.source || ':' || s.cve
         AND NOT EXISTS (SELECT FROM catalog_advisories still WHERE still.id = known.advisory_id)`,
    ],
  },
  exploited: {
    name: 'staged_exploited',
    columns: 'cve text, added_on date, due_on date, ransomware boolean, record jsonb',
    merge: [
      `INSERT INTO catalog_exploited AS known (cve, added_on, due_on, ransomware, record)
       SELECT DISTINCT ON (cve) * FROM staged_exploited ORDER BY cve
       ON CONFLICT (cve) DO UPDATE SET added_on = excluded.added_on, due_on = excluded.due_on,
         ransomware = excluded.ransomware, record = excluded.record
       WHERE known.record <> excluded.record`,
    ],
  },
  exploitPredictions: {
    name: 'staged_exploit_predictions',
    columns: 'cve text, probability real, percentile real',
    merge: [
      `INSERT INTO catalog_exploit_predictions AS known (cve, probability, percentile)
       SELECT DISTINCT ON (cve) * FROM staged_exploit_predictions ORDER BY cve
       ON CONFLICT (cve) DO UPDATE SET probability = excluded.probability, percentile = excluded.percentile
       WHERE (known.probability, known.percentile) <> (excluded.probability, excluded.percentile)`,
    ],
  },
  lifecycles: {
    name: 'staged_lifecycles',
    columns: 'slug text, title text, category text, link text, cycles jsonb',
    merge: [
      `INSERT INTO catalog_lifecycles AS known (slug, title, category, link, cycles)
       SELECT DISTINCT ON (slug) * FROM staged_lifecycles ORDER BY slug
       ON CONFLICT (slug) DO UPDATE SET title = excluded.title, category = excluded.category, link = excluded.link,
         cycles = excluded.cycles WHERE known.cycles <> excluded.cycles OR known.title <> excluded.title`,
    ],
  },
  lifecycleIdentifiers: {
    name: 'staged_lifecycle_identifiers',
    columns: 'key text, slug text',
    merge: [
      `INSERT INTO catalog_lifecycle_identifiers (key, slug)
       SELECT DISTINCT key, slug FROM staged_lifecycle_identifiers ON CONFLICT DO NOTHING`,
    ],
  },
} satisfies Record<string, StagingTableDefinition>;

export type SecurityStages = Record<keyof typeof definitions, StagingTable>;

export function makeSecurityStages(session: DatabaseSession): SecurityStages {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, new StagingTable(session, definition)]),
  ) as SecurityStages;
}

/** Tables that the statements of others read, where those others have rows. */
export async function createSharedStages({ cves, vulnerableProducts, advisories }: SecurityStages): Promise<void> {
  if (!cves.isCreated) return;
  await vulnerableProducts.create();
  await advisories.create();
}

export function addProductNames({ productNames: stage }: SecurityStages, { names, key }: ProductIdentity): void {
  for (const name of names) stage.add([name, key]);
}

/** False where the record carries no usable identifier. */
export function addSecurityRecord(stages: SecurityStages, record: SecurityRecord, source: string): boolean {
  switch (record.kind) {
    case 'advisory': {
      const dates = [record.published, record.modified, record.withdrawn].map(instantOrNull);
      const row = [record.id, source, record.aliases, record.summary ?? null];
      stages.advisories.add([...row, ...dates, jsonText(record.record), record.packageKeys]);
      return true;
    }
    case 'cve': {
      const row = [record.cve, source, record.status, record.isAnalyzed, record.isRejected, record.summary ?? null];
      const lists = [record.weaknesses, record.referenceUrls];
      const dates = [record.published, record.modified].map(instantOrNull);
      const ssvc = record.ssvc ? jsonText(record.ssvc) : null;
      stages.cves.add([...row, ...dates, jsonText(record.severities), ...lists, ssvc]);
      return true;
    }
    case 'vulnerable-product': {
      const identity = identifyProduct(record.cpe);
      if (!identity) return false;
      addProductNames(stages, identity);
      const ssvc = record.ssvc ? jsonText(record.ssvc) : null;
      stages.vulnerableProducts.add([identity.key, record.cve, source, jsonText(record.criteria), ssvc]);
      return true;
    }
    case 'exploited': {
      const days = [record.addedOn ?? null, record.dueOn ?? null];
      stages.exploited.add([record.cve, ...days, record.ransomware, jsonText(record.record)]);
      return true;
    }
    case 'exploit-prediction':
      stages.exploitPredictions.add([record.cve, record.probability, record.percentile]);
      return true;
    case 'lifecycle':
      stages.lifecycles.add([
        record.slug,
        record.title,
        record.category ?? null,
        record.link ?? null,
        jsonText(record.cycles),
      ]);
      for (const text of record.identifiers) {
        const identity = identifyPackage(text) ?? identifyProduct(text);
        if (identity) stages.lifecycleIdentifiers.add([identity.key, record.slug]);
      }
      return true;
  }
}

/** OSV writes the year 1 for an unknown date. */
function instantOrNull(text: string | undefined): string | null {
  return text && /^\d{4}-\d{2}-\d{2}/.test(text) && !text.startsWith('0001') ? text : null;
}
