import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startApp, type TestApp } from '../support/app.js';
import { certificate } from '../support/certificates.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const base = 'dc=acme,dc=example';
const service = { dn: `cn=stocktake,${base}`, password: 'search & look' };
const person = (uid: string, more: object = {}): { dn: string; password: string; attributes: object } => {
  const attributes = { objectClass: 'person', uid, mail: `${uid}@acme.example`, entryUUID: `id-${uid}`, ...more };
  return { dn: `uid=${uid},ou=people,${base}`, password: `secret of ${uid}`, attributes };
};
/** What directories answer a bind with: 389 Directory Server and FreeIPA of a locked account, others without a password. */
const refusals = ['UnwillingToPerformError', 'ConstraintViolationError', 'InappropriateAuthenticationError', 'NoSuchObjectError']; // prettier-ignore
const developers = `cn=developers,ou=groups,${base}`;

describe('logins with the password of an LDAP directory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-ldap-'));
  const pair = certificate(['127.0.0.1']);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const people = [
    person('ada', { memberOf: [developers] }),
    person('bob'),
    person('admin'),
    { ...person('twin'), dn: `uid=twin,ou=people,${base}` },
    { ...person('twin'), dn: `uid=twin,ou=others,ou=people,${base}` },
    person('nameless', { entryUUID: [] }),
    ...['cleo', 'dora'].map((uid) => person(uid)),
    ...refusals.map((refusal) => ({ ...person(refusal.toLowerCase()), refusal })),
  ];
  const dnOf = (uid: string): string => people.find(({ dn }) => dn.startsWith(`uid=${uid},`))!.dn;
  const group = (name: string, uid: string, attributes: object) => ({
    dn: `cn=${name},ou=groups,${base}`,
    attributes: { member: [dnOf(uid)], ...attributes },
  });
  const groups = [group('ops', 'bob', { cn: 'ops' }), group('big', 'cleo', { CN: 'ops' }), group('hidden', 'dora', {})];
  const seen: string[] = [];
  let directory: ChildProcess;
  let app: TestApp;
  let admin: Person & TenantIds;
  let settings: Record<string, string>;

  beforeAll(async () => {
    writeFileSync(cert, pair.cert);
    writeFileSync(key, pair.key);
    const options = { key, certificate: cert, service, people, groups };
    directory = spawn(process.execPath, ['--no-warnings', 'test/support/ldap-server.mjs', JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const port = await new Promise<string>((listening) =>
      createInterface(directory.stdout!).on('line', (line) => {
        seen.push(line);
        if (line.startsWith('listening ')) listening(line.slice(10));
      }),
    );
    settings = {
      LDAP_URL: `ldaps://127.0.0.1:${port}`,
      LDAP_BIND_DN: service.dn,
      LDAP_BIND_PASSWORD: service.password,
      LDAP_BASE_DN: `ou=people,${base}`,
      LDAP_GROUP_BASE_DN: `ou=groups,${base}`,
      OUTSIDE_OPENED: `127.0.0.1:${port}`,
      OUTSIDE_CA_FILE: cert,
    };
    app = await startApp(settings);
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    directory.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = (username: string, password: string, at = app) =>
    at.client.post('v1/sessions/login', { username, password });
  const teamsOf = async (jwt: string): Promise<string[]> =>
    (await app.client.as(jwt).get('v1/teams/getTeams')).body.data.map(({ id }: any) => id);

  const accountsMade = async (): Promise<string[]> => {
    const events = await admin.client.get('v1/audit/getServiceEvents', { action: 'sessions/createAccount' });
    return events.body.data.map(({ actor_id }: any) => actor_id);
  };

  it('make an account at the first one, with what its groups are mapped to', async () => {
    for (const [group, role] of [
      [developers, 'member'],
      ['ops', 'viewer'],
    ] as const) {
      const mapping = { org_id: admin.orgId, group, role };
      expect((await admin.client.post('v1/organizations/createGroupMapping', mapping)).status).toBe(200);
    }
    const first = await login('ada', 'secret of ada');
    expect([first.status, first.body.data.user]).toEqual([200, expect.objectContaining({ username: 'ada', email: 'ada@acme.example' })]); // prettier-ignore
    expect(await teamsOf(first.body.data.jwt)).toEqual([admin.teamId]);
    expect(await accountsMade()).toEqual([first.body.data.user.id]);
    const again = await login('ada', 'secret of ada');
    expect(again.body.data.user.id).toBe(first.body.data.user.id);
    expect(await accountsMade()).toHaveLength(1);
    const { data } = (await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId })).body;
    expect(data.find(({ user_id }: any) => user_id === first.body.data.user.id).role).toBe('member');
    const bob = await login('bob', 'secret of bob');
    expect([bob.status, await teamsOf(bob.body.data.jwt)]).toEqual([200, [admin.teamId]]);
  });

  it('read the name of a group in any letter case, and are refused where it cannot be read', async () => {
    const cleo = await login('cleo', 'secret of cleo');
    expect([cleo.status, await teamsOf(cleo.body.data.jwt)]).toEqual([200, [admin.teamId]]);
    const dora = await login('dora', 'secret of dora');
    expect([dora.status, dora.body.reason]).toEqual([401, 'groups_unknown']);
  });

  it('are refused alike for a wrong password, a stranger, an empty password, two of a name, and a filter', async () => {
    const wrong = await login('ada', 'wrong');
    expect(wrong.status).toBe(401);
    for (const [name, password] of [
      ['nobody', 'x'],
      ['twin', 'secret of twin'],
      ['*', 'secret of ada'],
      ['bo*', 'secret of bob'],
      ['ada)(uid=*', 'secret of ada'],
      ['a\\2a', 'secret of ada'],
      [service.dn, service.password],
    ] as const) {
      const answer = await login(name, password);
      expect([name, answer.status, answer.body.message]).toEqual([name, 401, wrong.body.message]);
    }
    // Neither is somebody without an id, of whom the right password says that the directory is at fault.
    expect((await login('nameless', 'wrong')).status).toBe(401);
    expect((await login('ada', '')).status).toBe(400);
    expect(seen.filter((line) => line.startsWith('bind uid=twin'))).toEqual([]);
  });

  it('ask the directory for as much of a stranger as of somebody whom it knows', async () => {
    const asked = async (name: string): Promise<string[]> => {
      const before = seen.length;
      expect((await login(name, 'wrong')).status).toBe(401);
      return seen.slice(before).map((line) => line.split(' ')[0]!);
    };
    for (const name of ['bob', 'nobody', 'twin']) expect([name, await asked(name)]).toEqual([name, ['bind', 'search', 'bind']]); // prettier-ignore
  });

  it.each(refusals)('are refused, not put off, where the directory answers the bind with %s', async (refusal) => {
    const uid = refusal.toLowerCase();
    const answer = await login(uid, `secret of ${uid}`);
    expect([answer.status, answer.body.reason]).toEqual([401, 'wrong_credentials']);
  });

  it('never take over a local account of the same name, which keeps its own password', async () => {
    const theirs = await login('admin', 'secret of admin');
    expect(theirs.status).toBe(200);
    expect(theirs.body.data.user).toMatchObject({ sys_admin: false });
    expect(theirs.body.data.user.id).not.toBe(admin.userId);
    expect(theirs.body.data.user.username).not.toBe('admin');
    const { data } = (await admin.client.get('v1/audit/getServiceEvents', { action: 'sessions/login' })).body;
    expect(data[0]).toMatchObject({ actor_id: theirs.body.data.user.id, outcome: 'done', via: 'password' });
    expect((await login('admin', admin.password)).body.data.user.id).toBe(admin.userId);
    const local = await newUser(app, admin);
    expect((await login(local.username, local.password)).status).toBe(200);
  });

  it('are refused without an attribute that is never given away', async () => {
    expect((await login('nameless', 'secret of nameless')).status).toBe(503);
  });

  it('count for nobody while the directory is away', async () => {
    const away = await startApp({ ...settings, LDAP_URL: 'ldaps://127.0.0.1:1' });
    const local = await firstAdmin(away);
    for (let time = 0; time < 12; time += 1) expect((await login(local.username, 'not theirs', away)).status).toBe(503);
    const counts = await withClient(away.databaseUrl, (client) =>
      client.query('SELECT DISTINCT failures, lockouts FROM login_failures'),
    );
    expect(counts.rows).toEqual([{ failures: 0, lockouts: 0 }]);
    expect((await login(local.username, local.password, away)).status).toBe(200);
    await away.close();
  });

  it('say nothing to a server that does not prove who it is, or takes no TLS', async () => {
    const before = seen.length;
    const other = join(folder, 'other.pem');
    writeFileSync(other, certificate(['127.0.0.1']).cert);
    const strictly: Record<string, string>[] = [
      { OUTSIDE_CA_FILE: other },
      { LDAP_URL: settings.LDAP_URL!.replace('ldaps', 'ldap') },
      { OUTSIDE_OPENED: '' },
    ];
    for (const more of strictly) {
      const strict = await startApp({ ...settings, ...more });
      const answer = await login('ada', 'secret of ada', strict);
      expect([more, answer.status]).toEqual([more, 503]);
      await strict.close();
    }
    expect(seen.slice(before)).toEqual([]);
  });

  it('is no setting without an account that may search', async () => {
    await expect(startApp({ ...settings, LDAP_BIND_PASSWORD: '' })).rejects.toThrow(/LDAP_BIND_PASSWORD/);
    await expect(startApp({ ...settings, LDAP_URL: 'http://127.0.0.1' })).rejects.toThrow(/ldaps:/);
  });
});
