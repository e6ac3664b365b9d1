import { roundCoverage, roundScore } from '../scores/metrics/formula.js';
import type { Verdict } from '../rulesets/verdict.js';
import { monitoringView, type MonitoringRow, type MonitoringView } from './monitoring.view.js';
import type { MonitorFrequency } from './sboms.dto.js';

/** Metrics over entries, of SBOMs and organizations (specification, SBOM `metrics`). */
export interface Metrics {
  risk: {
    /** The risk that the data shows. */
    score: number;
    /** Mean share of the entries' data that is known, 0–1. */
    coverage: number;
    scopes: { ecosystem: number; supplyChain: number; software: number };
  };
  /** Entries by whether their vulnerabilities were looked for. */
  coverage: { examined: number; partly: number; notExamined: number };
  /** Entries by what the ruleset says of them; `pending` are still to be assessed. */
  compliance: { passing: number; failing: number; pending: number };
  resolution: { resolved: number; partiallyResolved: number; unresolved: number };
}

/** Metrics over an organization, with the number of SBOMs of each verdict. */
export interface OrganizationMetrics extends Metrics {
  /** Number of SBOMs by verdict. */
  readonly verdicts: Record<Verdict, number>;
  /** When the SBOM that was not judged for the longest time was; null: an SBOM never was. */
  readonly judged_at: Date | null;
  /** Date of the oldest loaded source of vulnerabilities; null: none is loaded. */
  readonly data_as_of: Date | null;
}

/** One SBOM as the API shows it, without its entries. */
export interface SbomView {
  id: string;
  name: string;
  version: string;
  supplier: string;
  contact_name: string;
  contact_email: string;
  monitor_frequency: MonitorFrequency;
  status: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  entry_count: number;
  metadata: {
    entry_count: number;
    resolved_entry_count: number;
    partially_resolved_entry_count: number;
    unresolved_entry_count: number;
  };
  metrics: Metrics;

  /**
   * What its ruleset says of it. failed: an entry breaks a rule. pending: not every entry is assessed as it is now, and
   * with the data as they are now, or there is none. passed: every entry is, and none breaks a rule.
   */
  verdict: Verdict;
  /** When entries of it were last assessed; null: never. */
  judged_at: Date | null;
  /** Date of the oldest of the loaded sources of vulnerabilities; null: none is loaded. */
  data_as_of: Date | null;
  /** Files of the project's source that were seen and not read, and that nobody accepted; `getGaps` lists them. */
  open_gaps: number;
  /** How its monitoring goes; of its project, where it has one. */
  monitoring: MonitoringView;
  entries: null;
  team_id: string;
  org_id: string;
  ruleset_id: string;
}

/** Figures of one SBOM, or summed over several. */
export interface SbomFiguresRow {
  readonly resolved_count: number;
  readonly partial_count: number;
  readonly unresolved_count: number;
  readonly risk_score: number;
  readonly risk_ecosystem: number;
  readonly risk_supply_chain: number;
  readonly risk_software: number;
  readonly risk_coverage: number;
  readonly examined_count: number;
  readonly partly_count: number;
  readonly compliance_passing: number;
  readonly compliance_failing: number;
}

export type OrganizationFiguresRow = SbomFiguresRow &
  Readonly<Record<`${Verdict}_sboms`, number>> & { readonly judged_at: Date | null; readonly data_as_of: Date | null };

export interface SbomRow extends SbomFiguresRow {
  readonly verdict: Verdict;
  readonly judged_at: Date | null;
  readonly data_as_of: Date | null;
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly ruleset_id: string | null;
  readonly project_id: string | null;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly monitor_frequency: MonitorFrequency;
  readonly status: string;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly open_gaps: number;
  readonly monitoring: MonitoringRow;
}

export function metricsView(row: SbomFiguresRow): Metrics {
  return {
    risk: {
      score: roundScore(row.risk_score),
      coverage: roundCoverage(row.risk_coverage),
      scopes: {
        ecosystem: roundScore(row.risk_ecosystem),
        supplyChain: roundScore(row.risk_supply_chain),
        software: roundScore(row.risk_software),
      },
    },
    coverage: {
      examined: row.examined_count,
      partly: row.partly_count,
      notExamined: Math.max(0, entryCountOf(row) - row.examined_count - row.partly_count),
    },
    compliance: {
      passing: row.compliance_passing,
      failing: row.compliance_failing,
      pending: Math.max(0, entryCountOf(row) - row.compliance_passing - row.compliance_failing),
    },
    resolution: {
      resolved: row.resolved_count,
      partiallyResolved: row.partial_count,
      unresolved: row.unresolved_count,
    },
  };
}

export const entryCountOf = (row: SbomFiguresRow): number =>
  row.resolved_count + row.partial_count + row.unresolved_count;

export const organizationMetricsView = (row: OrganizationFiguresRow): OrganizationMetrics => ({
  ...metricsView(row),
  verdicts: { pending: row.pending_sboms, passed: row.passed_sboms, failed: row.failed_sboms },
  judged_at: row.judged_at,
  data_as_of: row.data_as_of,
});

export function sbomView(row: SbomRow): SbomView {
  const entryCount = entryCountOf(row);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    supplier: row.supplier,
    contact_name: row.contact_name,
    contact_email: row.contact_email,
    monitor_frequency: row.monitor_frequency,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    entry_count: entryCount,
    metadata: {
      entry_count: entryCount,
      resolved_entry_count: row.resolved_count,
      partially_resolved_entry_count: row.partial_count,
      unresolved_entry_count: row.unresolved_count,
    },
    metrics: metricsView(row),
    verdict: row.verdict,
    judged_at: row.judged_at,
    data_as_of: row.data_as_of,
    open_gaps: row.open_gaps,
    monitoring: monitoringView(row.monitoring),
    entries: null,
    team_id: row.team_id,
    org_id: row.org_id,
    ruleset_id: row.ruleset_id ?? '',
  };
}
