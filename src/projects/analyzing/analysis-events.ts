import type { Sql } from '../../platform/database/sql.js';
import { publishEvent } from '../../webhooks/webhook-events.js';
import type { ProjectRow } from '../projects.view.js';
import type { EndedAnalysis } from './analyses.repository.js';

/** Result of an analysis. */
export interface AnalysisSummary {
  readonly analysis_id: string;
  readonly sbom_id: string | null;
  readonly revision: string;
  readonly unchanged: boolean;
  readonly warning_count: number;
}

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
