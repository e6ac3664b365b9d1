import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, prepareDatabase } from '../src/application.js';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { bundleSource } from '../src/catalog/sources/bundle.js';
import type { JobContext } from '../src/jobs/job-context.js';
import { newId } from '../src/platform/identifiers/uuid.js';
import { Configuration } from '../src/platform/configuration/configuration.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { projectRoot } from '../src/platform/project-root.js';
import { RescoreHandler } from '../src/sboms/scoring/rescore.handler.js';
import type { FoundEntity } from '../src/scores/entities/entity.js';
import { Shelf } from '../src/scores/facts/shelf.js';
import { findingsOfMany } from '../src/scores/facts/findings-reader.js';
import { EntityScorer } from '../src/scores/stored/entity-scorer.js';
import { namedEntity } from '../src/scores/stored/named-entity.js';
import { ScoresService } from '../src/scores/scores.service.js';
import { percentile, timed } from './service/ground.js';

/**
 * Figures of scoring, with the catalogue bundle beside the project: `npm run bench:scores -- [packages] [components] [bundle]`.
 */
const folder = process.argv[4] ?? join(projectRoot, '../shared/catalog');
const packages = Number(process.argv[2] ?? 100_000);
const components = Number(process.argv[3] ?? 1_000_000);
/** Wall time, and of it the time that this process (not the database's) had the processor. */
const line = (what: string, ms: number, bar: string): void => {
  const cpu = process.cpuUsage(lastCpu);
  lastCpu = process.cpuUsage();
  const own = ((cpu.user + cpu.system) / 1_000).toFixed(0);
  console.log(`${what.padEnd(72)} ${ms.toFixed(0).padStart(8)} ms, ${own} ms of our own  (bar: ${bar})`);
};
let lastCpu = process.cpuUsage();

if (existsSync(folder)) await main();
else console.log(`There is no catalogue bundle at ${folder}: nothing to measure with`);

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await prepareDatabase(postgres.url);
    const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SAMPLE: 'false', ROLES: 'api' };
    const { nest } = await createApplication(new Configuration(settings), postgres.url);
    const database = nest.get(Database, { strict: false });
    const loading = await timed(() => nest.get(CatalogLoader, { strict: false }).load([bundleSource(folder)]));
    line('loading the catalogue', loading.ms, '-');
    const entities = await catalogEntities(database);
    await matching(database, entities);
    await scoring(database, nest.get(EntityScorer, { strict: false }), entities);
    await overviews(nest.get(ScoresService, { strict: false }), entities);
    await rescoring(database, nest.get(RescoreHandler, { strict: false }));
    await nest.close();
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Packages at the versions that advisories list: every one of them has something to be matched with. */
async function catalogEntities(database: Database): Promise<FoundEntity[]> {
  const rows = await database.transaction('system', (sql) =>
    sql.query<{ purl: string; version: string }>(
      `SELECT DISTINCT p.package_key AS purl, v.version
       FROM catalog_advisory_packages p JOIN catalog_advisories a ON a.id = p.advisory_id
       CROSS JOIN jsonb_array_elements(a.record -> 'affected') AS affected
       CROSS JOIN jsonb_array_elements_text(affected -> 'versions') AS v (version) LIMIT $1`,
      [packages],
    ),
  );
  return rows.flatMap(({ purl, version }) => namedEntity({ purl, cpe: null, repoUrl: null, version }) ?? []);
}

async function inBatches<T>(all: readonly T[], work: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += 1_000) await work(all.slice(start, start + 1_000));
}

async function matching(database: Database, entities: readonly FoundEntity[]): Promise<void> {
  const shelf = new Shelf();
  let affected = 0;
  const { ms } = await timed(() =>
    inBatches(entities, async (batch) => {
      const found = await database.transaction('system', (sql) => findingsOfMany(sql, batch, shelf));
      for (const findings of found) affected += findings?.filter(({ status }) => status === 'affected').length ?? 0;
    }),
  );
  line(`matching ${entities.length} components (${affected} vulnerabilities)`, ms, '10000 ms for 100000');
}

async function scoring(database: Database, scorer: EntityScorer, entities: readonly FoundEntity[]): Promise<void> {
  const { ms } = await timed(() =>
    inBatches(entities, (batch) => database.transaction('system', (sql) => scorer.refresh(sql, batch))),
  );
  line(`scoring and storing ${entities.length} entities`, ms, '-');
}

async function overviews(scores: ScoresService, entities: readonly FoundEntity[]): Promise<void> {
  const actor = { tenancy: { organizations: [] } } as never;
  const times: number[] = [];
  for (let round = 0; round < 300; round += 1) {
    const { purl } = entities[(round * 331) % entities.length]!;
    const package_id = `pkg:${purl!.type}/${purl!.namespace ? `${purl!.namespace}/` : ''}${purl!.name}@${purl!.version}`;
    const { ms } = await timed(() => scores.overview(actor, { package_id }).catch(() => undefined));
    if (round >= 50) times.push(ms);
  }
  line('overview of a known entity, median', percentile(times, 0.5), '-');
  line('overview of a known entity, p95', percentile(times, 0.95), '50 ms');
}

async function rescoring(database: Database, handler: RescoreHandler): Promise<void> {
  await fill(database);
  await database.transaction('system', async (sql) => {
    await sql.run('DELETE FROM score_changes');
    await sql.run(
      `UPDATE catalog_advisories SET record = jsonb_set(record, '{summary}', '"changed"') WHERE id IN (
         SELECT p.advisory_id FROM catalog_advisory_packages p
         WHERE EXISTS (SELECT FROM entity_scores e WHERE e.keys && ARRAY[p.package_key])
         GROUP BY 1 ORDER BY md5(p.advisory_id) LIMIT 1000)`,
    );
  });
  let result: unknown;
  const context = {
    transaction: (work: Parameters<JobContext['transaction']>[0]) => database.transaction('system', work),
    fence: () => Promise.resolve(),
    progress: () => undefined,
    complete: (_sql: unknown, outcome: { result: unknown }) => Promise.resolve(void (result = outcome.result)),
  } as unknown as JobContext;
  const { ms } = await timed(() => handler.handle(context));
  line(`rescoring after 1000 changed advisories ${JSON.stringify(result)}`, ms, '5000 ms for 1000000 components');
}

/** Components of a thousand bills, spread over the entities, as if they had been scored. */
async function fill(database: Database): Promise<void> {
  const [org, team] = [newId(), newId()];
  await database.session('system', async (sql) => {
    await sql.run(
      `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency)
       SELECT gen_random_uuid(), $1, $2, 'bench', '', '', '', '', 'never' FROM generate_series(1, 1000)`,
      [org, team],
    );
    await sql.run(
      `CREATE TEMP TABLE spread AS
       SELECT gen_random_uuid() AS id, b.id AS sbom_id, n, e.entity_id, e.purl, e.digest
       FROM generate_series(0, ${components - 1}) n
       JOIN (SELECT id, row_number() OVER () - 1 AS place FROM sboms) b ON b.place = n % 1000
       JOIN (SELECT entity_id, purl, digest, row_number() OVER (ORDER BY entity_id) - 1 AS place FROM entity_scores) e
         ON e.place = n % (SELECT count(*) FROM entity_scores)`,
    );
    await sql.run(
      `INSERT INTO components (id, org_id, sbom_id, position, name, ref, pending, status, selected_purl)
       SELECT id, $1, sbom_id, n / 1000, 'c' || n, 'r' || n, false, 'resolved', purl FROM spread`,
      [org],
    );
    await sql.run(
      `INSERT INTO component_scores (component_id, org_id, sbom_id, entity_id, risk, risk_ecosystem, risk_technology,
         risk_supply_chain, stamp)
       SELECT s.id, $1, s.sbom_id, s.entity_id, 10, 10, 10, 10, c.xmin::text || ' ' || s.digest
       FROM spread s JOIN components c ON c.id = s.id`,
      [org],
    );
    await sql.query('VACUUM ANALYZE components, component_scores, sboms, entity_scores, entity_vulnerabilities');
  });
}
