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
