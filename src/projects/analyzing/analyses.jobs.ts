import { defineJob } from '../../jobs/job.js';
import { IsId } from '../../platform/identifiers/is-id.js';

export class AnalyzePayload {
  @IsId()
  analysis_id!: string;
}

/** Fetches the source of a project and fills its SBOM with what is in there; somebody has asked for it. */
export const AnalyzeProject = defineJob({
  name: 'project.analyze',
  payload: AnalyzePayload,
  queue: 'interactive',
  retry: { attempts: 4, firstDelaySeconds: 10 },
});
