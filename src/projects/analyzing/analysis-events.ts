import type { Sql } from '../../platform/database/sql.js';
import { announce } from '../../webhooks/webhook-events.js';
import type { ProjectRow } from '../projects.view.js';
import type { EndedAnalysis } from './analyses.repository.js';

/** What came of an analysis. */
export interface Analyzed {
  readonly analysis_id: string;
  readonly sbom_id: string | null;
  readonly revision: string;
  readonly unchanged: boolean;
  readonly warning_count: number;
}

/** In the transaction that makes the result visible. */
export function announceFinished(sql: Sql, project: ProjectRow, analyzed: Analyzed): Promise<void> {
  const { org_id, team_id, id: project_id, name: project_name } = project;
  return announce(sql, org_id, 'analysis.finished', [{ org_id, team_id, project_id, project_name, ...analyzed }]);
}

/** In the transaction that writes down why. */
export async function announceFailed(sql: Sql, failed: readonly EndedAnalysis[]): Promise<void> {
  for (const { id: analysis_id, error: message, ...rest } of failed)
    await announce(sql, rest.org_id, 'analysis.failed', [{ ...rest, analysis_id, message }]);
}
