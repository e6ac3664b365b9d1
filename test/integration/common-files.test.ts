import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Readiness } from '../../src/platform/http/health.controller.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

const file = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'a' }],
});

describe('a worker whose DATA_DIR is not that of the other processes', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  const workers: Application[] = [];
  const folders: string[] = [];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    for (const { nest } of workers) await nest.close();
    await app.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const startWorker = async (dataDir: string): Promise<Application> => {
    const environment = { DATA_DIR: dataDir, ROLES: 'worker', LOG_LEVEL: 'silent', RESOLUTION_THREADS: '0' };
    const { masterKeyFile: MASTER_KEY_FILE } = app.configuration;
    const worker = await createApplication(new Configuration({ ...environment, MASTER_KEY_FILE }), app.databaseUrl);
    workers.push(worker);
    return worker;
  };
  const until = async (jobId: string, isEnough: (job: any) => boolean): Promise<any> => {
    for (let round = 0; round < 600; round += 1) {
      const { data } = (await admin.client.get('v1/jobs/getJob', { id: jobId })).body;
      if (isEnough(data)) return data;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The job does not come to that');
  };

  it('is not ready, and takes no import away from the worker that has the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-other-'));
    folders.push(folder);
    const stranger = await startWorker(folder);
    await expect(stranger.nest.get(Readiness).check()).rejects.toThrow('common store of uploaded files (DATA_DIR)');

    const texts = { name: 'Files', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const created = await admin.client.post('v1/project/createSBOM', { ...texts, org_id: admin.orgId });
    const query = { sbom_id: created.body.data.id, async: 'true' };
    const { job_id: jobId } = (await admin.client.upload('v1/project/importSBOM', file, query)).body.meta;
    // More often than a file that is really lost is looked for.
    const waiting = await until(jobId, ({ attempt, status }) => attempt >= 4 || status === 'failed');
    expect(waiting.status).not.toBe('failed');

    await stranger.nest.close();
    workers.pop();
    const worker = await startWorker(app.configuration.dataDir);
    await worker.nest.get(Readiness).check();
    const ends = ['succeeded', 'partial', 'failed', 'cancelled'];
    expect((await until(jobId, ({ status }) => ends.includes(status))).status).toBe('succeeded');
  });
});
