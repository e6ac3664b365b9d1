import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class MonitorSbomPayload {
  /** Row of `monitoring_runs`. */
  @IsId()
  run_id!: string;

  @IsId()
  sbom_id!: string;
}

/** Looks at an SBOM again: what its entries are today. Nobody waits for it. */
export const MonitorSbom = defineJob({ name: 'monitoring.sbom', payload: MonitorSbomPayload });

export class MonitorProjectPayload {
  /** Row of `monitoring_runs`; the analysis that it makes has the same id. */
  @IsId()
  run_id!: string;

  @IsId()
  project_id!: string;
}

/** Looks at the source of a project again, and at what its entries are today. Nobody waits for it. */
export const MonitorProject = defineJob({
  name: 'monitoring.project',
  payload: MonitorProjectPayload,
  retry: { attempts: 4, firstDelaySeconds: 30 },
});
