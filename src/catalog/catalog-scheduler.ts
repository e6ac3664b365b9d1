import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { PollingLoop } from '../jobs/polling-loop.js';
import { CallerError } from '../model/errors.js';
import { Configuration, ConfigurationError } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { SyncSources, syncKey } from './catalog.jobs.js';
import { dueSources } from './sources.repository.js';
import { remoteSourcesNamed } from './sources/remote-sources.js';

const intervalMs = 10 * 60_000;
const minHoursBetween = 24;

/** Enqueues the daily sync of the sources in `CATALOG_SYNC`, in processes with the role `scheduler`. */
@Injectable()
export class CatalogScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Catalogue');
  private readonly loop = new PollingLoop('Catalogue', intervalMs, async () => void (await this.schedule()));
  private readonly names: readonly string[];

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {
    this.names = scheduledNames(configuration.catalogSync);
  }

  onApplicationBootstrap(): void {
    if (this.names.length > 0 && this.configuration.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
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
