import type { Sql } from '../../platform/database/sql.js';
import { publishEvent } from '../../webhooks/webhook-events.js';
import type { ProjectRow } from '../projects.view.js';
import type { SourceGap } from '../../trees/gap.js';
import type { AnalysisRow } from './analyses.view.js';
import type { EndedAnalysis } from './analyses.repository.js';

/** Result of an analysis. */
export interface AnalysisSummary {
  readonly analysis_id: string;
  readonly sbom_id: string | null;
  /** Empty: the default branch, or no branch at all. */
  readonly branch: string;
  readonly revision: string;
  readonly unchanged: boolean;
  /** Some files that named components before could not be read. */
  readonly partial: boolean;
  readonly files: number;
  readonly components: number;
  readonly dependencies: number;
  /** Components kept because their files could not be read. */
  readonly stale: number;
  /** Compared to the last analysis; null if there was none. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly changed: number | null;
  readonly warning_count: number;
  /** Files that may name components and were not read. */
  readonly unread_count: number;
  /** The first of them. */
  readonly unread: readonly Pick<SourceGap, 'path' | 'kind' | 'reason'>[];
}

const maxUnread = 20;

/** Of a finished analysis. */
export const analysisSummary = (row: AnalysisRow): AnalysisSummary => ({
  analysis_id: row.id,
  sbom_id: row.sbom_id,
  branch: row.branch,
  revision: row.revision!,
  unchanged: row.unchanged,
  partial: row.status === 'partial',
  files: row.files,
  components: row.components,
  dependencies: row.dependencies,
  stale: row.stale,
  added: row.added,
  removed: row.removed,
  changed: row.changed,
  warning_count: row.warning_count,
  unread_count: row.gaps.length,
  unread: row.gaps.slice(0, maxUnread).map(({ path, kind, reason }) => ({ path, kind, reason })),
});

/** Called in the transaction that makes the result visible. */
export function publishAnalysisFinished(sql: Sql, project: ProjectRow, summary: AnalysisSummary): Promise<void> {
  const { org_id, team_id, id: project_id, name: project_name } = project;
  return publishEvent(sql, org_id, 'analysis.finished', [{ org_id, team_id, project_id, project_name, ...summary }]);
}

/** Called in the transaction that stores the failure. */
export async function publishAnalysisFailed(sql: Sql, failed: readonly EndedAnalysis[]): Promise<void> {
  for (const { id: analysis_id, error: message, ...rest } of failed)
    await publishEvent(sql, rest.org_id, 'analysis.failed', [{ ...rest, analysis_id, message }]);
}
