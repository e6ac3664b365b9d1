import type { RuleFailure } from '../../rulesets/rules/evaluate.js';
import type { EntityCoverage } from '../../scores/coverage/entity-coverage.js';
import type { ExploitedProduct } from '../../scores/vulnerabilities/exploited-products.js';
import { type SeverityLevel, severityLevels } from '../../scores/vulnerabilities/severity.js';
import type { FileSignature } from '../importing/imports.view.js';
import type { GapView } from '../gaps/gaps.view.js';
import type { SbomView } from '../sboms.view.js';
import type { TrendView } from '../trends/trends.view.js';
import type { CoverageCount } from '../vulnerabilities/vulnerabilities.repository.js';

/** A component in a report. */
export interface ReportComponent {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** The selected package, product or repository; may be empty. */
  readonly identifier: string;
  readonly license: string;
  /** The risk that the data shows, 0–100; null if it is not scored yet. */
  readonly risk: number | null;
  /** Share of the data on which the risk rests, 0–1. */
  readonly risk_coverage: number;
  readonly scopes: { readonly ecosystem: number; readonly supply_chain: number; readonly technology: number } | null;
  /** Vulnerabilities that affect it, by severity. */
  readonly vulnerabilities: Readonly<Record<SeverityLevel, number>>;
  /** Vulnerabilities of which the data does not say whether they affect it. */
  readonly undecided: number;
  /** Null: nobody has looked, and none is known. */
  readonly exploited: number | null;
  /** By kind of finding, whether the loaded sources can answer for it, and why not. */
  readonly coverage: EntityCoverage;
  /** Exploited vulnerabilities (KEV) of a product of this name that nothing links with it. */
  readonly may_concern: readonly ExploitedProduct[];
  /** Reasons, the most important first, each a sentence. */
  readonly reasons: readonly string[];
  /** The smallest version that fixes most; null if nothing needs a fix or no fix is known. */
  readonly update_to: string | null;
  /** Number of advisories that this version fixes, and ids of those that remain. */
  readonly fixes: number;
  readonly remaining: readonly string[];
  readonly failures: readonly RuleFailure[];
}

export interface LicenseCount {
  /** Empty: no licence is declared. */
  readonly license: string;
  readonly class: string;
  readonly components: number;
}

export interface HistoryPoint {
  readonly scored_at: string;
  readonly risk: number;
  readonly passing: number;
  readonly failing: number;
}

export interface SbomReport {
  readonly sbom: SbomView;
  readonly created_at: string;
  /** Vulnerabilities that affect it, each counted once. */
  readonly vulnerabilities: Readonly<Record<SeverityLevel, number>>;
  /** Vulnerabilities that may affect a component and are known to affect none, each counted once. */
  readonly undecided: number;
  /** Components that were not examined for vulnerabilities. */
  readonly unexamined: number;
  /** Components by whether they were examined for vulnerabilities, and why not. */
  readonly coverage: readonly CoverageCount[];
  /** The components with the highest risk first; of what too little is known counts as much as a risk of 60. */
  readonly components: readonly ReportComponent[];
  /** Files of the source that were seen and not read, those that nobody accepted first. */
  readonly gaps: readonly GapView[];
  /** Number of all gaps: `gaps` has the first of them. */
  readonly gap_count: number;
  /** Of the last imported file; empty: it is not signed, or there is none. */
  readonly signatures: readonly FileSignature[];
  /** The most frequent first. */
  readonly licenses: readonly LicenseCount[];
  /** Number of all licences: `licenses` has the most frequent ones. */
  readonly license_count: number;
  /** Oldest first. */
  readonly history: readonly HistoryPoint[];
  /** The last 90 days. */
  readonly trend: TrendView;
}

export const totalCount = (counts: Readonly<Record<SeverityLevel, number>>): number =>
  severityLevels.reduce((sum, level) => sum + counts[level], 0);
