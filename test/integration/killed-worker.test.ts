/** @own-modules It defines jobs, each of which every service of the process must handle. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { backendsHere } from '../support/job-environment.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { killWorker, startWorker } from '../support/worker-process.js';

/** Large enough that a worker can be met in the middle of its work. */
const imported = 8_000;
const resolved = 1_000;

const file = (count: number): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: Array.from({ length: count }, (_, index) => ({
      type: 'library',
      name: `part-${index}`,
      version: `1.${index}`,
      purl: `pkg:npm/part-${index}@1.${index}`,
    })),
  });

describe.each(backendsHere())('a worker killed half-way, queue on %s', (backend) => {
  let redis: TestRedis | null = null;
  let app: TestApp;
  let admin: Person & TenantIds;
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    redis = backend === 'redis' ? await startRedis() : null;
    app = await startApp({ ROLES: 'api', JOB_LEASE_MS: '2000', REDIS_URL: redis?.url ?? '' });
    admin = await firstAdmin(app);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(killWorker));
  });
  afterAll(async () => {
    await app.close();
    await redis?.stop();
  });

  const worker = async (): Promise<ChildProcess> => {
    const child = await startWorker(app);
    workers.push(child);
    return child;
  };
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);
  const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    for (const start = Date.now(); Date.now() - start < 140_000; await sleep(20)) {
      const seen = await look();
      if (seen !== undefined) return seen;
    }
    throw new Error(`waited in vain until ${what}`);
  };
  const run = async (sbomId: string, name: string) =>
    (
      await query<{ state: string; stage: string; attempt: number; error: string }>(
        'SELECT state, stage, attempt, error FROM job_runs WHERE subject_id = $1 AND name = $2 ORDER BY created_at DESC LIMIT 1',
        [sbomId, name],
      )
    )[0];
  const over = (sbomId: string, name: string) =>
    until(`${name} is over`, async () => {
      const found = await run(sbomId, name);
      return found && ['succeeded', 'partial', 'failed'].includes(found.state) ? found : undefined;
    });
  const newSbom = async (): Promise<string> =>
    (
      await admin.client.post('v1/project/createSBOM', {
        name: 'Killed',
        version: '1',
        supplier: 's',
        contact_name: 'c',
        contact_email: '',
        org_id: admin.orgId,
      })
    ).body.data.id;
  const upload = (sbomId: string, count: number) =>
    admin.client.upload('v1/project/importSBOM', file(count), { sbom_id: sbomId, async: 'true' });
  const shown = async (sbomId: string) =>
    (await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1' })).body.meta.total_count as number;

  it('loses and doubles nothing when an import is killed; readers never see half of it', async () => {
    const sbomId = await newSbom();
    const first = await worker();
    expect((await upload(sbomId, imported)).status).toBe(202);
    await until('the import reads', async () => ((await run(sbomId, 'sbom.import'))?.stage ? true : undefined));
    await killWorker(first);
    expect([0, imported]).toContain(await shown(sbomId));
    await worker();
    expect(await over(sbomId, 'sbom.import')).toMatchObject({ state: 'succeeded', error: null });
    expect(await shown(sbomId)).toBe(imported);
    const rows = await query<{ n: number; distinct: number }>(
      'SELECT count(*)::int AS n, count(DISTINCT name)::int AS distinct FROM components WHERE sbom_id = $1',
      [sbomId],
    );
    expect(rows).toEqual([{ n: imported, distinct: imported }]);
    // Nobody waits for its resolution.
    expect((await admin.client.post('v1/project/deleteSBOM', { id: sbomId })).status).toBe(200);
  });

  it('finishes a resolution that was killed, with two workers at once, each entry once', async () => {
    const sbomId = await newSbom();
    const first = await worker();
    await upload(sbomId, resolved);
    await until('the resolution has begun', async () =>
      (await run(sbomId, 'sbom.resolve'))?.state === 'active' ? true : undefined,
    );
    await killWorker(first);
    await Promise.all([worker(), worker()]);
    expect(await over(sbomId, 'sbom.resolve')).toMatchObject({ state: 'succeeded' });
    const { body } = await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1' });
    expect(body.data.entry_count).toBe(resolved);
    const waiting = await query('SELECT 1 FROM components WHERE sbom_id = $1 AND pending', [sbomId]);
    expect(waiting).toHaveLength(0);
  });
});
