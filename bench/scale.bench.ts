import { availableParallelism } from 'node:os';
import { Database } from '../src/platform/database/database.js';
import { pickedEntries, sbomOf, type ListedComponent } from './resolution/lists.js';
import { ensureLoaded } from './resolution/loaded-catalogue.js';
import { openBenchService, timed, type BenchService } from './service/bench-service.js';
import { databaseCpu } from './service/database-cpu.js';
import { startRedis } from './service/redis.js';
import { settled } from './service/settled.js';
import { startWorker } from './service/worker.js';
import { throwAwayFolder } from './throw-away-folder.js';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The shape of several machines on one: an API process, Redis, PostgreSQL, and 1, 2 and 4 workers. Each round uploads the
 * same SBOMs anew and waits until every component is assessed. Prints what a second brings, and which resource took the
 * processors: `npm run bench:scale -- CATALOG_DIR [sboms [components of each [DATA_DIR]]]`.
 */
const [, , catalog, sboms = '40', components = '250', kept] = process.argv;
if (!catalog) throw new Error('Usage: npm run bench:scale -- CATALOG_DIR [sboms [components of each [DATA_DIR]]]');

const dataDir = kept ? resolve(kept) : throwAwayFolder();
const redis = await startRedis();
const settings = { DATA_DIR: dataDir, ROLES: 'api,scheduler', REDIS_URL: redis.url };
const service = await openBenchService(settings);
try {
  const database = service.nest.get(Database);
  await ensureLoaded(database, resolve(catalog));
  const count = Number(sboms) * Number(components);
  const entries = await database.session('system', (sql) => pickedEntries(sql, count));
  const lists = Array.from({ length: Number(sboms) }, (_, index) =>
    entries.slice(index * Number(components), (index + 1) * Number(components)),
  );
  console.log(`${availableParallelism()} processors; ${sboms} SBOMs of ${components} components, uploaded at once`);
  for (const workers of [1, 2, 4]) await round(workers, lists);
} finally {
  await service.close();
  await redis.stop();
  if (!kept) rmSync(dataDir, { recursive: true, force: true });
}

async function round(count: number, lists: readonly (readonly ListedComponent[])[]): Promise<void> {
  const database = service.nest.get(Database);
  const workers = await Promise.all(
    Array.from({ length: count }, () => startWorker(service.databaseUrl, dataDir, { REDIS_URL: redis.url })),
  );
  try {
    await uploadAll(service, `warm-up ${count}`, lists.slice(0, 4));
    await settled(service.databaseUrl);
    // Otherwise the outcomes of the round before would be copied.
    await database.transaction('system', (sql) => sql.run('DELETE FROM resolution_outcomes'));
    const databaseMs = await databaseCpu(database);
    const used = () => ({
      workers: workers.reduce((sum, worker) => sum + worker.processorMs(), 0),
      PostgreSQL: databaseMs(),
      Redis: redis.processorMs(),
      'API and client': process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
    });
    const before = used();
    const { ms } = await timed(() => uploadAll(service, `round ${count}`, lists));
    const after = used();
    const components = lists.reduce((sum, { length }) => sum + length, 0);
    const shares = Object.entries(after).map(([what, total]) => {
      const each = (total - before[what as keyof typeof before]) / components;
      return `${what} ${each.toFixed(2)} ms`;
    });
    const busy = Object.entries(after).reduce(
      (sum, [what, total]) => sum + total - before[what as keyof typeof before],
      0,
    );
    console.log(
      `${count} workers: ${((lists.length * 1_000) / ms).toFixed(1)} imports/s, ` +
        `${Math.round((components * 1_000) / ms)} components/s from upload to assessed; processor for each component: ` +
        `${shares.join(', ')}; processors busy ${Math.round((100 * busy) / (ms * availableParallelism()))} %; ` +
        `worker at most ${Math.max(...workers.map((worker) => worker.mostMb()))} MB`,
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

async function uploadAll(
  { url, token, orgId }: BenchService,
  prefix: string,
  lists: readonly (readonly ListedComponent[])[],
): Promise<void> {
  const upload = async (list: readonly ListedComponent[], index: number): Promise<void> => {
    const body = new FormData();
    body.append('file', new Blob([sbomOf(list)]), 'bench.json');
    const query = new URLSearchParams({ name: `${prefix} ${index}`, version: '1', org_id: orgId, wait: 'true' });
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/v1/project/uploadSBOM?${query.toString()}`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`uploadSBOM: ${response.status} ${text.slice(0, 300)}`);
    if ((JSON.parse(text) as { data: { verdict: string } }).data.verdict === 'pending')
      throw new Error('An SBOM was not assessed within IMPORT_WAIT_MS');
  };
  await Promise.all(lists.map(upload));
}
