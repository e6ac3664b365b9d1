import { cpSync, createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { projectRoot } from '../../src/platform/project-root.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import type { ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';
import type { OutcomeRow } from '../../src/resolution/workers/serialized-outcome.js';
import { ResolutionWorkerPool } from '../../src/resolution/workers/resolution-worker-pool.js';
import type { Database } from '../../src/platform/database/database.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import { databaseCpu } from '../service/database-cpu.js';
import { ablation } from './ablation.js';
import { calibrationPlot } from './calibration-plot.js';
import { Figures } from './figures.js';
import { openBenchDatabase } from './harness.js';
import { ensureLoaded } from './loaded-catalogue.js';
import { evidenceWithContexts } from './list-contexts.js';
import { askRegistries } from './registries.js';
import { evidenceOf, readRows, type LabelledRow } from './rows.js';
import { loadCases } from './training.js';

const batchSize = 250;
const warmUpRows = 2000;

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

/** Starts the threads and has their code compiled before the measurement, as in a running service. */
async function warmUp(all: readonly ComponentEvidence[], workers: ResolutionWorkerPool): Promise<void> {
  for (let at = 0; at < warmUpRows; at += batchSize) {
    const batch = all.slice(at % all.length, (at % all.length) + batchSize);
    await Promise.all(Array.from({ length: workers.concurrency }, () => workers.resolve(batch)));
  }
}

/** In batches as the job has them, as many at once as there are workers. */
async function* resolved(
  all: readonly ComponentEvidence[],
  workers: ResolutionWorkerPool,
): AsyncIterable<ResolutionOutcome[]> {
  const underWay: Promise<string[]>[] = [];
  for (let at = 0; at < all.length || underWay.length > 0;) {
    while (at < all.length && underWay.length <= workers.concurrency)
      underWay.push(workers.resolve(all.slice(at, (at += batchSize))));
    yield (await underWay.shift()!).map(outcomeIn);
  }
}

function outcomeIn(text: string): ResolutionOutcome {
  const { status, search_results, suggestions } = JSON.parse(text) as OutcomeRow;
  return { status, searchResults: search_results, suggestions };
}

/** Rows of a list get what is sure about the others of it, as in the job: each row is first resolved by itself. */
async function evidenceOfRows(
  rows: readonly LabelledRow[],
  workers: ResolutionWorkerPool,
): Promise<ComponentEvidence[]> {
  const listed = rows.filter(({ list }) => list !== undefined);
  const alone: ResolutionOutcome[] = [];
  for await (const batch of resolved(listed.map(evidenceOf), workers)) alone.push(...batch);
  const selected = new Map(
    listed.map(({ id }, index) => [id, alone[index]!.searchResults.package.find((one) => one.selected)?.purl ?? null]),
  );
  return evidenceWithContexts(rows, (index) => selected.get(rows[index]!.id) ?? null);
}

/** A copy of the loaded database: what registries confirm becomes part of its catalogue. */
async function copyOf(dataDir: string, load: (folder: string) => Promise<void>): Promise<string> {
  const copy = `${dataDir}-registries`;
  await load(dataDir);
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

async function load(dataDir: string, catalog: string, times: number): Promise<void> {
  const { database, close } = await openBenchDatabase(dataDir);
  await ensureLoaded(database, catalog, times).finally(close);
}

/** As after the job's questions to registries. */
async function evidenceAfterRegistries(
  rows: readonly LabelledRow[],
  workers: ResolutionWorkerPool,
  database: Database,
): Promise<ComponentEvidence[]> {
  const before: ResolutionOutcome[] = [];
  for await (const batch of resolved(await evidenceOfRows(rows, workers), workers)) before.push(...batch);
  const { asked, confirmed, lookalikes } = await askRegistries(database, rows, before);
  const result = `${confirmed} confirmed, ${lookalikes} too like a popular package`;
  process.stdout.write(`Registries: ${asked} packages asked about, ${result}
`);
  return evidenceOfRows(rows, workers);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      catalog: { type: 'string' },
      out: { type: 'string' },
      data: { type: 'string' },
      threads: { type: 'string' },
      copies: { type: 'string', default: '1' },
      ablation: { type: 'boolean', default: false },
      registries: { type: 'boolean', default: false },
    },
  });
  const [rowsFiles] = positionals;
  if (!rowsFiles || !values.catalog || !values.out)
    throw new Error(
      'Usage: npm run bench:resolution -- ROWS.jsonl[,MORE.jsonl] --catalog DIR --out PRED.jsonl [--data DIR] [--threads N] [--copies N] [--ablation] [--registries]',
    );
  const rows = await readRows(rowsFiles);
  const times = Number(values.copies);
  const usual = values.data ?? resolve(projectRoot, 'data', `bench-resolution${times === 1 ? '' : `-${times}`}`);
  const catalog = resolve(values.catalog);
  const dataDir = values.registries ? await copyOf(usual, (folder) => load(folder, catalog, times)) : usual;
  const { database, dataSource, close } = await openBenchDatabase(dataDir);
  try {
    await ensureLoaded(database, catalog, times);
    const configuration = new Configuration(values.threads ? { RESOLUTION_THREADS: values.threads } : {});
    const workers = new ResolutionWorkerPool(configuration, database, new ResolutionEngine(), dataSource);
    const evidence = await (values.registries
      ? evidenceAfterRegistries(rows, workers, database)
      : evidenceOfRows(rows, workers));
    await warmUp(evidence, workers);
    const databaseMs = await databaseCpu(database);
    const started = { at: performance.now(), cpu: process.cpuUsage(), databaseMs: databaseMs() };
    const outcomes: ResolutionOutcome[] = [];
    for await (const batch of resolved(evidence, workers)) outcomes.push(...batch);
    const seconds = (performance.now() - started.at) / 1000;
    const { user, system } = process.cpuUsage(started.cpu);
    const each = (ms: number): string => `${(ms / rows.length).toFixed(2)} ms`;
    const processors = `processor time each ${each((user + system) / 1e3)} and PostgreSQL’s ${each(databaseMs() - started.databaseMs)}`;
    const memory = Math.round(process.resourceUsage().maxRSS / 1e3);
    await workers.onApplicationShutdown();
    // Not measured: the comparison with the truth is not part of resolution.
    const figures = new Figures();
    const output = createWriteStream(values.out);
    for (const [index, row] of rows.entries()) {
      output.write(`${JSON.stringify(prediction(row, outcomes[index]!))}\n`);
      figures.add(row, outcomes[index]!);
    }
    output.end();
    const plot = `${values.out.replace(/\.\w+$/, '')}.calibration.svg`;
    writeFileSync(plot, calibrationPlot(figures.tenths));
    process.stdout.write(`${figures.table()}\n`);
    const speed = `${Math.round(rows.length / seconds)} components/s`;
    process.stdout.write(`${rows.length} rows, ${speed}, ${processors}, at most ${memory} MB; calibration: ${plot}\n`);
  } finally {
    await close();
  }
  if (values.ablation) process.stdout.write(`${ablation(await loadCases(rowsFiles, dataDir))}\n`);
}

await main();
