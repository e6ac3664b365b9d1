import type { JsonObject } from '../model/document.js';
import type { Sql } from '../platform/database/sql.js';
import type { SourceSeverity } from './loading/records.js';

/** What one source says of a CVE, beside the products that it names. */
export interface CveRow {
  readonly cve: string;
  readonly source: string;
  readonly status: string;
  readonly analyzed: boolean;
  readonly rejected: boolean;
  readonly summary: string | null;
  readonly publishedAt: Date | null;
  readonly modifiedAt: Date | null;
  readonly severities: readonly SourceSeverity[];
  readonly weaknesses: readonly string[];
  readonly referenceUrls: readonly string[];
  readonly ssvc: JsonObject | null;
}

/** What every source says of the CVEs, NVD first. */
export async function cveRecords(sql: Sql, cves: readonly string[]): Promise<CveRow[]> {
  if (cves.length === 0) return [];
  return sql.query<CveRow>(
    `SELECT cve, source, status, analyzed, rejected, summary, published_at AS "publishedAt",
       modified_at AS "modifiedAt", severities, weaknesses, reference_urls AS "referenceUrls", ssvc
     FROM catalog_cves WHERE cve = ANY ($cves::text[]) ORDER BY cve, source = 'nvd-cve' DESC, source`,
    { cves },
  );
}
