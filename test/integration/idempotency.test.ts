import { createHash } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

describe('Idempotency-Key', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const create = (key: string, name: string, by: Person = admin) =>
    by.client.send('POST', 'v1/tag/createTag', {
      body: { team_id: admin.teamId, name },
      headers: { 'Idempotency-Key': key },
    });

  it('carries a request out once, and answers the same again', async () => {
    const [first, again] = [await create('one', 'a'), await create('one', 'a')];
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const other = await create('one', 'b');
    expect([other.status, other.body.reason]).toEqual([409, 'idempotency_key_reused']);
  });

  it('is of one person: the same of another is not answered with it', async () => {
    const colleague = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const stranger = await otherOrganization(app, admin, 'Strange');
    const own = await create('mine', 'mine');
    for (const [person, status] of [
      [colleague, 409],
      [stranger, 404],
    ] as const) {
      const other = await create('mine', 'mine', person);
      expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([status, null]);
      expect(JSON.stringify(other.body)).not.toContain(own.body.data.id);
    }
    expect((await create('mine', 'other', colleague)).status).toBe(200);
  });

  it('carries it out once where two ask at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create('race', 'race')));
    const tags = (await admin.client.get('v1/tag/getTags', { team_id: admin.teamId })).body.data;
    expect(tags.filter(({ name }: { name: string }) => name === 'race')).toHaveLength(1);
    // Between the commit and the answer that is kept, all that is known is that it was carried out.
    const reasons = [undefined, 'request_in_progress', 'request_carried_out'];
    for (const { status, body } of answers)
      expect([status, reasons.includes(body.reason)]).toEqual([body.reason ? 409 : 200, true]);
  });

  it('stays free where the request is refused, and takes no empty or long one', async () => {
    expect((await create('free', '')).status).toBe(400);
    expect((await create('free', 'c')).status).toBe(200);
    expect((await create('x'.repeat(256), 'd')).status).toBe(400);
  });

  it.each([
    ['users/createApiKey', 'key'],
    ['scim/createToken', 'token'],
  ])('keeps no secret of %s', async (path, member) => {
    const body = { name: 'k', ...(member === 'token' && { org_id: admin.orgId }) };
    const ask = () => admin.client.send('POST', `v1/${path}`, { body, headers: { 'Idempotency-Key': member } });
    const [first, again] = [(await ask()).body.data, (await ask()).body.data];
    expect([again.id, again[member]]).toEqual([first.id, '********']);
    expect(first[member]).toMatch(/^[\w-]{20,}/);
    const { rows } = await withClient(app.databaseUrl, (sql) =>
      sql.query('SELECT idempotency_keys::text AS row FROM idempotency_keys'),
    );
    expect(rows.filter(({ row }) => row.includes(first.id))).toHaveLength(1);
    expect(rows.filter(({ row }) => row.includes(first[member].slice(12)))).toEqual([]);
  });

  it('does not say that an answer lacks what the first one showed masked too', async () => {
    const project = {
      team_id: admin.teamId,
      name: 'p',
      description: '',
      branch: '',
      type: 'git',
      should_monitor: false,
    };
    const source = { source: 'https://git.example.org/a.git', username: 'u', password: 'secret' };
    const headers = { 'Idempotency-Key': 'masked' };
    const ask = () =>
      admin.client.send('POST', 'v1/project/createProject', { body: { ...project, ...source }, headers });
    const [first, again] = [await ask(), await ask()];
    expect([first.body.data.password, again.headers.get('idempotency-replayed')]).toEqual(['********', 'true']);
    expect(again.body).toEqual(first.body);
  });

  it('keeps no signed link, and says where to find it', async () => {
    const sbom = await newSbom(admin);
    for (const [path, body, named] of [
      ['share/createShare', { sbom_ids: [sbom], contents: ['vex'] }, ['url']],
      ['badge/createBadgeLink', { id: sbom }, ['url', 'markdown']],
    ] as const) {
      const headers = { 'Idempotency-Key': path };
      const ask = () => admin.client.send('POST', `v1/${path}`, { body, headers });
      const [first, again] = [(await ask()).body, (await ask()).body];
      const signature = new URL(first.data.url).searchParams.get('signature')!;
      expect(signature.length).toBeGreaterThan(20);
      const stored = await withClient(app.databaseUrl, (sql) =>
        sql.query('SELECT body::text FROM idempotency_keys WHERE key = $1', [path]),
      );
      expect(stored.rows).toHaveLength(1);
      expect(stored.rows[0].body).not.toContain(signature);
      const masked = Object.fromEntries(named.map((name) => [name, '********']));
      expect(again.data).toEqual({ ...first.data, ...masked });
      expect(again.meta).toEqual({ ...first.meta, left_out: named, notice: expect.stringContaining('getShares') });
    }
  });

  it('lets nobody guess a password by the fingerprint of its request', async () => {
    const sbom = await newSbom(admin);
    const body = { sbom_ids: [sbom], contents: ['vex'], password: 'correct horse' };
    const headers = { 'Idempotency-Key': 'guess' };
    const ask = (more = {}) =>
      admin.client.send('POST', 'v1/share/createShare', { body: { ...body, ...more }, headers });
    const first = await ask();
    const guess = createHash('sha256')
      .update(JSON.stringify(['POST', '/v1/share/createShare', body, null]))
      .digest();
    const { rows } = await withClient(app.databaseUrl, (sql) =>
      sql.query(`SELECT fingerprint FROM idempotency_keys WHERE key = 'guess'`),
    );
    expect(rows.map(({ fingerprint }) => fingerprint.equals(guess))).toEqual([false]);
    expect((await ask()).body.data.id).toBe(first.body.data.id);
    expect((await ask({ password: 'another one' })).body.reason).toBe('idempotency_key_reused');
    // A former release kept the plain hash; a request that is repeated after its end is still the same.
    await withClient(app.databaseUrl, (sql) =>
      sql.query(`UPDATE idempotency_keys SET fingerprint = $1 WHERE key = 'guess'`, [guess]),
    );
    expect((await ask()).body.data.id).toBe(first.body.data.id);
  });

  const tagsNamed = async (wanted: string) => {
    const tags = (await admin.client.get('v1/tag/getTags', { team_id: admin.teamId })).body.data;
    return tags.filter(({ name }: { name: string }) => name === wanted).length;
  };

  it('marks the key with the change, so that a change without an answer is not made twice', async () => {
    const forbid = `CREATE FUNCTION no_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost'; END $$;
      CREATE TRIGGER no_answer BEFORE UPDATE OF status ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION no_answer()`;
    await withClient(app.databaseUrl, (client) => client.query(forbid));
    const lost = await create('lost', 'lost');
    await withClient(app.databaseUrl, (client) => client.query('DROP FUNCTION no_answer CASCADE'));
    const again = await create('lost', 'lost');
    expect([lost.status, again.status, again.body.reason]).toEqual([500, 409, 'request_carried_out']);
    expect(await tagsNamed('lost')).toBe(1);
  });

  it('changes nothing once another attempt holds the key', async () => {
    await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE tags IN EXCLUSIVE MODE');
      const slow = create('taken', 'taken');
      const takeOver = `UPDATE idempotency_keys SET claim = gen_random_uuid() WHERE key = 'taken' RETURNING 1`;
      for (let taken = 0; taken === 0;) taken = (await client.query(takeOver)).rowCount ?? 0;
      await client.query('COMMIT');
      const { status, body } = await slow;
      expect([status, body.reason]).toEqual([409, 'request_in_progress']);
    });
    expect(await tagsNamed('taken')).toBe(0);
  });

  describe('of uploads', () => {
    it('answers an import that goes on as a job with the same job', async () => {
      const sbom = await newSbom(admin);
      const send = () => upload('v1/project/importSBOM', 'job', file('a'), { sbom_id: sbom, async: 'true' });
      const [first, again] = [await send(), await send()];
      expect([first.status, first.body.meta.job_id]).toEqual([202, expect.any(String)]);
      expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([202, first.body, 'true']);
    });

    const file = (name: string) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name }] }); // prettier-ignore
    const upload = (path: string, key: string, content: string, query: Record<string, string>) => {
      const form = new FormData();
      form.append('file', new Blob([content]), 'sbom.json');
      return admin.client.send('POST', path, { form, query, headers: { 'Idempotency-Key': key } });
    };

    it('answers the same again for the same file, and refuses another', async () => {
      const query = { name: 'Uploaded', version: '1' };
      const first = await upload('v1/project/uploadSBOM', 'file', file('a'), query);
      expect([first.status, first.body.data.created]).toEqual([200, true]);
      const again = await upload('v1/project/uploadSBOM', 'file', file('a'), query);
      expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
      const other = await upload('v1/project/uploadSBOM', 'file', file('b'), query);
      expect([other.status, other.body.reason]).toEqual([409, 'idempotency_key_reused']);
      expect((await upload('v1/project/uploadSBOM', 'new', file('a'), query)).body.data.created).toBe(false);
    });

    it('tells keys of one user that are for different things apart, where only the key says which', async () => {
      const far = await otherOrganization(app, admin, 'Far');
      const both = await newUser(app, admin, { org_id: admin.orgId });
      await far.client.post('v1/organizations/addMember', { org_id: far.orgId, user_id: both.userId, role: 'member' });
      const keyOf = async (limits: object) =>
        app.client.as((await both.client.post('v1/users/createApiKey', { name: 'k', ...limits })).body.data.key);
      const [near, there] = [await keyOf({ org_id: admin.orgId }), await keyOf({ org_id: far.orgId })];
      const send = (client: ApiClient, key: string) => {
        const form = new FormData();
        form.append('file', new Blob([file('same')]), 'sbom.json');
        const headers = { 'Idempotency-Key': key };
        return client.send('POST', 'v1/project/uploadSBOM', {
          form,
          query: { name: 'Release', version: '1' },
          headers,
        });
      };
      const first = await send(near, 'release');
      expect(first.body.data.sbom.org_id).toBe(admin.orgId);
      const other = await send(there, 'release');
      expect([other.status, other.body.reason]).toEqual([409, 'idempotency_key_reused']);
      expect((await send(there, 'release there')).body.data.sbom.org_id).toBe(far.orgId);
      // Another key with the same limits, as after a rotation, asks the same.
      const again = await send(await keyOf({ org_id: admin.orgId }), 'release');
      expect([again.status, again.body.data.sbom.id]).toEqual([200, first.body.data.sbom.id]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    });

    it('imports again where the answer is streamed, and stays free where the file cannot be read', async () => {
      const { id } = (await upload('v1/project/uploadSBOM', 'x', file('a'), { name: 'Streamed' })).body.data.sbom;
      const answers = [1, 2].map(() => upload('v1/project/importSBOM', 'stream', file('a'), { sbom_id: id }));
      for (const { status, body } of await Promise.all(answers))
        expect(status === 200 ? body.data.entries.length : body.reason).toBe(
          status === 200 ? 1 : 'request_in_progress',
        );
      expect(
        (await upload('v1/project/importSBOM', 'stream', file('a'), { sbom_id: id })).body.data.entries,
      ).toHaveLength(1);
      expect((await upload('v1/project/importSBOM', 'bad', 'nothing', { sbom_id: id })).status).toBe(422);
      expect((await upload('v1/project/importSBOM', 'bad', file('b'), { sbom_id: id })).status).toBe(200);
    });
  });
});
