import type { JsonObject } from '../../model/document.js';

/**
 * What every source yields. Identifiers are as the source writes them; the writer makes them canonical, and skips and
 * counts records with invalid ones.
 */
export type CatalogRecord =
  | PackageRecord
  | ProductRecord
  | LinkRecord
  | RepositoryRecord
  | AdvisoryRecord
  | CveRecord
  | VulnerableProductRecord
  | ExploitedRecord
  | ExploitPredictionRecord
  | LifecycleRecord;

export interface PackageRecord {
  readonly kind: 'package';
  readonly purl: string;
  /** The display name, where it differs from the purl's name. */
  readonly title?: string;
  readonly repositoryUrl?: string;
  readonly homepage?: string;
  readonly versions?: readonly string[];
  readonly latestVersion?: string;
  readonly weight?: number;
  /** The sources of the source; its own name where empty. */
  readonly origins?: readonly string[];
}

export interface ProductRecord {
  readonly kind: 'product';
  /** CPE 2.2 or 2.3; only part, vendor and product count. */
  readonly cpe: string;
  readonly title?: string;
  readonly targetSoftware?: readonly string[];
  readonly versions?: readonly string[];
  readonly deprecated?: boolean;
  readonly deprecatedBy?: readonly string[];
  readonly referenceUrls?: readonly string[];
  readonly weight?: number;
  readonly origins?: readonly string[];
}

/** A repository by itself; packages and links name theirs. */
export interface RepositoryRecord {
  readonly kind: 'repository';
  readonly url: string;
  readonly weight?: number;
  readonly origins?: readonly string[];
}

/** `from` and `to` are a purl, a CPE or the address of a repository. Missing ends are created. */
export interface LinkRecord {
  readonly kind: 'link';
  readonly from: string;
  readonly to: string;
  readonly relation: 'same' | 'source_of' | 'built_from' | 'packaged_as';
  readonly origins?: readonly string[];
}

/** A complete OSV record (ossf.github.io/osv-schema). */
export interface AdvisoryRecord {
  readonly kind: 'advisory';
  readonly id: string;
  readonly aliases: readonly string[];
  readonly summary?: string;
  readonly published?: string;
  readonly modified?: string;
  readonly withdrawn?: string;
  /** `purlKey` of the affected packages. */
  readonly packageKeys: readonly string[];
  /** Ecosystems of its packages that have no package URL here: nothing is compared with them. */
  readonly unknownEcosystems?: readonly string[];
  readonly record: JsonObject;
}

/** How severe one party says that a vulnerability is. */
export interface SourceSeverity {
  /** CVSS, any version, as written. */
  readonly vector?: string;
  /** A word where there is no vector. */
  readonly level?: string;
  readonly by: string;
  /** The source counts it before its others. */
  readonly primary?: boolean;
}

/** What one source says of a CVE itself; the products that it names are records of their own. */
export interface CveRecord {
  readonly kind: 'cve';
  readonly cve: string;
  /** The source's own word. */
  readonly status: string;
  /** The source has said by CPE or purl what is affected. */
  readonly isAnalyzed: boolean;
  readonly isRejected: boolean;
  readonly summary?: string;
  readonly published?: string;
  readonly modified?: string;
  readonly severities: readonly SourceSeverity[];
  readonly weaknesses: readonly string[];
  readonly referenceUrls: readonly string[];
  readonly ssvc?: JsonObject;
}

/** NVD's configurations of one CVE: CPE match criteria with version bounds, verbatim. */
export interface VulnerableProductRecord {
  readonly kind: 'vulnerable-product';
  readonly cve: string;
  readonly cpe: string;
  readonly criteria: readonly JsonObject[];
  /** CISA's stakeholder-specific vulnerability categorization: Exploitation, Automatable, Technical Impact. */
  readonly ssvc?: JsonObject;
}

/** An entry of CISA's catalogue of known exploited vulnerabilities. Dates are ISO 8601 days. */
export interface ExploitedRecord {
  readonly kind: 'exploited';
  readonly cve: string;
  readonly addedOn?: string;
  readonly dueOn?: string;
  readonly ransomware: boolean;
  readonly record: JsonObject;
}

/** FIRST's exploit prediction: probability of exploitation in the next 30 days, and its percentile, both 0–1. */
export interface ExploitPredictionRecord {
  readonly kind: 'exploit-prediction';
  readonly cve: string;
  readonly probability: number;
  readonly percentile: number;
}

/** A product of endoflife.date with its release cycles, verbatim. `identifiers` are purls and CPEs. */
export interface LifecycleRecord {
  readonly kind: 'lifecycle';
  readonly slug: string;
  readonly title: string;
  readonly category?: string;
  readonly link?: string;
  readonly identifiers: readonly string[];
  readonly cycles: readonly JsonObject[];
}
