import { CatalogLoader } from '../catalog/catalog-loader.js';
import { ProgressBar } from '../catalog/progress-bar.js';
import { bundleSource } from '../catalog/sources/bundle.js';
import { CatalogSync } from '../catalog/catalog-sync.js';
import { remoteSourcesNamed } from '../catalog/sources/remote-sources.js';
import type { BulkSource, SourceProgress } from '../catalog/sources/source.js';
import { withDatabase } from './with-database.js';
import { CallerError } from '../model/errors.js';
import { loadConfiguration } from '../platform/configuration/configuration.js';
import { EgressClient } from '../platform/egress/egress-client.js';

/** `npm run catalog:load -- DIR` and `npm run catalog:sync -- [source…]`, for the database of this installation. */
async function main([command, ...values]: readonly string[]): Promise<void> {
  if (command === 'sync') return sync(values);
  const sources = sourcesOf(command, values);
  await withDatabase(loadConfiguration(), async (database) => {
    const bar = new ProgressBar(process.stderr);
    const results = await new CatalogLoader(database).load(sources, (progress) => bar.show(progress));
    bar.end();
    for (const { source, taken, skipped } of results)
      process.stdout.write(`${source}: ${taken} records taken, ${skipped} left out without a valid identifier\n`);
  });
}

async function sync(names: readonly string[]): Promise<void> {
  const sources = remoteSourcesNamed(names);
  const configuration = loadConfiguration();
  await withDatabase(configuration, async (database) => {
    const bar = new ProgressBar(process.stderr);
    const outside = new EgressClient(configuration.egressAllowlist);
    const catalog = new CatalogSync(database, new CatalogLoader(database), outside, configuration);
    const results = await catalog.sync(sources, { onProgress: (progress: SourceProgress) => bar.show(progress) });
    bar.end();
    for (const { source, state, taken, message } of results)
      process.stdout.write(
        `${source}: ${state}${state === 'loaded' ? `, ${taken} records` : ''}${message ? `: ${message}` : ''}\n`,
      );
    if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });
}

function sourcesOf(command: string | undefined, values: readonly string[]): BulkSource[] {
  if (command === 'load' && values.length === 1) return [bundleSource(values[0]!)];
  throw new CallerError(400, 'Usage: npm run catalog:load -- DIR, where DIR holds a catalogue bundle');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
