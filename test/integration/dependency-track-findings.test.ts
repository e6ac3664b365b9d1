import { setTimeout as pause } from 'node:timers/promises';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, library } from '../support/sboms.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';

const bundle = {
  'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0'], latest_known: '2.0.0', seen: 9, sources: ['index'] }],
  'advisories/osv-npm.ndjson': [advisory('GHSA-aaaa-bbbb-cccc', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] })],
}; // prettier-ignore

/** Requests as the public REST API of Dependency-Track describes them. */
describe('clients of Dependency-Track that audit', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let uuid: string;
  let finding: { component: { uuid: string }; vulnerability: { uuid: string }; analysis: object };

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    const text = cyclonedx([library('broken', '1.0.0')]);
    const file = typeof text === 'string' ? text : JSON.stringify(text);
    const query = { name: 'shop', version: '1', wait: 'true' };
    const { body } = await admin.client.upload('v1/project/uploadSBOM', file, query);
    expect(body.message).toBeUndefined();
    uuid = body.data.sbom?.id ?? body.data.id;
    [finding] = await findings();
  });
  afterAll(() => app.close());

  const findings = async (query = {}) => (await admin.client.get(`api/v1/finding/project/${uuid}`, query)).body;
  /** The component is scored again. */
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (let asked = 0; asked < 200 && !(await isSo()); asked += 1) await pause(50);
    expect(await isSo()).toBe(true);
  };
  const named = (): Record<string, string> => ({
    project: uuid,
    component: finding.component.uuid,
    vulnerability: finding.vulnerability.uuid,
  });
  const decide = (body: object) => admin.client.send('PUT', 'api/v1/analysis', { body: { ...named(), ...body } });

  it('decide a finding, read the decision, and take it back', async () => {
    expect((await admin.client.get('api/v1/analysis', named())).status).toBe(404);
    const decision = {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisResponse: 'WILL_NOT_FIX',
      analysisDetails: 'Never called',
    };
    const { status, body } = await decide({ ...decision, suppressed: true, comment: 'by audit' });
    const said = { ...decision, analysisDetails: 'Never called\nby audit', isSuppressed: true, analysisComments: [] };
    expect([status, body]).toEqual([200, said]);
    await until(async () => (await findings()).length === 0);
    expect((await admin.client.get('api/v1/analysis', named())).body).toEqual(said);
    expect((await findings({ suppressed: 'true' }))[0].analysis).toEqual({ state: 'NOT_AFFECTED', isSuppressed: true });
    expect((await decide({ analysisState: 'NOT_SET' })).status).toBe(200);
    await until(async () => (await findings()).length === 1);
    expect((await findings())[0].analysis).toMatchObject({ isSuppressed: false });
  });

  it('keep what a decision says where a later request leaves it out', async () => {
    const read = async () => (await admin.client.get('api/v1/analysis', named())).body;
    const decision = {
      analysisState: 'NOT_AFFECTED',
      analysisJustification: 'CODE_NOT_REACHABLE',
      analysisResponse: 'WILL_NOT_FIX',
      analysisDetails: 'Never called',
    };
    await decide(decision);
    await until(async () => (await findings()).length === 0);
    const kept = { ...decision, isSuppressed: true, analysisComments: [] };
    expect((await decide({ suppressed: true })).body).toEqual(kept);
    const noted = { ...kept, analysisDetails: 'Never called\nSeen by Ann' };
    expect((await decide({ comment: 'Seen by Ann' })).body).toEqual(noted);
    await until(async () => (await read()).analysisDetails === noted.analysisDetails);
    expect(await read()).toEqual(noted);
    const replaced = { ...decision, analysisDetails: 'Not loaded', analysisResponse: 'NOT_SET' };
    expect((await decide(replaced)).body).toEqual({ ...kept, ...replaced });
    const other = await decide({ analysisState: 'EXPLOITABLE' });
    expect(other.body).toMatchObject({ analysisState: 'EXPLOITABLE', analysisJustification: 'NOT_SET' });
    expect(other.body.analysisDetails).toBe('Analysis: EXPLOITABLE');
    expect((await decide({ analysisState: 'NOT_SET' })).status).toBe(200);
    await until(async () => (await findings()).length === 1);
  });

  it.each([
    ['REQUIRES_ENVIRONMENT', null],
    ['REQUIRES_DEPENDENCY', null],
    ['PROTECTED_AT_PERIMETER', 'inline_mitigations_already_exist'],
    ['PROTECTED_BY_MITIGATING_CONTROL', 'inline_mitigations_already_exist'],
  ])('say no more of a decision than was decided: %s', async (analysisJustification, label) => {
    const decision = {
      analysisState: 'NOT_AFFECTED',
      analysisJustification,
      analysisDetails: 'Only on other machines',
    };
    const said = { ...decision, analysisResponse: 'NOT_SET', isSuppressed: true, analysisComments: [] };
    expect((await decide(decision)).body).toEqual(said);
    await until(async () => (await findings()).length === 0);
    expect((await admin.client.get('api/v1/analysis', named())).body).toEqual(said);
    const { data } = (await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: uuid })).body;
    expect(data.map(({ statement }: any) => statement.label)).toEqual([label]);
    const noted = { ...said, analysisDetails: 'Only on other machines\nSeen by Ann' };
    expect((await decide({ comment: 'Seen by Ann' })).body).toEqual(noted);
    expect((await decide({ analysisState: 'NOT_SET' })).status).toBe(200);
    await until(async () => (await findings()).length === 1);
  });

  it('hide nothing without a decision, and refuse words and findings that there are not', async () => {
    const hidden = await decide({ suppressed: true });
    expect([hidden.status, Object.keys(hidden.body.fields)]).toEqual([400, ['suppressed']]);
    const wrong = await decide({ analysisState: 'FINE', analysisResponse: 'NONE' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ['analysisResponse', 'analysisState']]);
    const long = await decide({
      analysisState: 'EXPLOITABLE',
      analysisDetails: 'x'.repeat(4_090),
      comment: 'by audit',
    });
    expect([long.status, Object.keys(long.body.fields)]).toEqual([400, ['comment']]);
    const someId = '018f0000-0000-7000-8000-00000000beef';
    expect((await decide({ vulnerability: someId, analysisState: 'EXPLOITABLE' })).status).toBe(404);
    const other = await otherOrganization(app, admin);
    const attempt = { body: { ...named(), analysisState: 'EXPLOITABLE' } };
    expect((await other.client.send('PUT', 'api/v1/analysis', attempt)).status).toBe(404);
    expect((await other.client.get('api/v1/analysis', named())).status).toBe(404);
  });

  it('export a project, and show its badge', async () => {
    const path = `api/v1/bom/cyclonedx/project/${uuid}`;
    const json = await admin.client.get(path, { format: 'json', variant: 'inventory', download: 'true' });
    expect(json.body.bomFormat).toBe('CycloneDX');
    expect(json.body.components.map(({ name }: { name: string }) => name)).toEqual(['broken']);
    const xml = await admin.client.get(path, { format: 'xml' });
    expect([xml.status, String(xml.body)]).toEqual([200, expect.stringContaining('<bom ')]);
    expect((await admin.client.get(path, { variant: 'vdr' })).body.fields).toHaveProperty('variant');
    const other = await otherOrganization(app, admin);
    expect((await other.client.get(path)).status).toBe(404);
    for (const kind of ['vulns', 'violations']) {
      const badge = `api/v1/badge/${kind}/project/${uuid}`;
      const { status, headers } = await admin.client.get(badge);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      expect((await other.client.get(badge)).status).toBe(404);
      expect((await app.client.get(badge)).status).toBe(401);
    }
  });
});
