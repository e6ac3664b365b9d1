import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication, prepareDatabase } from '../src/commands/application.js';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { bundleSource } from '../src/catalog/sources/bundle.js';
import type { JobContext } from '../src/jobs/job-context.js';
import { batchesOf } from '../src/model/group-by.js';
import { Configuration } from '../src/platform/configuration/configuration.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { projectRoot } from '../src/platform/project-root.js';
import { RescoreHandler } from '../src/sboms/scoring/rescore.handler.js';
import type { ResolvedEntity } from '../src/scores/entities/entity.js';
import { matchTargets, readFindings } from '../src/scores/facts/findings-reader.js';
import { AdvisoryCache } from '../src/scores/facts/advisory-cache.js';
import { EntityScorer } from '../src/scores/stored/entity-scorer.js';
import { overviewTimes } from './scores/overviews.js';
import {
  addHeldAdvisories,
  fillSboms,
  packageVersions,
  productVersions,
  setAdvisoriesAside,
  takeHeldAdvisories,
} from './scores/population.js';
import { percentile, timed } from './service/bench-service.js';
import { databaseCpu } from './service/database-cpu.js';
import { LocalNvd } from './sync/local-nvd.js';
import { throwAwayFolder } from './throw-away-folder.js';

/**
 * Figures of scoring, with the catalogue bundle beside the project:
 * `npm run bench:scores -- [--packages 100000] [--components 1000000] [--advisories 1000] [--overviews 250]
 * [--bundle folder] [--data folder] [--cves 300000 --criteria 2000000]`. With `--cves`, generated feeds of NVD's form are
 * loaded beside the bundle, and a twentieth as many products of theirs are matched, those with most CVEs most often. Matching goes in two lanes, as two jobs of a worker do: one waits for the database
 * while the other judges. Rescoring is measured twice, each time as the advisories are added and as they are taken away; a
 * folder named by `--data` is kept, and the next run with it only rescores.
 */
const { values: asked } = parseArgs({
  options: {
    packages: { type: 'string', default: '100000' },
    components: { type: 'string', default: '1000000' },
    advisories: { type: 'string', default: '1000' },
    overviews: { type: 'string', default: '250' },
    bundle: { type: 'string', default: join(projectRoot, '../shared/catalog') },
    data: { type: 'string' },
    cves: { type: 'string', default: '0' },
    criteria: { type: 'string', default: '2000000' },
  },
});

/** Wall time, and the time that this process and the database's had the processors: a busy machine prolongs only the first. */
const line = (what: string, ms: number, bar: string): void => {
  const now = cpuNow();
  const parts = `${(now.own - lastCpu.own).toFixed(0)} ms of our own, ${(now.database - lastCpu.database).toFixed(0)} ms of the database's`;
  lastCpu = now;
  console.log(`${what.padEnd(90)} ${ms.toFixed(0).padStart(8)} ms; processor: ${parts}  (bar: ${bar})`);
};
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1_000, database: databaseCpuMs() };
};
let lastCpu = { own: 0, database: 0 };
let databaseCpuMs = (): number => 0;

if (existsSync(asked.bundle)) await main();
else console.log(`There is no catalogue bundle at ${asked.bundle}: nothing to measure with`);

async function main(): Promise<void> {
  const isKept = asked.data !== undefined && existsSync(asked.data);
  const dataDir = asked.data ?? throwAwayFolder();
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await prepareDatabase(postgres.url);
    const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SAMPLE: 'false', ROLES: 'api' };
    const { nest } = await createApplication(new Configuration(settings), postgres.url);
    const database = nest.get(Database, { strict: false });
    databaseCpuMs = await databaseCpu(database);
    if (!isKept) await filling(nest, database);
    for (let round = 1; round <= 2; round += 1)
      for (const [what, change] of [
        ['added', addHeldAdvisories],
        ['taken away', takeHeldAdvisories],
      ] as const) {
        await change(database);
        lastCpu = cpuNow();
        await rescoring(database, nest.get(RescoreHandler, { strict: false }), what);
      }
    await nest.close();
  } finally {
    await postgres.stop();
    if (asked.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function filling(nest: NestExpressApplication, database: Database): Promise<void> {
  const loading = await timed(() => nest.get(CatalogLoader, { strict: false }).load([bundleSource(asked.bundle)]));
  line('loading the catalogue', loading.ms, '-');
  const entities = await packageVersions(database, Number(asked.packages));
  await matching(database, 'packages', entities);
  if (Number(asked.cves) > 0) await matchingWithNvd(nest, database, entities);
  await overviews(nest, entities);
  await setAdvisoriesAside(database, Number(asked.advisories));
  await scoring(database, nest.get(EntityScorer, { strict: false }), entities);
  const sboms = await timed(() => fillSboms(database, Number(asked.components)));
  line(`filling SBOMs with ${asked.components} components`, sboms.ms, '-');
}

async function inBatches<T>(all: readonly T[], work: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (const batch of batchesOf(all, 500)) await work(batch);
}

async function inLanes<T>(all: readonly T[], work: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  const half = Math.ceil(all.length / 2);
  await Promise.all([inBatches(all.slice(0, half), work), inBatches(all.slice(half), work)]);
}

/** The same packages, and products that the feeds name, with everything that NVD publishes beside the bundle. */
async function matchingWithNvd(
  nest: NestExpressApplication,
  database: Database,
  packages: readonly ResolvedEntity[],
): Promise<void> {
  const folder = throwAwayFolder();
  const nvd = await LocalNvd.start(folder, { cves: Number(asked.cves), criteria: Number(asked.criteria), modified: 1 });
  try {
    const { ms } = await timed(() => nvd.sync(database, nest.get(CatalogLoader, { strict: false })));
    line(`loading ${asked.cves} CVEs with ${asked.criteria} criteria`, ms, '-');
  } finally {
    await nvd.close();
    rmSync(folder, { recursive: true, force: true });
  }
  await matching(database, 'packages', packages);
  await matching(database, 'products', productVersions(Math.ceil(packages.length / 20)));
}

async function matching(database: Database, what: string, entities: readonly ResolvedEntity[]): Promise<void> {
  const cache = new AdvisoryCache();
  let affected = 0;
  const { ms } = await timed(() =>
    inLanes(entities, async (batch) => {
      const found = await database.transaction('system', async (sql) =>
        readFindings(sql, batch, { targets: await matchTargets(sql, batch), cache }),
      );
      for (const findings of found) affected += findings?.filter(({ status }) => status === 'affected').length ?? 0;
    }),
  );
  line(
    `matching ${entities.length} ${what} (${affected} vulnerabilities)`,
    ms,
    what === 'products' ? '-' : '10000 ms for 100000',
  );
}

async function scoring(database: Database, scorer: EntityScorer, entities: readonly ResolvedEntity[]): Promise<void> {
  const { ms } = await timed(() =>
    inLanes(entities, (batch) => database.transaction('system', (sql) => scorer.refresh(sql, batch))),
  );
  line(`scoring and storing ${entities.length} entities`, ms, '-');
}

async function overviews(nest: NestExpressApplication, entities: readonly ResolvedEntity[]): Promise<void> {
  const times = await overviewTimes(nest, entities, Number(asked.overviews));
  line('overview of a known entity over HTTP, median', percentile(times, 0.5), '-');
  line('overview of a known entity over HTTP, p95', percentile(times, 0.95), '50 ms');
}

async function rescoring(database: Database, handler: RescoreHandler, what: string): Promise<void> {
  let result: unknown;
  const context = {
    transaction: (work: Parameters<JobContext['transaction']>[0]) => database.transaction('system', work),
    fence: () => Promise.resolve(),
    progress: () => undefined,
    complete: (_sql: unknown, outcome: { result: unknown }) => Promise.resolve(void (result = outcome.result)),
  } as unknown as JobContext;
  const { ms } = await timed(() => handler.handle(context));
  line(`rescoring after advisories ${what}: ${JSON.stringify(result)}`, ms, '5000 ms for 1000000');
}
