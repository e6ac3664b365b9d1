import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const someId = '018f0000-0000-7000-8000-00000000beef';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

describe('SBOMs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let fields: Record<string, unknown>;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    fields = {
      name: 'Webshop',
      version: '1.10',
      supplier: 'Acme',
      contact_name: 'Ann',
      contact_email: 'ann@acme.example',
      org_id: admin.orgId,
    };
  });
  afterAll(() => app.close());

  const create = async (more: Record<string, unknown> = {}) =>
    (await admin.client.post('v1/project/createSBOM', { ...fields, ...more })).body.data;
  const add = async (sbomId: string, name: string, more: Record<string, unknown> = {}) =>
    (await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name, ...more })).body;
  const get = async (id: string, query: Record<string, string> = {}) =>
    (await admin.client.get('v1/project/getSBOM', { id, ...query })).body;

  describe('createSBOM', () => {
    it('answers with a new SBOM, field by field', async () => {
      const answer = await admin.client.post('v1/project/createSBOM', fields);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: {
          ...fields,
          id: expect.stringMatching(uuid),
          monitor_frequency: 'daily',
          status: 'created',
          created_at: expect.stringMatching(time),
          updated_at: expect.stringMatching(time),
          deleted_at: null,
          entry_count: 0,
          metadata: {
            entry_count: 0,
            resolved_entry_count: 0,
            partially_resolved_entry_count: 0,
            unresolved_entry_count: 0,
          },
          metrics: {
            risk: { score: 0, coverage: 0, scopes: { ecosystem: 0, supplyChain: 0, software: 0 } },
            coverage: { examined: 0, partly: 0, notExamined: 0 },
            compliance: { passing: 0, failing: 0, pending: 0 },
            resolution: { resolved: 0, partiallyResolved: 0, unresolved: 0 },
          },
          entries: null,
          verdict: 'pending',
          judged_at: null,
          data_as_of: null,
          open_gaps: 0,
          monitoring: {
            status: 'pending',
            succeeded_at: null,
            failing_since: null,
            error: null,
            message: expect.stringMatching(/^No run of monitoring has ended yet: wait/),
          },
          team_id: admin.teamId,
          ruleset_id: expect.any(String),
        },
        meta: { total_count: 1, offset: 0 },
      });
    });

    it('names every field that is missing or wrong at once', async () => {
      const answer = await admin.client.post('v1/project/createSBOM', {
        name: '',
        supplier: 7,
        contact_email: 'nobody',
        org_id: 'x',
        monitor_frequency: 'hourly',
      });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields).sort()).toEqual(
        ['name', 'version', 'supplier', 'contact_name', 'contact_email', 'org_id', 'monitor_frequency'].sort(),
      );
      expect(answer.body).toMatchObject({ code: 400, message: expect.any(String), request_id: expect.any(String) });
    });

    it.each(['never', 'weekly', 'monthly'])('takes monitor_frequency %s', async (monitor_frequency) => {
      expect(await create({ monitor_frequency })).toMatchObject({ monitor_frequency });
    });

    it('knows no organization that the caller does not belong to', async () => {
      const other = await otherOrganization(app, admin, 'Strangers');
      const theirs = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: other.orgId });
      const none = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: someId });
      expect([theirs.status, none.status]).toEqual([404, 404]);
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
    });
  });

  describe('getSBOMs', () => {
    it('lists newest first, without entries, with the organization’s figures over all of them', async () => {
      const other = await otherOrganization(app, admin, 'Listers');
      const post = (path: string, body: unknown) => other.client.post(`v1/project/${path}`, body);
      const names = ['one', 'two', 'three'];
      for (const name of names) {
        const sbom = (await post('createSBOM', { ...fields, name, org_id: other.orgId })).body.data;
        await post('addComponent', {
          sbom_id: sbom.id,
          name: 'a',
          search_results: { package: [{ purl: 'pkg:npm/a' }] },
        });
        await post('addComponent', { sbom_id: sbom.id, name: 'b' });
      }
      const page = await other.client.get('v1/project/getSBOMs', { org_id: other.orgId, limit: '2' });
      expect(page.body.meta).toEqual({ total_count: 3, offset: 0, limit: 2 });
      expect(page.body.data.softwareLists.map((sbom: { name: string }) => sbom.name)).toEqual(['three', 'two']);
      expect(page.body.data.softwareLists[0]).toMatchObject({ entries: null, entry_count: 2 });
      expect(page.body.data).toMatchObject({
        id: expect.stringMatching(uuid),
        organization: { resolution: { resolved: 3, partiallyResolved: 0, unresolved: 3 } },
      });
    });

    it.each(['', 'org_id=nonsense', `org_id=${someId}&limit=0`, `org_id=${someId}&offset=-1`])(
      'refuses the query %j',
      async (query) => {
        const answer = await admin.client.get('v1/project/getSBOMs', Object.fromEntries(new URLSearchParams(query)));
        expect(answer.status).toBe(400);
      },
    );
  });

  describe('addComponent', () => {
    it('answers with the entry itself, field by field', async () => {
      const sbom = await create();
      const entry = await add(sbom.id, 'left-pad', {
        id: '',
        svc_id: '',
        org: 'azer',
        version: '1.3.0',
        status: 'no_resolution',
        position: -1,
        selected: false,
        confidence: 0,
        project_id: null,
        suggestions: null,
        error_message: '',
        search_results: { package: [], repo: [], product: [] },
      });
      expect(entry).toEqual({
        id: expect.stringMatching(uuid),
        svc_id: '',
        sbom_id: sbom.id,
        project_id: null,
        name: 'left-pad',
        org: 'azer',
        version: '1.3.0',
        status: 'no-resolution',
        selected: false,
        confidence: 0,
        position: 0,
        suggestions: null,
        error_message: '',
        search_results: { package: [], repo: [], product: [] },
        created_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
        deleted_at: null,
      });
    });

    it('keeps identifiers of the person’s own, and is resolved by them', async () => {
      const sbom = await create();
      const entry = await add(sbom.id, 'curl', {
        search_results: {
          package: [{ purl: 'pkg:deb/debian/curl@7.88.1' }],
          repo: [{ repo_url: 'git@github.com:curl/curl.git' }],
          product: [{ cpe: 'cpe:2.3:a:haxx:curl:7.88.1:*:*:*:*:*:*:*' }],
        },
      });
      const own = { selected: true, confidence: 1, is_user_input: true, automatically_selected: false };
      expect(entry).toMatchObject({
        status: 'resolved',
        selected: true,
        confidence: 1,
        svc_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        search_results: {
          package: [{ ...own, purl: 'pkg:deb/debian/curl@7.88.1', org: 'debian', name: 'curl', version: '7.88.1' }],
          repo: [{ ...own, repo_url: 'https://github.com/curl/curl', org: 'curl', name: 'curl', version: '' }],
          product: [{ ...own, cpe: 'cpe:2.3:a:haxx:curl:7.88.1:*:*:*:*:*:*:*', org: 'haxx', name: 'curl' }],
        },
      });
      expect((await get(sbom.id)).data).toMatchObject({ status: 'allconfirmed', entry_count: 1 });
    });

    it('puts an entry where it is asked to', async () => {
      const sbom = await create();
      for (const name of ['b', 'c']) await add(sbom.id, name);
      await add(sbom.id, 'a', { position: 0 });
      await add(sbom.id, 'd', { position: 99 });
      const { entries } = (await get(sbom.id)).data;
      expect(entries.map((entry: any) => [entry.name, entry.position])).toEqual([
        ['a', 0],
        ['b', 1],
        ['c', 2],
        ['d', 3],
      ]);
    });

    it.each([
      [{ name: 'x', search_results: { package: [{ purl: 'nonsense' }] } }, 'search_results.package.0.purl'],
      [{ name: 'x', search_results: { product: [{ cpe: 'cpe:2.3:a:b' }] } }, 'search_results.product.0.cpe'],
      [{ name: 'x', search_results: 'all' }, 'search_results'],
      [{ name: { $gt: '' } }, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x', status: 'perfect' }, 'status'],
      [{ name: 'x', position: 1.5 }, 'position'],
    ])('refuses %j, naming the field', async (body, field) => {
      const sbom = await create();
      const answer = await admin.client.post('v1/project/addComponent', { sbom_id: sbom.id, ...body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    });
  });

  describe('updateComponents', () => {
    it('changes names, selects, and leaves out what is not said', async () => {
      const sbom = await create();
      const one = await add(sbom.id, 'log4jcore', { version: '2.14.1' });
      const two = await add(sbom.id, 'other');
      const answer = await admin.client.post('v1/project/updateComponents', [
        {
          id: one.id,
          sbom_id: sbom.id,
          name: 'log4j-core',
          search_results: {
            package: [{ purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', selected: true }],
          },
        },
        { id: two.id, sbom_id: sbom.id, org: 'somebody' },
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body.meta).toEqual({ total_count: 2, offset: 0 });
      expect(answer.body.data).toMatchObject([
        { id: one.id, name: 'log4j-core', version: '2.14.1', status: 'resolved', position: 0 },
        { id: two.id, name: 'other', org: 'somebody', status: 'no-resolution', position: 1 },
      ]);
    });

    it('writes all or nothing, and names the element that is wrong', async () => {
      const sbom = await create();
      const [one, two] = [await add(sbom.id, 'one'), await add(sbom.id, 'two')];
      const answer = await admin.client.post('v1/project/updateComponents', [
        { id: one.id, sbom_id: sbom.id, name: 'changed' },
        { id: two.id, sbom_id: sbom.id, search_results: { package: [{ purl: 'pkg:npm/ok' }, { purl: 'pkg:' }] } },
      ]);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields)).toEqual(['1.search_results.package.1.purl']);
      expect((await get(sbom.id)).data.entries.map((entry: any) => entry.name)).toEqual(['one', 'two']);
    });

    it.each([
      ['no list', {}, undefined],
      ['an element that is no object', [7], '0'],
      ['an id that is none', [{ id: '1', sbom_id: someId }], '0.id'],
    ])('refuses %s', async (_what, body, field) => {
      const answer = await admin.client.post('v1/project/updateComponents', body);
      expect(answer.status).toBe(400);
      if (field) expect(Object.keys(answer.body.fields)).toContain(field);
    });

    it('answers 404 for an entry of another SBOM', async () => {
      const [sbom, other] = [await create(), await create()];
      const entry = await add(sbom.id, 'mine');
      const answer = await admin.client.post('v1/project/updateComponents', [
        { id: entry.id, sbom_id: other.id, name: 'x' },
      ]);
      expect(answer.status).toBe(404);
    });

    it('moves an entry; positions stay unbroken', async () => {
      const sbom = await create();
      const entries = [];
      for (const name of ['a', 'b', 'c', 'd']) entries.push(await add(sbom.id, name));
      await admin.client.post('v1/project/updateComponents', [{ id: entries[3].id, sbom_id: sbom.id, position: 1 }]);
      const after = (await get(sbom.id)).data.entries.map((entry: any) => [entry.name, entry.position]);
      expect(after).toEqual([
        ['a', 0],
        ['d', 1],
        ['b', 2],
        ['c', 3],
      ]);
    });
  });

  describe('status', () => {
    it('goes created → allconfirmed → finished, and back with the next change of entries', async () => {
      const sbom = await create();
      const status = async () => (await get(sbom.id)).data.status;
      const entry = await add(sbom.id, 'a', { search_results: { package: [{ purl: 'pkg:npm/a' }] } });
      expect(await status()).toBe('allconfirmed');
      const second = await add(sbom.id, 'b');
      expect(await status()).toBe('created');
      const confirmed = await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbom.id });
      expect(confirmed.body).toEqual({ data: { id: sbom.id }, meta: { total_count: 1, offset: 0 } });
      expect(await status()).toBe('finished');
      await admin.client.post('v1/project/updateComponents', [{ ...entry, id: entry.id, sbom_id: sbom.id }]);
      expect(await status()).toBe('finished'); // an echo is no change
      await admin.client.post('v1/project/deleteComponents', { sbom_id: sbom.id, ids: [second.id] });
      expect(await status()).toBe('allconfirmed');
    });
  });

  describe('an echo of what was read', () => {
    const resolved = async (sbomId: string, entryId: string) => {
      await app.nest
        .get(Database)
        .transaction('system', (sql) =>
          sql.run(
            `UPDATE components SET pending = false, suggestions = '[{"key": "name", "value": "apple"}]' WHERE id = $entryId`,
            { entryId },
          ),
        );
      await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbomId });
      return (await get(sbomId)).data;
    };
    const state = async (sbomId: string) => {
      const { status, updated_at, entries } = (await get(sbomId)).data;
      const [row] = await app.nest
        .get(Database)
        .transaction('system', (sql) =>
          sql.query('SELECT pending, generation FROM components WHERE sbom_id = $sbomId ORDER BY position', { sbomId }),
        );
      return { status, updated_at, entries, row };
    };
    const update = async (body: object) => {
      expect((await admin.client.post('v1/project/updateComponents', [body])).status).toBe(200);
    };

    it('writes nothing, whether a part or all of the entry is sent', async () => {
      const sbom = await create();
      const { id } = await add(sbom.id, 'aple', { search_results: { package: [{ purl: 'pkg:npm/apple' }] } });
      const [entry] = (await resolved(sbom.id, id)).entries;
      const before = await state(sbom.id);
      expect(before).toMatchObject({ status: 'finished', row: { pending: false } });
      expect(entry.suggestions).toEqual([{ key: 'name', value: 'apple' }]);
      await update({ id, sbom_id: sbom.id });
      await update({ ...entry, unchanged_since: entry.updated_at });
      await update({ id, sbom_id: sbom.id, suggestions: [{ value: 'apple', key: 'name' }] });
      expect(await state(sbom.id)).toEqual(before);
    });

    it('stores a project, an error message or a position without resolving again', async () => {
      const sbom = await create();
      const { id } = await add(sbom.id, 'one', { search_results: { package: [{ purl: 'pkg:npm/one' }] } });
      await add(sbom.id, 'two');
      const project = (
        await admin.client.post('v1/project/createProject', {
          team_id: admin.teamId,
          name: 'Held',
          description: '',
          branch: '',
          type: 'source_unavailable',
          source: '',
        })
      ).body.data;
      await resolved(sbom.id, id);
      for (const change of [{ project_id: project.id }, { error_message: 'no licence' }, { position: 1 }]) {
        await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbom.id });
        const before = await state(sbom.id);
        await update({ id, sbom_id: sbom.id, ...change });
        const after = await state(sbom.id);
        expect(after.entries.find((each: any) => each.id === id)).toMatchObject(change);
        expect([before.status, after.status]).toEqual(['finished', 'created']);
      }
      const [{ n }] = (await app.nest
        .get(Database)
        .transaction('system', (sql) =>
          sql.query<{ n: number }>('SELECT count(*)::int AS n FROM components WHERE id = $id AND pending', { id }),
        )) as [{ n: number }];
      expect(n).toBe(0);
    });

    it('resolves again what has another name', async () => {
      const sbom = await create();
      const { id } = await add(sbom.id, 'aple', { search_results: { package: [{ purl: 'pkg:npm/apple' }] } });
      await resolved(sbom.id, id);
      await update({ id, sbom_id: sbom.id, name: 'apple' });
      expect(await state(sbom.id)).toMatchObject({ status: 'allconfirmed', row: { pending: true } });
    });
  });

  describe('getSBOM', () => {
    it('pages and filters the entries', async () => {
      const sbom = await create();
      for (let n = 0; n < 5; n += 1) await add(sbom.id, `part-${n}`);
      await add(sbom.id, 'known_100%', { search_results: { package: [{ purl: 'pkg:npm/known' }] } });
      const names = (body: any) => body.data.entries.map((entry: any) => entry.name);
      const page = await get(sbom.id, { offset: '2', limit: '2' });
      expect([names(page), page.meta]).toEqual([['part-2', 'part-3'], { total_count: 6, offset: 2, limit: 2 }]);
      expect(names(await get(sbom.id, { status: 'resolved' }))).toEqual(['known_100%']);
      expect(names(await get(sbom.id, { q: '100%' }))).toEqual(['known_100%']);
      expect(names(await get(sbom.id, { q: 'PART-4' }))).toEqual(['part-4']);
      expect(await get(sbom.id, { offset: '7' })).toMatchObject({ data: { entries: [] }, meta: { total_count: 6 } });
      const [gone] = page.data.entries;
      await admin.client.post('v1/project/deleteComponents', { sbom_id: sbom.id, ids: [gone.id] });
      const deleted = await get(sbom.id, { status: 'deleted' });
      expect([names(deleted), deleted.meta.total_count]).toEqual([['part-2'], 1]);
      expect(deleted.data.entries[0]).toMatchObject({ status: 'deleted', deleted_at: expect.any(String) });
    });
  });

  it('updates what it says of itself, and keeps the rest', async () => {
    const sbom = await create();
    const answer = await admin.client.post('v1/project/updateSBOM', {
      id: sbom.id,
      version: '2.0',
      contact_email: null,
    });
    expect(answer.body.data).toMatchObject({ ...fields, version: '2.0', id: sbom.id });
  });

  it('is gone once it is deleted', async () => {
    const sbom = await create();
    const deleted = await admin.client.post('v1/project/deleteSBOM', { id: sbom.id });
    expect(deleted.body.data).toEqual({ id: sbom.id });
    for (const answer of [
      await admin.client.get('v1/project/getSBOM', { id: sbom.id }),
      await admin.client.post('v1/project/deleteSBOM', { id: sbom.id }),
      await admin.client.post('v1/project/addComponent', { sbom_id: sbom.id, name: 'x' }),
      await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbom.id }),
    ])
      expect(answer.status).toBe(404);
  });

  it('is invisible to other organizations, and read-only for viewers', async () => {
    const sbom = await create();
    const entry = await add(sbom.id, 'mine');
    const stranger = await otherOrganization(app, admin, 'Nosy');
    const viewer = await newUser(app, admin);
    await admin.client.post('v1/organizations/addMember', {
      org_id: admin.orgId,
      user_id: viewer.userId,
      role: 'viewer',
    });
    const attempts = (person: Person, id: string) => [
      person.client.post('v1/project/addComponent', { sbom_id: id, name: 'x' }),
      person.client.post('v1/project/updateComponents', [{ id: entry.id, sbom_id: id, name: 'x' }]),
      person.client.post('v1/project/deleteSBOM', { id }),
      person.client.post('v1/project/saveConfirmSBOM', undefined, { id }),
      person.client.upload('v1/project/importSBOM', '{}', { sbom_id: id }),
    ];
    expect((await Promise.all(attempts(stranger, sbom.id))).map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect((await Promise.all(attempts(viewer, sbom.id))).map(({ status }) => status)).toEqual(Array(5).fill(403));
    expect((await viewer.client.get('v1/project/getSBOM', { id: sbom.id })).status).toBe(200);
    expect((await get(sbom.id)).data.entries.map((each: any) => each.name)).toEqual(['mine']);
  });
});
