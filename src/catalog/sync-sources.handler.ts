import { Logger } from '@nestjs/common';
import { Handles, type JobHandler } from '../jobs/handlers.js';
import type { JobContext, RunOutcome } from '../jobs/job-context.js';
import { SyncSources, type SyncSourcesPayload } from './catalog.jobs.js';
import { CatalogSync } from './catalog-sync.js';
import { remoteSourcesNamed } from './sources/remote-sources.js';

/** A second run skips what the first one loaded, and resumes its download. */
@Handles(SyncSources)
export class SyncSourcesHandler implements JobHandler<SyncSourcesPayload> {
  private readonly logger = new Logger('Catalogue');

  constructor(private readonly catalog: CatalogSync) {}

  async handle(context: JobContext, { sources }: SyncSourcesPayload): Promise<RunOutcome> {
    const results = await this.catalog.sync(remoteSourcesNamed(sources), {
      onProgress: ({ step, done, total }) => context.progress(step, done, total === 0 ? null : total),
      signal: context.signal,
    });
    const failed = results.filter(({ state }) => state === 'failed');
    for (const { source, message } of failed) this.logger.warn(`${source} was not loaded: ${message}`);
    return { partial: failed.length > 0, result: { sources: results } };
  }
}
