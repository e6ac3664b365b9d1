import type { CoverageCount } from '../vulnerabilities/vulnerabilities.repository.js';
import type { OrganizationVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';
import type { OrganizationMetrics, SbomView } from '../sboms.view.js';
import type { TrendPointView, TrendView } from './trends.view.js';

/** A supplier at the beginning and at the end of the time that a report is about. */
export interface SupplierTrendView {
  /** Empty: SBOMs without a supplier. */
  supplier: string;
  /** Null: it had no SBOM then. */
  before: TrendPointView | null;
  /** Null: it has none any more. */
  now: TrendPointView | null;
}

/** A report over an organization. */
export interface OrganizationReportView {
  org_id: string;
  name: string;
  created_at: string;
  /** Length of the history. */
  days: number;
  /** Over the SBOMs that the caller sees, as the lists have it. */
  metrics: OrganizationMetrics;
  /** SBOMs that the caller sees. */
  sbom_count: number;
  /** Numbers of vulnerabilities that affect a component, by severity. */
  vulnerabilities: Record<string, number>;
  /** Components by whether they were examined for vulnerabilities, and why not. */
  coverage: readonly CoverageCount[];
  /** The history of all of them together. */
  trend: TrendView;
  /** Those with the most risk first; what too little is known of counts as much as a risk of 60. */
  suppliers: SupplierTrendView[];
  /** At most a hundred SBOMs, those with the most risk first. */
  worst_sboms: SbomView[];
  /** Different vulnerabilities that affect a component. */
  vulnerability_count: number;
  /** At most a hundred, the worst first. */
  worst_vulnerabilities: OrganizationVulnerabilityView[];
}
