import type { AnalysisView } from './analyses.dto.js';
import type { AnalysisRow } from './analyses.repository.js';

/** An analysis as the API shows it; `scan_status` is for legacy clients, which follow several scans. */
export function analysisView(row: AnalysisRow): AnalysisView {
  const { org_id: _org, error, boms, job_stage, job_done, status, ...shown } = row;
  const updated_at = row.finished_at ?? row.started_at ?? row.created_at;
  const message = status === 'errored' ? (error ?? 'The analysis was ended') : '';
  const doing = status === 'analyzing' && job_stage !== null ? `${job_stage} ${job_done}` : '';
  return {
    ...shown,
    status,
    message,
    updated_at,
    found_sboms: boms,
    scan_status: [
      {
        id: row.id,
        analysis_status_id: row.id,
        team_id: row.team_id,
        project_id: row.project_id,
        name: 'dependency',
        message: message || doing,
        status,
        created_at: row.created_at,
        updated_at,
      },
    ],
  };
}
