import { defineJob } from '../../jobs/job.js';
import { IsId } from '../../platform/identifiers/is-id.js';

export class AnalyzePayload {
  @IsId()
  analysis_id!: string;
}

/** Analyses a project on request: fetches its source and updates its SBOM. */
export const AnalyzeProject = defineJob({
  name: 'project.analyze',
  payload: AnalyzePayload,
  queue: 'interactive',
  retry: { attempts: 4, firstDelaySeconds: 10 },
});
