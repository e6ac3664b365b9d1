import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Database } from '../src/platform/database/database.js';
import { sbomOf, noisy, pickedEntries, type ListedComponent } from './resolution/lists.js';
import { ensureLoaded } from './resolution/loaded-catalogue.js';
import { openBenchService, timed, type BenchService } from './service/bench-service.js';
import { databaseCpu } from './service/database-cpu.js';
import { settled } from './service/settled.js';
import { startWorker } from './service/worker.js';
import { throwAwayFolder } from './throw-away-folder.js';

/**
 * How fast the whole job finds out what components are, with a catalogue bundle loaded: from the upload of a list over
 * HTTP until the last of its entries is written, with the worker in a process of its own beside the API and PostgreSQL.
 * `npm run bench:resolving -- CATALOG_DIR [components [DATA_DIR]]`; the data folder, where one is named, is kept with
 * the catalogue for the next run.
 */
const [, , catalog, count = '10000', kept] = process.argv;
if (!catalog) throw new Error('Usage: npm run bench:resolving -- CATALOG_DIR [components [DATA_DIR]]');

const dataDir = kept ? resolve(kept) : throwAwayFolder();
const service = await openBenchService({ DATA_DIR: dataDir, ROLES: 'api,scheduler' });
try {
  const database = service.nest.get(Database);
  await ensureLoaded(database, resolve(catalog));
  // SBOMs of earlier runs would be resolved again during this one.
  const forget = 'UPDATE sboms SET deleted_at = now() WHERE deleted_at IS NULL';
  await database.transaction('system', (sql) => sql.run(forget));
  const entries = await database.session('system', (sql) => pickedEntries(sql, Number(count)));
  const names = entries.map(({ name, org, version }) => ({ name, org, version }));
  const packages = entries.filter(({ purl }) => purl !== undefined);
  // Of each kind: names and package URLs run different code.
  const warming = [noisy(names), packages]
    .flatMap((components) => components.slice(0, 4000))
    .map((one) => ({ ...one, version: `${one.version}.0` }));
  const worker = await startWorker(service.databaseUrl, dataDir);
  const databaseMs = await databaseCpu(database);
  try {
    for (const [what, components, bar] of [
      ['warming up', warming, '-'],
      ['noisy names', noisy(names), '2,000/s'],
      ['the same again', noisy(names), '10,000/s'],
      ['exact names', names, '2,500/s'],
      ['the same again', names, '10,000/s'],
      ['package URLs', packages, '8,000/s'],
      ['the same again', packages, '10,000/s'],
    ] as const) {
      const before = { worker: worker.processorMs(), database: databaseMs() };
      const speed = await measure(what, components);
      const each = (ms: number): string => `${(ms / components.length).toFixed(2)} ms`;
      const own = each(worker.processorMs() - before.worker);
      const processor = `processor for each: worker ${own}, PostgreSQL ${each(databaseMs() - before.database)}`;
      console.log(`${what.padEnd(14)} ${speed} (bar: ${bar}); ${processor}; worker at most ${worker.mostMb()} MB`);
      await settled(service.databaseUrl);
    }
  } finally {
    await worker.stop();
  }
} finally {
  await service.close();
  if (!kept) rmSync(dataDir, { recursive: true, force: true });
}

async function measure(what: string, components: readonly ListedComponent[]): Promise<string> {
  const sbomId = await service.newSbom(what);
  const { ms } = await timed(() => resolved(service, sbomId, sbomOf(components)));
  const job = await jobSeconds(sbomId);
  const rate = (seconds: number): string => `${Math.round(components.length / seconds)}/s`;
  return `${components.length} components: upload to resolved ${rate(ms / 1000)}, the job alone ${rate(job)}`;
}

/** Waits for the end of the resolution job, not for that of scoring. */
async function resolved({ get, upload }: BenchService, sbomId: string, sbom: string): Promise<void> {
  const { meta } = await upload(sbomId, new Blob([sbom]));
  for (let wait = true; wait;) {
    const { data } = await get('jobs/getJob', { id: meta.job_id });
    if (data.status === 'failed') throw new Error(data.error);
    wait = data.status !== 'succeeded' || (await jobSeconds(sbomId)) === 0;
    if (wait) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** 0 until it has ended. */
async function jobSeconds(sbomId: string): Promise<number> {
  const run = await service.nest.get(Database).transaction('system', (sql) =>
    sql.one<{ seconds: number }>(
      `SELECT extract(epoch FROM finished_at - started_at)::float AS seconds FROM job_runs
       WHERE name = 'sbom.resolve' AND subject_id = $sbomId AND state = 'succeeded'`,
      { sbomId },
    ),
  );
  return run?.seconds ?? 0;
}
