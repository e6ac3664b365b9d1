import type { GapReason, SourceGap } from '../../trees/gap.js';
import type { AnalysisState, differenceKinds } from './analyses.dto.js';

/** One part of an analysis, for legacy clients. */
export interface ScanStatusView {
  id: string;
  analysis_status_id: string;
  team_id: string;
  project_id: string;
  name: string;

  /** Current stage: "reading 120". */
  message: string;

  status: AnalysisState;

  created_at: Date;
  updated_at: Date;
}

export interface ReadManifestView {
  path: string;
  kind: string;
  components: number;
}

export interface FoundBomView {
  path: string;
  format: string;
}

/** A file that may name components and was not read. */
export interface UnreadFileView extends SourceGap {
  /** With `/`, from the top of the source; empty: of the source as a whole. */
  path: string;

  /** The kind of file: that of the list of known manifests, else `archive`, `submodule` or `sbom`. */
  kind: string;

  /** Type of the package URLs that it would name; may be empty. */
  ecosystem: string;

  reason: GapReason;

  /** The reason as a sentence. */
  message: string;
}

export interface AnalysisWarningView {
  path: string;
  message: string;
}

/** One analysis of the source of a project. */
export interface AnalysisView {
  id: string;

  team_id: string;
  project_id: string;

  status: AnalysisState;

  /** Reason of the failure; empty if it has not failed. */
  message: string;

  type: string;

  source: string;
  branch: string;

  /** Commit, or checksum of the artifact; null until it is known. */
  revision: string | null;

  /** True: the revision is that of the last analysis, so nothing was read again. */
  unchanged: boolean;

  job_id: string | null;

  /** The SBOM of the project with the components found. */
  sbom_id: string | null;

  files: number;
  components: number;
  dependencies: number;

  manifests: ReadManifestView[];

  /** SBOM files in the source. They are listed, not imported. */
  found_sboms: FoundBomView[];

  /** Files that may name components and were not read: the first 1,000. */
  unread: UnreadFileView[];

  /**
   * After this time monitoring fetches again what could not be fetched (`not_fetched`), though the source is the same;
   * an analysis that is requested does so at once. Null: all was fetched.
   */
  refetch_at: Date | null;

  /** Components kept from the last analysis, marked stale, because their files could not be read. */
  stale: number;

  /** The first 100. */
  warnings: AnalysisWarningView[];

  warning_count: number;

  /** Packages that are new since the last analysis; null if there was none. `getAnalysisDifferences` lists them. */
  added: number | null;

  removed: number | null;

  /** In another version. */
  changed: number | null;

  scan_status: ScanStatusView[];

  created_at: Date;
  updated_at: Date;
  started_at: Date | null;

  /** When it finished or failed. */
  finished_at: Date | null;
}

/** One package that was added, removed or changed since the previous analysis. */
export interface DifferenceView {
  kind: (typeof differenceKinds)[number];

  name: string;
  org: string;

  /** Package URL without version; may be empty. */
  package: string;

  old_version: string | null;
  new_version: string | null;
}

export interface AnalysisRow {
  readonly id: string;
  readonly org_id: string;
  /** Current team of the project. */
  readonly team_id: string;
  readonly project_id: string;
  readonly status: AnalysisState;
  readonly error: string | null;
  readonly job_stage: string | null;
  readonly job_done: string;
  readonly type: string;
  readonly source: string;
  readonly branch: string;
  readonly revision: string | null;
  readonly unchanged: boolean;
  readonly job_id: string | null;
  readonly sbom_id: string | null;
  readonly files: number;
  readonly components: number;
  readonly dependencies: number;
  readonly manifests: ReadManifestView[];
  readonly boms: FoundBomView[];
  readonly gaps: UnreadFileView[];
  readonly refetch_at: Date | null;
  readonly stale: number;
  readonly warnings: AnalysisWarningView[];
  readonly warning_count: number;
  readonly added: number | null;
  readonly removed: number | null;
  readonly changed: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** An analysis as the API shows it; `scan_status` is for legacy clients, which follow several scans. */
export function analysisView(row: AnalysisRow): AnalysisView {
  const { org_id: _org, error, boms, gaps, job_stage, job_done, status, ...shown } = row;
  const updated_at = row.finished_at ?? row.started_at ?? row.created_at;
  const message = status === 'errored' ? (error ?? 'The analysis was ended') : '';
  const doing = status === 'analyzing' && job_stage !== null ? `${job_stage} ${job_done}` : '';
  return {
    ...shown,
    status,
    message,
    updated_at,
    found_sboms: boms,
    unread: gaps,
    scan_status: [
      {
        id: row.id,
        analysis_status_id: row.id,
        team_id: row.team_id,
        project_id: row.project_id,
        name: 'dependency',
        message: message || doing,
        status: status === 'partial' ? 'finished' : status,
        created_at: row.created_at,
        updated_at,
      },
    ],
  };
}
