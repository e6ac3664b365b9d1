import pg from 'pg';
import { MonitoringScheduler } from '../src/monitoring/monitoring.scheduler.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How long it takes to write down what is due, and how much a sweep of it delays an upload that somebody waits for:
 * `npm run bench:monitoring -- [projects]`.
 */
const size = Number(process.argv[2] ?? 10_000);
const uploads = 12;

const line = (what: string, figure: string, bar: string): void =>
  console.log(`${what.padEnd(72)} ${figure.padStart(10)}  (bar: ${bar})`);

const sbom = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: Array.from({ length: 20 }, (_, n) => ({ type: 'library', name: `c${n}`, version: '1' })),
});

await scheduling();
await delay();

async function scheduling(): Promise<void> {
  const service = await openBenchService({ ROLES: 'api' });
  try {
    await schedule(service, 100); // warm-up
    const few = await schedule(service, size / 10);
    const many = await schedule(service, size);
    line(`scheduling ${size} due projects`, `${many.toFixed(0)} ms`, '10000 ms');
    line('  against a tenth of them', `${(many / few).toFixed(2)} x`, '12 x');
  } finally {
    await service.close();
  }
}

async function delay(): Promise<void> {
  const service = await openBenchService({ ROLES: 'api,worker' });
  try {
    const idle = await medianUpload(service);
    await schedule(service, size);
    const beside = await medianUpload(service);
    line('a small upload to visible, nothing else to do', `${idle.toFixed(0)} ms`, '-');
    line(`  while a sweep of ${size} projects is running`, `${(beside / idle).toFixed(2)} x`, '2 x');
    line('  projects of it that are still to be analysed', `${await waiting(service)}`, '> 0');
  } finally {
    await service.close();
  }
}

/** Makes projects that are due, and writes their runs down. @returns milliseconds of the latter */
async function schedule(service: BenchService, projects: number): Promise<number> {
  const [team] = (await service.get('teams/getTeams')).data as { id: string }[];
  const model = await service.post('project/createProject', {
    team_id: team!.id,
    name: 'model',
    description: 'bench',
    type: 'source_unavailable',
    active: false,
    aliases: [{ name: 'left-pad', org: '', version: '1' }],
  });
  await query(
    service,
    `INSERT INTO projects (id, org_id, team_id, ruleset_id, name, type, aliases, created_at)
     SELECT gen_random_uuid(), org_id, team_id, ruleset_id, 'project ' || n, type, aliases, now() - interval '3 days'
     FROM projects, generate_series(1, $2::int) n WHERE id = $1`,
    [model.data.id, projects],
  );
  await query(service, 'VACUUM ANALYZE projects, monitoring_runs, job_runs');
  const { ms, value } = await timed(() => service.nest.get(MonitoringScheduler, { strict: false }).schedule());
  // One of an earlier round may just have come due again.
  if (value < projects) throw new Error(`${value} runs were written down for ${projects} projects`);
  return ms;
}

async function query<Row>({ databaseUrl }: BenchService, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function medianUpload(service: BenchService): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < uploads; round += 1) {
    const sbomId = await service.newSbom('upload');
    const { ms } = await timed(async () => {
      const { meta } = await service.upload(sbomId, new Blob([sbom]));
      for (let status = ''; status !== 'succeeded'; await new Promise((resolve) => setTimeout(resolve, 10))) {
        status = (await service.get('jobs/getJob', { id: meta.job_id })).data.status as string;
        if (status === 'failed') throw new Error('the import failed');
      }
    });
    if (round > 1) times.push(ms); // the first ones warm up
  }
  return percentile(times, 0.5);
}

async function waiting(service: BenchService): Promise<number> {
  const open = 'SELECT count(*)::int AS n FROM monitoring_runs WHERE finished_at IS NULL';
  return (await query<{ n: number }>(service, open))[0]!.n;
}
