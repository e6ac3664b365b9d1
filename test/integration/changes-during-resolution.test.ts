import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import type { JobContext } from '../../src/jobs/job-context.js';
import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { deleteEntries } from '../../src/sboms/components/components.repository.js';
import { ReviewInternalHandler } from '../../src/sboms/resolving/review-internal.handler.js';
import { SbomContexts } from '../../src/sboms/resolving/sbom-contexts.js';
import { SbomResolver } from '../../src/sboms/resolving/sbom-resolver.js';
import { findSbomForUpdate, updateSbomCounts } from '../../src/sboms/sboms.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { untilWaiting, withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

/** What the rest of an SBOM said before. */
const ofPython = JSON.stringify({ sureCount: 5, ecosystems: { pypi: 5 }, distribution: null, vendors: {} });
const nilId = '00000000-0000-0000-0000-000000000000';

describe('what people change while their SBOM is resolved', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let context: JobContext;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).loadStarter();
    context = { orgId: admin.orgId, attempt: 1, transaction, progress: () => undefined } as unknown as JobContext;
  });
  afterAll(() => app.close());

  const transaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    app.nest.get(Database).transaction({ organizations: [admin.orgId] }, work);
  const add = async (sbom_id: string, name: string): Promise<string> =>
    (await admin.client.post('v1/project/addComponent', { sbom_id, name, org: '', version: '1' })).body.id;
  const row = async (text: string, id: string): Promise<any> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, [id])).rows[0]);
  const entry = (id: string) => row('SELECT pending, internal FROM components WHERE id = $1', id);
  /** The next entries that wait, as a resolution under way has read them. */
  const startBatch = (sbomId: string) => {
    const pass = { sbomId, which: 'pending', listContext: null, isCopying: false } as const;
    return app.nest.get(SbomResolver)['startBatch'](context, pass, { position: -1, id: nilId });
  };

  it('is counted, though the resolution began to count before', async () => {
    const id = await newSbom(admin);
    const [first] = [await add(id, 'lodash'), await add(id, 'express')];
    let counting: Promise<unknown> | undefined;
    await transaction(async (sql) => {
      await findSbomForUpdate(sql, id);
      counting = transaction((other) => updateSbomCounts(other, id, 'resolution'));
      await untilWaiting(app.databaseUrl);
      await deleteEntries(sql, id, [first]);
      await updateSbomCounts(sql, id);
    });
    await counting;
    const counts = 'resolved_count + partial_count + unresolved_count AS counted';
    expect(
      await row(
        `SELECT ${counts}, (SELECT count(*)::int FROM components c WHERE c.sbom_id = b.id AND c.deleted_at IS NULL) AS present
         FROM sboms b WHERE id = $1`,
        id,
      ),
    ).toEqual({ counted: 1, present: 1 });
  });

  const review = () => app.nest.get(ReviewInternalHandler).handle(context);
  const addPattern = async (prefix: string): Promise<string> =>
    (
      await admin.client.post('v1/resolution/createInternalPattern', {
        org_id: admin.orgId,
        kind: 'name_prefix',
        pattern: prefix,
      })
    ).body.data.id;

  it('is resolved again, where it was declared internal in between', async () => {
    const id = await newSbom(admin);
    const own = await add(id, 'acme-ledger');
    const batch = await startBatch(id);
    await addPattern('acme-');
    await review();
    await app.nest.get(SbomResolver).write(context, batch);
    expect(await entry(own)).toEqual({ pending: true, internal: false });
    await app.nest.get(SbomResolver).resolve(context, id);
    expect(await entry(own)).toEqual({ pending: false, internal: true });
  });

  it('is resolved again, where it was internal when it was read, and is no more', async () => {
    const id = await newSbom(admin);
    const pattern = await addPattern('zenith-');
    const formerlyOwn = await add(id, 'zenith-ledger');
    const batch = await startBatch(id);
    await admin.client.post('v1/resolution/deleteInternalPattern', { id: pattern });
    await review();
    await app.nest.get(SbomResolver).write(context, batch);
    expect((await entry(formerlyOwn)).pending).toBe(true);
  });

  it('is not written with what was found before a rescan', async () => {
    const id = await newSbom(admin);
    const own = await add(id, 'cumulus-ledger');
    const batch = await startBatch(id);
    await batch.outcomes;
    await addPattern('cumulus-');
    await app.nest.get(SbomResolver).rescan(context, id, () => Promise.resolve());
    await app.nest.get(SbomResolver).write(context, batch);
    expect(await entry(own)).toEqual({ pending: false, internal: true });
  });

  it('is resolved again, where another resolution found that the rest of the SBOM says something else', async () => {
    const id = await newSbom(admin);
    const open = await add(id, 'zenith-ledger');
    await app.nest.get(SbomContexts).update(context, id);
    const batch = await startBatch(id);
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE sbom_contexts SET summary = $2 WHERE sbom_id = $1`, [id, ofPython]),
    );
    await app.nest.get(SbomContexts).update(context, id);
    await app.nest.get(SbomResolver).write(context, batch);
    expect((await entry(open)).pending).toBe(true);
  });
});
