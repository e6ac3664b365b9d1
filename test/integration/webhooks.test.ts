import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Analyst, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { loseSecret } from '../support/lost-keys.js';
import { withClient } from '../support/postgres.js';
import { SourceServer } from '../support/source-server.js';
import { sealedColumns } from '../../src/commands/sealed-columns.js';
import { Database } from '../../src/platform/database/database.js';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

describe('webhooks', () => {
  let app: TestApp;
  let server: SourceServer;
  let admin: Person & TenantIds;
  let received: Received[];
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = await SourceServer.start();
    server.answer = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
        answer(response);
      });
    };
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: server.host, OUTSIDE_CA_FILE: server.authority });
    admin = await firstAdmin(app);
  });
  beforeEach(() => {
    received = [];
    answer = (response) => void response.end();
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const create = async (more: Shown = {}, by: Person & TenantIds = admin): Promise<Shown> => {
    const body = { org_id: by.orgId, url: `https://${server.host}/hook`, ...more };
    const { status, body: answered } = await by.client.post('v1/webhooks/createWebhook', body);
    if (status !== 200) throw new Error(JSON.stringify(answered));
    return answered.data;
  };
  const remove = (id: string) => admin.client.post('v1/webhooks/deleteWebhook', { id });
  const deliveries = async (webhook_id: string): Promise<Shown[]> =>
    (await admin.client.get('v1/webhooks/getDeliveries', { webhook_id })).body.data;
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
      if (await isSo()) return;
    throw new Error('It did not come about');
  };
  const isSignedBy = (secret: string, { headers, text }: Received): boolean => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const signature = createHmac('sha256', key).update(content).digest('base64');
    return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
  };

  it('tell what happened, signed, and show the secret once', async () => {
    const webhook = await create({ events: ['analysis.finished', 'component.resolved', 'sbom.confirmed'] });
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    const { body: shown } = await admin.client.get('v1/webhooks/getWebhook', { id: webhook.id });
    expect(shown.data).toMatchObject({ secret: '********', active: true, failing_since: null });

    const analyst = new Analyst(app, admin);
    const project = await analyst.project({ type: 'source_unavailable', source: '', aliases: [{ name: 'left-pad' }] });
    const { id, sbom_id } = await analyst.analyze(project);
    await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbom_id });
    await until(() => received.length >= 2);
    const delivered = received.map(({ text }) => JSON.parse(text) as Shown);
    const counts = {
      files: 0,
      components: 1,
      dependencies: 0,
      stale: 0,
      added: null,
      warning_count: 0,
      unread_count: 0,
    };
    const finished = delivered.find(({ type }) => type === 'analysis.finished')!;
    expect(finished).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: {
        analysis_id: id,
        project_id: project,
        sbom_id,
        org_id: admin.orgId,
        unchanged: false,
        branch: '',
        ...counts,
      },
    });
    expect(delivered.find(({ type }) => type === 'sbom.confirmed')!.data).toMatchObject({
      sbom_id,
      org_id: admin.orgId,
    });
    expect(received.every((one) => isSignedBy(webhook.secret, one))).toBe(true);
    const [first] = received;
    expect(Math.abs(Number(first!.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(120_000);
    await until(async () => (await deliveries(webhook.id)).every(({ status }) => status === 'delivered'));
    await remove(webhook.id);
  });

  it('tell of an analysis that failed, and why', async () => {
    const webhook = await create({ events: ['analysis.failed'] });
    const analyst = new Analyst(app, admin);
    const project = await analyst.project({ type: 'artifact', source: `https://${server.host}/nothing` });
    answer = (response) => void response.writeHead(received.length > 1 ? 200 : 404).end();
    const { id } = await analyst.analyze(project);
    await until(() => received.some(({ text }) => text !== ''));
    const event = JSON.parse(received.find(({ text }) => text !== '')!.text) as Shown;
    expect(event).toMatchObject({
      type: 'analysis.failed',
      data: { analysis_id: id, message: expect.stringMatching(/does not exist \(404\)/) },
    });
    await remove(webhook.id);
  });

  it('come again with the same id until they are taken, and hold up no other', async () => {
    const webhook = await create();
    answer = (response) => void response.writeHead(received.length === 1 ? 500 : 204).end();
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id))[0]!.error !== '');
    const [failed] = await deliveries(webhook.id);
    expect(failed).toMatchObject({ status: 'pending', response_status: 500, error: 'The receiver answered 500' });
    await app.nest.get(Database).transaction('system', async (sql) => {
      await sql.run(`UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending'`);
    });
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id)).every(({ status }) => status === 'delivered'));
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(failed!.event_id);
    await remove(webhook.id);
  });

  it('are taken by a receiver that says so, however long and however encoded its page is', async () => {
    const webhook = await create();
    for (const headers of [{ 'content-length': '2000000' }, { 'content-encoding': 'br' }]) {
      answer = (response) => void response.writeHead(200, headers).end(Buffer.alloc(2_000_000));
      await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
      await until(async () => (await deliveries(webhook.id))[0]!.attempts > 0);
      await until(async () => (await deliveries(webhook.id))[0]!.status === 'delivered');
      expect((await deliveries(webhook.id))[0]).toMatchObject({ error: '', response_status: 200, attempts: 1 });
    }
    await remove(webhook.id);
  });

  it.each([
    ['a number', () => '1800'],
    ['a date', () => new Date(Date.now() + 1_800_000).toUTCString()],
  ])('come again when the receiver asks for it with %s', async (_form, value) => {
    const webhook = await create();
    answer = (response) => void response.writeHead(429, { 'retry-after': value() }).end();
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id))[0]!.error !== '');
    const [{ due_at }] = (await deliveries(webhook.id)) as [Shown];
    expect((Date.parse(due_at) - Date.now()) / 60_000).toBeGreaterThan(25);
    await remove(webhook.id);
  });

  it('do not wait for one that failed often and is due in hours', async () => {
    const webhook = await create();
    answer = (response) => void response.writeHead(received.length === 1 ? 500 : 204).end();
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id))[0]!.error !== '');
    const later = async (table: string, condition: string): Promise<boolean> =>
      (await app.nest
        .get(Database)
        .transaction('system', (sql) =>
          sql.run(`UPDATE ${table} SET due_at = now() + interval '3 hours' WHERE ${condition}`, { id: webhook.id }),
        )) > 0;
    await later('webhook_deliveries', `webhook_id = $id AND status = 'pending'`);
    await until(() => later('job_runs', `subject_id = $id AND state = 'waiting'`));
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id)).some(({ status }) => status === 'delivered'));
    expect((await deliveries(webhook.id)).map(({ status }) => status).sort()).toEqual(['delivered', 'pending']);
    await remove(webhook.id);
  });

  it('say when a verdict changes, once, and never that it is pending', async () => {
    const { id: webhook } = await create({ events: ['verdict.changed'] });
    const { id, name, version } = (
      await admin.client.post('v1/project/createSBOM', {
        name: 'Verdicts',
        version: '1',
        supplier: 's',
        contact_name: 'c',
        contact_email: '',
        org_id: admin.orgId,
        team_id: admin.teamId,
      })
    ).body.data;
    const applied = async (): Promise<Shown> =>
      (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: id, wait: 'true' })).body.data[0];
    expect(await applied()).toMatchObject({ verdict: 'pending', passed: null, judged_at: null });
    const component = { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' };
    const document = JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [component],
    });
    expect((await admin.client.upload('v1/project/importSBOM', document, { sbom_id: id })).status).toBe(200);
    const failed = await applied();
    expect(failed).toMatchObject({ verdict: 'failed', pending: 0 });
    const verdictsOf = (): Shown[] => received.map(({ text }) => JSON.parse(text).data);
    await until(() => received.length === 1);
    const common = { org_id: admin.orgId, sbom_id: id, name, version, judged_at: expect.any(String), data_as_of: null };
    expect(verdictsOf()).toEqual([{ ...common, verdict: 'failed', previous: null, passing: 0, failing: 1 }]);

    const { body: lenient } = await admin.client.post('v1/ruleset/createRuleset', {
      team_id: admin.teamId,
      name: 'Lenient',
      rule_ids: ['identity.resolved'],
    });
    const ruleset_id = lenient.data.id;
    await admin.client.post('v1/project/updateSBOM', { id, ruleset_id });
    await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
    expect(await applied()).toMatchObject({ verdict: 'passed', ruleset_id });
    await until(() => received.length === 2);
    expect(verdictsOf()[1]).toMatchObject({ verdict: 'passed', previous: 'failed', passing: 1, failing: 0 });
    await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
    expect((await applied()).verdict).toBe('passed');
    expect(await deliveries(webhook)).toHaveLength(2);
    await remove(webhook);
  });

  it('are followed nowhere else, and given up where nobody is any more', async () => {
    const elsewhere = await SourceServer.start();
    const webhook = await create();
    answer = (response) => void response.writeHead(307, { location: `https://${elsewhere.host}/` }).end();
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id))[0]!.error !== '');
    expect((await deliveries(webhook.id))[0]!.error).toMatch(/leads to another one/);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
    answer = (response) => void response.writeHead(410).end();
    await app.nest.get(Database).transaction('system', async (sql) => {
      await sql.run(`UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending'`);
    });
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    const state = async () => (await admin.client.get('v1/webhooks/getWebhook', { id: webhook.id })).body.data;
    await until(async () => !(await state()).active);
    expect((await state()).disabled_reason).toMatch(/410/);
    expect((await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id })).status).toBe(409);
    const again = await admin.client.post('v1/webhooks/updateWebhook', { id: webhook.id, active: true });
    expect(again.body.data).toMatchObject({ active: true, disabled_reason: '', failing_since: null });
    await remove(webhook.id);
  });

  it('sign with the old secret, too, for some time, but never for another host', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const webhook = await create({ secret });
    expect(webhook.secret).toBe('********');
    const rotated = await admin.client.post('v1/webhooks/updateWebhook', { id: webhook.id, rotate_secret: true });
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(() => received.length === 1);
    expect([secret, rotated.body.data.secret].map((one) => isSignedBy(one, received[0]!))).toEqual([true, true]);
    const url = 'https://hooks.example.org/x';
    const moved = await admin.client.post('v1/webhooks/updateWebhook', { id: webhook.id, url });
    expect(moved.body.data).toMatchObject({ url, previous_until: null, secret: expect.stringMatching(/^whsec_/) });
    await remove(webhook.id);
  });

  it('say that their secret is lost, and are switched on only with another one', async () => {
    const webhook = await create();
    const update = (more: Shown) => admin.client.post('v1/webhooks/updateWebhook', { id: webhook.id, ...more });
    await loseSecret(app.databaseUrl, 'webhooks', webhook.id);
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(async () => (await deliveries(webhook.id))[0]!.error !== '');
    expect((await deliveries(webhook.id))[0]!.error).toMatch(/^The secret cannot be read/);
    const [{ discard }] = sealedColumns.filter(({ table, column }) => table === 'webhooks' && column === 'sealed') as [(typeof sealedColumns)[0]]; // prettier-ignore
    await withClient(app.databaseUrl, (client) => client.query(`${discard} WHERE id = $1`, [webhook.id]));
    const { body } = await admin.client.get('v1/webhooks/getWebhook', { id: webhook.id });
    expect(body.data).toMatchObject({
      active: false,
      disabled_reason: expect.stringMatching(/give the webhook a new/),
    });
    const refused = await update({ active: true });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['secret']]);
    const { secret } = (await update({ active: true, rotate_secret: true })).body.data;
    await admin.client.post('v1/webhooks/testWebhook', { id: webhook.id });
    await until(() => received.length > 0);
    expect(isSignedBy(secret, received[0]!)).toBe(true);
    await remove(webhook.id);
  });

  it.each(['http://example.org/', 'https://10.0.0.1/', 'https://localhost/', 'https://u:p@example.org/', 'x'])(
    'are not made for %s',
    async (url) => {
      const { status, body } = await admin.client.post('v1/webhooks/createWebhook', { org_id: admin.orgId, url });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['url']]);
    },
  );

  it('are the business of the organization’s administrators, and of no other organization', async () => {
    const webhook = await create();
    const member = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    expect((await member.client.get('v1/webhooks/getWebhook', { id: webhook.id })).status).toBe(403);
    const other = await otherOrganization(app, admin);
    expect((await other.client.get('v1/webhooks/getWebhook', { id: webhook.id })).status).toBe(404);
    const theirs = await create({}, other);
    const analyst = new Analyst(app, { ...other });
    await analyst.analyze(await analyst.project({ type: 'source_unavailable', source: '' }));
    await until(() => received.some(({ text }) => text.includes('analysis.finished')));
    expect(await deliveries(webhook.id)).toEqual([]);
    await remove(webhook.id);
    await other.client.post('v1/webhooks/deleteWebhook', { id: theirs.id });
  });
});
