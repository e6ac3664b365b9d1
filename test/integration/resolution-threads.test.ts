import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { Database } from '../../src/platform/database/database.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

/** One batch and a bit. */
const count = 600;
const names = ['lodash', 'express', 'requests', 'log4j-core', 'nothing-of-this-name'];

describe('resolution in threads', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ RESOLUTION_THREADS: '2' });
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).loadStarter();
  });
  afterAll(() => app.close());

  /** Of versions of its own: what was resolved before is cached. */
  const importList = async (
    { client, orgId }: Person & TenantIds,
    major: number,
  ): Promise<{ sbomId: string; jobId: string }> => {
    const sbom = { name: 'list', version: '1', supplier: 's', contact_name: 'c', contact_email: '', org_id: orgId };
    const sbomId = (await client.post('v1/project/createSBOM', sbom)).body.data.id as string;
    const rows = Array.from({ length: count }, (_, index) => `${names[index % names.length]!},${major}.${index}.0`);
    const file = ['name,version', ...rows].join('\n');
    expect((await client.upload('v1/project/importSBOM', file, { sbom_id: sbomId })).status).toBe(200);
    const { body } = await client.post('v1/project/resolveComponents', { sbom_id: sbomId });
    return { sbomId, jobId: body.data.job_id as string };
  };

  const finished = async ({ client }: Person, jobId: string): Promise<any> => {
    for (;;) {
      const { data } = (await client.get('v1/jobs/getJob', { id: jobId })).body;
      if (data.status === 'succeeded' || data.status === 'failed') return data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('finds for every line, in its order, what the engine finds', async () => {
    const { sbomId, jobId } = await importList(admin, 4);
    expect(await finished(admin, jobId)).toMatchObject({ status: 'succeeded' });
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data;
    const asked = entries.map(({ name, org, version }: any) => ({ name, org, version }));
    const outcomes = await new ResolutionEngine().resolve(app.nest.get(Database), asked);
    expect(entries).toHaveLength(count);
    expect(entries).toContainEqual(expect.objectContaining({ name: 'lodash', status: 'resolved' }));
    expect(entries.map((entry: any) => entry.search_results)).toEqual(outcomes.map((one) => one.searchResults));
  });

  it('goes on when the connections of the threads are cut', async () => {
    const { jobId } = await importList(admin, 5);
    let cut = 0;
    const cutting = setInterval(() => {
      const statement = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'stocktake resolution'`;
      void app.nest.get(Database).transaction('system', async (sql) => {
        if (cut < 3) cut += (await sql.query(statement)).length;
      });
    }, 20);
    try {
      expect(await finished(admin, jobId)).toMatchObject({ status: 'succeeded' });
      expect(cut).toBeGreaterThan(0);
    } finally {
      clearInterval(cutting);
    }
  });
});
