import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class MonitorSbomPayload {
  /** Row of `monitoring_runs`. */
  @IsId()
  run_id!: string;

  @IsId()
  sbom_id!: string;
}

/** Resolves the entries of an SBOM again and records what has changed. */
export const MonitorSbom = defineJob({ name: 'monitoring.sbom', payload: MonitorSbomPayload });

export class MonitorProjectPayload {
  /** Row of `monitoring_runs`; also the id of its analysis. */
  @IsId()
  run_id!: string;

  @IsId()
  project_id!: string;
}

/** Analyses a project again, resolves its entries and records what has changed. */
export const MonitorProject = defineJob({
  name: 'monitoring.project',
  payload: MonitorProjectPayload,
  retry: { attempts: 4, firstDelaySeconds: 30 },
});
