import type { JobContext } from '../jobs/job-context.js';
import { Handles, type JobHandler } from '../jobs/handlers.js';
import { SbomRescan } from './sbom-rescan.js';
import { MonitorSbom, type MonitorSbomPayload } from './monitoring.jobs.js';

@Handles(MonitorSbom)
export class MonitorSbomHandler implements JobHandler<MonitorSbomPayload> {
  constructor(private readonly sbomRescan: SbomRescan) {}

  async handle(context: JobContext, { run_id, sbom_id }: MonitorSbomPayload): Promise<void> {
    await this.sbomRescan.rescan(context, run_id, sbom_id);
  }
}
