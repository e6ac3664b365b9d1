import { Injectable, Logger } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { Scheduler } from '../jobs/scheduler.js';
import { CallerError } from '../model/errors.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { ConfigurationError } from '../platform/configuration/configuration-error.js';
import { Database } from '../platform/database/database.js';
import { SyncSources, syncKey } from './catalog.jobs.js';
import { dueSources } from './sources.repository.js';
import { remoteSourcesNamed } from './sources/remote-sources.js';

const minHoursBetween = 24;

/** Enqueues the daily sync of the sources in `CATALOG_SYNC`, in processes with the role `scheduler`. */
@Injectable()
export class CatalogScheduler extends Scheduler {
  protected readonly intervalMs = 10 * 60_000;
  private readonly logger = new Logger('Catalogue');
  private readonly names: readonly string[];

  constructor(configuration: Configuration, database: Database) {
    super(configuration, database);
    this.names = scheduledNames(configuration.catalogSync);
  }

  override onApplicationBootstrap(): void {
    if (this.names.length > 0) super.onApplicationBootstrap();
  }

  /** @returns names of the sources that are due; a run under way is not doubled */
  async schedule(): Promise<readonly string[]> {
    return this.database.transaction('system', async (sql) => {
      const sources = await dueSources(sql, this.names, minHoursBetween);
      if (sources.length === 0) return [];
      await enqueue(sql, SyncSources, { sources }, { orgId: null, dedupe: syncKey });
      this.logger.log(`Sync enqueued: ${sources.join(', ')}`);
      return sources;
    });
  }
}

function scheduledNames(setting: ReadonlySet<string>): readonly string[] {
  if (setting.size === 0) return [];
  try {
    return remoteSourcesNamed([...setting]).map(({ name }) => name);
  } catch (error) {
    if (error instanceof CallerError) throw new ConfigurationError(`Wrong settings: CATALOG_SYNC: ${error.message}`);
    throw error;
  }
}
