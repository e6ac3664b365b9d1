import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { CatalogSync } from '../../src/catalog/catalog-sync.js';
import { nvdCveSource } from '../../src/catalog/sources/nvd-cve.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import type { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { Publisher } from '../../test/support/publisher.js';
import { type FeedSize, writeModified, writeNvdFeeds } from './nvd-feeds.js';

/** A local server with generated feeds of NVD's size and form. */
export class LocalNvd {
  private constructor(
    private readonly dataDir: string,
    private readonly feeds: string,
    private readonly size: FeedSize,
    private readonly publisher: Publisher,
  ) {}

  static async start(dataDir: string, size: FeedSize): Promise<LocalNvd> {
    const feeds = join(dataDir, 'feeds');
    mkdirSync(feeds);
    await writeNvdFeeds(feeds, size);
    return new LocalNvd(dataDir, feeds, size, await Publisher.start());
  }

  /** Writes what a later day has modified. */
  publishModified(): Promise<void> {
    return writeModified(this.feeds, this.size, 2);
  }

  /** @returns how many records were taken */
  async sync(database: Database, loader: CatalogLoader): Promise<number> {
    for (const name of readdirSync(this.feeds)) this.publisher.publishFile('/', join(this.feeds, name));
    const settings = { DATA_DIR: this.dataDir, CATALOG_MIRRORS: `${nvdCveSource.address}=${this.publisher.origin}/` };
    const outside = new EgressClient(new Set([this.publisher.host]), { ca: [this.publisher.certificate] });
    const catalog = new CatalogSync(database, loader, outside, new Configuration(settings));
    const [result] = await catalog.sync([nvdCveSource]);
    if (result!.state !== 'loaded') throw new Error(`${result!.state}: ${result!.message}`);
    return result!.taken;
  }

  close(): Promise<void> {
    return this.publisher.close();
  }
}
