import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, newSbom, resolvedEntries, resolvedSbom } from '../support/sboms.js';

const someId = '018f0000-0000-7000-8000-00000000beef';

describe('resolution', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).loadStarter();
  });
  afterAll(() => app.close());

  const add = async (owner: Person, sbomId: string, body: object) =>
    (await owner.client.post('v1/project/addComponent', { sbom_id: sbomId, ...body })).body;
  const choose = async (owner: Person, sbomId: string, id: string, search_results: object) => {
    const answer = await owner.client.post('v1/project/updateComponents', [{ id, sbom_id: sbomId, search_results }]);
    expect(answer.status).toBe(200);
    return answer.body.data[0];
  };
  const importFile = async (owner: Person & TenantIds, components: object[]): Promise<any[]> => {
    const sbomId = await resolvedSbom(owner, cyclonedx(components));
    return resolvedEntries(owner, sbomId);
  };
  const decisions = async (owner: Person & TenantIds, query: Record<string, string> = {}) =>
    (await owner.client.get('v1/resolution/getDecisions', { org_id: owner.orgId, ...query })).body;
  const explain = async (owner: Person, id: string) =>
    (await owner.client.get('v1/project/explainComponent', { id })).body.data;

  it('looks for a component in the ecosystem that its list tells, for each row', async () => {
    const sbomId = await newSbom(admin);
    const list =
      'Name;Version;Ecosystem\nburrow-widget;1.2.3;pip\nburrow-widget;1.2.4;Node.js\nburrow-widget;1.2.5;crates.io\n';
    await admin.client.upload('v1/project/importSBOM', list, { sbom_id: sbomId });
    const entries = await resolvedEntries(admin, sbomId);
    expect(entries.map((entry) => entry.search_results.package[0].purl)).toEqual([
      'pkg:pypi/burrow-widget@1.2.3',
      'pkg:npm/burrow-widget@1.2.4',
      'pkg:cargo/burrow-widget@1.2.5',
    ]);
    const { package: reasons } = await explain(admin, entries[0].id);
    expect(reasons[0].evidence.join(' ')).toMatch(/pypi|ecosystem/i);

    await admin.client.upload('v1/project/importSBOM', list.replace('pip', 'Ruby'), { sbom_id: sbomId });
    const first = async () => (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries[0];
    const isCorrected = async () => (await first()).search_results.package[0].purl === 'pkg:gem/burrow-widget@1.2.3';
    for (let round = 0; round < 200 && !(await isCorrected()); round += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await isCorrected()).toBe(true);
    expect(await first()).toMatchObject({ id: entries[0].id });
  });

  it('follows a selection in every later import and SBOM of the organization, with the reason, until it is withdrawn', async () => {
    const sbomId = await newSbom(admin);
    const entry = await add(admin, sbomId, { name: 'Frobnicator Pro', org: 'Initech Inc.', version: '2.0' });
    await choose(admin, sbomId, entry.id, { package: [{ purl: 'pkg:npm/%40initech/frob@2.0' }] });
    expect((await explain(admin, entry.id)).package).toMatchObject([
      { evidence: expect.arrayContaining(['A person selected it.']) },
    ]);

    const later = [{ name: 'frobnicator-pro', group: 'Initech', version: '3.1' }];
    const [imported] = await importFile(admin, later);
    expect(imported).toMatchObject({ status: 'resolved', confidence: 1 });
    expect(imported.search_results.package[0]).toMatchObject({
      purl: 'pkg:npm/%40initech/frob@3.1',
      name: 'frob',
      org: '@initech',
      version: '3.1',
      selected: true,
      automatically_selected: true,
      is_user_input: false,
    });
    const { package: reasons } = await explain(admin, imported.id);
    expect(reasons[0].evidence[0]).toMatch(
      new RegExp(`^${admin.username} selected it for this name on \\d{4}-\\d\\d-\\d\\d$`),
    );

    const list = await decisions(admin, { q: 'frob' });
    expect(list).toEqual({
      data: [
        {
          id: expect.any(String),
          org_id: admin.orgId,
          kind: 'package',
          verdict: 'selected',
          identifier: 'pkg:npm/%40initech/frob',
          name: 'Frobnicator Pro',
          org: 'Initech Inc.',
          user_id: admin.userId,
          user_name: admin.username,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
      meta: { total_count: 1, offset: 0, limit: 100 },
    });
    const early = { body: { id: list.data[0].id }, headers: { 'If-Match': '"2020-01-01T00:00:00.000Z"' } };
    expect((await admin.client.send('POST', 'v1/resolution/deleteDecision', early)).status).toBe(412);
    const withdrawn = await admin.client.post('v1/resolution/deleteDecision', { id: list.data[0].id });
    expect(withdrawn.body).toEqual({ data: { id: list.data[0].id }, meta: { total_count: 1, offset: 0 } });
    expect((await importFile(admin, later))[0]).toMatchObject({ status: expect.not.stringMatching(/^resolved$/) });
    expect((await decisions(admin, { q: 'frob' })).data).toEqual([]);
  });

  it('lets a later selection replace an earlier one of the same name', async () => {
    const sbomId = await newSbom(admin);
    const entry = await add(admin, sbomId, { name: 'gizmo kit' });
    for (const purl of ['pkg:npm/gizmo-one', 'pkg:npm/gizmo-two'])
      await choose(admin, sbomId, entry.id, { package: [{ purl, selected: true }] });
    expect((await decisions(admin, { q: 'gizmo' })).data).toMatchObject([{ identifier: 'pkg:npm/gizmo-two' }]);
    const [imported] = await importFile(admin, [{ name: 'gizmo kit' }]);
    expect(imported.search_results.package).toMatchObject([{ purl: 'pkg:npm/gizmo-two', selected: true }]);
  });

  it.each(['by hand', 'by an import'])('moves a selection to another version that its entry gets %s', async (how) => {
    const cpe = 'cpe:2.3:a:acme:house_widget:*:*:*:*:*:*:*:*';
    const list = (version: string) =>
      cyclonedx([{ type: 'library', name: `House widget ${how}`, version, cpe, 'bom-ref': 'w' }]);
    const sbomId = await resolvedSbom(admin, list('4.17.20'));
    const [{ id }] = await resolvedEntries(admin, sbomId);
    await choose(admin, sbomId, id, { package: [{ purl: 'pkg:npm/lodash@4.17.20' }] });
    await resolvedEntries(admin, sbomId);
    const change = { id, sbom_id: sbomId, version: '4.17.21' };
    if (how === 'by hand') await admin.client.post('v1/project/updateComponents', [change]);
    else await admin.client.upload('v1/project/importSBOM', list('4.17.21'), { sbom_id: sbomId });
    const selected = async () => {
      const [entry] = await resolvedEntries(admin, sbomId);
      return entry.search_results.package.filter((one: any) => one.selected).map(({ purl }: any) => purl);
    };
    for (let round = 0; round < 100 && (await selected())[0] !== 'pkg:npm/lodash@4.17.21'; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await selected()).toEqual(['pkg:npm/lodash@4.17.21']);
    const both = { ...change, version: '4.17.22', search_results: { package: [{ purl: 'pkg:npm/lodash@4.17.19' }] } };
    await admin.client.post('v1/project/updateComponents', [both]);
    expect(await selected()).toEqual(['pkg:npm/lodash@4.17.19']);
  });

  it('selects by itself no more what a person refused, and says who', async () => {
    const lodash = { name: 'lodash', purl: 'pkg:npm/lodash@4.17.21', version: '4.17.21' };
    const [first] = await importFile(admin, [lodash]);
    const found = first.search_results.package[0];
    expect(found).toMatchObject({ purl: 'pkg:npm/lodash@4.17.21', selected: true, automatically_selected: true });
    await choose(admin, first.sbom_id, first.id, { package: [{ id: found.id, purl: found.purl, selected: false }] });
    const [second] = await importFile(admin, [lodash]);
    const again = second.search_results.package.find((item: any) => item.purl === 'pkg:npm/lodash@4.17.21');
    expect(again).toMatchObject({ selected: false, automatically_selected: false });
    const { package: reasons } = await explain(admin, second.id);
    expect(reasons.find((one: any) => one.identifier === again.purl).evidence[0]).toMatch(/^Against it: .* refused it/);
  });

  it('takes a CPE for what a component is where its file states nothing else', async () => {
    const cpe = 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*';
    const [alone] = await importFile(admin, [{ name: 'the logging of the portal', version: '2.14.1', cpe }]);
    expect(alone.search_results.product[0]).toMatchObject({ cpe, selected: true, automatically_selected: true });
    expect((await explain(admin, alone.id)).product[0].evidence).toContain('The file declares no other identifier');
  });

  it('does not take a decision about one package for another that a file names by the same name', async () => {
    const [npm] = await importFile(admin, [{ name: 'core', purl: 'pkg:npm/core@1.0' }]);
    await choose(admin, npm.sbom_id, npm.id, { package: [{ purl: 'pkg:npm/corejs@1.0', selected: true }] });
    const [same, other] = await importFile(admin, [
      { name: 'core', purl: 'pkg:npm/core@2.0', version: '2.0' },
      { name: 'core', purl: 'pkg:pypi/core@2.0', version: '2.0' },
    ]);
    expect(same.search_results.package[0]).toMatchObject({ purl: 'pkg:npm/corejs@2.0', selected: true });
    expect(other.search_results.package[0]).toMatchObject({ purl: 'pkg:pypi/core@2.0', selected: true });
  });

  it('keeps decisions within the organization, and from those who may only read', async () => {
    const sbomId = await newSbom(admin);
    await add(admin, sbomId, { name: 'secret thing', search_results: { package: [{ purl: 'pkg:npm/secret-thing' }] } });
    const [decision] = (await decisions(admin, { q: 'secret' })).data;
    const stranger = await otherOrganization(app, admin, 'Elsewhere');
    expect((await decisions(stranger)).data).toEqual([]);
    expect((await stranger.client.get('v1/resolution/getDecisions')).body.data).toEqual([]);
    const [theirs] = await importFile(stranger, [{ name: 'secret thing' }]);
    expect(theirs.search_results.package.filter((item: any) => item.selected)).toEqual([]);
    const viewer = await newUser(app, admin);
    const member = { org_id: admin.orgId, user_id: viewer.userId, role: 'viewer' };
    await admin.client.post('v1/organizations/addMember', member);
    const attempts = [stranger, viewer].map(({ client }) =>
      client.post('v1/resolution/deleteDecision', { id: decision.id }),
    );
    const foreign = stranger.client.get('v1/resolution/getDecisions', { org_id: admin.orgId });
    const missing = stranger.client.post('v1/resolution/deleteDecision', { id: someId });
    const answers = await Promise.all([...attempts, foreign, missing]);
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 404, 404]);
    expect((await app.client.get('v1/resolution/getDecisions')).status).toBe(401);
  });

  it.each([{}, { id: 'x' }])('refuses deleteDecision of %j', async (body) => {
    const answer = await admin.client.post('v1/resolution/deleteDecision', body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['id']]);
  });

  describe('of internal components', () => {
    const create = (body: object) => admin.client.post('v1/resolution/createInternalPattern', body);

    it('marks what patterns hold for, and proposes nothing public for it', async () => {
      for (const pattern of [
        { kind: 'purl_namespace', pattern: 'maven/com.initech' },
        { kind: 'name_prefix', pattern: 'initech-' },
      ])
        expect((await create({ org_id: admin.orgId, ...pattern })).status).toBe(200);
      const entries = await importFile(admin, [
        { name: 'billing', group: 'com.initech.money', purl: 'pkg:maven/com.initech.money/billing@1' },
        { name: 'Initech-lodash', version: '4.17.21' },
        { name: 'lodash.merge', purl: 'pkg:npm/lodash.merge@4.6.2' },
      ]);
      expect(entries.map(({ internal }) => internal)).toEqual([true, true, undefined]);
      expect(entries[0]).toMatchObject({ status: 'resolved' });
      expect(entries[1]).toMatchObject({
        status: 'no-resolution',
        search_results: { package: [], repo: [], product: [] },
      });
      expect(await explain(admin, entries[1].id)).toMatchObject({ internal: true });
      const { data } = (await admin.client.get('v1/resolution/getInternalPatterns', { org_id: admin.orgId })).body;
      expect(data.map(({ pattern }: any) => pattern)).toEqual(['pkg:maven/com.initech', 'initech-']);
      for (const { id } of data)
        expect((await admin.client.post('v1/resolution/deleteInternalPattern', { id })).status).toBe(200);
      const again = await resolvedEntries(admin, entries[1].sbom_id);
      expect(again.map(({ internal }) => internal)).toEqual([undefined, undefined, undefined]);
    });

    it('resolves again what a new pattern, or one that is gone, concerns; and nothing else', async () => {
      const [own, other] = await importFile(admin, [
        { name: 'hooli-lodash', version: '4.17.21' },
        { name: 'lodash', version: '4.17.21' },
      ]);
      const sbomId = own.sbom_id;
      const until = async (internal: boolean | undefined): Promise<any[]> => {
        for (let round = 0; round < 400; round += 1) {
          const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
          if (entries[0].internal === internal) return entries;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`The entry does not become internal: ${internal}`);
      };
      const { data } = (await create({ org_id: admin.orgId, kind: 'name_prefix', pattern: 'hooli' })).body;
      expect((await until(true))[0]).toMatchObject({ status: 'no-resolution' });
      expect((await admin.client.post('v1/resolution/deleteInternalPattern', { id: data.id })).status).toBe(200);
      const entries = await until(undefined);
      expect(entries[1].updated_at).toBe(other.updated_at);
    });

    it.each([
      [{ kind: 'purl_namespace', pattern: 'nonsense' }, 'pattern'],
      [{ kind: 'name_prefix', pattern: 'x' }, 'pattern'],
      [{ kind: 'anything', pattern: 'abc' }, 'kind'],
    ])('refuses %j', async (body, field) => {
      const answer = await create({ org_id: admin.orgId, ...body });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    });

    it('belong to the organization', async () => {
      const stranger = await otherOrganization(app, admin, 'Patternless');
      const made = (await create({ org_id: admin.orgId, kind: 'name_prefix', pattern: 'ours' })).body.data;
      const answers = [
        await stranger.client.post('v1/resolution/deleteInternalPattern', { id: made.id }),
        await stranger.client.get('v1/resolution/getInternalPatterns', { org_id: admin.orgId }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect((await stranger.client.get('v1/resolution/getInternalPatterns')).body.data).toEqual([]);
    });
  });

  describe('search', () => {
    const search = (query: Record<string, string>) => admin.client.get('v1/search', query);

    it.each([
      ['log4j-core', { purl: 'pkg:maven/org.apache.logging.log4j/log4j-core' }],
      ['log4', { purl: 'pkg:maven/org.apache.logging.log4j/log4j-core' }],
      ['opnessl', { cpe: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*' }],
      ['pkg:npm/lodash@4.17.21', { purl: 'pkg:npm/lodash' }],
      ['git@github.com:lodash/lodash.git', { repo_url: 'https://github.com/lodash/lodash' }],
    ])('finds by name, beginning, typing slip, identifier and address: %s', async (q, entry) => {
      const { status, body } = await search({ q });
      expect(status).toBe(200);
      expect([...body.data.package, ...body.data.repo, ...body.data.product]).toContainEqual(
        expect.objectContaining(entry),
      );
    });

    it('narrows to one kind, and to so many', async () => {
      const { body } = await search({ q: 'apache', kind: 'product', limit: '1' });
      expect([body.data.package, body.data.repo, body.data.product.length]).toEqual([[], [], 1]);
      expect(body.meta).toEqual({ total_count: 1, offset: 0, limit: 1 });
    });

    it.each(['%', '_', '\\', 'ⅷ', 'x'.repeat(256), "'; DROP TABLE users; --", '\u0000'])('bears %j', async (q) => {
      expect([200, 400]).toContain((await search({ q })).status);
    });

    it.each([{}, { q: '' }, { q: 'x', limit: '0' }, { q: 'x', kind: 'all' }])('refuses %j', async (query) => {
      expect((await search(query as Record<string, string>)).status).toBe(400);
    });

    it('wants to know who is asking', async () => {
      expect((await app.client.get('v1/search', { q: 'x' })).status).toBe(401);
    });
  });

  it('tells what the catalogue was made of', async () => {
    const { body } = await admin.client.get('v1/catalog/getSources');
    expect(body.data).toMatchObject([{ name: 'starter', state: 'loaded', finished_at: expect.any(String) }]);
    expect(body.data[0].records).toBeGreaterThan(500);
    expect((await app.client.get('v1/catalog/getSources')).status).toBe(401);
  });
});
