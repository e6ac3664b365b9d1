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
  now: TrendPointView | null;
}

/** A report over an organization. */
export interface OrganizationReportView {
  org_id: string;
  name: string;
  created_at: string;
  days: number;
  /** Over the SBOMs that the caller sees, as the lists have it. */
  metrics: OrganizationMetrics;
  sbom_count: number;
  /** Numbers of vulnerabilities that affect a component, by severity. */
  vulnerabilities: Record<string, number>;
  /** Components by whether they were examined for vulnerabilities, and why not. */
  coverage: readonly CoverageCount[];
  trend: TrendView;
  /** Those with the most risk first. */
  suppliers: SupplierTrendView[];
  /** At most a hundred SBOMs, those with the most risk first. */
  worst_sboms: SbomView[];
  vulnerability_count: number;
  /** At most a hundred, the worst first. */
  worst_vulnerabilities: OrganizationVulnerabilityView[];
}
