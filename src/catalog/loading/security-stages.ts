import type { DatabaseSession } from '../../platform/database/sql.js';
import { jsonText } from './copy-text.js';
import { identifyPackage, identifyProduct } from './identify.js';
import type { CatalogRecord, LinkRecord, PackageRecord, ProductRecord } from './records.js';
import { StagingTable, type StagingTableDefinition } from './staging-table.js';

export type SecurityRecord = Exclude<CatalogRecord, PackageRecord | ProductRecord | LinkRecord>;

const definitions = {
  advisories: {
    name: 'staged_advisories',
    columns: `id text, source text, aliases text[], summary text, published_at timestamptz, modified_at timestamptz,
      withdrawn_at timestamptz, record jsonb`,
    merge: [
      `INSERT INTO catalog_advisories AS known
         (id, source, aliases, summary, published_at, modified_at, withdrawn_at, record)
       SELECT DISTINCT ON (id) * FROM staged_advisories ORDER BY id, modified_at DESC NULLS LAST
       ON CONFLICT (id) DO UPDATE SET source = excluded.source, aliases = excluded.aliases, summary = excluded.summary,
         published_at = excluded.published_at, modified_at = excluded.modified_at,
         withdrawn_at = excluded.withdrawn_at, record = excluded.record
       WHERE known.record <> excluded.record`,
    ],
  },
  advisoryPackages: {
    name: 'staged_advisory_packages',
    columns: 'package_key text, advisory_id text',
    merge: [
      `DELETE FROM catalog_advisory_packages known USING (SELECT DISTINCT advisory_id FROM staged_advisory_packages) s
       WHERE known.advisory_id = s.advisory_id AND NOT EXISTS (SELECT FROM staged_advisory_packages still
         WHERE still.advisory_id = known.advisory_id AND still.package_key = known.package_key)`,
      `INSERT INTO catalog_advisory_packages (package_key, advisory_id)
       SELECT DISTINCT package_key, advisory_id FROM staged_advisory_packages ON CONFLICT DO NOTHING`,
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

/** False where the record carries no usable identifier. */
export function addSecurityRecord(stages: SecurityStages, record: SecurityRecord, source: string): boolean {
  switch (record.kind) {
    case 'advisory': {
      const dates = [record.published, record.modified, record.withdrawn].map(instantOrNull);
      const row = [record.id, source, record.aliases, record.summary ?? null];
      stages.advisories.add([...row, ...dates, jsonText(record.record)]);
      for (const key of record.packageKeys) stages.advisoryPackages.add([key, record.id]);
      return true;
    }
    case 'vulnerable-product': {
      const identity = identifyProduct(record.cpe);
      if (!identity) return false;
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
        ...[record.slug, record.title, record.category ?? null, record.link ?? null, jsonText(record.cycles)],
      ]);
      for (const text of record.identifiers) {
        const identity = identifyPackage(text) ?? identifyProduct(text);
        if (identity) stages.lifecycleIdentifiers.add([identity.key, record.slug]);
      }
      return true;
  }
}

/** OSV writes year 1 where it knows no date. */
function instantOrNull(text: string | undefined): string | null {
  return text && /^\d{4}-\d{2}-\d{2}/.test(text) && !text.startsWith('0001') ? text : null;
}
