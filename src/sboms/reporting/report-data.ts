import type { RuleFailure } from '../../rulesets/rules/evaluate.js';
import type { SbomView } from '../sboms.view.js';

/** A component in a report. */
export interface ReportComponent {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** The selected package, product or repository; may be empty. */
  readonly identifier: string;
  readonly license: string;
  /** 0–100; null if it is not scored yet. */
  readonly risk: number | null;
  readonly scopes: { readonly ecosystem: number; readonly supply_chain: number; readonly technology: number } | null;
  /** Vulnerabilities that affect it, by severity. */
  readonly vulnerabilities: Readonly<Record<ReportSeverity, number>>;
  readonly exploited: number;
  /** Reasons, the most important first, each a sentence. */
  readonly reasons: readonly string[];
  /** The smallest version that fixes most; null if nothing needs a fix or no fix is known. */
  readonly update_to: string | null;
  /** Number of advisories that this version fixes, and ids of those that remain. */
  readonly fixes: number;
  readonly remaining: readonly string[];
  readonly failures: readonly RuleFailure[];
}

export const reportSeverities = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type ReportSeverity = (typeof reportSeverities)[number];

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
  readonly vulnerabilities: Readonly<Record<ReportSeverity, number>>;
  /** Components whose vulnerabilities are unknown. */
  readonly unexamined: number;
  /** The components with the highest risk, in descending order. */
  readonly components: readonly ReportComponent[];
  /** The most frequent first. */
  readonly licenses: readonly LicenseCount[];
  /** Oldest first. */
  readonly history: readonly HistoryPoint[];
}

export const totalCount = (counts: Readonly<Record<ReportSeverity, number>>): number =>
  reportSeverities.reduce((sum, level) => sum + counts[level], 0);
