import { createApplication, type Application } from '../../src/commands/application.js';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { SbomResolver } from '../../src/sboms/resolving/sbom-resolver.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

describe('an SBOM that is confirmed before the service has found what its entries are', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let worker: Application | undefined;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).loadStarter();
  });
  afterAll(async () => {
    await worker?.nest.close();
    await app.close();
  });

  const startWorker = async (): Promise<void> => {
    const { dataDir } = app.configuration;
    const environment = { DATA_DIR: dataDir, ROLES: 'worker', LOG_LEVEL: 'silent', RESOLUTION_THREADS: '0' };
    worker = await createApplication(new Configuration(environment), app.databaseUrl);
  };
  const newSbom = async (): Promise<string> => {
    const texts = { name: 'Early', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    return (await admin.client.post('v1/project/createSBOM', { ...texts, org_id: admin.orgId })).body.data.id;
  };
  const lodash = (sbom_id: string) =>
    admin.client.post('v1/project/addComponent', { sbom_id, name: 'lodash', org: '', version: '4.17.21' });
  const sbomOf = async (id: string) => (await admin.client.get('v1/project/getSBOM', { id })).body.data;
  const isConfirmedEarly = (id: string): Promise<boolean> =>
    withClient(
      app.databaseUrl,
      async (client) =>
        (await client.query('SELECT confirmed_early FROM sboms WHERE id = $1', [id])).rows[0].confirmed_early,
    );
  const found = async (id: string, entries: number) => {
    for (let round = 0; round < 400; round += 1) {
      const sbom = await sbomOf(id);
      // Changes in one statement with the status.
      if (sbom.metadata.resolved_entry_count === entries) return sbom;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The entries are not resolved');
  };

  const ended = async (id: string): Promise<void> => {
    for (let round = 0; round < 400; round += 1) {
      if ((await admin.client.get('v1/jobs/getJob', { id })).body.data.status === 'succeeded') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The resolution does not end');
  };

  it('stays confirmed, until somebody changes an entry', async () => {
    const [confirmed, open] = [await newSbom(), await newSbom()];
    for (const id of [confirmed, open]) await lodash(id);
    await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: confirmed });
    expect((await sbomOf(confirmed)).status).toBe('finished');
    await startWorker();
    expect((await found(open, 1)).status).not.toBe('finished');
    expect((await found(confirmed, 1)).status).toBe('finished');

    await lodash(confirmed);
    expect((await found(confirmed, 2)).status).not.toBe('finished');
  });

  it('stays confirmed when that happened after the last entry was resolved, before it was counted', async () => {
    const id = await newSbom();
    const resolver = worker!.nest.get(SbomResolver);
    const resolve = resolver.resolve.bind(resolver);
    resolver.resolve = async (...args) => {
      const counts = await resolve(...args);
      if (args[1] === id) await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
      return counts;
    };
    await lodash(id);
    expect((await found(id, 1)).status).toBe('finished');
    resolver.resolve = resolve;

    expect(await isConfirmedEarly(id)).toBe(false);
  });

  it('is open for the next resolution, though the one under way found nothing new', async () => {
    const id = await newSbom();
    await lodash(id);
    await found(id, 1);
    await worker!.nest.close();
    const { body } = await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
    await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
    expect(await isConfirmedEarly(id)).toBe(true);
    await startWorker();
    await ended(body.data.job_id);
    expect(await isConfirmedEarly(id)).toBe(false);
  });

  it('stays confirmed when a later resolution finds other candidates for the same choices', async () => {
    const id = await newSbom();
    await lodash(id);
    await found(id, 1);
    await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
    const resolveAgain = async (change: string): Promise<string> => {
      await withClient(app.databaseUrl, (client) => client.query(`UPDATE components SET ${change} WHERE sbom_id = $1`, [id]));
      const { body } = await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
      await ended(body.data.job_id);
      return (await sbomOf(id)).status;
    }; // prettier-ignore
    const candidate = `jsonb_build_object('name', 'gone', 'confidence', 0.1, 'selected', false)`;
    const more = `jsonb_set(search_results, '{package}', search_results->'package' || ${candidate})`;
    expect(await resolveAgain(`search_results = ${more}`)).toBe('finished');
    const [entry] = (await sbomOf(id)).entries;
    expect(entry.search_results.package.map(({ name }: { name: string }) => name)).not.toContain('gone');
    // Nothing was chosen before: now it is something else.
    const none = `jsonb_set(search_results, '{package}', '[]')`;
    expect(await resolveAgain(`search_results = ${none}, status = 'no-resolution'`)).toBe('allconfirmed');
  });

  it('is open again when an entry was changed in between', async () => {
    await worker?.nest.close();
    worker = undefined;
    const id = await newSbom();
    await lodash(id);
    await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
    await lodash(id);
    expect((await sbomOf(id)).status).toBe('created');
    await startWorker();
    expect((await found(id, 2)).status).not.toBe('finished');
  });
});
