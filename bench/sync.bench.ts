import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../src/application.js';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { CatalogSync } from '../src/catalog/catalog-sync.js';
import { nvdCveSource } from '../src/catalog/sources/nvd-cve.js';
import { openDataSource } from '../src/data-source.js';
import { Configuration } from '../src/platform/configuration/configuration.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { EgressClient } from '../src/platform/egress/egress-client.js';
import { Publisher } from '../test/support/publisher.js';
import { writeModified, writeNvdFeeds } from './sync/nvd-feeds.js';
import { throwAwayFolder } from './throw-away-folder.js';

/**
 * Loads a generated copy of NVD's feeds from a local server, then a day's modifications:
 * `npm run bench:sync -- [--cves 300000] [--criteria 2000000] [--modified 8000]`. Memory is this process's
 * highest resident set, the server's included.
 */
const { values: asked } = parseArgs({
  options: {
    cves: { type: 'string', default: '300000' },
    criteria: { type: 'string', default: '2000000' },
    modified: { type: 'string', default: '8000' },
  },
});
const size = { cves: Number(asked.cves), criteria: Number(asked.criteria), modified: Number(asked.modified) };

const dataDir = throwAwayFolder();
const feeds = join(dataDir, 'feeds');
mkdirSync(feeds);
const postgres = await startEmbeddedPostgres({ dataDir });
const publisher = await Publisher.start();
try {
  await measured('generate', () => writeNvdFeeds(feeds, size));
  await prepareDatabase(postgres.url);
  const dataSource = await openDataSource(postgres.url, 4);
  const database = new Database(dataSource);
  const loader = new CatalogLoader(database);
  await loader.loadStarter();
  const settings = { DATA_DIR: dataDir, CATALOG_MIRRORS: `${nvdCveSource.address}=${publisher.origin}/` };
  const outside = new EgressClient(new Set([publisher.host]), { ca: [publisher.certificate] });
  const catalog = new CatalogSync(database, loader, outside, new Configuration(settings));
  const sync = async (): Promise<void> => {
    for (const name of readdirSync(feeds)) publisher.publishFile('/', join(feeds, name));
    const [result] = await catalog.sync([nvdCveSource]);
    if (result!.state !== 'loaded') throw new Error(`${result!.state}: ${result!.message}`);
    console.log(`  ${result!.taken} records`);
  };
  await measured('whole feed (bar: 600 s, 1024 MB)', sync);
  await writeModified(feeds, size, 2);
  await measured('a day later (bar: 20 s)', sync);
  for (const table of ['catalog_cves', 'catalog_vulnerable_products', 'catalog_products', 'catalog_keys']) {
    const text = `SELECT count(*)::integer AS rows, pg_total_relation_size('${table}') / 1048576 AS mb FROM ${table}`;
    const row = await database.transaction('system', (sql) => sql.one<{ rows: number; mb: string }>(text));
    console.log(`  ${table}: ${row!.rows} rows, ${row!.mb} MB`);
  }
  const criteria = await database.transaction('system', (sql) =>
    sql.one<{ count: string }>('SELECT sum(jsonb_array_length(criteria)) AS count FROM catalog_vulnerable_products'),
  );
  console.log(`  ${criteria!.count} criteria`);
  await dataSource.destroy();
} finally {
  await publisher.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measured(what: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${what}: ${seconds} s; at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB so far`);
}
