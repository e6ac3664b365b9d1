import type { JobContext } from '../jobs/job-context.js';
import { Handles, type JobHandler } from '../jobs/handler.js';
import { LookingAgain } from './looking-again.js';
import { MonitorSbom, type MonitorSbomPayload } from './monitoring.jobs.js';

@Handles(MonitorSbom)
export class MonitorSbomHandler implements JobHandler<MonitorSbomPayload> {
  constructor(private readonly looking: LookingAgain) {}

  async handle(context: JobContext, { run_id, sbom_id }: MonitorSbomPayload): Promise<void> {
    await this.looking.look(context, run_id, sbom_id);
  }
}
