import { defineJob } from '../../jobs/job.js';
import { IsId } from '../../platform/identifiers/is-id.js';

export class AnalyzePayload {
  @IsId()
  analysis_id!: string;
}

/** Fetches the source of a project and fills its SBOM with what is in there. */
export const AnalyzeProject = defineJob({
  name: 'project.analyze',
  payload: AnalyzePayload,
  retry: { attempts: 4, firstDelaySeconds: 10 },
});
