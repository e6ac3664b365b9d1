import { AlarmDetectionScheduler } from '../../src/sboms/alarms/alarm-detection.scheduler.js';
import { AlarmsScheduler } from '../../src/alarms/alarms.scheduler.js';
import { IssuesScheduler } from '../../src/sboms/alarms/issues.scheduler.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import type { Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { DescribedAnswers } from '../support/described-answers.js';
import { loseSecret } from '../support/lost-keys.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';
import { SourceServer } from '../support/source-server.js';
import { TrackerServer } from '../support/tracker-server.js';

const basic = `Basic ${Buffer.from('ann@example.org:jira-token').toString('base64')}`;
const kinds = {
  github: { kind: 'github', project: 'acme/shop', token: 'github-token' },
  jira: { kind: 'jira', project: 'SEC', token: 'jira-token', username: 'ann@example.org' },
};

describe('issues of trackers', () => {
  let app: TestApp;
  let outside: SourceServer;
  let tracker: TrackerServer;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    outside = await SourceServer.start();
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: outside.host, OUTSIDE_CA_FILE: outside.authority });
    admin = await firstAdmin(app);
    await loadCatalog(app, {
      'packages.ndjson': [{ purl: 'pkg:npm/aged', seen: 9, sources: ['index'] }],
      'eol.ndjson': [
        {
          slug: 'aged',
          title: 'Aged',
          link: 'https://endoflife.date/aged',
          identifiers: [{ purl: 'pkg:npm/aged' }],
          releases: [{ releaseCycle: '1', releaseDate: '2020-01-01', eol: '2024-06-30', latest: '1.0.0' }],
        },
      ],
      'advisories/osv-npm.ndjson': [
        advisory('GHSA-0001', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] }),
        advisory('GHSA-0002', 'cracked', '2.0.0', { ...medium, aliases: ['CVE-2024-2'] }),
        ...Array.from({ length: 150 }, (_, n) =>
          advisory(`GHSA-1${n}`, `many-${n}-${'x'.repeat(200)}`, '2.0.0', { ...medium, aliases: [`CVE-2023-${n}`] }),
        ),
      ],
    });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  });
  beforeEach(() => {
    tracker = new TrackerServer(outside, ['Bearer github-token', basic]);
  });
  afterEach(async () => {
    const { body } = await admin.client.get('v1/alarms/getChannels', { org_id: admin.orgId });
    for (const { id } of body.data) await admin.client.post('v1/alarms/deleteChannel', { id });
    await query('UPDATE sboms SET deleted_at = now()');
  });
  afterAll(async () => {
    await app.close();
    await outside.close();
  });

  const query = (text: string): Promise<Shown[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text)).rows);
  const create = (fields: Shown): Promise<{ status: number; body: Shown }> =>
    admin.client.post('v1/alarms/createChannel', { org_id: admin.orgId, name: 'c', url: tracker.url, ...fields });
  const channel = async (fields: Shown): Promise<Shown> => {
    const { status, body } = await create(fields);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const issues = async (channel_id: string): Promise<Shown[]> =>
    (await admin.client.get('v1/alarms/getIssues', { channel_id })).body.data;
  /** As the scheduler does. */
  const sync = async (): Promise<void> => {
    await app.nest.get(AlarmDetectionScheduler).schedule();
    await settled(app);
    await app.nest.get(IssuesScheduler).schedule();
    await settled(app);
  };
  const deliver = async (id: string, ...components: object[]): Promise<void> => {
    await importSbom(app, admin, id, cyclonedx(components));
    await sync();
  };

  it.each(['github', 'jira'] as const)('%s: created once, updated, closed and opened again', async (kind) => {
    const { id: channelId } = await channel(kinds[kind]);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    expect(tracker.issues[0]!.body).toContain('CVE-2024-1 in broken 1.0.0: critical, fixed in 2.0.0');
    const changes = tracker.changes.length;
    await deliver(id, library('broken', '1.0.0'));
    expect(tracker.changes).toHaveLength(changes);

    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 2 findings are open', isOpen: true }]);
    await deliver(id, library('broken', '2.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: nothing is open', isOpen: false }]);
    const [kept] = await issues(channelId);
    expect(kept).toMatchObject({ sbom_id: id, state: 'closed', error: '', due_at: null });
    const described = new DescribedAnswers();
    const answer = await admin.client.get('v1/alarms/getIssues', { channel_id: channelId });
    expect(described.faultsOf('GET', '/v1/alarms/getIssues', answer)).toEqual([]);
    expect(kept!.url).toBe(kind === 'jira' ? `${tracker.url}/browse/SEC-1` : `${tracker.url}/acme/shop/issues/1`);
    await deliver(id, library('broken', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    await query(`UPDATE sboms SET deleted_at = now() WHERE id = '${id}'`);
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('are found again by their label when a worker died before it noted them', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    await query(`UPDATE alarm_issues SET state = 'none', remote_id = NULL, shown = '', due_at = now()`);
    await sync();
    expect(tracker.issues).toHaveLength(1);
    expect(await issues(channelId)).toMatchObject([{ state: 'open', remote_id: '1' }]);
  });

  it('that stay open are named when their channel is deleted', async () => {
    const { id } = await channel(kinds.github);
    await deliver(await newSbom(admin, { name: 'Shop' }), library('broken', '1.0.0'));
    const [{ url }] = (await issues(id)) as [Shown];
    const { body } = await admin.client.post('v1/alarms/deleteChannel', { id });
    expect(body.data).toEqual({ id, left_issue_count: 1, left_issues: [url] });
    expect(tracker.issues).toMatchObject([{ isOpen: true }]);
  });

  it('are tried again after a failure, and made again only for news if somebody deleted them', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    tracker.refuse = () => 503;
    await deliver(id, library('broken', '1.0.0'));
    expect(await issues(channelId)).toMatchObject([
      { state: 'none', attempts: 1, error: expect.stringContaining('503') },
    ]);
    tracker.refuse = () => null;
    await query('UPDATE alarm_issues SET due_at = now()');
    await sync();
    expect(await issues(channelId)).toMatchObject([{ state: 'open', error: '', due_at: null }]);

    tracker.refuse = ({ method }) => (method === 'PATCH' ? 410 : null);
    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(await issues(channelId)).toMatchObject([{ state: 'closed', remote_id: null, error: '' }]);
    expect(tracker.issues).toHaveLength(1);
    tracker.issues[0]!.labels = [];
    tracker.refuse = () => null;
    await deliver(id, library('broken', '1.0.0'));
    expect(tracker.issues.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  });

  /** An SBOM with an open issue whose last attempt to change it has failed. */
  const withoutMoreAttempts = async (): Promise<string> => {
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    tracker.refuse = () => 503;
    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    await query('UPDATE alarm_issues SET attempts = 14, due_at = now()');
    await sync();
    return id;
  };

  it('are closed with their SBOM, whatever became of the attempts before', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await withoutMoreAttempts();
    const gaveUp = { state: 'open', due_at: null, error: expect.stringContaining('503') };
    expect(await issues(channelId)).toMatchObject([gaveUp]);
    expect((await admin.client.post('v1/project/deleteSBOM', { id })).status).toBe(200);
    await sync();
    await query('UPDATE alarm_issues SET attempts = 14, due_at = now()');
    await sync();
    await sync();
    expect(await issues(channelId)).toMatchObject([{ ...gaveUp, attempts: 15 }]);

    tracker.refuse = () => null;
    await admin.client.post('v1/alarms/updateChannel', { id: channelId, name: 'Again' });
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
    expect(await issues(channelId)).toMatchObject([{ state: 'closed', error: '' }]);
  });

  it('are closed with their SBOM when nothing more was tried before', async () => {
    await channel(kinds.github);
    const id = await withoutMoreAttempts();
    tracker.refuse = () => null;
    expect((await admin.client.post('v1/project/deleteSBOM', { id })).status).toBe(200);
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('stay open where a token lost its access, and say so', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    tracker.refuse = () => 404;
    await deliver(id, library('broken', '2.0.0'));
    expect(await issues(channelId)).toMatchObject([
      { state: 'open', remote_id: '1', error: expect.stringContaining('404') },
    ]);
    tracker.refuse = () => null;
    await query('UPDATE alarm_issues SET due_at = now()');
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('of another project are not touched where a channel moves there', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    await admin.client.post('v1/alarms/updateChannel', { id: channelId, project: 'acme/other' });
    const asked: string[] = [];
    tracker.refuse = ({ method, url }) => (asked.push(`${method} ${url}`), 503);
    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((one) => one.includes('/issues/1'))).toEqual([]);
  });

  it('of another project of Jira are not taken for those of the new one', async () => {
    const { id: channelId } = await channel(kinds.jira);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    await admin.client.post('v1/alarms/updateChannel', { id: channelId, project: 'OPS' });
    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(tracker.issues.map(({ project, title }) => [project, title])).toEqual([
      ['SEC', 'Stocktake: Shop 1: 1 finding is open'],
      ['OPS', 'Stocktake: Shop 1: 2 findings are open'],
    ]);
  });

  it.each(['github', 'jira'] as const)(
    '%s: are not made twice where the search answers something else',
    async (kind) => {
      const { id: channelId } = await channel(kinds[kind]);
      tracker.refuse = ({ method }) => (method === 'GET' ? 204 : null);
      await deliver(await newSbom(admin, { name: 'Shop' }), library('broken', '1.0.0'));
      expect(tracker.issues).toEqual([]);
      expect(await issues(channelId)).toMatchObject([{ state: 'none', error: expect.stringContaining('no list of') }]);
    },
  );

  it.each(['github', 'jira'] as const)('%s: are made of an SBOM with many long findings, too', async (kind) => {
    const { id: channelId } = await channel(kinds[kind]);
    const id = await newSbom(admin, { name: 'Shop' });
    const many = Array.from({ length: 150 }, (_, n) => library(`many-${n}-${'x'.repeat(200)}`, '1.0.0'));
    await deliver(id, ...many);
    expect(await issues(channelId)).toMatchObject([{ state: 'open', error: '' }]);
    const lines = tracker.issues[0]!.body.split('\n');
    const named = lines.filter((line) => line.startsWith('- CVE-')).length;
    expect(named).toBeGreaterThan(80);
    expect(lines).toContain(`and ${150 - named} more`);
  });

  it('obey the filter of the channel, also when that changes', async () => {
    const { id: channelId } = await channel({ ...kinds.github, min_severity: 'high', suppliers: ['acme'] });
    const [mine, other] = [
      await newSbom(admin, { name: 'Shop', supplier: 'ACME' }),
      await newSbom(admin, { name: 'Other', supplier: 'Else' }),
    ];
    for (const id of [mine, other]) await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open' }]);
    await admin.client.post('v1/alarms/updateChannel', { id: channelId, min_severity: 'none', suppliers: ['else'] });
    await sync();
    expect(tracker.issues.map(({ title, isOpen }) => [title, isOpen])).toEqual([
      ['Stocktake: Shop 1: left out by the filter of the channel', false],
      ['Stocktake: Other 1: 2 findings are open', true],
    ]);
    expect(tracker.issues[0]!.body).toContain('What was open may be open still');
    await admin.client.post('v1/alarms/updateChannel', { id: channelId, exploited_only: true });
    await sync();
    expect(tracker.issues.map(({ title, isOpen }) => [title, isOpen])).toContainEqual([
      'Stocktake: Other 1: nothing that passes the filter is open',
      false,
    ]);
  });

  it('stay open while what they are about cannot be examined', async () => {
    await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'));
    await query(`UPDATE component_scores SET examined = 'not_examined', entity_id = NULL WHERE sbom_id = '${id}'`);
    await query(`INSERT INTO alarm_checks (sbom_id, org_id) VALUES ('${id}', '${admin.orgId}')`);
    await sync();
    expect(tracker.issues).toMatchObject([
      { title: 'Stocktake: Shop 1: 1 of the findings cannot be examined any more', isOpen: true },
    ]);
    expect(tracker.issues[0]!.body).toContain('1 more were found earlier, in components that cannot be examined');
  });

  it('stay open while it is not known any more whether the version is affected', async () => {
    await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', 'latest'));
    expect(tracker.issues).toEqual([]);
    await deliver(id, library('broken', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    await deliver(id, library('broken', 'latest'));
    expect(tracker.issues).toMatchObject([
      { title: 'Stocktake: Shop 1: it is not known whether 1 finding is open', isOpen: true },
    ]);
    expect(tracker.issues[0]!.body).toContain('1 more are left out, of which it is not known whether they affect');
    await deliver(id, library('broken', 'latest'), library('cracked', '1.0.0'));
    expect(tracker.issues[0]!.title).toBe('Stocktake: Shop 1: 1 finding is open');
    expect(tracker.issues[0]!.body).toContain('1 more are left out');
    await deliver(id, library('broken', '2.0.0'));
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('are not kept open by what does not pass the filter and cannot be examined any more', async () => {
    await channel({ ...kinds.github, min_severity: 'high' });
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('broken', '1.0.0'), library('cracked', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    await query(`UPDATE component_scores SET examined = 'not_examined', entity_id = NULL
      WHERE component_id = (SELECT id FROM components WHERE sbom_id = '${id}' AND name = 'cracked')`);
    await query(`INSERT INTO alarm_checks (sbom_id, org_id) VALUES ('${id}', '${admin.orgId}')`);
    await sync();
    expect(tracker.issues[0]!.body).not.toContain('found earlier');
  });

  it('are not kept open by a package of another registry with the same name', async () => {
    const { id: channelId } = await channel(kinds.github);
    const id = await newSbom(admin, { name: 'Shop' });
    const own = { ...library('broken', '1.0.0'), 'bom-ref': 'own', purl: 'pkg:npm/broken@1.0.0?repository_url=https://npm.acme.example' }; // prettier-ignore
    await deliver(id, own, library('broken', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    await deliver(id, own, library('broken', '2.0.0'));
    expect(await issues(channelId)).toMatchObject([{ state: 'closed' }]);
  });

  it('stay open while nobody looks for the end of life that they are about', async () => {
    await channel({ ...kinds.github, events: ['component.end_of_life'] });
    const id = await newSbom(admin, { name: 'Shop' });
    await deliver(id, library('aged', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    const entities = `(SELECT entity_id FROM component_scores WHERE sbom_id = '${id}')`;
    const lost = JSON.stringify({ end_of_life: { status: 'not_examined', cause: 'no_source', reason: 'none' } });
    await query(`UPDATE entity_scores SET readings = readings - 'end_of_life', coverage = coverage || '${lost}'
      WHERE entity_id IN ${entities}`);
    const look = (): Promise<Shown[]> =>
      query(`INSERT INTO alarm_checks (sbom_id, org_id) VALUES ('${id}', '${admin.orgId}')`);
    const kept = { title: 'Stocktake: Shop 1: 1 of the findings cannot be examined any more', isOpen: true };
    await look().then(sync);
    expect(tracker.issues).toMatchObject([kept]);
    await query(`UPDATE component_scores SET entity_id = NULL WHERE sbom_id = '${id}'`);
    await look().then(sync);
    expect(tracker.issues).toMatchObject([kept]);
    await deliver(id, library('left-pad', '1.0.0'));
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('stay open while the licence that they are about is not declared any more, and the rule is there', async () => {
    const parameters = { 'license.copyleft': { unknown: 'passes' } };
    const rules = { name: 'no copyleft', team_id: admin.teamId, rule_ids: ['license.copyleft', 'identity.resolved'], parameters }; // prettier-ignore
    const { data: ruleset } = (await admin.client.post('v1/ruleset/createRuleset', rules)).body;
    await channel({ ...kinds.github, events: ['license.violated'] });
    const id = await newSbom(admin, { name: 'Shop', ruleset_id: ruleset.id });
    const licensed = (license: string) => library('left-pad', '1.0.0', { licenses: [{ license: { id: license } }] });
    const kept = { title: 'Stocktake: Shop 1: 1 of the findings cannot be examined any more', isOpen: true };
    await deliver(id, licensed('GPL-3.0-only'));
    expect(tracker.issues).toMatchObject([{ title: 'Stocktake: Shop 1: 1 finding is open', isOpen: true }]);
    await deliver(id, library('left-pad', '1.0.0'));
    expect(tracker.issues).toMatchObject([kept]);
    await deliver(id, library('left-pad', '2.0.0'));
    expect(tracker.issues).toMatchObject([kept]);
    await deliver(id, licensed('MIT'));
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);

    await deliver(id, licensed('GPL-3.0-only'));
    await deliver(id, library('left-pad', '1.0.0'));
    expect(tracker.issues).toMatchObject([kept]);
    await query(`UPDATE rulesets SET rule_ids = '{identity.resolved}' WHERE id = '${ruleset.id}'`);
    await query(`INSERT INTO alarm_checks (sbom_id, org_id) VALUES ('${id}', '${admin.orgId}') ON CONFLICT DO NOTHING`);
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: false }]);
  });

  it('take foreign text for text', async () => {
    for (const kind of ['github', 'jira'] as const) await channel(kinds[kind]);
    const name = '```\n@everyone {noformat}[~admin] <script>';
    const id = await newSbom(admin, { name });
    await deliver(id, library('broken', '1.0.0'));
    const shown = tracker.issues.filter(({ labels }) => labels[0] === 'stocktake');
    expect(shown).toHaveLength(2);
    for (const { body } of shown) {
      const fence = body.startsWith('```') ? '```' : '{noformat}';
      expect(body.split(fence)).toHaveLength(3);
      expect(body.split('\n')[1]).toContain('everyone');
    }
    // It may look for mentions in what it does not format, too.
    const jira = shown.find(({ body }) => body.startsWith('{noformat}'));
    expect(jira?.body).toContain('[ ~admin]');
  });

  it('need a project, an address and a token, which is never shown', async () => {
    const made = await channel(kinds.jira);
    expect(made).toMatchObject({ project: 'SEC', issue_type: 'Task', username: 'ann@example.org', token: '********' });
    expect(made.url).toBe(tracker.url);
    for (const wrong of [{ project: 'no/key' }, { token: '' }, { url: 'https://10.0.0.1' }, { url: '' }])
      expect((await create({ ...kinds.jira, ...wrong })).status).toBe(400);
    expect((await create({ ...kinds.github, project: 'shop' })).status).toBe(400);
    expect((await create({ ...kinds.github, project: 'acme/..' })).status).toBe(400);
    const moved = { id: made.id, url: 'https://jira.example.org' };
    const refused = await admin.client.post('v1/alarms/updateChannel', moved);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('because the address or its user changes');
  });

  it('say that the token is lost, and take another one', async () => {
    const { id: channelId } = await channel(kinds.github);
    await channel({ kind: 'slack', name: 'other' });
    await loseSecret(app.databaseUrl, 'alarm_channels', channelId);
    const { status, body } = await admin.client.get('v1/alarms/getChannels', { org_id: admin.orgId });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { name: 'other', disabled_reason: '' },
      { name: 'c', token: '', disabled_reason: expect.stringMatching(/give the channel a new one/) },
    ]);
    await deliver(await newSbom(admin, { name: 'Shop' }), library('broken', '1.0.0'));
    expect(await issues(channelId)).toMatchObject([{ error: expect.stringMatching(/^The secret cannot be read/) }]);
    const update = (more: Shown) => admin.client.post('v1/alarms/updateChannel', { id: channelId, ...more });
    const refused = await update({ name: 'renamed' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['token']]);
    expect((await update({ token: 'github-token' })).body.data).toMatchObject({ disabled_reason: '' });
    await sync();
    expect(tracker.issues).toMatchObject([{ isOpen: true }]);
  });

  it('a test asks for the project, and makes no issue', async () => {
    const { id } = await channel(kinds.github);
    await admin.client.post('v1/alarms/testChannel', { id });
    await settled(app);
    await app.nest.get(AlarmsScheduler).schedule();
    await settled(app);
    const { body } = await admin.client.get('v1/alarms/getMessages', { channel_id: id });
    expect(body.data).toMatchObject([{ status: 'delivered', error: '' }]);
    expect(tracker.issues).toEqual([]);
  });
});
