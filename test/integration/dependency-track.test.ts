import { setTimeout as pause } from 'node:timers/promises';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { Database } from '../../src/platform/database/database.js';
import { DependencyTrackLists } from '../../src/sboms/dependency-track/dependency-track-lists.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, library } from '../support/sboms.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const bundle = {
  'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0'], latest_known: '2.0.0', seen: 9, sources: ['index'] }],
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa-bbbb-cccc', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] }),
    advisory('GHSA-dddd-eeee-ffff', 'broken', null, medium),
  ],
}; // prettier-ignore

const document = (...names: string[]): string => {
  const text = cyclonedx(names.map((name) => library(name, '1.0.0')));
  return typeof text === 'string' ? text : JSON.stringify(text);
};
const contact = { name: 'empty', version: '1', supplier: '', contact_name: '', contact_email: '' };
const vexOf = (vulnerability: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    vulnerabilities: [
      {
        id: vulnerability,
        analysis: { state: 'not_affected', justification: 'code_not_reachable' },
        affects: [{ ref: 'pkg:npm/broken@1.0.0' }],
      },
    ],
  });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Requests as the public REST API of Dependency-Track describes them and its upload clients send them. */
describe('clients of Dependency-Track', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let key: string;
  let lastToken = '';

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    key = await apiKey(admin);
  });
  afterAll(() => app.close());

  const apiKey = async (of: Person, fields = {}): Promise<string> =>
    (await of.client.post('v1/users/createApiKey', { name: 'ci', ...fields })).body.data.key;

  async function send(method: string, path: string, body?: object | FormData, headers: Record<string, string> = { 'X-Api-Key': key }) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${app.url}/api/${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const read = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    return { status: response.status, body: read, headers: response.headers };
  } // prettier-ignore

  const form = (fields: Record<string, string>, bom?: Blob | string): FormData => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    if (bom !== undefined) made.append('bom', bom as string);
    return made;
  };

  /** As a pipeline does it: asks until the token is done. */
  async function processed(token: string, of: 'bom' | 'event' = 'bom'): Promise<void> {
    for (let asked = 0; asked < 400; asked += 1) {
      const { status, body } = await send('GET', `v1/${of}/token/${token}`);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      if (!body.processing) return;
      await pause(50);
    }
    throw new Error('The token is never done');
  }

  const upload = async (projectName: string, projectVersion: string, text: string): Promise<string> => {
    const { status, body } = await send('PUT', 'v1/bom', { projectName, projectVersion, autoCreate: true, bom: base64(text) });
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    lastToken = body.token;
    await processed(lastToken);
    return (await send('GET', `v1/project/lookup?name=${projectName}&version=${projectVersion}`)).body.uuid;
  }; // prettier-ignore

  it('learn the version without a token', async () => {
    const { status, body } = await send('GET', 'version', undefined, {});
    expect([status, body.version]).toEqual([200, expect.stringMatching(/^4\.\d+\.\d+$/)]);
  });

  it('upload as the GitHub action does, wait, and read findings and metrics', async () => {
    const uuid = await upload('shop', '1', document('broken', 'fine'));
    const { body: project } = await send('GET', `v1/project/${uuid}`);
    expect(project).toMatchObject({ uuid, name: 'shop', version: '1', active: true });

    const { status, body: findings } = await send('GET', `v1/finding/project/${uuid}`);
    expect(status).toBe(200);
    expect(findings.map((one: any) => [one.vulnerability.vulnId, one.vulnerability.source, one.vulnerability.severity])).toEqual([
      ['CVE-2024-1', 'NVD', 'CRITICAL'],
      ['GHSA-dddd-eeee-ffff', 'GITHUB', 'MEDIUM'],
    ]); // prettier-ignore
    expect(findings[0]).toMatchObject({
      component: { name: 'broken', version: '1.0.0', purl: 'pkg:npm/broken@1.0.0', project: uuid },
      vulnerability: {
        severityRank: 0,
        cvssV3BaseScore: expect.any(Number),
        recommendation: 'Update to 2.0.0',
        aliases: [{ cveId: 'CVE-2024-1', ghsaId: 'GHSA-aaaa-bbbb-cccc' }],
      },
      analysis: { state: 'NOT_SET', isSuppressed: false },
    });
    expect(findings[0].matrix).toBe(`${uuid}:${findings[0].component.uuid}:${findings[0].vulnerability.uuid}`);

    const { body: metrics } = await send('GET', `v1/metrics/project/${uuid}/current`);
    expect(metrics).toMatchObject({
      critical: 1,
      high: 0,
      medium: 1,
      low: 0,
      unassigned: 0,
      vulnerabilities: 2,
      findingsTotal: 2,
      components: 2,
      vulnerableComponents: 1,
      suppressed: 0,
      inheritedRiskScore: 13,
    });
    // One scale in all answers: a risk of 100 is none of Dependency-Track's.
    for (const path of [`v1/project/${uuid}`, 'v1/project/lookup?name=shop&version=1', 'v1/project/latest/shop'])
      expect((await send('GET', path)).body.lastInheritedRiskScore).toBe(13);
    const { body: listed } = await send('GET', 'v1/project?name=shop');
    expect(listed[0]).not.toHaveProperty('lastInheritedRiskScore');
    // Whether or not something was found in it: what was not examined breaks a rule.
    const { body: applied } = await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: uuid });
    expect(metrics.policyViolationsFail).toBe(applied.data[0].failing);
    expect(metrics.policyViolationsFail + metrics.policyViolationsWarn).toBeGreaterThan(0);
  });

  it('leave out what a statement suppresses, unless asked', async () => {
    const uuid = await upload('stated', '1', document('broken'));
    const [{ component, vulnerability }] = (await send('GET', `v1/finding/project/${uuid}`)).body;
    const statement = { status: 'not_affected', justification: 'never called' };
    await admin.client.post('v1/vulnerability/setStatement', {
      ...statement,
      component_id: component.uuid,
      vulnerability: vulnerability.vulnId,
    });
    await processed(lastToken);
    const [shown, all] = [
      (await send('GET', `v1/finding/project/${uuid}`)).body,
      (await send('GET', `v1/finding/project/${uuid}?suppressed=true`)).body,
    ];
    expect([shown.length, all.length]).toEqual([1, 2]);
    expect(all.at(-1).analysis).toEqual({ state: 'NOT_AFFECTED', isSuppressed: true });
    const { body: metrics } = await send('GET', `v1/metrics/project/${uuid}/current`);
    expect([metrics.findingsTotal, metrics.suppressed, metrics.critical]).toEqual([1, 1, 0]);
    expect((await send('GET', `v1/finding/project/${uuid}?suppressed=true&pageNumber=2&pageSize=1`)).body).toEqual([
      all[1],
    ]);
  });

  it('upload a form: a file as curl sends it, text, and base64, by POST and PUT', async () => {
    const text = document('broken');
    const fields = { autoCreate: 'true', projectVersion: '1' };
    const tokens: string[] = [];
    for (const [method, name, bom] of [
      ['POST', 'file', new Blob([text])],
      ['PUT', 'text', text],
      ['POST', 'packed', base64(text).replace(/(.{76})/g, '$1\r\n')],
    ] as const) {
      const { status, body } = await send(method, 'v1/bom', form({ ...fields, projectName: name }, bom));
      expect([name, status]).toEqual([name, 200]);
      tokens.push(body.token);
    }
    for (const token of tokens) await processed(token, 'event');
    for (const name of ['file', 'text', 'packed']) {
      const { body } = await send('GET', `v1/project/lookup?name=${name}&version=1`);
      const sbom = await admin.client.get('v1/project/getSBOM', { id: body.uuid });
      expect(sbom.body.data.entries.map((entry: any) => entry.name)).toEqual(['broken']);
    }
  });

  it('reuse a project, by its name or uuid, and create none that they do not ask for', async () => {
    const uuid = await upload('again', '1', document('broken'));
    expect(await upload('again', '1', document('broken', 'more'))).toBe(uuid);
    const { status } = await send('POST', 'v1/bom', { project: uuid, bom: base64(document('other')) });
    expect(status).toBe(200);
    const sbom = await admin.client.get('v1/project/getSBOM', { id: uuid });
    expect(sbom.body.data.entries.map((entry: any) => entry.name)).toEqual(['other']);

    for (const autoCreate of [undefined, false, 'false']) {
      const body = { projectName: 'absent', projectVersion: '1', autoCreate, bom: base64(document('a')) };
      expect((await send('PUT', 'v1/bom', body)).status).toBe(404);
    }
    expect((await send('GET', 'v1/project/lookup?name=absent&version=1')).status).toBe(404);
  });

  it('learn what was not taken over, and what is wrong', async () => {
    const bom = base64(document('a'));
    const child = { projectName: 'child', projectVersion: '1', autoCreate: true, parentName: 'family', bom };
    expect((await send('PUT', 'v1/bom', child)).body.ignored).toEqual(['parentName']);
    const faults: [object | FormData, number, object | undefined][] = [
      [{ bom }, 400, { project: expect.any(String) }],
      [{ projectName: 'x', autoCreate: true }, 400, { bom: 'is required' }],
      [form({ projectName: 'x', autoCreate: 'true' }), 400, { bom: 'is required' }],
      [{ projectName: 'x', autoCreate: true, bom: 'no base64!' }, 400, { bom: 'must be base64' }],
      [{ project: 'x', projectName: 7, bom }, 400, { project: expect.any(String), projectName: expect.any(String) }],
      [{ projectName: 'x', autoCreate: true, bom: base64('no sbom') }, 422, undefined],
    ];
    for (const [body, status, fields] of faults) {
      const answer = await send('PUT', 'v1/bom', body);
      expect([answer.status, answer.body.fields]).toEqual([status, fields]);
    }
  });

  it('list violations: broken rules fail, what is not assessed and an empty project are warnings', async () => {
    const uuid = await upload('violating', '1', document('broken', 'fine'));
    const { status, body: violations } = await send('GET', `v1/violation/project/${uuid}`);
    expect(status).toBe(200);
    const { body: metrics } = await send('GET', `v1/metrics/project/${uuid}/current`);
    const failing = violations.filter((one: any) => one.policyCondition.policy.violationState === 'FAIL');
    expect(new Set(failing.map((one: any) => one.component.uuid)).size).toBe(metrics.policyViolationsFail);
    const critical = violations.find((one: any) => one.policyCondition.subject === 'vulnerability.none-critical');
    expect(critical).toMatchObject({
      type: 'SECURITY',
      isSuppressed: false,
      project: { uuid, name: 'violating' },
      component: { name: 'broken', version: '1.0.0', purl: 'pkg:npm/broken@1.0.0', project: { uuid } },
      policyCondition: { policy: { name: expect.any(String), violationState: 'FAIL' }, value: expect.any(String) },
    });
    expect(critical.text).toMatch(/CVE-2024-1|GHSA/);
    const pages = await Promise.all(
      [1, 2].map((page) => send('GET', `v1/violation/project/${uuid}?pageNumber=${page}&pageSize=1`)),
    );
    expect(pages.map(({ body }) => body)).toEqual([[violations[0]], [violations[1]]]);

    const { id } = (await admin.client.post('v1/project/createSBOM', { ...contact, org_id: admin.orgId })).body.data;
    const [empty] = (await send('GET', `v1/violation/project/${id}`)).body;
    expect([empty.policyCondition.policy.violationState, empty.component.uuid, empty.text]).toEqual([
      ...['WARN', id, 'The SBOM has no components.'],
    ]);
    expect((await send('GET', `v1/metrics/project/${id}/current`)).body.policyViolationsWarn).toBe(1);
    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: 'new' });
    const added = (await send('GET', `v1/violation/project/${id}`)).body;
    expect(added.length).toBeGreaterThan(0);
  });

  it('get each component once, whatever is assessed between two pages', async () => {
    const { id } = (await admin.client.post('v1/project/createSBOM', { ...contact, org_id: admin.orgId })).body.data;
    const system = app.nest.get(Database);
    const run = (text: string) => system.transaction('system', (sql) => sql.run(text, { id }));
    await run(`INSERT INTO components (id, org_id, sbom_id, ref, name, position)
               SELECT gen_random_uuid(), '${admin.orgId}', $id, n, 'part ' || n, n FROM generate_series(1, 2500) n`);
    const service = app.nest.get(DependencyTrackLists);
    const original = service.withViolations.bind(service);
    async function* changing(pages: AsyncIterable<readonly object[]>) {
      for await (const page of pages) {
        yield page;
        await run('UPDATE components SET deleted_at = now() WHERE sbom_id = $id AND position <= 100');
      }
    }
    service.withViolations = (actor, sbomId, query, use) =>
      original(actor, sbomId, query, ({ total, pages }) => use({ total, pages: changing(pages) }));
    const { body, headers } = await send('GET', `v1/violation/project/${id}`).finally(() => {
      service.withViolations = original;
    });
    expect(headers.get('X-Total-Count')).toBe('2500');
    expect(new Set(body.map((one: any) => one.component.uuid)).size).toBe(2500);
  });

  it('list projects, test the connection and change properties as the plug-ins do', async () => {
    await upload('listed', '1', document('fine'));
    const uuid = await upload('listed', '2', document('fine'));
    const { body: all } = await send('GET', 'v1/project?limit=1000000&offset=0');
    expect(all.length).toBeGreaterThan(1);
    const { body: page } = await send('GET', 'v1/project?limit=1&excludeInactive=true&page=2');
    expect(page).toEqual([all[1]]);
    expect((await send('GET', `v1/project?limit=500&excludeInactive=true&page=2`)).body).toEqual([]);
    const versions = (await send('GET', 'v1/project?name=listed')).body.map((one: any) => one.version);
    expect(versions).toEqual(['1', '2']);
    expect((await send('GET', 'v1/project?searchText=LIST&pageSize=100&pageNumber=1')).body).toHaveLength(2);

    const { body: team } = await send('GET', 'v1/team/self');
    expect(team.permissions.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['BOM_UPLOAD', 'VIEW_PORTFOLIO', 'PROJECT_CREATION_UPLOAD', 'VIEW_POLICY_VIOLATION']),
    );
    const changed = await send('PATCH', `v1/project/${uuid}`, {
      version: '3',
      tags: [{ name: 'pci' }],
      isLatest: true,
    });
    expect([changed.status, changed.body.version, changed.body.ignored]).toEqual([200, '3', ['tags', 'isLatest']]);
    expect((await send('GET', `v1/project/${uuid}`)).body.version).toBe('3');
    expect((await send('GET', `v1/metrics/project/${uuid}/refresh`)).status).toBe(200);
    const tagged = { projectName: 'listed', projectVersion: '1', autoCreate: true, bom: base64(document('fine')) };
    const more = { projectTags: [{ name: 'a' }], isLatestProjectVersion: 'true' };
    const { body } = await send('PUT', 'v1/bom', { ...tagged, ...more });
    expect(body.ignored).toEqual(['projectTags', 'isLatestProjectVersion']);
  });

  it('page and sort lists as the Jenkins plug-in does, until they have what X-Total-Count says', async () => {
    const uuid = await upload('paged', '1', document('broken', 'fine'));
    await upload('paged', '2', document('fine'));
    const paging = 'pageNumber=1&pageSize=500&excludeInactive=true&sortName=name&sortOrder=asc';
    const { status, body, headers } = await send('GET', `v1/project?${paging}`);
    expect([status, headers.get('X-Total-Count')]).toEqual([200, String(body.length)]);
    expect(headers.get('X-Powered-By')).toMatch(/^Dependency-Track v4\.1[2-9]\.\d+ API, by Stocktake /);
    const versions = async (order: string) =>
      (await send('GET', `v1/project?name=paged&sortName=version&sortOrder=${order}&offset=0&limit=5&onlyRoot=true`)).body
        .map(({ version }: { version: string }) => version); // prettier-ignore
    expect([await versions('asc'), await versions('desc')]).toEqual([
      ['1', '2'],
      ['2', '1'],
    ]);

    const [first] = (await send('GET', `v1/finding/project/${uuid}`)).body;
    await admin.client.post('v1/vulnerability/setStatement', {
      component_id: first.component.uuid, vulnerability: first.vulnerability.vulnId,
      status: 'not_affected', justification: 'never called',
    });
    await processed(uuid, 'event');
    const pages = [1, 2].map((page) => send('GET', `v1/finding/project/${uuid}?pageNumber=${page}&pageSize=1`));
    const [one, two] = await Promise.all(pages);
    expect([one!.body.length, one!.headers.get('X-Total-Count'), two!.body]).toEqual([1, '1', []]);
    const all = await send('GET', `v1/finding/project/${uuid}?suppressed=true&sortName=vulnerability.vulnId&sortOrder=desc`);
    expect(all.body.map((one: any) => one.vulnerability.vulnId)).toEqual(['GHSA-dddd-eeee-ffff', 'CVE-2024-1']);
    expect(all.headers.get('X-Total-Count')).toBe('2');
    const nvd = await send('GET', `v1/finding/project/${uuid}?suppressed=true&source=NVD`);
    expect(nvd.body.map((one: any) => one.vulnerability.vulnId)).toEqual(['CVE-2024-1']);

    const violations = await send('GET', `v1/violation/project/${uuid}?suppressed=false&sortName=component.name&sortOrder=desc`);
    expect(violations.headers.get('X-Total-Count')).toBe(String(violations.body.length));
    const names = violations.body.map((one: any) => one.component.name);
    expect(names).toEqual([...names].sort().reverse());
    for (const wrong of ['sortName=nothing', 'sortOrder=up', 'source=SNYK', 'pageNumber=0', 'verbose=true'])
      expect([wrong, (await send('GET', `v1/finding/project/${uuid}?${wrong}`)).status]).toEqual([wrong, 400]);
  }); // prettier-ignore

  it('create, change and delete projects as the command lines do', async () => {
    const made = await send('PUT', 'v1/project', { name: 'made', version: '1', active: true, tags: null });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ name: 'made', ignored: ['active', 'tags'] })]);
    const again = await send('PUT', 'v1/project', { name: 'made', version: '1' });
    expect([again.status, again.body.reason]).toEqual([409, 'conflict']);
    expect((await send('PUT', 'v1/project', { version: '1' })).body.fields).toEqual({ name: 'is required' });
    const { uuid } = made.body;
    const put = await send('PUT', 'v1/bom', { project: uuid, bom: base64(`\ufeff${document('fine')}`) });
    await processed(put.body.token);
    expect((await send('POST', 'v1/project', { uuid, name: 'made', version: '2' })).body).toMatchObject({ version: '2' });
    expect((await send('GET', 'v1/project/latest/made')).body).toMatchObject({ uuid, version: '2' });
    expect((await send('GET', 'v1/project/latest/absent')).status).toBe(404);
    expect((await send('DELETE', `v1/project/${uuid}`)).status).toBe(204);
    expect((await send('GET', `v1/project/${uuid}`)).status).toBe(404);
    expect((await send('DELETE', `v1/project/${uuid}`)).status).toBe(404);
  }); // prettier-ignore

  it('upload VEX, in a form as Jenkins does and in JSON', async () => {
    const uuid = await upload('excused', '1', document('broken'));
    const inForm = new FormData();
    for (const [name, value] of Object.entries({
      projectName: 'excused',
      projectVersion: '1',
      vex: vexOf('CVE-2024-1'),
    }))
      inForm.append(name, value);
    const posted = await send('POST', 'v1/vex', inForm);
    expect([posted.status, posted.body]).toEqual([200, { token: uuid, unmatched: 0 }]);
    const body = { project: uuid, vex: base64(vexOf('GHSA-dddd-eeee-ffff')) };
    expect((await send('PUT', 'v1/vex', body)).body).toEqual({ token: uuid, unmatched: 0 });
    await processed(posted.body.token, 'event');
    expect((await send('GET', `v1/finding/project/${uuid}`)).body).toEqual([]);
    for (const [wrong, field] of [
      [{ project: uuid }, 'vex'],
      [{ vex: base64('{}') }, 'project'],
      [{ project: uuid, vex: base64('no json') }, 'vex'],
      [{ project: uuid, vex: '!' }, 'vex'],
    ] as const) {
      const answer = await send('PUT', 'v1/vex', wrong);
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    }
  });

  it('see nothing of others, and change nothing without the right', async () => {
    const uuid = await upload('private', '1', document('broken'));
    const { body } = await send('PUT', 'v1/bom', { project: uuid, bom: base64(document('broken')) });
    const stranger = { 'X-Api-Key': await apiKey(await otherOrganization(app, admin)) };
    const put = { project: uuid, bom: base64(document('evil')) };
    for (const [method, path, sent] of [
      ['GET', `v1/project/${uuid}`],
      ['GET', 'v1/project/lookup?name=private&version=1'],
      ['GET', `v1/finding/project/${uuid}`],
      ['GET', `v1/violation/project/${uuid}`],
      ['GET', `v1/metrics/project/${uuid}/current`],
      ['GET', `v1/metrics/project/${uuid}/refresh`],
      ['PATCH', `v1/project/${uuid}`, { name: 'stolen' }],
      ['GET', `v1/bom/token/${body.token}`],
      ['GET', `v1/event/token/${body.token}`],
      ['PUT', 'v1/bom', put],
      ['POST', 'v1/bom', put],
      ['GET', 'v1/project/latest/private'],
      ['POST', 'v1/project', { uuid, name: 'stolen' }],
      ['DELETE', `v1/project/${uuid}`],
      ['PUT', 'v1/vex', { project: uuid, vex: base64(vexOf('CVE-2024-1')) }],
      ['GET', `v1/event/token/${uuid}`],
    ] as const) {
      expect([path, (await send(method, path, sent, stranger)).status]).toEqual([path, 404]);
      for (const headers of [{}, { 'X-Api-Key': `${key.slice(0, -1)}!` }, { 'X-Api-Key': admin.token }] as Record<
        string,
        string
      >[])
        // prettier-ignore
        expect([path, (await send(method, path, sent, headers)).status]).toEqual([path, 401]);
    }
    expect((await send('GET', 'v1/project', undefined, stranger)).body).toEqual([]);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    const reading = { 'X-Api-Key': await apiKey(viewer) };
    expect((await send('GET', `v1/finding/project/${uuid}`, undefined, reading)).status).toBe(200);
    expect((await send('PUT', 'v1/bom', put, reading)).status).toBe(403);
    expect((await send('PATCH', `v1/project/${uuid}`, { name: 'x' }, reading)).status).toBe(403);
    expect((await send('DELETE', `v1/project/${uuid}`, undefined, reading)).status).toBe(403);
    expect((await send('PUT', 'v1/project', { name: 'x' }, reading)).status).toBe(403);
    expect((await send('PUT', 'v1/vex', { project: uuid, vex: base64(vexOf('CVE-2024-1')) }, reading)).status).toBe(
      403,
    );
    const rights = (await send('GET', 'v1/team/self', undefined, reading)).body.permissions;
    expect(rights.map(({ name }: { name: string }) => name)).not.toContain('BOM_UPLOAD');
    const two = { 'X-Api-Key': key, Authorization: `Bearer ${admin.token}` };
    expect((await send('GET', `v1/project/${uuid}`, undefined, two)).status).toBe(401);
    expect((await send('GET', 'v1/finding/project/none')).status).toBe(400);
  });
});
