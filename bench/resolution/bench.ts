import { createWriteStream, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { ProgressBar } from '../../src/catalog/progress-bar.js';
import { loadedSources } from '../../src/catalog/sources.repository.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import type { Database } from '../../src/platform/database/database.js';
import { projectRoot } from '../../src/platform/project-root.js';
import type { ResolutionOutcome } from '../../src/resolution/matching/outcome.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import { calibrationPlot } from './calibration-plot.js';
import { Figures } from './figures.js';
import { openBenchDatabase } from './harness.js';
import { evidenceOf, readRows, type LabelledRow } from './rows.js';

const batchSize = 250;

/** Loads the bundle unless this very folder was loaded before. */
async function ensureLoaded(database: Database, folder: string): Promise<void> {
  const sources = await database.transaction('system', loadedSources);
  if (sources.some(({ origin, state }) => origin === folder && state === 'loaded')) return;
  const bar = new ProgressBar(process.stderr);
  await new CatalogLoader(database).load([bundleSource(folder)], (progress) => bar.show(progress));
  bar.end();
}

/** What `score.py` reads. */
function prediction(row: LabelledRow, { searchResults }: ResolutionOutcome): object {
  const first = (items: readonly { readonly automatically_selected: boolean }[]): boolean =>
    items[0]?.automatically_selected ?? false;
  return {
    id: row.id,
    package: searchResults.package.map(({ purl, confidence }) => ({ purl, confidence })),
    repo: searchResults.repo.map(({ repo_url, confidence }) => ({ url: repo_url, confidence })),
    product: searchResults.product.map(({ cpe, confidence }) => ({ cpe, confidence })),
    auto: {
      package: first(searchResults.package),
      repo: first(searchResults.repo),
      product: first(searchResults.product),
    },
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { catalog: { type: 'string' }, out: { type: 'string' }, data: { type: 'string' } },
  });
  const [rowsFile] = positionals;
  if (!rowsFile || !values.catalog || !values.out)
    throw new Error('Usage: npm run bench:resolution -- ROWS.jsonl --catalog DIR --out PRED.jsonl [--data DIR]');
  const rows = await readRows(rowsFile);
  const { database, close } = await openBenchDatabase(values.data ?? resolve(projectRoot, 'data', 'bench-resolution'));
  try {
    await ensureLoaded(database, resolve(values.catalog));
    const engine = new ResolutionEngine();
    const output = createWriteStream(values.out);
    const figures = new Figures();
    const started = performance.now();
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      const outcomes = await database.transaction('system', (sql) => engine.resolveBatch(sql, batch.map(evidenceOf)));
      for (const [index, row] of batch.entries()) {
        output.write(`${JSON.stringify(prediction(row, outcomes[index]!))}\n`);
        figures.add(row, outcomes[index]!);
      }
    }
    const seconds = (performance.now() - started) / 1000;
    output.end();
    const memory = Math.round(process.resourceUsage().maxRSS / 1e3);
    const plot = `${values.out.replace(/\.\w+$/, '')}.calibration.svg`;
    writeFileSync(plot, calibrationPlot(figures.tenths));
    process.stdout.write(`${figures.table()}\n`);
    const speed = `${Math.round(rows.length / seconds)} components/s`;
    process.stdout.write(`${rows.length} rows, ${speed}, at most ${memory} MB; calibration: ${plot}\n`);
  } finally {
    await close();
  }
}

await main();
