import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { Pulse } from '../jobs/pulse.js';
import { CallerError } from '../model/errors.js';
import { Configuration, ConfigurationError } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { SyncSources, syncKey } from './catalog.jobs.js';
import { dueSources } from './sources.repository.js';
import { remoteSourcesNamed } from './sources/remote-sources.js';

const everyMs = 10 * 60_000;
const hoursBetween = 24;

/** Has the sources that the operator named fetched once a day, in processes with the role `scheduler`. */
@Injectable()
export class CatalogScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Catalogue');
  private readonly pulse = new Pulse('Catalogue', everyMs, async () => void (await this.schedule()));
  private readonly names: readonly string[];

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {
    this.names = scheduledNames(configuration.catalogSync);
  }

  onApplicationBootstrap(): void {
    if (this.names.length > 0 && this.configuration.has('scheduler')) this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  /** @returns names of what is fetched now: a second scheduler, or a sync under way, makes no second run */
  async schedule(): Promise<readonly string[]> {
    return this.database.transaction('system', async (sql) => {
      const sources = await dueSources(sql, this.names, hoursBetween);
      if (sources.length === 0) return [];
      await enqueue(sql, SyncSources, { sources }, { orgId: null, dedupe: syncKey });
      this.logger.log(`To be fetched: ${sources.join(', ')}`);
      return sources;
    });
  }
}

function scheduledNames(setting: ReadonlySet<string>): readonly string[] {
  if (setting.size === 0) return [];
  try {
    return remoteSourcesNamed(setting.has('all') ? [] : [...setting]).map(({ name }) => name);
  } catch (error) {
    if (error instanceof CallerError) throw new ConfigurationError(`Wrong settings: CATALOG_SYNC: ${error.message}`);
    throw error;
  }
}
