import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { CatalogSync } from '../src/catalog/catalog-sync.js';
import { rubygemsIndex } from '../src/catalog/sources/indexes/rubygems-index.js';
import { prepareDatabase } from '../src/commands/application.js';
import { openDataSource } from '../src/data-source.js';
import { Configuration } from '../src/platform/configuration/configuration.js';
import { Database } from '../src/platform/database/database.js';
import { EgressClient } from '../src/platform/egress/egress-client.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { Publisher } from '../test/support/publisher.js';
import { databaseSize } from './service/database-size.js';
import { throwAwayFolder } from './throw-away-folder.js';

/**
 * Loads a generated index of a registry, in its real format and size, from a local server, and once more when it has
 * grown by a day: `npm run bench:indexes -- [--packages 1000000] [--versions 5]`. The issue of size is the number of
 * packages; time and disk grow with it.
 */
const { values: asked } = parseArgs({
  options: { packages: { type: 'string', default: '1000000' }, versions: { type: 'string', default: '5' } },
});
const packages = Number(asked.packages);

const dataDir = throwAwayFolder();
const postgres = await startEmbeddedPostgres({ dataDir });
const publisher = await Publisher.start();
try {
  const folder = join(dataDir, 'index');
  mkdirSync(folder);
  await prepareDatabase(postgres.url);
  const dataSource = await openDataSource(postgres.url, 4);
  const database = new Database(dataSource);
  for (const count of [packages, packages + 1_000]) {
    await writeIndex(join(folder, 'versions'), count);
    const begun = performance.now();
    const taken = await sync(database, join(folder, 'versions'));
    const seconds = (performance.now() - begun) / 1000;
    const memory = `at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB so far`;
    console.log(`${taken} packages: ${seconds.toFixed(0)} s, ${Math.round(taken / seconds)} packages/s; ${memory}`);
    console.log(await databaseSize(database, ['catalog_packages', 'catalog_keys', 'catalog_typo_keys']));
  }
  await dataSource.destroy();
} finally {
  await publisher.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function sync(database: Database, file: string): Promise<number> {
  publisher.publishFile('/', file);
  const mirror = `${new URL(rubygemsIndex.address).origin}/=${publisher.origin}/`;
  const configuration = new Configuration({ DATA_DIR: dataDir, CATALOG_MIRRORS: mirror });
  const outside = new EgressClient(new Set([publisher.host]), { ca: [publisher.certificate] });
  const catalog = new CatalogSync(database, new CatalogLoader(database), outside, configuration);
  const [result] = await catalog.sync([rubygemsIndex]);
  if (result!.state !== 'loaded') throw new Error(`${result!.state}: ${result!.message}`);
  return result!.taken;
}

/** Names of two to four words out of some thousand, as registries have them; the same number gives the same index. */
async function writeIndex(file: string, count: number): Promise<void> {
  const output = createWriteStream(file);
  output.write('created_at: 2026-01-01T00:00:00Z\n---\n');
  for (let index = 0; index < count; index += 1) {
    const versions = Array.from(
      { length: Number(asked.versions) },
      (_, minor) => `${index % 7}.${minor}.${index % 11}`,
    );
    const line = `${nameOf(index)} ${versions.join(',')} ${index.toString(16).padStart(32, '0')}\n`;
    if (!output.write(line)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
}

function nameOf(index: number): string {
  const words = [wordOf(index % 4_096), wordOf(Math.floor(index / 4_096) + (index % 97))];
  if (index % 3 === 0) words.push(wordOf((index * 31) % 1_024));
  return `${words.join('-')}${index % 5 === 0 ? `-${index.toString(36)}` : index.toString(36)}`;
}

/** A word that can be spoken, another one for each number. */
function wordOf(number: number): string {
  const syllables = ['ba', 'co', 'di', 'fu', 'ge', 'ha', 'jo', 'ki', 'lu', 'me', 'na', 'po', 'ri', 'su', 'te', 'vo'];
  let word = '';
  for (let rest = number + 16; rest > 0; rest >>= 4) word += syllables[rest & 15]!;
  return word;
}
