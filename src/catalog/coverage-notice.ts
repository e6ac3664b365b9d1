import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { coverageOfLoadedSources } from './sources.repository.js';

/** Says at the start that no advisories are loaded, and the command that loads them. */
@Injectable()
export class CoverageNotice implements OnApplicationBootstrap {
  private readonly logger = new Logger('Catalogue');

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.configuration.has('api')) return;
    const sources = await this.database.transaction('system', coverageOfLoadedSources);
    if (sources.some(({ covers }) => covers.some(({ kind }) => kind === 'vulnerabilities'))) return;
    this.logger.warn(noAdvisories(this.configuration.catalogSync));
  }
}

/** @param scheduled names of the sources that the scheduler fetches */
export const noAdvisories = (scheduled: ReadonlySet<string>): string =>
  'No advisories are loaded: components cannot be examined for vulnerabilities. ' +
  (scheduled.size > 0
    ? `The scheduler fetches ${[...scheduled].join(', ')}; "stocktake catalog sync advisories" does it now. `
    : 'Load them with "stocktake catalog sync advisories". ') +
  'Without a network, "stocktake catalog load FOLDER" loads what "stocktake catalog export FOLDER" wrote elsewhere.';
