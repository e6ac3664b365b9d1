import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Answer } from '../support/api-client.js';
import { Analyst, packageLock } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { found, ProcessSampler, textOfFolder } from '../support/canaries.js';
import { runOperation } from '../support/operations.js';
import { GitRepository } from '../support/git-repository.js';
import { firstAdmin, logIn, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { SourceServer, withBasic } from '../support/source-server.js';
import { hasSsh, SshServer } from '../support/ssh-server.js';

/**
 * Each secret is a random word that is found nowhere but where it belongs. The search finds a planted one in every
 * place that it looks at, so that it is known to look.
 */
describe('secrets', () => {
  const lines: string[] = [];
  const answers: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-canary-'));
  const canary = (): string => `c"a/n%${randomBytes(20).toString('hex')}`;
  const secrets: Record<string, string> = {
    password: canary(),
    'second password': canary(),
    'tried password': canary(),
  };
  let app: TestApp;
  let admin: Person & TenantIds;
  let source: SourceServer;
  let ssh: SshServer | null;
  let processes: string;

  beforeAll(async () => {
    source = await SourceServer.start();
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    ssh = hasSsh ? await SshServer.start() : null;
    const opened = ssh ? `${source.host},${ssh.host}` : source.host;
    const settings = { ...ssh?.settings, OUTSIDE_OPENED: opened, OUTSIDE_CA_FILE: source.authority };
    app = await startApp({ ...settings, LOG_LEVEL: 'trace' }, logger);
    admin = await firstAdmin(app);
    const sampler = new ProcessSampler();
    await live();
    processes = sampler.stop();
  });
  afterAll(async () => {
    await app.close();
    await source.close();
    ssh?.close();
    rmSync(folder, { recursive: true });
  });

  const keep = (answer: Answer): Answer => {
    answers.push(JSON.stringify([...answer.headers]), JSON.stringify(answer.body));
    return answer;
  };

  /** A day in the life of secrets: made, used, changed, mistyped, refused, and what else is read beside them. */
  async function live(): Promise<void> {
    const { client } = admin;
    const made = await client.post('v1/users/createUser', { username: 'ann', org_id: admin.orgId, role: 'member' });
    secrets['user’s password'] = made.body.data.password;
    const ann = await logIn(app, 'ann', made.body.data.password);
    secrets['session’s signature'] = ann.token.split('.')[2]!;
    const key = (await ann.client.post('v1/users/createApiKey', { name: 'ci' })).body.data.key;
    secrets['API key'] = key;
    keep(await app.client.as(key).get('v1/users/getApiKeys'));
    keep(await app.client.post('v1/sessions/login', { username: 'ann', password: secrets['tried password'] }));
    keep(await app.client.as(`${key}x`).get('v1/users/getSelf'));

    source.answer = withBasic('reader', secrets.password!, (_request, response) =>
      response.end(packageLock({ lodash: '4.17.21' })),
    );
    const analyst = new Analyst(app, admin);
    const project = { type: 'artifact', source: `https://${source.host}/package-lock.json`, username: 'reader' };
    const id = await analyst.project({ ...project, password: secrets.password });
    const analysis = await analyst.analyze(id);
    keep(await client.get('v1/scanner/getAnalysisStatus', { id: analysis.id }));
    expect([analysis.status, analysis.message]).toEqual(['finished', expect.anything()]);
    const path = 'v1/project/updateProject';
    keep(await client.put(path, { id, password: secrets['second password'] }));
    keep(await client.put(path, { id, password: secrets['second password'], type: 'nonsense', branch: 7 }));
    keep(await client.post('v1/project/createProject', { ...project, password: secrets.password, team_id: 'none' }));
    expect((await analyst.analyze(id)).status).toBe('errored');
    for (const [route, query] of [
      ...([
        ['v1/project/getProject', { id, team_id: admin.teamId }],
        ['v1/project/getProjects', { team_id: admin.teamId }],
      ] as const),
      ...([
        ['v1/audit/getEvents', { org_id: admin.orgId }],
        ['v1/scanner/getAnalyses', { project_id: id }],
      ] as const),
      ...([
        ['metrics', {}],
        ['v1/audit/getServiceEvents', {}],
        ['openapi.json', {}],
      ] as const),
    ])
      keep(await client.get(route, query));
    if (ssh) await deployKey(analyst, ssh);
    await webhook();
    const backup = await runOperation(['backup', join(folder, 'backup')], {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.configuration.dataDir,
      MASTER_KEY_FILE: app.configuration.masterKeyFile,
    });
    expect(backup.code).toBe(0);
    secrets['master key'] = readFileSync(app.configuration.masterKeyFile, 'utf8').trim();
  }

  /** Fetches over ssh, then with a key that is refused. */
  async function deployKey(analyst: Analyst, server: SshServer): Promise<void> {
    const repository = new GitRepository();
    repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    const source = server.address(repository.bare);
    const id = await analyst.project({ type: 'git', branch: 'main', source, deploy_key: server.key('deploy') });
    expect(await analyst.analyze(id)).toMatchObject({ status: 'finished', message: '' });
    keep(await admin.client.put('v1/project/updateProject', { id, deploy_key: server.key('stranger') }));
    keep(await admin.client.put('v1/project/updateProject', { id, deploy_key: server.key('deploy'), branch: 7 }));
    expect((await analyst.analyze(id)).status).toBe('errored');
    keep(await admin.client.get('v1/project/getProject', { id, team_id: admin.teamId }));
    keep(await admin.client.get('v1/scanner/getAnalyses', { project_id: id }));
    repository.remove();
    for (const name of ['deploy', 'stranger'] as const) secrets[`${name} key`] = seedOf(server.key(name));
  }

  /** Its secret is shown by the answer that makes it, and signs what is sent. */
  async function webhook(): Promise<void> {
    const { client, orgId } = admin;
    const url = `https://${source.host}/hook`;
    const { id, secret } = (await client.post('v1/webhooks/createWebhook', { org_id: orgId, url })).body.data;
    secrets['webhook’s secret'] = secret.replace('whsec_', '');
    source.answer = (_request, response) => response.end();
    keep(await client.post('v1/webhooks/testWebhook', { id }));
    keep(await client.post('v1/webhooks/updateWebhook', { id, description: 'Changed' }));
    keep(await client.get('v1/webhooks/getWebhook', { id }));
    keep(await client.get('v1/webhooks/getWebhooks', { org_id: orgId }));
    const delivered = async () => keep(await client.get('v1/webhooks/getDeliveries', { webhook_id: id })).body.data;
    for (let tries = 0; (await delivered())[0]?.status !== 'delivered'; tries += 1) {
      if (tries === 300) throw new Error('The webhook was not delivered');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(source.requests.some(({ url: path }) => path === '/hook')).toBe(true);
  }

  /** Every row of every table, the queue's among them, as it would stand in a dump. */
  const databaseText = (): Promise<string> =>
    withClient(app.databaseUrl, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      const texts: string[] = [];
      for (const { name } of tables)
        texts.push(...(await client.query<{ t: string }>(`SELECT t::text FROM ${name} t`)).rows.map(({ t }) => t));
      return texts.join('\n');
    });
  const dataText = (): string =>
    textOfFolder(app.configuration.dataDir, (path) => path === app.configuration.masterKeyFile);

  it('were there and did their work', () => {
    expect(Object.keys(secrets)).toHaveLength(hasSsh ? 10 : 8);
    const authorization = `Basic ${Buffer.from(`reader:${secrets.password}`).toString('base64')}`;
    expect(source.requests.map((request) => request.authorization)).toContain(authorization);
    expect(Math.min(...Object.values(secrets).map((secret) => secret.length))).toBeGreaterThan(11);
  });

  it('stand in no answer but the one that gives them', () => {
    expect(answers.length).toBeGreaterThan(20);
    expect(found(secrets, answers.join('\n'))).toEqual([]);
    expect(found(secrets, `${answers.join('\n')} ${secrets['API key']!.slice(5, 20)}`)).toEqual(['API key']);
  });

  it('stand in no line of the log, also the most talkative', () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(found(secrets, lines.join(''))).toEqual([]);
    expect(found(secrets, `${lines.join('')}${JSON.stringify(secrets.password)}`)).toEqual(['password']);
  });

  it('stand in no table, the queue’s among them', async () => {
    expect(found(secrets, await databaseText())).toEqual([]);
    await withClient(app.databaseUrl, async (client) => {
      await client.query('CREATE TABLE planted (secret bytea)');
      await client.query('INSERT INTO planted VALUES ($1)', [Buffer.from(secrets.password!)]);
      const text = await databaseText();
      await client.query('DROP TABLE planted');
      expect(found(secrets, text)).toEqual(['password']);
    });
  });

  it('stand in no file: uploads, what work has left, backups', () => {
    expect(found(secrets, dataText())).toEqual([]);
    const backup = textOfFolder(join(folder, 'backup'));
    expect(backup).toContain('projects');
    expect(found(secrets, backup)).toEqual([]);
    const planted = Buffer.from(`xx${secrets['second password']}yy`).toString('base64');
    expect(found(secrets, backup + planted)).toEqual(['second password']);
  });

  it('stand in no process’s arguments or environment', async () => {
    expect(processes).toContain('postgres');
    expect(found(secrets, processes)).toEqual([]);
    const sampler = new ProcessSampler();
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 400)'], { env: { X: secrets.password } });
    await new Promise((resolve) => child.once('exit', resolve));
    expect(found(secrets, sampler.stop())).toEqual(['password']);
  });
});

/** Of a private key's text what is only in it: before that stands the public key, as everybody may see it. */
const seedOf = (key: string): string => key.split('\n')[4]!.slice(6, 46);
