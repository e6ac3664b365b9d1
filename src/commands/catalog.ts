import { join, resolve } from 'node:path';
import { CatalogLoader } from '../catalog/catalog-loader.js';
import { uncomparedText } from '../catalog/loading/uncompared.js';
import { unusable } from '../catalog/offline/bundle-signature.js';
import { exportCatalog } from '../catalog/offline/catalog-exporter.js';
import { exportedBundle, isSigned } from '../catalog/offline/exported-bundle.js';
import { ProgressBar } from '../catalog/progress-bar.js';
import { bundleSource } from '../catalog/sources/bundle.js';
import { CatalogSync } from '../catalog/catalog-sync.js';
import { remoteSourcesNamed } from '../catalog/sources/remote-sources.js';
import type { BulkSource, SourceProgress } from '../catalog/sources/source.js';
import { withDatabase } from './with-database.js';
import { UsageError } from '../cli/usage.js';
import { loadConfiguration } from '../platform/configuration/configuration.js';
import { createEgressClient } from '../platform/egress/create-egress-client.js';

/** `stocktake catalog load FOLDER`, `sync [SOURCE…]` and `export FOLDER`, for the database of this installation. */
export async function runCatalogCommand([command, ...values]: readonly string[]): Promise<void> {
  if (command === 'sync') return sync(values);
  if (command === 'export' && values.length === 1) return exportTo(resolve(values[0]!));
  const [folder] = values;
  if (command !== 'load' || folder === undefined || values.length > 1)
    throw new UsageError('catalog takes "load FOLDER", "export FOLDER" or "sync [SOURCE…]"');
  const configuration = loadConfiguration();
  const sources = await sourcesOf(folder, configuration.catalogTrustedKeys);
  await withDatabase(configuration, async (database) => {
    const bar = new ProgressBar(process.stderr);
    const results = await new CatalogLoader(database).load(sources, (progress) => bar.show(progress));
    bar.end();
    for (const { source, taken, skipped, uncompared } of results)
      process.stdout.write(
        `${[`${source}: ${taken} records taken, ${skipped} left out without a valid identifier`, uncomparedText(uncompared)].filter(Boolean).join('. ')}\n`,
      );
  });
}

async function sync(names: readonly string[]): Promise<void> {
  const sources = remoteSourcesNamed(names);
  const configuration = loadConfiguration();
  await withDatabase(configuration, async (database) => {
    const bar = new ProgressBar(process.stderr);
    const catalog = new CatalogSync(
      database,
      new CatalogLoader(database),
      createEgressClient(configuration),
      configuration,
    );
    const results = await catalog.sync(sources, { onProgress: (progress: SourceProgress) => bar.show(progress) });
    bar.end();
    for (const { source, state, taken, message } of results)
      process.stdout.write(
        `${source}: ${state}${state === 'loaded' ? `, ${taken} records` : ''}${message ? `: ${message}` : ''}\n`,
      );
    if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });
}

async function exportTo(folder: string): Promise<void> {
  const configuration = loadConfiguration();
  await withDatabase(configuration, async (database) => {
    const bar = new ProgressBar(process.stderr);
    const keyFile = join(configuration.dataDir, 'keys', 'catalog-signing.pem');
    const { sources, fingerprint } = await exportCatalog(database, { folder, keyFile }, (progress) =>
      bar.show(progress),
    );
    bar.end();
    for (const { name, records } of sources) process.stdout.write(`${name}: ${records} records\n`);
    process.stdout.write(
      `${folder} is signed with the key ${fingerprint}. Another installation loads it with "stocktake catalog load FOLDER"; ` +
        'name the key in its CATALOG_TRUSTED_KEYS.\n',
    );
  });
}

/** A folder that `catalog export` wrote is verified first. */
async function sourcesOf(folder: string, trusted: ReadonlySet<string>): Promise<readonly BulkSource[]> {
  if (!isSigned(folder)) {
    if (trusted.size > 0) throw unusable('it is not signed, and CATALOG_TRUSTED_KEYS names keys');
    return [bundleSource(folder)];
  }
  const { sources, fingerprint, createdAt } = await exportedBundle(folder, trusted);
  process.stdout.write(`The bundle of ${createdAt} is as it was signed with the key ${fingerprint}.\n`);
  return sources;
}
