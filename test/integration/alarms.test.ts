import type { ServerResponse } from 'node:http';
import { AlarmsScheduler } from '../../src/alarms/alarms.scheduler.js';
import { Database } from '../../src/platform/database/database.js';
import { AlarmDetectionScheduler } from '../../src/sboms/alarms/alarm-detection.scheduler.js';
import { AlarmDetector } from '../../src/sboms/alarms/alarm-detector.js';
import { insertAlarmChecks } from '../../src/sboms/alarms/detection.repository.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import type { Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { DescribedAnswers } from '../support/described-answers.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';
import { MailServer } from '../support/smtp-server.js';
import { SourceServer } from '../support/source-server.js';

/** Markup of every receiver, and a line break that would begin a header. */
const hostile = 'evil <!channel> [x](http://evil.example) *b* <script>alert(1)</script>\r\nBcc: thief@evil.example';

describe('alarms', () => {
  let app: TestApp;
  let chat: SourceServer;
  let mail: MailServer;
  let admin: Person & TenantIds;
  let posts: { url: string; body: Shown }[];
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    chat = await SourceServer.start();
    mail = await MailServer.start(chat.pair, 'stocktake', 'mail secret');
    chat.answer = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        posts.push({ url: request.url!, body: JSON.parse(Buffer.concat(chunks).toString()) });
        answer(response);
      });
    };
    const opened = {
      OUTSIDE_OPENED: `${chat.host},127.0.0.1:${mail.port},127.0.0.2:${mail.port}`,
      OUTSIDE_CA_FILE: chat.authority,
    };
    app = await startApp({ ROLES: 'api,worker', ...opened });
    admin = await firstAdmin(app);
    await load([advisory('GHSA-0001', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] })]);
  });
  beforeEach(() => {
    posts = [];
    mail.mails.length = 0;
    answer = (response) => void response.end();
  });
  afterEach(async () => {
    const { body } = await admin.client.get('v1/alarms/getChannels', { org_id: admin.orgId });
    for (const { id } of body.data) await admin.client.post('v1/alarms/deleteChannel', { id });
  });
  afterAll(async () => {
    await app.close();
    await chat.close();
    await mail.close();
  });

  const load = async (advisories: object[], more: Record<string, object[]> = {}): Promise<void> => {
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': advisories, ...more });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  };
  const channel = async (fields: Shown = {}): Promise<Shown> => {
    const body = { org_id: admin.orgId, kind: 'slack', name: 'c', url: `https://${chat.host}/slack`, ...fields };
    const { status, body: answered } = await admin.client.post('v1/alarms/createChannel', body);
    if (status !== 200) throw new Error(JSON.stringify(answered));
    return answered.data;
  };
  const email = (fields: Shown = {}): Promise<Shown> =>
    channel({
      kind: 'email',
      url: '',
      smtp_host: '127.0.0.1',
      smtp_port: mail.port,
      smtp_username: 'stocktake',
      smtp_password: 'mail secret',
      sender: 'stocktake@example.org',
      recipients: ['psirt@example.org'],
      ...fields,
    });
  /** Looks for alarms and sends what is due, as the scheduler does. */
  const sendDue = async (): Promise<void> => {
    await app.nest.get(AlarmDetectionScheduler).schedule();
    await settled(app);
    await app.nest.get(AlarmsScheduler).schedule();
    await settled(app);
  };
  const delivered = async (components: object[], fields: Shown = {}): Promise<string> => {
    const id = await newSbom(admin, fields);
    await importSbom(app, admin, id, cyclonedx(components));
    await sendDue();
    return id;
  };
  const messages = async (channel_id: string): Promise<Shown[]> =>
    (await admin.client.get('v1/alarms/getMessages', { channel_id })).body.data;
  const query = (text: string): Promise<Shown[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text)).rows);
  const events = (id: string): Promise<Shown[]> =>
    query(
      `SELECT type, is_first, total FROM alarm_events WHERE sbom_id = '${id}' AND type <> 'verdict.changed' ORDER BY created_at, type`,
    );
  /** Every text of a message to Slack or Teams, in order. */
  const textsOf = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(textsOf)
      : value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, one]) => (key === 'text' && typeof one === 'string' ? [one] : textsOf(one)))
        : []; // prettier-ignore

  it('come once for the first look, then for what is new, each once', async () => {
    const { id: channelId } = await channel({ events: ['vulnerability.found', 'vulnerability.exploited'] });
    const sbomId = await delivered([library('broken', '1.0.0'), library('broken', '1.1.0', { 'bom-ref': 'b' }), library('left-pad', '1.0.0')], { name: 'Shop' }); // prettier-ignore
    expect(posts.map(({ body }) => body.text)).toEqual(['Stocktake: Shop 1: 1 vulnerability (1 critical), first look']);
    expect(textsOf(posts[0]!.body.blocks).join('\n')).toMatch(
      /CVE-2024-1 in broken 1\.0\.0 \(and 1 more of this package\): critical, fixed in 2\.0\.0/,
    );
    await admin.client.post('v1/project/resolveComponents', { sbom_id: sbomId });
    await settled(app);
    await sendDue();
    expect(posts).toHaveLength(1);

    await load([advisory('GHSA-0002', 'left-pad', null, { ...medium, aliases: ['CVE-2024-2'] })]);
    await sendDue();
    expect(posts.map(({ body }) => body.text)[1]).toBe('Stocktake: Shop 1: 1 new vulnerability (1 medium)');
    await load([], { 'kev.ndjson': [{ cveID: 'CVE-2024-2', dateAdded: '2024-02-01' }] });
    await sendDue();
    expect(posts.map(({ body }) => body.text)[2]).toBe('Stocktake: Shop 1: 1 vulnerability known to be exploited');
    expect(posts).toHaveLength(3);
    // An update that is still affected is no news; one that is not, and then is again, is.
    for (const version of ['1.2.0', '2.0.0', '1.0.0'])
      await importSbom(app, admin, sbomId, cyclonedx([library('broken', version)])).then(sendDue);
    expect(posts).toHaveLength(4);
    expect((await messages(channelId)).map(({ status, alarms }) => [status, alarms])).toEqual(
      Array(4).fill(['delivered', 1]),
    );
  });

  it('are one event for each SBOM, when a source comes in and when two look at once', async () => {
    await channel({ events: ['vulnerability.found'] });
    const names = Array.from({ length: 150 }, (_, n) => `many-${n}`);
    const sboms = [];
    for (const name of ['One', 'Two']) sboms.push(await delivered(names.map((one) => library(one, '1.0.0')), { name })); // prettier-ignore
    posts = [];
    await load(names.map((name, n) => advisory(`GHSA-1${n}`, name, null, n === 7 ? critical : medium)));
    await query('DELETE FROM alarm_deliveries');
    const detect = (id: string) =>
      app.nest.get(Database).transaction('system', (sql) => app.nest.get(AlarmDetector).detect(sql, id));
    await Promise.all([...sboms, ...sboms].map(detect));
    await sendDue();
    for (const id of sboms) expect(await events(id)).toEqual([{ type: 'vulnerability.found', is_first: false, total: 150 }]);
    expect(posts).toHaveLength(1);
    expect(posts[0]!.body.text).toBe('Stocktake: 2 alarms for 2 SBOMs (2 critical)');
    expect(posts[0]!.body.blocks.length).toBeLessThanOrEqual(50);
    expect(textsOf(posts[0]!.body.blocks)).toEqual(expect.arrayContaining([expect.stringMatching(/^and 1\d\d more$/)]));
  }); // prettier-ignore

  it('name violations of licence rules and verdicts', async () => {
    const { body: rules } = await admin.client.post('v1/ruleset/createRuleset', {
      team_id: admin.teamId,
      name: 'Licences',
      rule_ids: ['license.copyleft', 'identity.resolved'],
    });
    await channel({ events: ['license.violated', 'verdict.changed'] });
    const gpl = { licenses: [{ license: { id: 'GPL-3.0-only' } }] };
    await delivered([library('left-pad', '1.3.0', gpl)], { name: 'Free', ruleset_id: rules.data.id });
    const texts = posts.filter(({ url: path }) => path === '/slack').flatMap(({ body }) => textsOf(body.blocks));
    expect(texts.join('\n')).toMatch(/left-pad 1\.3\.0: GPL-3\.0-only is a strong copyleft licence/);
    expect(texts.join('\n')).toMatch(/Now failed\. First verdict; 1 of 1 components fail/);
  });

  it('say when a delivery is worse than the one before', async () => {
    await channel({ events: ['sbom.quality_fell'] });
    const id = await delivered([library('left-pad', '1.3.0')], { name: 'Falling' });
    expect(posts).toEqual([]);
    for (const parts of [[{ type: 'library', name: 'nameless part', 'bom-ref': 'a' }], [library('left-pad', '1.3.0')]])
      await importSbom(app, admin, id, cyclonedx(parts)).then(sendDue);
    expect(posts.map(({ body }) => body.text)).toEqual(['Stocktake: Falling 1: the quality of its file has fallen']);
    expect(textsOf(posts[0]!.body.blocks).join('\n')).toMatch(/NTIA.*: [\d.]+ of 100 before, [\d.]+ now/);
  });

  it('reach Slack, Teams and mail as text, whatever the names are', async () => {
    await channel({ events: ['vulnerability.found'] });
    await channel({ kind: 'teams', url: `https://${chat.host}/teams`, events: ['vulnerability.found'] });
    await email({ events: ['vulnerability.found'] });
    await delivered([library('broken', '1.0.0')], { name: hostile, supplier: '*Evil*' });
    const slack = posts.find(({ url }) => url === '/slack')!.body;
    expect(slack).toMatchObject({ mrkdwn: false, text: expect.stringContaining('evil &lt;!channel&gt;') });
    expect(JSON.stringify(slack.blocks)).not.toContain('mrkdwn');
    const teams = posts.find(({ url }) => url === '/teams')!.body;
    expect(teams.attachments[0]).toMatchObject({ contentType: 'application/vnd.microsoft.card.adaptive' });
    const kinds = teams.attachments[0].content.body.map(({ type }: Shown) => type);
    expect(new Set(kinds)).toEqual(new Set(['RichTextBlock']));
    expect(textsOf(teams).join('\n')).toContain('[x](http://evil.example)');
    const [sent] = mail.mails;
    expect(sent).toMatchObject({ from: 'stocktake@example.org', to: ['psirt@example.org'] });
    const [head] = sent!.text.split('\r\n\r\n');
    const html = sent!.text.slice(sent!.text.indexOf('Content-Type: text/html'));
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>$/im);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(html).toContain('script');
    expect(html).not.toContain('<script>');
  });

  it('are filtered by severity, exploitation, supplier and team', async () => {
    const { id: severe } = await channel({ events: ['vulnerability.found'], min_severity: 'critical' });
    await channel({ suppliers: ['Nobody'] });
    await channel({ events: ['license.violated'], team_ids: [admin.teamId] });
    await delivered([library('many-1', '1.0.0')], { supplier: 'Acme' });
    expect(posts).toEqual([]);
    expect((await messages(severe))[0]).toMatchObject({ status: 'empty', alarms: 0, subject: 'Nothing passed the filter' });
    const supplied = await channel({ suppliers: ['ACME'], events: ['vulnerability.found'] });
    await delivered([library('many-1', '1.0.0')], { supplier: 'Acme' });
    expect((await messages(supplied.id))[0]).toMatchObject({ status: 'delivered', alarms: 1 });
    const stranger = '018f0000-0000-7000-8000-00000000beef';
    const refused = await admin.client.post('v1/alarms/updateChannel', { id: supplied.id, team_ids: [stranger] });
    expect(refused.status).toBe(404);
  }); // prettier-ignore

  it('are filtered by a probability of exploitation that is known; an unknown one passes', async () => {
    const { id } = await channel({ events: ['vulnerability.found'], min_epss: 0.5 });
    const answer = await admin.client.get('v1/alarms/getChannel', { id });
    expect(new DescribedAnswers().faultsOf('GET', '/v1/alarms/getChannel', answer)).toEqual([]);
    await delivered([library('many-1', '1.0.0')]);
    expect((await messages(id))[0]).toMatchObject({ status: 'delivered', alarms: 1 });
    await query(`INSERT INTO catalog_exploit_predictions VALUES ('CVE-2024-1', 0.1, 0.2)`);
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    await delivered([library('broken', '1.0.0')]);
    expect((await messages(id))[0]).toMatchObject({ status: 'empty', subject: 'Nothing passed the filter' });
    await query(`DELETE FROM catalog_exploit_predictions`);
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  });

  it('say how many were left out because nobody knows whether they affect the version', async () => {
    const { id } = await channel({ events: ['vulnerability.found'], min_severity: 'critical' });
    await delivered([library('broken', 'odd version')]);
    const left = 'Left out: 1 of which it is not known whether they affect the version';
    expect((await messages(id))[0]).toMatchObject({ status: 'empty', subject: `Nothing passed the filter. ${left}` });
    const odd = await newSbom(admin, { name: 'Odd' });
    await importSbom(app, admin, odd, cyclonedx([library('broken', 'odd version')]));
    await delivered([library('broken', '1.0.0')], { name: 'Plain' });
    expect(textsOf(posts[0]!.body.blocks).join('\n')).toContain(
      `${left}, in other alarms of which nothing else is sent.`,
    );
    const { id: all } = await channel({ events: ['vulnerability.found'], include_undecided: true });
    await delivered([library('broken', 'odd version')]);
    expect((await messages(all))[0]).toMatchObject({ status: 'delivered', alarms: 1 });
  });

  it('are sent of what nobody has rated yet, whatever severity is asked for', async () => {
    await load([advisory('GHSA-0700', 'unrated', '2.0.0'), advisory('GHSA-0701', 'mild', '2.0.0', medium)]);
    const { id } = await channel({ events: ['vulnerability.found'], min_severity: 'critical' });
    await delivered([library('mild', '1.0.0')]);
    expect((await messages(id))[0]).toMatchObject({ status: 'empty' });
    await delivered([library('unrated', '1.0.0')]);
    expect((await messages(id))[0]).toMatchObject({ status: 'delivered', alarms: 1 });
  });

  it('wait for the digest and the quiet hours, and are one message then', async () => {
    const { id } = await channel({ digest: 'daily', events: ['vulnerability.found'] });
    for (const name of ['A', 'B']) await delivered([library('many-2', '1.0.0')], { name });
    expect(posts).toEqual([]);
    const state = async () => (await admin.client.get('v1/alarms/getChannel', { id })).body.data;
    expect(Date.parse((await state()).send_at)).toBeGreaterThan(Date.now());
    await query(`UPDATE alarm_channels SET send_at = now() WHERE id = '${id}'`);
    await sendDue();
    expect(posts.map(({ body }) => body.text)).toEqual(['Stocktake: 2 alarms for 2 SBOMs']);
    expect((await state()).send_at).toBeNull();

    // Central European time: an hour ahead in winter.
    const due = async (fields: Shown, at: string): Promise<string> => {
      const fixed = { digest_time: '08:00', digest_day: 1, quiet_from: '', quiet_to: '', ...fields };
      await admin.client.post('v1/alarms/updateChannel', { id, time_zone: 'Europe/Paris', ...fixed });
      const [row] = await query(`SELECT alarm_send_time(c, '${at}') AS at FROM alarm_channels c WHERE id = '${id}'`);
      return row!.at.toISOString();
    };
    const tuesday = '2026-01-06T09:30:00Z';
    expect(await due({ digest: 'immediate' }, tuesday)).toBe('2026-01-06T09:30:00.000Z');
    expect(await due({ digest: 'daily' }, tuesday)).toBe('2026-01-07T07:00:00.000Z');
    expect(await due({ digest: 'daily', digest_time: '12:00' }, tuesday)).toBe('2026-01-06T11:00:00.000Z');
    expect(await due({ digest: 'weekly', digest_day: 1 }, tuesday)).toBe('2026-01-12T07:00:00.000Z');
    expect(await due({ digest: 'weekly', digest_day: 5 }, tuesday)).toBe('2026-01-09T07:00:00.000Z');
    const night = { digest: 'immediate', quiet_from: '22:00', quiet_to: '06:30' };
    expect(await due(night, tuesday)).toBe('2026-01-06T09:30:00.000Z');
    expect(await due(night, '2026-01-06T21:30:00Z')).toBe('2026-01-07T05:30:00.000Z');
    expect(await due(night, '2026-01-07T03:00:00Z')).toBe('2026-01-07T05:30:00.000Z');
    expect(await due({ ...night, quiet_from: '10:00', quiet_to: '11:00' }, tuesday)).toBe('2026-01-06T10:00:00.000Z');
  });

  it('are tried again, and say why they failed', async () => {
    const { id } = await channel();
    answer = (response) => void response.writeHead(posts.length === 1 ? 500 : 200).end();
    expect((await admin.client.post('v1/alarms/testChannel', { id })).status).toBe(200);
    await settled(app);
    expect((await messages(id))[0]).toMatchObject({ status: 'pending', error: 'The receiver answered 500', attempts: 1 });
    await query(`UPDATE alarm_messages SET due_at = now() WHERE channel_id = '${id}'`);
    await sendDue();
    expect((await messages(id))[0]).toMatchObject({ status: 'delivered', error: '', attempts: 2 });
    expect(posts).toHaveLength(2);
    const { id: mailed } = await email({ smtp_password: 'wrong' });
    await admin.client.post('v1/alarms/testChannel', { id: mailed });
    await settled(app);
    expect((await messages(mailed))[0]!.error).toMatch(/^The server refuses the user name or the password/);
    await admin.client.post('v1/alarms/updateChannel', { id: mailed, smtp_password: 'mail secret' });
    mail.refusal = { responseCode: 550 };
    await admin.client.post('v1/alarms/testChannel', { id: mailed });
    await settled(app);
    mail.refusal = null;
    expect((await messages(mailed))[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(/550/) });
    expect(mail.mails).toEqual([]);
  }); // prettier-ignore

  it('are taken by a receiver that says so, however long its page is', async () => {
    const { id } = await channel();
    answer = (response) => void response.writeHead(200, { 'content-length': '200000' }).end(Buffer.alloc(200_000));
    await admin.client.post('v1/alarms/testChannel', { id });
    await settled(app);
    expect((await messages(id))[0]).toMatchObject({ status: 'delivered', error: '', attempts: 1 });
  });

  it('are tried again when the receiver asks for it, by number or date', async () => {
    for (const value of ['1800', new Date(Date.now() + 1_800_000).toUTCString()]) {
      const { id } = await channel();
      answer = (response) => void response.writeHead(429, { 'retry-after': value }).end();
      await admin.client.post('v1/alarms/testChannel', { id });
      await settled(app);
      const [{ due_at }] = (await messages(id)) as [Shown];
      expect((Date.parse(due_at) - Date.now()) / 60_000).toBeGreaterThan(25);
    }
  });

  it('say which recipients a mail server refuses, and believe no certificate of another address', async () => {
    mail.unknownRecipient = 'gone@example.org';
    const { id } = await email({ recipients: ['psirt@example.org', 'gone@example.org'] });
    await admin.client.post('v1/alarms/testChannel', { id });
    await settled(app);
    mail.unknownRecipient = '';
    expect(mail.mails.map(({ to }) => to)).toEqual([['psirt@example.org']]);
    const error = 'The server refuses 1 of 2 recipients, who did not get the message: gone@example.org';
    expect((await messages(id))[0]).toMatchObject({ status: 'delivered', attempts: 1, error });
    const { id: other } = await email({ smtp_host: '127.0.0.2' });
    await admin.client.post('v1/alarms/testChannel', { id: other });
    await settled(app);
    expect(mail.mails).toHaveLength(1);
    expect((await messages(other))[0]).toMatchObject({
      status: 'pending',
      error: expect.stringMatching(/certificate/),
    });
  });

  it('come again when a vulnerability is rated worse than ever before', async () => {
    const rated = (severity: object) => load([advisory('GHSA-0800', 'rising', '2.0.0', severity)]);
    await rated(medium);
    const { id } = await channel({ events: ['vulnerability.found'], min_severity: 'high' });
    const sbomId = await delivered([library('rising', '1.0.0')]);
    expect((await messages(id))[0]).toMatchObject({ status: 'empty' });
    for (const severity of [critical, medium, critical]) {
      await rated(severity);
      await sendDue();
    }
    // The title says that it was there before, and the line what it was rated.
    expect(posts.map(({ body }) => body.text)).toEqual([
      'Stocktake: sbom 1: 1 vulnerability rated worse than before (1 critical)',
    ]);
    expect(JSON.stringify(posts[0]!.body)).toContain('critical, before medium');
    expect(await events(sbomId)).toHaveLength(2);
  });

  it('tell of an exploited vulnerability once it turns out to affect the version', async () => {
    const rated = (versions: object) => load([advisory('GHSA-0900', 'unsure', null, { ...medium, aliases: ['CVE-2024-9'], ...versions })], { 'kev.ndjson': [{ cveID: 'CVE-2024-9', dateAdded: '2024-02-01' }] }); // prettier-ignore
    const ranges = (events: object[]) => ({
      affected: [{ package: { ecosystem: 'npm', name: 'unsure' }, ranges: [{ type: 'SEMVER', events }] }],
    });
    await rated(ranges([{ introduced: 'not a version' }]));
    const { id } = await channel({ events: ['vulnerability.exploited'] });
    const sbomId = await delivered([library('unsure', '1.0.0')]);
    expect(await query(`SELECT status, exploited FROM open_alarms WHERE sbom_id = '${sbomId}'`)).toEqual([
      { status: 'unknown', exploited: true },
    ]);
    expect((await messages(id)).map(({ status }) => status)).toEqual(['empty']);
    await rated(ranges([{ introduced: '0' }]));
    await sendDue();
    expect(posts.map(({ body }) => body.text)).toEqual(['Stocktake: sbom 1: 1 vulnerability known to be exploited']);
    await app.nest.get(Database).transaction('system', (sql) => insertAlarmChecks(sql, [sbomId]));
    await sendDue();
    expect(posts).toHaveLength(1);
  });

  it('of one SBOM that cannot be looked at keep no other waiting', async () => {
    await channel({ events: ['vulnerability.found'] });
    const ids: string[] = [];
    for (const name of ['Bad', 'Good']) {
      ids.push(await newSbom(admin, { name }));
      await importSbom(app, admin, ids.at(-1)!, cyclonedx([library('broken', '1.0.0')]));
    }
    const detector = app.nest.get(AlarmDetector);
    const detect = detector.detect.bind(detector);
    const looked: string[] = [];
    const spy = jest.spyOn(detector, 'detect').mockImplementation((sql, id) => {
      looked.push(id);
      if (looked.length === 1) throw new Error('The row is out of order');
      return detect(sql, id);
    });
    await sendDue();
    spy.mockRestore();
    // The other one is looked at before the first is tried again.
    expect(looked).toEqual([ids[0], ids[1], ids[0]]);
    for (const id of ids) expect(await events(id)).toHaveLength(1);
  });

  it('keep their secrets, and send them to no other server', async () => {
    const slack = await channel();
    const mailed = await email();
    expect(slack).toMatchObject({ url: `https://${chat.host}/********`, smtp_password: '' });
    expect(mailed).toMatchObject({ url: '', smtp_password: '********', smtp_port: mail.port });
    const same = await admin.client.post('v1/alarms/updateChannel', { ...mailed, name: 'New', updated_at: undefined });
    expect(same.body.data).toMatchObject({ name: 'New', smtp_password: '********' });
    for (const moved of [
      { smtp_host: 'smtp.example.org', smtp_port: 587 },
      { smtp_security: 'tls' },
      { smtp_username: 'somebody else' },
    ]) {
      const { status, body } = await admin.client.post('v1/alarms/updateChannel', { id: mailed.id, ...moved });
      expect([moved, status, Object.keys(body.fields)]).toEqual([moved, 400, ['smtp_password']]);
    }
    await admin.client.post('v1/alarms/testChannel', { id: mailed.id });
    await settled(app);
    expect(mail.mails).toHaveLength(1);
  });

  it.each([
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'http://example.org/' }, 'url'],
    [{ url: '' }, 'url'],
    [{ time_zone: 'Middle/Earth' }, 'time_zone'],
    [{ quiet_from: '22:00' }, 'quiet_to'],
    [{ quiet_from: '25:00', quiet_to: '06:00' }, 'quiet_from'],
    [{ min_epss: 2 }, 'min_epss'],
    [{ kind: 'email', smtp_host: 'localhost' }, 'smtp_host'],
    [{ kind: 'email', smtp_host: 'smtp.example.org', smtp_port: 22 }, 'smtp_port'],
    [{ kind: 'email', smtp_host: 'smtp.example.org', sender: 'a@example.org\r\nBcc: b@example.org' }, 'sender'],
    [{ kind: 'email', smtp_host: 'smtp.example.org', recipients: ['a@example.org, b@example.org'] }, 'recipients'],
  ])('are not sent by %j', async (fields, field) => {
    const body = { org_id: admin.orgId, kind: 'slack', name: 'c', url: 'https://hooks.example.org/x', ...fields };
    const answered = await admin.client.post('v1/alarms/createChannel', body);
    expect([answered.status, Object.keys(answered.body.fields)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it('are sent at the time of zones under their present names', async () => {
    for (const time_zone of ['Asia/Kolkata', 'Europe/Kyiv', 'UTC'])
      expect(await channel({ time_zone, digest: 'daily' })).toMatchObject({ time_zone });
  });

  it('have nothing to say of what was there before they came', async () => {
    const id = await delivered([library('broken', '1.0.0')]);
    await query(`DELETE FROM open_alarms WHERE sbom_id = '${id}'`);
    await app.nest.get(Database).transaction('system', (sql) => insertAlarmChecks(sql, [id]));
    await query('UPDATE alarm_checks SET is_silent = true');
    await channel({ events: ['vulnerability.found'] });
    await sendDue();
    expect(posts).toEqual([]);
    expect(await query(`SELECT FROM open_alarms WHERE sbom_id = '${id}'`)).not.toEqual([]);
    expect(await query('SELECT FROM alarm_checks')).toEqual([]);
  });

  it('forget nothing that merely is not looked at any more', async () => {
    await channel({ events: ['vulnerability.found'] });
    const id = await delivered([library('broken', '1.0.0')]);
    posts = [];
    const { body } = await admin.client.get('v1/project/getSBOM', { id });
    const { id: entry, search_results: former } = body.data.entries[0];
    const change = async (search_results: object): Promise<void> => {
      await admin.client.post('v1/project/updateComponents', [{ id: entry, sbom_id: id, search_results }]);
      await settled(app);
      await sendDue();
    };
    await change({ package: [], repo: [], product: [] });
    expect(await query(`SELECT FROM open_alarms WHERE sbom_id = '${id}'`)).toHaveLength(1);
    await change(former);
    expect(posts).toEqual([]);
  });

  describe('of what nobody looks for any more', () => {
    const foreign = { purl: 'pkg:npm/broken@1.0.0?repository_url=https://npm.example.org' };
    const open = (id: string): Promise<Shown[]> =>
      query(`SELECT component_id, unapplied FROM open_alarms WHERE sbom_id = '${id}'`);
    const imported = (id: string, ...components: object[]): Promise<void> =>
      importSbom(app, admin, id, cyclonedx(components)).then(sendDue);
    const look = async (id: string): Promise<void> => {
      await app.nest.get(Database).transaction('system', (sql) => insertAlarmChecks(sql, [id]));
      await sendDue();
    };
    /** As if the sources had lost what they have of the package: the finding goes, with this answer. */
    const lose = async (id: string, examined: string, coverage: object): Promise<void> => {
      const entities = `(SELECT entity_id FROM component_scores WHERE sbom_id = '${id}')`;
      await query(`DELETE FROM entity_vulnerabilities WHERE entity_id IN ${entities}`);
      const part = JSON.stringify({ vulnerabilities: { status: examined, ...coverage } });
      await query(`UPDATE entity_scores SET coverage = coverage || '${part}' WHERE entity_id IN ${entities}`);
      await query(`UPDATE component_scores SET examined = '${examined}' WHERE sbom_id = '${id}'`);
      await look(id);
    };
    const found = async (name: string): Promise<string> => {
      await load([advisory('GHSA-0950', name, '2.0.0', critical)]);
      await channel({ events: ['vulnerability.found'] });
      const id = await delivered([library(name, '1.0.0')]);
      expect(await open(id)).toMatchObject([{ unapplied: '' }]);
      return id;
    };

    it.each([
      ['source_unknown', 1],
      ['not_covered', 1],
      ['undecided', 0],
    ])('keep it where advisories are not applied any more: %s', async (cause, kept) => {
      const id = await found(`part-${cause}`);
      await lose(id, 'partly', { cause, reason: `because of ${cause}` });
      expect(await open(id)).toHaveLength(kept);
    });

    it('keep it where a package came to be undecided', async () => {
      const id = await found('part-package');
      await query(`UPDATE components SET selected_purl = NULL, decided = '{}',
        selected_cpe = 'cpe:2.3:a:maker:part-package:1.0.0:*:*:*:*:*:*:*', search_results = '{"product": [], "repo": [],
          "package": [{"purl": "pkg:npm/part-package", "known": true, "confidence": 0.5}]}' WHERE sbom_id = '${id}'`);
      await lose(id, 'partly', { cause: null, reason: '' });
      expect(await open(id)).toHaveLength(1);
    });

    it('forget it where no other advisories were applied when it was found', async () => {
      const id = await found('always-partly');
      const coverage = { cause: 'not_covered', reason: 'no loaded source covers cpe:a' };
      const part = JSON.stringify({ vulnerabilities: { status: 'partly', ...coverage } });
      await query(`UPDATE component_scores SET examined = 'partly' WHERE sbom_id = '${id}'`);
      await query(`UPDATE entity_scores SET coverage = coverage || '${part}' WHERE purl LIKE 'pkg:npm/always-partly%'`);
      await look(id);
      expect(await open(id)).toMatchObject([{ unapplied: coverage.reason }]);
      await lose(id, 'partly', coverage);
      expect(await open(id)).toEqual([]);
    });

    it('keep it where an import replaced the entry by one that is not examined, until one is', async () => {
      await channel({ events: ['vulnerability.found'] });
      const id = await delivered([library('broken', '1.0.0')]);
      const [before] = await open(id);
      posts = [];
      await imported(id, library('broken', '1.0.0', foreign));
      const [after, ...others] = await open(id);
      expect(others).toEqual([]);
      expect(after!.component_id).not.toBe(before!.component_id);
      // Nothing but the name is the same.
      await imported(id, { type: 'library', name: 'broken', version: '1.0.0', 'bom-ref': 'b', purl: 'pkg:maven/x/broken@1.0.0?repository_url=https://maven.example.org' }); // prettier-ignore
      expect(await open(id)).toHaveLength(1);
      await imported(id, library('broken', '1.0.0'));
      expect(posts).toEqual([]);
      await imported(id, library('broken', '2.0.0'));
      expect(await open(id)).toEqual([]);
    });

    it('forget it with its entry, whatever else is not examined', async () => {
      await channel({ events: ['vulnerability.found'] });
      const other = { type: 'library', name: 'unknown', version: '1', 'bom-ref': 'u' };
      const id = await delivered([library('broken', '1.0.0'), other]);
      await imported(id, other);
      expect(await open(id)).toEqual([]);
    });
  });
});
