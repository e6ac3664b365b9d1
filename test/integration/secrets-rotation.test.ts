import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ProjectSecrets } from '../../src/projects/project-secrets.js';
import { sealedColumns } from '../../src/commands/sealed-columns.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Database } from '../../src/platform/database/database.js';
import { KeyRing } from '../../src/platform/security/key-ring.js';
import { KeyRotation } from '../../src/platform/security/key-rotation.js';
import { masterKey } from '../../src/platform/security/sealing.js';
import { openVault, Vault } from '../../src/platform/security/vault.js';
import { startApp, type TestApp } from '../support/app.js';
import { runOperation, startOperation } from '../support/operations.js';
import { firstAdmin, logIn, type Person, type TenantIds } from '../support/people.js';
import { openClient } from '../support/postgres.js';

const secretCount = 600;

describe('changing the master key of a running service', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let client: pg.Client;
  let database: Database;
  let projectId: string;
  let keyFile: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    client = await openClient(app.databaseUrl);
    database = app.nest.get(Database);
    keyFile = app.configuration.masterKeyFile;
    const project = { team_id: admin.teamId, name: 'P', type: 'git', source: 'https://git.example/p.git' };
    const body = { ...project, branch: 'main', description: '', password: 'the secret' };
    projectId = (await admin.client.post('v1/project/createProject', body)).body.data.id;
    // Many more, each sealed in its own place, as so many projects would have.
    const secrets = app.nest.get(ProjectSecrets);
    await client.query(
      `INSERT INTO projects SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).* FROM projects p,
       generate_series(2, $1)`,
      [secretCount],
    );
    const { rows } = await client.query<{ id: string; org_id: string }>('SELECT id, org_id FROM projects');
    await database.transaction('system', async (sql) => {
      for (const owner of rows) await secrets.change(sql, owner, { password: `secret of ${owner.id}` });
    });
  });
  afterAll(async () => {
    await client.end();
    await app.close();
  });

  const keyLines = (): string[] => readFileSync(keyFile, 'utf8').trim().split('\n');
  const installation = () => ({ DATABASE_URL: app.databaseUrl, MASTER_KEY_FILE: keyFile });
  const run = (command: string) => runOperation(['secrets', command], installation());

  /** How many project secrets stand under how many different keys. */
  const underKeys = async (): Promise<number[]> => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM project_secrets GROUP BY substring(sealed FROM 2 FOR 8) ORDER BY 1',
    );
    return rows.map(({ count }) => count);
  };

  /** The service itself, not restarted, still reads every secret, and its sessions hold. */
  const allReadable = async (): Promise<void> => {
    const { rows } = await client.query<{ id: string; org_id: string }>('SELECT id, org_id FROM projects');
    const secrets = app.nest.get(ProjectSecrets);
    const wrong = await database.transaction('system', async (sql) => {
      const read: { id: string; secret: string | null }[] = [];
      for (const owner of rows) read.push({ id: owner.id, secret: await secrets.read(sql, owner, 'password') });
      return read.filter(({ id, secret }) => secret !== `secret of ${id}`);
    });
    expect([rows.length, wrong]).toEqual([secretCount, []]);
    expect((await admin.client.get('v1/users/getSelf')).status).toBe(200);
    expect((await logIn(app, admin.username, admin.password)).token).toBeTruthy();
  };

  /** As a process that starts now reads them. */
  const allReadableAfterRestart = async (): Promise<void> => {
    const secrets = new ProjectSecrets(await openVault(app.configuration, database));
    const { rows } = await client.query<{ id: string; org_id: string }>('SELECT id, org_id FROM projects');
    await database.transaction('system', async (sql) => {
      for (const owner of rows) expect(await secrets.read(sql, owner, 'password')).toBe(`secret of ${owner.id}`);
    });
  };

  it('knows every column that holds secrets', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND table_name !~ '^bull' ORDER BY 1`,
    );
    const hashes = [
      'api_keys.hash',
      'exchanged_tokens.token',
      'idempotency_keys.fingerprint',
      'login_failures.subject',
      'resolution_outcomes.key',
      'scim_tokens.hash',
    ];
    const keyIds = ['master_key_holders.sealing_id', 'master_keys.key_id'];
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    // Both are empty after a start.
    const open = ['sboms.badge_key', 'shares.key'];
    expect(rows.map(({ name }) => name)).toEqual([...hashes, ...keyIds, ...open, ...sealed].sort());
  });

  it('guards every one of them against a key that the database does not know', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT event_object_table || '.' || substr(trigger_name, length('known_master_key_') + 1) AS name
       FROM information_schema.triggers WHERE starts_with(trigger_name, 'known_master_key_') ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
  });

  it('goes on after it was killed half-way, and everything can be read at every moment', async () => {
    const [former] = keyLines();
    const { child, ended } = startOperation(['secrets', 'rotate'], installation());
    for (let moved = 0; moved === 0 && child.exitCode === null; await sleep(2)) moved = (await underKeys()).length - 1;
    child.kill('SIGKILL');
    await ended;
    const halfWay = await underKeys();
    expect(halfWay).toHaveLength(2);
    expect(keyLines()).toEqual([expect.not.stringContaining(former!), former]);
    await allReadable();
    expect((await run('retire')).output).toMatch(
      /holds secrets under a former key: run stocktake secrets rotate first/,
    );

    // A secret saved meanwhile goes under the new key without a restart.
    const body = { id: projectId, password: `secret of ${projectId}` };
    expect((await admin.client.put('v1/project/updateProject', body)).status).toBe(200);

    expect(await run('rotate')).toMatchObject({ code: 0, output: expect.stringContaining('secrets moved') });
    expect(await underKeys()).toEqual([secretCount]);
    expect(keyLines()).toHaveLength(2);
    await allReadable();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  });

  it('starts no second change before the first is at its end', async () => {
    const lines = keyLines();
    expect((await run('rotate')).output).toMatch(/^0 secrets moved/);
    expect(keyLines()).toEqual(lines);
  });

  it('ends with the former key taken out, and nothing that needs it', async () => {
    const [current, former] = keyLines();
    expect(await run('retire')).toMatchObject({ code: 0, output: expect.stringMatching(/^1 former keys taken out/) });
    expect(keyLines()).toEqual([current]);
    await allReadable();
    writeFileSync(keyFile, former!);
    await expect(openVault(app.configuration, database)).rejects.toThrow(/is not the key that this database/);
    writeFileSync(keyFile, `${current}\n`);
    await openVault(app.configuration, database);
  });

  it('reaches a process that used no key between the change and its end', async () => {
    expect(await run('rotate')).toMatchObject({ code: 0 });
    expect(await run('retire')).toMatchObject({ code: 0 });
    expect(keyLines()).toHaveLength(1);
    const body = { id: projectId, password: `secret of ${projectId}` };
    expect((await admin.client.put('v1/project/updateProject', body)).status).toBe(200);
    expect(await underKeys()).toEqual([secretCount]);
    await allReadable();
    await allReadableAfterRestart();
  });

  it('waits for every running process, and names those that do not hold the new key', async () => {
    await client.query(
      `INSERT INTO master_key_holders VALUES ($1, '7 on elsewhere', '{}', '', now() + interval '1 minute')`,
      [projectId],
    );
    const rotation = new KeyRotation(database, keyFile, sealedColumns, 6_000);
    const lines = keyLines();
    await expect(rotation.rotate()).rejects.toThrow(
      /do not use the new master key: 7 on elsewhere\. Put the first line/,
    );
    // Nothing is under the new key, and a process that lacks it may still start.
    expect(await underKeys()).toEqual([secretCount]);
    const [announced, ...former] = keyLines();
    expect(former).toEqual(lines);
    writeFileSync(keyFile, former.join('\n'));
    await openVault(app.configuration, database);
    writeFileSync(keyFile, [announced, ...former].join('\n'));
    expect((await client.query('SELECT 1 FROM master_keys')).rowCount).toBe(2);

    await client.query(`UPDATE master_key_holders SET lease_until = now() WHERE id = $1`, [projectId]);
    await rotation.rotate();
    await client.query(`UPDATE master_key_holders SET lease_until = now() + interval '1 minute' WHERE id = $1`, [
      projectId,
    ]);
    await expect(rotation.retire()).rejects.toThrow(/7 on elsewhere/);
    expect(keyLines()).toHaveLength(2);
    await client.query('DELETE FROM master_key_holders WHERE id = $1', [projectId]);
    expect(await rotation.retire()).toEqual({ count: 1, isFileWritten: true });
    await allReadable();
  });

  it('lets nobody store a secret under a key that is retired', async () => {
    const stale = await openVault(app.configuration, database);
    await run('rotate');
    await run('retire');
    const secrets = new ProjectSecrets(stale);
    const { rows } = await client.query<{ id: string; org_id: string }>('SELECT id, org_id FROM projects LIMIT 1');
    const change = database.transaction('system', (sql) => secrets.change(sql, rows[0]!, { password: 'lost' }));
    await expect(change).rejects.toMatchObject({
      name: 'TransientError',
      cause: { message: expect.stringContaining('master key that this database does not know') },
    });
    await allReadable();
  });

  it('is not ready while the key that is current is not in its file', async () => {
    const ready = async () => (await app.client.get('health/ready')).status;
    expect(await ready()).toBe(200);
    await client.query(`UPDATE master_keys SET state = 'former'`);
    await client.query(
      `INSERT INTO master_keys (check_value, key_id, state) VALUES ('another', '\\x0102030405060708', 'current')`,
    );
    const answer = await app.client.get('health/ready');
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([503, expect.stringContaining('current master key')]);
    expect((await app.client.get('health/live')).status).toBe(200);
    await client.query(`DELETE FROM master_keys WHERE check_value = 'another'`);
    await client.query(`UPDATE master_keys SET state = 'current'`);
    expect(await ready()).toBe(200);
  });

  it('keeps the key in use when the file becomes another’s while the service runs', async () => {
    const kept = readFileSync(keyFile);
    for (const content of [randomBytes(32).toString('base64'), 'nonsense', '']) {
      writeFileSync(keyFile, content);
      await allReadable();
    }
    writeFileSync(keyFile, kept);
    await allReadable();
  });

  it('is refused where a former key is missing that secrets may need', async () => {
    const [current] = keyLines();
    writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n${current}\n`);
    await openVault(app.configuration, database);
    await run('rotate');
    const [next] = keyLines();
    writeFileSync(keyFile, `${next}\n`);
    await expect(openVault(new Configuration({ MASTER_KEY_FILE: keyFile }), database)).rejects.toThrow(
      /lacks a key that secrets may still be encrypted with/,
    );
    expect((await run('rotate')).code).toBe(1);
    writeFileSync(keyFile, `${next}\n${current}\n`);
    expect((await run('retire')).code).toBe(0);
  });

  it('has a way out where a key is lost for good: what it encrypted is given up, and nothing else', async () => {
    const [lost] = keyLines();
    await run('rotate');
    const [kept] = keyLines();
    const lostKey = masterKey(Buffer.from(lost!, 'base64'));
    const { rows } = await client.query<{ id: string; org_id: string }>('SELECT id, org_id FROM projects LIMIT 2');
    const [owner, other] = rows as [(typeof rows)[0], (typeof rows)[0]];
    const stale = new ProjectSecrets(new Vault(new KeyRing(keyFile, [lostKey], lostKey)));
    await database.transaction('system', (sql) => stale.change(sql, owner, { password: 'gone', deploy_key: 'gone' }));
    expect(await run('check')).toMatchObject({ code: 0, output: expect.stringContaining('open every stored secret') });

    writeFileSync(keyFile, `${kept}\n`);
    await expect(openVault(app.configuration, database)).rejects.toThrow(/A lost master key/);
    expect(await run('check')).toMatchObject({ code: 1, output: expect.stringContaining('A lost master key') });
    expect(await run('discard')).toEqual({
      code: 0,
      output: expect.stringMatching(/^project_secrets\.sealed: 2 given up\n/),
    });
    expect(await run('check')).toMatchObject({ code: 0 });
    expect(await underKeys()).toEqual([secretCount - 1]);
    const secrets = new ProjectSecrets(await openVault(app.configuration, database));
    const read = await database.transaction('system', (sql) => secrets.read(sql, other, 'password'));
    expect(read).toBe(`secret of ${other.id}`);
  });
});
