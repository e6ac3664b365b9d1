import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { CatalogSync } from '../../src/catalog/catalog-sync.js';
import { openDataSource } from '../../src/data-source.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { cloneDatabase } from './postgres.js';
import { Publisher } from './publisher.js';

export interface SyncedCatalog {
  readonly publisher: Publisher;
  readonly database: Database;
  readonly catalog: CatalogSync;
  readonly dataDir: string;
  close(): Promise<void>;
}

/**
 * Syncs into a database of its own, from a publisher on the loopback.
 *
 * @param mirrors beginnings of addresses, each with the folder of the publisher that stands for it
 */
export async function openCatalogSync(mirrors: Readonly<Record<string, string>>): Promise<SyncedCatalog> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-sync-'));
  const clone = await cloneDatabase();
  const dataSource = await openDataSource(clone.url, 3);
  const database = new Database(dataSource);
  const publisher = await Publisher.start();
  const mirrored = Object.entries(mirrors).map(([address, folder]) => `${address}=${publisher.origin}${folder}`);
  const configuration = new Configuration({ DATA_DIR: dataDir, CATALOG_MIRRORS: mirrored.join() });
  const outside = new EgressClient(new Set([publisher.host]), { ca: [publisher.certificate] });
  return {
    publisher,
    database,
    dataDir,
    catalog: new CatalogSync(database, new CatalogLoader(database), outside, configuration),
    async close() {
      await publisher.close();
      await dataSource.destroy();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
