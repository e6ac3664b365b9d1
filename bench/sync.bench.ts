import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../src/commands/application.js';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { openDataSource } from '../src/data-source.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { databaseSize } from './service/database-size.js';
import { LocalNvd } from './sync/local-nvd.js';
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
const postgres = await startEmbeddedPostgres({ dataDir });
let nvd: LocalNvd | undefined;
try {
  const generating = performance.now();
  nvd = await LocalNvd.start(dataDir, size);
  report('generate', generating);
  await prepareDatabase(postgres.url);
  const dataSource = await openDataSource(postgres.url, 4);
  const database = new Database(dataSource);
  const loader = new CatalogLoader(database);
  await loader.loadStarter();
  for (const what of ['whole feed (bar: 600 s, 1024 MB)', 'a day later (bar: 20 s)']) {
    const begun = performance.now();
    console.log(`  ${await nvd.sync(database, loader)} records`);
    report(what, begun);
    await nvd.publishModified();
  }
  console.log(
    await databaseSize(database, ['catalog_cves', 'catalog_vulnerable_products', 'catalog_products', 'catalog_keys']),
  );
  const criteria = await database.transaction('system', (sql) =>
    sql.one<{ count: string }>('SELECT sum(jsonb_array_length(criteria)) AS count FROM catalog_vulnerable_products'),
  );
  console.log(`  ${criteria!.count} criteria`);
  await dataSource.destroy();
} finally {
  await nvd?.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function report(what: string, begun: number): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${what}: ${seconds} s; at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB so far`);
}
