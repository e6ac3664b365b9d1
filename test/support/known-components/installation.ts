import { CatalogLoader } from '../../../src/catalog/catalog-loader.js';
import { CatalogSync } from '../../../src/catalog/catalog-sync.js';
import { Configuration } from '../../../src/platform/configuration/configuration.js';
import { Database } from '../../../src/platform/database/database.js';
import { EgressClient } from '../../../src/platform/egress/egress-client.js';
import type { TestApp } from '../app.js';
import type { Publisher } from '../publisher.js';
import { mirrorsAt, publishedSources } from './publishers.js';

/** Loads all sources of the publisher into the installation. */
export async function synchronize(app: TestApp, publisher: Publisher): Promise<void> {
  const database = app.nest.get(Database);
  const settings = { DATA_DIR: app.configuration.dataDir, CATALOG_MIRRORS: mirrorsAt(publisher) };
  const egress = new EgressClient(new Set([publisher.host]), { ca: [publisher.certificate] });
  const sync = new CatalogSync(database, new CatalogLoader(database), egress, new Configuration(settings));
  const results = await sync.sync(publishedSources);
  expect(results.filter(({ state }) => state !== 'loaded')).toEqual([]);
}
