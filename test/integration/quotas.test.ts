import { OverloadMonitor } from '../../src/platform/http/load-shedding.middleware.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const sbom = (components: number): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: Array.from({ length: components }, (_, n) => ({ type: 'library', name: `c${n}`, version: '1' })),
  });

describe('what one caller gets of the service', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const start = async (environment: Record<string, string>): Promise<void> => {
    app = await startApp({ ROLES: 'api', ...environment });
    admin = await firstAdmin(app);
  };
  const newSbom = async (owner: Person & TenantIds): Promise<string> => {
    const fields = { name: 'S', version: '', supplier: '', contact_name: '', contact_email: '', org_id: owner.orgId };
    return (await owner.client.post('v1/project/createSBOM', fields)).body.data.id;
  };

  it('is a number of requests a minute: 429 beyond it, with the moment to come back', async () => {
    await start({ REQUESTS_PER_MINUTE: '30' });
    const statuses: number[] = [];
    let last;
    for (let n = 0; n < 32; n += 1) statuses.push((last = await admin.client.get('v1/users/getSelf')).status);
    expect(statuses).toContain(200);
    expect(last!.status).toBe(429);
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(last!.body).toMatchObject({ code: 429, message: expect.stringMatching(/^Too many requests/) });
    // Whoever watches over the service is heard all the same.
    expect((await app.client.get('health/ready')).status).toBe(200);
  });

  it('is counted by user and by organization behind one trusted proxy, and by the address that it names', async () => {
    await start({ REQUESTS_PER_MINUTE: '40', TRUSTED_PROXIES: 'loopback' });
    const from = async (person: Person, address: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${person.token}`, 'X-Forwarded-For': address };
      return (await fetch(`${app.url}/v1/users/getSelf`, { headers })).status;
    };
    const colleague = await newUser(app, admin, { org_id: admin.orgId });
    const stranger = await otherOrganization(app, admin);
    const statuses: number[] = [];
    for (let n = 0; n < 41; n += 1) statuses.push(await from(colleague, `192.0.2.${n}`));
    expect(statuses.at(-1)).toBe(429);
    // One user of the organization has used up its share; another organization's has his.
    expect([await from(stranger, '192.0.2.200')]).toEqual([200]);
  });

  it('believes no forwarded address where no proxy is trusted', async () => {
    await start({ REQUESTS_PER_MINUTE: '20' });
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1)
      statuses.push((await fetch(`${app.url}/v1/x`, { headers: { 'X-Forwarded-For': `192.0.2.${n}` } })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is a number of uploaded bytes an hour, by organization', async () => {
    const file = sbom(50);
    await start({ UPLOAD_BYTES_PER_HOUR: String(file.length * 2) });
    const id = await newSbom(admin);
    const upload = () => admin.client.upload('v1/project/importSBOM', file, { sbom_id: id, async: 'true' });
    expect((await upload()).status).toBe(202);
    const refused = await upload();
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/^Too many uploaded bytes/)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    const other = await otherOrganization(app, admin);
    const theirs = await newSbom(other);
    const accepted = await other.client.upload('v1/project/importSBOM', file, { sbom_id: theirs, async: 'true' });
    expect(accepted.status).toBe(202);
  });

  it('is a turn for each upload: many at once all come in, two at a time', async () => {
    await start({ UPLOADS_AT_ONCE: '2' });
    const ids = await Promise.all([...Array(6)].map(() => newSbom(admin)));
    const answers = await Promise.all(
      ids.map((sbom_id) => admin.client.upload('v1/project/importSBOM', sbom(500), { sbom_id, async: 'true' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 202));
  });

  it('rejects new requests with 503 under overload, except health and metrics', async () => {
    await start({});
    jest.spyOn(app.nest.get(OverloadMonitor), 'overloadReason', 'get').mockReturnValue('memory is low');
    const refused = await admin.client.get('v1/users/getSelf');
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/memory is low/)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await app.client.get('health/live')).status).toBe(200);
    expect((await app.client.get('metrics')).status).toBe(401);
  });

  it('holds back large bodies that would not fit into memory together, and takes them afterwards', async () => {
    await start({});
    const load = app.nest.get(OverloadMonitor);
    const release = load.reserveBody(127 * 1024 * 1024)!;
    const large = { username: 'x'.repeat(2_000_000) };
    expect((await admin.client.post('v1/users/createUser', large)).status).toBe(503);
    expect((await admin.client.get('v1/users/getSelf')).status).toBe(200);
    release();
    expect((await admin.client.post('v1/users/createUser', large)).status).toBe(400);
    expect(load.reserveBody(500 * 1024 * 1024)).not.toBeNull();
  });

  it('notices when the database gets slow, and when it recovers', async () => {
    await start({ DATABASE_POOL: '2' });
    const load = app.nest.get(OverloadMonitor);
    const crowd = [...Array(100)].map(() => load.trackRequest());
    // As in the real case, work stands in the queue before whoever asks next.
    const held = ['a', 'b'].map(() => load['database'].statements((sql) => sql.query('SELECT pg_sleep(3.5)')));
    const until = Date.now() + 3_400;
    while (load.overloadReason === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(load.overloadReason).toBe('the database is slow');
    crowd.pop()!(); // a few wait without being turned away
    expect(load.overloadReason).toBeNull();
    load.trackRequest();
    await Promise.all(held);
    for (const end = Date.now() + 60_000; load.overloadReason !== null && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(load.overloadReason).toBeNull();
  });
});
