import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { DescribedAnswers } from '../support/described-answers.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { reviewGroupId } from '../support/review-groups.js';
import { withClient } from '../support/postgres.js';
import { importSbom, newSbom } from '../support/sboms.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const catalog = {
  'packages.ndjson': ['broken', 'sound', 'other'].map((name) => ({
    purl: `pkg:npm/${name}`,
    versions: ['1.0.0', '2.0.0'],
    latest_known: '2.0.0',
    seen: 9,
    sources: ['index'],
  })),
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'], summary: '=cmd, "quoted"' }),
    advisory('GHSA-bbbb', 'broken', null, medium),
    advisory('GHSA-cccc', 'other', null, medium),
  ],
  'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01' }],
};

const part = (name: string, version: string, more: object = {}): object => ({
  type: 'library',
  name,
  version,
  'bom-ref': name,
  ...more,
});
const npm = (name: string, version: string, more: object = {}): object =>
  part(name, version, { purl: `pkg:npm/${name}@${version}`, ...more });
const document = (components: object[], dependencies: object[] = []): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'app' } },
    components,
    dependencies,
  });

describe('dependencies, vulnerabilities of an organization, and what differs between SBOMs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, catalog);
    await app.nest.get(RescoringScheduler).schedule();
  });
  afterAll(() => app.close());

  const imported = async (
    owner: Person & TenantIds,
    components: object[],
    dependencies: object[] = [],
  ): Promise<string> => {
    const sbomId = await newSbom(owner);
    await importSbom(app, owner, sbomId, document(components, dependencies));
    return sbomId;
  };
  const entries = async (sbomId: string, query: object = {}): Promise<any[]> =>
    (await admin.client.get('v1/project/getSBOM', { id: sbomId, ...query })).body.data.entries;

  describe('getUpdateImpact', () => {
    const impact = async (id: string, version?: string) =>
      (await admin.client.get('v1/project/getUpdateImpact', { id, ...(version && { version }) })).body.data;

    it('says what is fixed and brought, which licence comes, what depends on it, and who else has it', async () => {
      const license = (id: string) => ({ licenses: [{ license: { id } }] });
      const elsewhere = await imported(admin, [npm('broken', '2.0.0', license('GPL-3.0-only'))]);
      const sbomId = await imported(
        admin,
        [npm('broken', '1.0.0', license('MIT')), npm('sound', '1.0.0'), npm('outside', '1.0.0')],
        [
          { ref: 'app', dependsOn: ['sound'] },
          { ref: 'sound', dependsOn: ['broken'] },
        ],
      );
      const [broken, , outside] = await entries(sbomId);
      const found = await impact(broken.id);
      expect(found).toMatchObject({
        version: '1.0.0',
        to_version: '2.0.0',
        to_purl: 'pkg:npm/broken@2.0.0',
        direction: 'later',
        licenses: { now: 'MIT', then: ['GPL-3.0-only'], change: 'changed' },
        dependents: 1,
        path_count: 1,
        is_in_graph: true,
        other_sboms: 1,
        other_uses: [{ sbom_id: elsewhere, version: '2.0.0' }],
      });
      const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id);
      expect(idsOf(found.vulnerabilities.fixed)).toEqual(['CVE-2024-1']);
      expect([found.vulnerabilities.fixed[0].exploited, found.vulnerabilities.brought]).toEqual([true, []]);
      expect(idsOf(found.vulnerabilities.remaining)).toEqual(['GHSA-bbbb']);
      expect(found.vulnerabilities.coverage_then.status).toBe('examined');
      expect(found.paths[0].nodes.map(({ name }: { name: string }) => name)).toEqual(['sound', 'broken']);
      const back = await impact((await entries(elsewhere))[0].id, '1.0.0');
      expect([back.direction, idsOf(back.vulnerabilities.brought)]).toEqual(['earlier', ['CVE-2024-1']]);
      expect(await impact(outside.id)).toMatchObject({ to_version: null, vulnerabilities: null, is_in_graph: false });
      expect((await impact(broken.id, 'see list')).vulnerabilities.coverage_then).toMatchObject({ status: 'not_examined', cause: 'no_version' }); // prettier-ignore
    });

    it('takes no public package for one of the own registry', async () => {
      const own = (name: string, version: string) => ({ ...npm(name, version), purl: `pkg:npm/${name}@${version}?repository_url=https://npm.acme.example` }); // prettier-ignore
      const open = await imported(admin, [npm('ours', '1.0.0')]);
      const inner = await imported(admin, [own('ours', '1.0.0')]);
      const other = await imported(admin, [own('ours', '2.0.0')]);
      const uses = async (sbomId: string) => {
        const [{ id }] = await entries(sbomId);
        return (await impact(id)).other_uses.map(({ sbom_id }: { sbom_id: string }) => sbom_id);
      };
      expect([await uses(inner), await uses(other), await uses(open)]).toEqual([[other], [inner], []]);
    });

    it('does not say that nothing depends on what the file names with its own dependencies only', async () => {
      const sbomId = await imported(
        admin,
        [npm('alone', '1.0.0'), npm('below', '1.0.0'), npm('named', '1.0.0')],
        [
          { ref: 'app', dependsOn: ['named'] },
          { ref: 'alone', dependsOn: ['below'] },
        ],
      );
      const [alone, below, direct] = await entries(sbomId);
      expect(await impact(alone.id)).toMatchObject({ dependents: 0, is_in_graph: false });
      expect(await impact(below.id)).toMatchObject({ dependents: 1, is_in_graph: true });
      expect(await impact(direct.id)).toMatchObject({ dependents: 0, path_count: 1, is_in_graph: true });
    });

    it('counts no other SBOMs for a component of which nobody knows what it is', async () => {
      const sbomId = await imported(admin, [part('zzqx-nowhere', '1')]);
      const [{ id }] = await entries(sbomId);
      expect(await impact(id)).toMatchObject({ other_sboms: null, other_use_count: null, other_uses: [] });
    });

    it('says that there are more than it reads, in place of no answer at all', async () => {
      const elsewhere = await imported(admin, [npm('wide', '1.0.0')]);
      const [{ id }] = await entries(await imported(admin, [npm('wide', '1.0.0')]));
      expect(await impact(id)).toMatchObject({ other_use_count: 1, is_other_use_count_whole: true });
      await withClient(app.databaseUrl, (client) =>
        client.query(
          `INSERT INTO components (id, org_id, sbom_id, ref, name, org, version, position, status, selected_purl)
           SELECT gen_random_uuid(), org_id, sbom_id, 'n' || n, name, org, version, n, status, selected_purl
           FROM components, generate_series(1, 10000) AS n WHERE sbom_id = $1`,
          [elsewhere],
        ),
      );
      const found = await impact(id);
      expect(found).toMatchObject({ other_sboms: 1, other_use_count: 10_000, is_other_use_count_whole: false });
      expect(found.other_uses).toHaveLength(100);
      await withClient(app.databaseUrl, (client) => client.query('DELETE FROM components WHERE sbom_id = $1', [elsewhere])); // prettier-ignore
    });

    it('shows no SBOM of a team that the caller does not see', async () => {
      const team = (await admin.client.post('v1/teams/createTeam', { name: 'Wall', org_id: admin.orgId })).body.data.id;
      const hidden = await newSbom(admin, { name: 'hidden', team_id: team });
      await importSbom(app, admin, hidden, document([npm('other', '1.0.0')]));
      const shown = await imported(admin, [npm('other', '2.0.0')]);
      const [{ id }] = await entries(shown);
      const fields = { org_id: admin.orgId, role: 'viewer', team_ids: [admin.teamId] };
      const narrow = await newUser(app, admin, fields);
      expect((await impact(id)).other_sboms).toBe(1);
      expect((await narrow.client.get('v1/project/getUpdateImpact', { id })).body.data.other_sboms).toBe(0);
      const stranger = await otherOrganization(app, admin, 'Impact');
      expect((await stranger.client.get('v1/project/getUpdateImpact', { id })).status).toBe(404);
    });
  });

  describe('dependencies', () => {
    let sbomId: string;
    const children = async (ref?: string): Promise<any> =>
      (await admin.client.get('v1/project/getDependencies', { id: sbomId, ...(ref && { ref }) })).body;

    beforeAll(async () => {
      sbomId = await imported(
        admin,
        [npm('broken', '1.0.0'), npm('sound', '1.0.0'), part('lone', '1'), part('deep', '1')],
        [
          { ref: 'app', dependsOn: ['sound', 'deep'] },
          { ref: 'sound', dependsOn: ['broken', 'missing'] },
          { ref: 'deep', dependsOn: ['sound', 'deep'] },
          { ref: 'broken', dependsOn: [] },
        ],
      );
    });

    it('are a tree from the subject on, with what is outside of it counted', async () => {
      const roots = await children();
      expect(roots.data.map(({ name, dependencies }: any) => [name, dependencies])).toEqual([
        ['sound', 2],
        ['deep', 1],
      ]);
      expect(roots.meta).toMatchObject({ total_count: 2, outside: 1 });
      const [first, second] = (await children('sound')).data;
      expect(first).toMatchObject({ name: 'broken', version: '1.0.0', kind: 'depends-on', dependencies: 0 });
      expect(second).toMatchObject({ ref: 'missing', name: 'missing', id: null });
      // The file says that the one depends on nothing, and nothing of the other.
      expect([first, second].map(({ dependencies, is_declared }) => [dependencies, is_declared])).toEqual([
        [0, true],
        [0, false],
      ]);
      expect((await children('no such ref')).data).toEqual([]);
    });

    it('have a shortest path to a component through each that depends on it', async () => {
      const broken = (await entries(sbomId, { q: 'broken' }))[0].id;
      const sound = (await entries(sbomId, { q: 'sound' }))[0].id;
      const paths = async (id: string): Promise<any> => {
        const { body } = await admin.client.get('v1/project/getPaths', { id });
        return body.data.map(({ nodes }: any) => nodes.map(({ name }: any) => name));
      };
      expect(await paths(broken)).toEqual([['sound', 'broken']]);
      expect(await paths(sound)).toEqual([['sound'], ['deep', 'sound']]);
      expect(await paths((await entries(sbomId, { q: 'lone' }))[0].id)).toEqual([]);
    });

    it('are hidden from strangers', async () => {
      const other = await otherOrganization(app, admin, 'Strangers');
      expect((await other.client.get('v1/project/getDependencies', { id: sbomId })).status).toBe(404);
      const { id } = (await entries(sbomId))[0];
      expect((await other.client.get('v1/project/getPaths', { id })).status).toBe(404);
    });
  });

  describe('vulnerabilities of an organization', () => {
    let owner: Person & TenantIds;
    const list = async (query: object = {}): Promise<any> =>
      (await owner.client.get('v1/vulnerability/getVulnerabilities', { org_id: owner.orgId, ...query })).body;

    beforeAll(async () => {
      owner = await otherOrganization(app, admin, 'Vulnerable');
      await imported(owner, [
        npm('broken', '1.0.0'),
        npm('broken', '2.0.0', { 'bom-ref': 'new' }),
        part('Zorblax Q', '1'),
      ]);
      await imported(owner, [npm('broken', '1.0.0'), npm('other', '1.0.0')]);
    });

    it('stand once each with SBOMs and components, the worst first, after what was not examined', async () => {
      const { data, meta } = await list();
      expect(data.map(({ id, sboms, components, affected }: any) => [id, sboms, components, affected])).toEqual([
        ['CVE-2024-1', 2, 2, 2],
        ['GHSA-bbbb', 2, 3, 3],
        ['GHSA-cccc', 1, 1, 1],
      ]);
      expect(data[0]).toMatchObject({
        severity: 'critical',
        aliases: ['GHSA-aaaa'],
        exploited: { added_on: '2024-02-01' },
        fixable: 2,
        fixed_versions: ['2.0.0'],
        stated: 0,
      });
      expect(data[1]).toMatchObject({ fixable: 0, fixed_versions: [], stated: 0 });
      expect(meta).toMatchObject({ total_count: 3, severities: { critical: 1, medium: 2 } });
      expect(meta.coverage).toEqual(
        expect.arrayContaining([
          { status: 'examined', reason: '', count: 4 },
          expect.objectContaining({ status: 'not_examined', count: 1 }),
        ]),
      );
    });

    it('can be filtered, paged and searched, and special signs are text', async () => {
      const ids = async (query: object): Promise<string[]> => (await list(query)).data.map(({ id }: any) => id);
      expect(await ids({ severity: 'critical' })).toEqual(['CVE-2024-1']);
      expect(await ids({ exploited: 'true' })).toEqual(['CVE-2024-1']);
      expect(await ids({ status: 'not_affected' })).toEqual([]);
      expect(await ids({ q: 'ghsa-aaaa' })).toEqual(['CVE-2024-1']);
      expect(await ids({ q: 'other is' })).toEqual(['GHSA-cccc']);
      expect(await ids({ q: '%' })).toEqual([]);
      const page = await list({ offset: '1', limit: '1' });
      expect([page.data[0].id, page.meta.total_count]).toEqual(['GHSA-bbbb', 3]);
      expect((await list({ offset: '50' })).meta.total_count).toBe(3);
    });

    it('name the components that have one, and follow a statement about one of them', async () => {
      const affected = async (id: string): Promise<any> =>
        (await owner.client.get('v1/vulnerability/getAffectedComponents', { org_id: owner.orgId, id })).body;
      const { data, meta } = await affected('GHSA-aaaa');
      expect(meta.total_count).toBe(2);
      expect(data.map(({ status, fixed_in, component }: any) => [status, fixed_in, component.version])).toEqual([
        ['affected', '2.0.0', '1.0.0'],
        ['affected', '2.0.0', '1.0.0'],
      ]);
      const statement = { vulnerability: 'CVE-2024-1', status: 'not_affected', justification: 'never called' };
      const body = { ...statement, component_id: data[0].component.id };
      expect((await owner.client.post('v1/vulnerability/setStatement', body)).status).toBe(200);
      await expectWithin(async () => {
        const [worst] = (await list()).data;
        expect(worst).toMatchObject({ id: 'CVE-2024-1', affected: 1, not_affected: 1 });
      });
      for (const status of ['affected', 'not_affected']) {
        const chosen = (await list({ status })).data.find(({ id }: any) => id === 'CVE-2024-1');
        expect(chosen).toMatchObject({ sboms: 2, components: 2, affected: 1, not_affected: 1, stated: 1 });
      }
      expect((await list({ status: 'not_affected', offset: '50' })).meta.total_count).toBe(1);
      expect((await list({ status: 'unknown' })).data).toEqual([]);
    });

    it('take one statement for many components, all of them or none', async () => {
      const query = { org_id: owner.orgId, id: 'GHSA-bbbb' };
      const affected = async (): Promise<any[]> =>
        (await owner.client.get('v1/vulnerability/getAffectedComponents', query)).body.data;
      const ids = (await affected()).map(({ component }: any) => component.id);
      const strange = (await entries(await imported(admin, [part('a', '1')])))[0].id;
      const state = async (component_ids: string[], by: Person = owner): Promise<any> => {
        const statement = { vulnerability: 'GHSA-bbbb', status: 'not_affected', justification: 'never called' };
        return by.client.post('v1/vulnerability/setStatements', { ...statement, component_ids });
      };
      expect((await state([...ids, strange])).status).toBe(404);
      const viewer = await newUser(app, owner, { org_id: owner.orgId, role: 'viewer' });
      expect((await state(ids, viewer)).status).toBe(403);
      const { status, body } = await state([...ids, ids[0]]);
      expect([status, body.meta.total_count]).toEqual([200, 3]);
      await expectWithin(async () => {
        const statuses = (await affected()).map(({ status: one, statement }: any) => [one, statement?.justification]);
        expect(statuses).toEqual(ids.map(() => ['not_affected', 'never called']));
      });
    });

    it('are exported with a row for each component', async () => {
      const file = async (format: string): Promise<string> => {
        const query = new URLSearchParams({ org_id: owner.orgId, format });
        const headers = { Authorization: `Bearer ${owner.token}` };
        return (
          await fetch(`${app.url}/v1/vulnerability/exportVulnerabilities?${query.toString()}`, { headers })
        ).text();
      };
      const rows = (await file('csv')).trim().split('\r\n');
      expect(rows[0]).toContain('vulnerability,aliases,severity');
      const isUnexamined = (row: string): boolean => row.startsWith(',,');
      const lines = rows.filter((row) => !isUnexamined(row));
      expect(lines).toHaveLength(7);
      const all = JSON.parse(await file('json'));
      const listed = all.filter(({ id }: any) => id !== '');
      expect(listed).toHaveLength(6);
      // First what was not examined: the file says nothing of it.
      const unexamined = rows.slice(1, 1 + rows.length - lines.length);
      expect(unexamined.every(isUnexamined)).toBe(true);
      expect(unexamined[0]).toContain('not_examined,1 component: no package or product is selected,');
      expect(all.slice(0, unexamined.length)).toEqual([
        expect.objectContaining({ id: '', status: 'not_examined', component: null, reason: '1 component: no package or product is selected.' }), // prettier-ignore
      ]);
      // What names a finding in other requests, and what it is, in both.
      const column = lines[0]!.split(',').indexOf('component_id');
      const idsOf = lines.slice(1).map((line) => line.split(',').at(column - lines[0]!.split(',').length));
      expect(idsOf).toEqual(listed.map(({ component }: any) => component.id));
      expect(lines[0]).toMatch(/,malicious,published,component_id,label,response,expires_at,end_reason,module$/);
    });

    it('shows a member of one team that team alone, and strangers nothing', async () => {
      const stranger = await otherOrganization(app, admin, 'Elsewhere');
      const { status } = await stranger.client.get('v1/vulnerability/getVulnerabilities', { org_id: owner.orgId });
      expect(status).toBe(404);
      const viewer = await newUser(app, owner, { org_id: owner.orgId, role: 'viewer' });
      const { body } = await viewer.client.get('v1/vulnerability/getVulnerabilities', { org_id: owner.orgId });
      expect(body.data).toHaveLength(3);
    });
  });

  describe('two SBOMs', () => {
    const compare = async (from: string, to: string, query: object = {}): Promise<any> =>
      (await admin.client.get('v1/project/compareSBOMs', { from, to, ...query })).body;

    it('differ in components, versions, identities, licences and vulnerabilities', async () => {
      const mit = { licenses: [{ license: { id: 'MIT' } }] };
      const from = await imported(admin, [
        npm('broken', '1.0.0'),
        npm('sound', '1.0.0', mit),
        part('gone', '1'),
        part('kept', '1'),
      ]);
      const to = await imported(admin, [
        npm('broken', '2.0.0'),
        npm('sound', '1.0.0', { licenses: [{ license: { id: 'Apache-2.0' } }] }),
        npm('other', '1.0.0'),
        part('kept', '1'),
      ]);
      const { data, meta } = await compare(from, to);
      expect(data.counts).toEqual({ added: 1, removed: 1, version: 1, identity: 0, license: 1, unchanged: 1 });
      expect(meta.total_count).toBe(4);
      expect(data.changes.map(({ kinds, from: a, to: b }: any) => [kinds, a?.version, b?.version])).toEqual([
        [['added'], undefined, '1.0.0'],
        [['removed'], '1', undefined],
        [['version'], '1.0.0', '2.0.0'],
        [['license'], '1.0.0', '1.0.0'],
      ]);
      expect(data.changes[3]).toMatchObject({ from: { license: 'MIT' }, to: { license: 'Apache-2.0' } });
      expect(data.vulnerability_counts).toEqual({ gained: 1, lost: 1, not_comparable: 0, kept: 1 });
      expect(data.vulnerabilities.map(({ id, change, comparable }: any) => [id, change, comparable])).toEqual([
        ['GHSA-cccc', 'gained', true],
        ['CVE-2024-1', 'lost', true],
      ]);
      const back = (await compare(to, from)).data;
      expect(back.counts).toEqual({ added: 1, removed: 1, version: 1, identity: 0, license: 1, unchanged: 1 });
      expect(back.vulnerability_counts).toMatchObject({ gained: 1, lost: 1 });
      expect((await compare(from, to, { kind: 'version' })).data.changes).toHaveLength(1);
      expect((await compare(from, from)).data).toMatchObject({
        changes: [],
        vulnerabilities: [],
        counts: { unchanged: 4 },
      });
    });

    it('name ten components with a vulnerability, and count the others', async () => {
      const many = Array.from({ length: 12 }, (_, n) => npm('broken', `1.0.${n}`, { 'bom-ref': `broken-${n}` }));
      const { data } = await compare(await imported(admin, [npm('sound', '1.0.0')]), await imported(admin, many));
      const [worst] = data.vulnerabilities;
      expect([worst.id, worst.components.length, worst.component_count]).toEqual(['CVE-2024-1', 10, 12]);
    });

    it('gain nothing where a component was not examined any more', async () => {
      const from = await imported(admin, [npm('broken', '1.0.0')]);
      // Of a registry that no source covers.
      const purl = 'pkg:npm/broken@1.0.0?repository_url=https://npm.example.com';
      const to = await imported(admin, [npm('broken', '1.0.0', { purl })]);
      const { data } = await compare(from, to);
      expect(data.counts).toMatchObject({ identity: 1, unchanged: 0 });
      expect(data.changes[0]).toMatchObject({
        from: { identity: 'pkg:npm/broken' },
        to: { identity: 'pkg:npm/broken?repository_url=https:%2F%2Fnpm.example.com' },
      });
      expect(data.vulnerability_counts).toMatchObject({ lost: 0, not_comparable: 2 });
      expect(data.vulnerabilities.every(({ comparable, reason }: any) => !comparable && reason !== '')).toBe(true);
    });

    it('pair repeated names one by one', async () => {
      const twice = ['1', '2', '2'].map((version, index) => part('many', version, { 'bom-ref': `m${index}` }));
      const from = await imported(admin, twice);
      const to = await imported(admin, [part('many', '2', { 'bom-ref': 'a' }), part('MANY', '3', { 'bom-ref': 'b' })]);
      const { data } = await compare(from, to);
      expect(data.counts).toMatchObject({ removed: 1, version: 1, unchanged: 1, added: 0 });
    });

    it('take two components that are no package for two, whatever both are called', async () => {
      const internal = async (name: string): Promise<string> => {
        const id = await imported(admin, [part(name, '1'), part('kept', '1')]);
        const asked = { org_id: admin.orgId, group: reviewGroupId(name), revision: 0 };
        const decided = await admin.client.post('v1/review/decide', { ...asked, choice: { disposition: 'internal' } });
        expect([decided.status, decided.body.message]).toEqual([200, undefined]);
        return id;
      };
      const { data } = await compare(await internal('ours-a'), await internal('ours-b'));
      expect(data.counts).toEqual({ added: 1, removed: 1, version: 0, identity: 0, license: 0, unchanged: 1 });
    });

    it('take two packages of one repository for two', async () => {
      const of = async (name: string): Promise<string> => {
        const id = await newSbom(admin);
        const repo = [{ repo_url: 'https://github.com/acme/many', selected: true }];
        const entry = { sbom_id: id, position: -1, name, org: '', version: '1', search_results: { repo } };
        expect((await admin.client.post('v1/project/addComponent', entry)).status).toBe(200);
        return id;
      };
      const { data } = await compare(await of('many-core'), await of('many-api'));
      expect(data.counts).toMatchObject({ added: 1, removed: 1, unchanged: 0 });
    });

    it('still find a package again that has another name', async () => {
      const purl = 'pkg:npm/sound@1.0.0';
      const from = await imported(admin, [npm('sound', '1.0.0')]);
      const to = await imported(admin, [part('sound.js', '1.0.0', { purl })]);
      expect((await compare(from, to)).data.counts).toMatchObject({ added: 0, removed: 0, unchanged: 1 });
    });

    describe('that are imports of one', () => {
      let sbomId: string;
      const mit = { licenses: [{ license: { id: 'MIT' } }] };
      const numbers = async (): Promise<number[]> =>
        (await admin.client.get('v1/project/getImports', { id: sbomId })).body.data.map(({ number }: any) => number);

      beforeAll(async () => {
        sbomId = await imported(admin, [
          npm('broken', '1.0.0'),
          npm('sound', '1.0.0', mit),
          part('gone', '1'),
          part('kept', '1'),
        ]);
        await admin.client.upload('v1/project/importSBOM', document([part('kept', '1')]), {
          sbom_id: sbomId,
          dry_run: 'true',
        });
        const apache = { licenses: [{ license: { id: 'Apache-2.0' } }] };
        const second = [
          npm('broken', '2.0.0'),
          npm('sound', '1.0.0', apache),
          npm('other', '1.0.0'),
          part('kept', '1'),
        ];
        await importSbom(app, admin, sbomId, document(second));
        await importSbom(app, admin, sbomId, document([part('kept', '1'), part('gone', '1')]));
      });

      it('are listed, the latest first, without dry runs', async () => {
        const { data, meta } = (await admin.client.get('v1/project/getImports', { id: sbomId })).body;
        expect(meta.total_count).toBe(3);
        expect(data.map(({ number, entry_count: count }: any) => [number, count])).toEqual([
          [4, 2],
          [3, 4],
          [1, 4],
        ]);
        expect(data[0]).toMatchObject({ is_complete: true, format: 'cyclonedx-json' });
        const page = await admin.client.get('v1/project/getImports', { id: sbomId, limit: '1', offset: '1' });
        expect(page.body.data.map(({ number }: any) => number)).toEqual([3]);
      });

      it('differ as two SBOMs of these files do, also when a third file has replaced both', async () => {
        const [, second, first] = await numbers();
        const { data } = await compare(sbomId, sbomId, { from_import: first, to_import: second });
        expect(data.counts).toEqual({ added: 1, removed: 1, version: 1, identity: 0, license: 1, unchanged: 1 });
        expect(data.changes.at(-1)).toMatchObject({ from: { license: 'MIT' }, to: { license: 'Apache-2.0' } });
        expect(data.vulnerability_counts).toEqual({ gained: 1, lost: 1, not_comparable: 0, kept: 1 });
        expect(data.from).toMatchObject({ import: { number: first }, entry_count: 4, examined: 2 });
        expect(data.to).toMatchObject({ import: { number: second }, entry_count: 4 });
      });

      it('are compared with the SBOM as it is now, which people change', async () => {
        const [third, , first] = await numbers();
        const [entry] = await entries(sbomId, { q: 'kept' });
        await admin.client.post('v1/project/deleteComponents', { sbom_id: sbomId, ids: [entry.id] });
        const now = await compare(sbomId, sbomId, { from_import: third });
        expect(now.data).toMatchObject({ from: { entry_count: 2 }, to: { import: null, entry_count: 1 } });
        expect(now.data.changes.map(({ kinds, from }: any) => [kinds, from.name])).toEqual([[['removed'], 'kept']]);
        const back = await compare(sbomId, sbomId, { from_import: third, to_import: first });
        expect(back.data.counts).toMatchObject({ added: 2, removed: 0, unchanged: 2 });
      });

      it('are not there for other numbers, and the dry run is none', async () => {
        for (const number of ['2', '5'])
          expect(
            (await admin.client.get('v1/project/compareSBOMs', { from: sbomId, to: sbomId, to_import: number })).status,
          ).toBe(404);
      });

      it('say where an earlier release kept no former values', async () => {
        const [, second] = await numbers();
        await app.nest.get(Database).transaction('system', (sql) =>
          sql.run('UPDATE sbom_imports SET entry_count = NULL WHERE sbom_id = $sbomId AND number = $second', {
            sbomId,
            second,
          }),
        );
        const { data } = (await admin.client.get('v1/project/getImports', { id: sbomId })).body;
        expect(data.map(({ is_complete: is }: any) => is)).toEqual([true, true, false]);
      });
    });

    it('are found only by those who see both', async () => {
      const sbomId = await imported(admin, [part('a', '1')]);
      const other = await otherOrganization(app, admin, 'Neighbours');
      const own = await imported(other, [part('a', '1')]);
      for (const query of [
        { from: own, to: sbomId },
        { from: sbomId, to: own },
      ])
        expect((await other.client.get('v1/project/compareSBOMs', query)).status).toBe(404);
    });
  });

  it('shows entries without candidates that are not selected, and refuses a change of what changed since', async () => {
    const sbomId = await imported(admin, [npm('broken', '1.0.0'), part('sound', '1.0.0')]);
    for (const entry of await entries(sbomId, { candidates: 'selected' }))
      for (const list of Object.values<any[]>(entry.search_results))
        expect(list.every(({ selected }) => selected === true)).toBe(true);
    const [entry] = await entries(sbomId);
    const change = (more: object) =>
      admin.client.post('v1/project/updateComponents', [{ id: entry.id, sbom_id: sbomId, ...more }]);
    expect((await change({ version: '2.0.0', unchanged_since: entry.updated_at })).status).toBe(200);
    const { status, body } = await change({ version: '3.0.0', unchanged_since: entry.updated_at });
    expect(status).toBe(409);
    expect(body.present[0]).toMatchObject({ id: entry.id, version: '2.0.0' });
    expect((await entries(sbomId))[0].version).toBe('2.0.0');
    expect((await change({ version: '4.0.0' })).status).toBe(200);
  });

  it('is described as it is answered', async () => {
    const described = new DescribedAnswers();
    const [before, after] = [
      await imported(admin, [npm('broken', '1.0.0')]),
      await imported(admin, [npm('sound', '1')]),
    ];
    const [{ id }] = await entries(before);
    const asked: [string, Record<string, string>][] = [
      ['v1/vulnerability/getVulnerabilities', { org_id: admin.orgId }],
      ['v1/vulnerability/getVulnerability', { external_id: 'CVE-2024-1' }],
      ['v1/project/getUpdateImpact', { id }],
      ['v1/project/compareSBOMs', { from: before, to: after }],
    ];
    for (const [path, query] of asked) {
      const answer = await admin.client.get(path, query);
      expect([path, answer.status, described.faultsOf('GET', `/${path}`, answer)]).toEqual([path, 200, []]);
    }
  });
});

/** Scoring follows a statement in a job. */
async function expectWithin(check: () => Promise<void>): Promise<void> {
  for (let round = 0; ; round += 1)
    try {
      return await check();
    } catch (error) {
      if (round === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}
