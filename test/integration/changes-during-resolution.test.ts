import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { deleteEntries } from '../../src/sboms/components/components.repository.js';
import { findSbomForUpdate, updateSbomCounts } from '../../src/sboms/sboms.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { untilWaiting, withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

describe('what people change while their SBOM is resolved', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const transaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    app.nest.get(Database).transaction({ organizations: [admin.orgId] }, work);
  const add = async (sbom_id: string, name: string): Promise<string> =>
    (await admin.client.post('v1/project/addComponent', { sbom_id, name, org: '', version: '1' })).body.id;
  const row = async (text: string, id: string): Promise<any> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, [id])).rows[0]);
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
});
