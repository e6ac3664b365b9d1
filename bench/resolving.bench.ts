import { resolve } from 'node:path';
import { Database } from '../src/platform/database/database.js';
import { billOf, noisy, pickedEntries, type Listed } from './resolution/lists.js';
import { ensureLoaded } from './resolution/loaded-catalogue.js';
import { openGround, timed, type Ground } from './service/ground.js';
import { settled } from './service/settled.js';

/**
 * How fast the whole job finds out what components are, with a catalogue bundle loaded: from the upload of a list over
 * HTTP until the last of its entries is written. `npm run bench:resolving -- CATALOG_DIR [components [DATA_DIR]]`; the
 * data folder, where one is named, is kept with the catalogue for the next run.
 */
const [, , catalog, count = '10000', dataDir] = process.argv;
if (!catalog) throw new Error('Usage: npm run bench:resolving -- CATALOG_DIR [components [DATA_DIR]]');
const megabyte = 1024 * 1024;

const ground = await openGround(dataDir ? { DATA_DIR: resolve(dataDir) } : {});
try {
  const database = ground.nest.get(Database);
  await ensureLoaded(database, resolve(catalog));
  const entries = await database.session('system', (sql) => pickedEntries(sql, Number(count)));
  const names = entries.map(({ name, org, version }) => ({ name, org, version }));
  const packages = entries.filter(({ purl }) => purl !== undefined);
  const warming = noisy(names)
    .slice(0, 4000)
    .map((one) => ({ ...one, version: `${one.version}.0` }));
  await measure('warming up', warming, '-');
  await measure('noisy names', noisy(names), '1,000/s');
  await measure('exact names', names, '5,000/s');
  await measure('package URLs', packages, '5,000/s');
} finally {
  await ground.close();
}

async function measure(what: string, components: readonly Listed[], bar: string): Promise<void> {
  const sbomId = await ground.newSbom(what);
  const memory = watchMemory();
  const { ms } = await timed(() => resolved(ground, sbomId, billOf(components)));
  const { most } = memory.stop();
  const job = await jobSeconds(sbomId);
  const rate = (seconds: number): string => `${Math.round(components.length / seconds)}/s`;
  const whole = `upload to resolved ${rate(ms / 1000)}, the job alone ${rate(job)}`;
  console.log(`${what.padEnd(14)} ${components.length} components: ${whole} (bar: ${bar}); process at most ${most} MB`);
  await settled(ground.databaseUrl);
}

/** Until the job has ended that finds out what the entries are; what follows it (scores) is not waited for. */
async function resolved({ get, upload }: Ground, sbomId: string, bill: string): Promise<void> {
  const { meta } = await upload(sbomId, new Blob([bill]));
  for (let wait = true; wait;) {
    const { data } = await get('jobs/getJob', { id: meta.job_id });
    if (data.status === 'failed') throw new Error(data.error);
    wait = data.status !== 'succeeded' || (await jobSeconds(sbomId)) === 0;
    if (wait) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** 0 while it has not ended. */
async function jobSeconds(sbomId: string): Promise<number> {
  const run = await ground.nest.get(Database).transaction('system', (sql) =>
    sql.one<{ seconds: number }>(
      `SELECT extract(epoch FROM finished_at - started_at)::float AS seconds FROM job_runs
       WHERE name = 'sbom.resolve' AND subject_id = $1 AND state = 'succeeded'`,
      [sbomId],
    ),
  );
  return run?.seconds ?? 0;
}

function watchMemory(): { stop(): { most: number } } {
  let most = 0;
  const look = (): void => void (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 100);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return { most: Math.round(most / megabyte) };
    },
  };
}
