import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { ProgressBar } from '../../src/catalog/progress-bar.js';
import { loadedSources } from '../../src/catalog/sources.repository.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import type { Database } from '../../src/platform/database/database.js';
import { scaleCatalogue, scaleMark } from './scaled-catalogue.js';

/** Loads the bundle unless this folder is loaded already; `times` copies have altered names. */
export async function ensureLoaded(database: Database, folder: string, times = 1): Promise<void> {
  const source = bundleSource(folder);
  const sources = await database.transaction('system', loadedSources);
  const origin = source.origin + scaleMark(times);
  if (sources.some((known) => known.origin === origin && known.state === 'loaded')) return;
  const bar = new ProgressBar(process.stderr);
  await new CatalogLoader(database).load([source], (progress) => bar.show(progress));
  bar.end();
  if (times > 1) await database.session('system', (session) => scaleCatalogue(session, times));
}
