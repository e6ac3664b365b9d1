import { Database } from '../../src/platform/database/database.js';
import { markExpiredStatements } from '../../src/sboms/scoring/rescoring.repository.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';

const names = ['broken', 'other-package', 'other-version', 'said-after', 'alike'];
const bundle = {
  'packages.ndjson': names.map((name) => ({ purl: `pkg:npm/${name}`, versions: ['1.0.0', '2.0.0'], latest_known: '2.0.0', seen: 9, sources: ['index'] })),
  'advisories/osv-npm.ndjson': names.map((name, n) => advisory(n === 0 ? 'GHSA-aaaa' : `GHSA-${name}`, name, '2.0.0', { ...critical, aliases: ['CVE-2024-1111'] })),
}; // prettier-ignore

describe('VEX', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
  });
  afterAll(() => app.close());

  const unidentified = { type: 'library', name: 'far away thing', version: '1.0.0', 'bom-ref': 'far' };
  const subject = { type: 'application', name: 'shop', 'bom-ref': 'shop', purl: 'pkg:oci/shop@1' };
  const shop = async (by = admin, components = [library('broken', '1.0.0'), unidentified]) => {
    const id = await newSbom(by, { name: 'Shop', version: '1' });
    await importSbom(app, by, id, cyclonedx(components, { metadata: { component: subject } }));
    return id;
  };
  const vulnerabilities = async (id: string) =>
    (await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id })).body;
  const said = { status: 'not_affected', justification: 'It is never called' };
  const state = (body: object, by = admin) =>
    by.client.post('v1/vulnerability/setStatementsForPackages', {
      org_id: by.orgId,
      vulnerabilities: ['CVE-2024-1111'],
      purls: ['pkg:npm/broken'],
      ...said,
      ...body,
    });
  const exported = (id: string, format: string, more: Record<string, string> = {}) =>
    admin.client.get('v1/vulnerability/exportStatements', { sbom_id: id, format, ...more });

  it('states the same of packages in many SBOMs, and what it left out', async () => {
    const [first, second] = [await shop(), await shop()];
    const { status, body } = await state({
      sbom_ids: [first, second],
      purls: ['pkg:npm/broken@1.0.0', 'pkg:npm/absent'],
      label: 'vulnerable_code_not_in_execute_path',
      vulnerabilities: ['GHSA-aaaa', 'CVE-2024-2222'],
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      component_count: 2,
      statement_count: 4,
      sboms: [first, second].sort().map((sbom_id) => ({ sbom_id, components: 1 })),
      read_only: [],
      left_out: ['pkg:npm/absent'],
    });
    await settled(app);
    const { data } = await vulnerabilities(second);
    expect(data[0]).toMatchObject({
      id: 'CVE-2024-1111',
      status: 'not_affected',
      statement: { label: 'vulnerable_code_not_in_execute_path', response: null, expires_at: null },
    });
    // A statement does not examine what nobody has examined.
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: second })).body.data;
    const component_id = entries.find(({ name }: any) => name === unidentified.name).id;
    const about = { component_id, vulnerability: 'CVE-2024-1111', ...said };
    expect((await admin.client.post('v1/vulnerability/setStatement', about)).status).toBe(200);
    await settled(app);
    expect((await vulnerabilities(second)).meta.coverage).toContainEqual({
      status: 'not_examined',
      reason: 'no package or product is selected',
      count: 1,
    });
    const history = await admin.client.get('v1/vulnerability/getStatements', { sbom_id: first });
    expect(history.body.meta.total_count).toBe(2);
    expect(history.body.data[0]).toMatchObject({ state: 'holds', source: 'person', component_name: 'broken', ...said });
  });

  it.each([
    [[{ version: '1.0.0' }], 'not_affected'],
    [[{ version: '9.0.0' }], 'affected'],
    [[{ range: 'vers:npm/>=9.0.0' }], 'affected'],
  ])('takes a statement of the file of %j for one on no other version', async (versions, status) => {
    const id = await newSbom(admin, { name: 'Versions', version: '1' });
    const analysis = { state: 'not_affected', justification: 'code_not_reachable' };
    const about = { id: 'CVE-2024-1111', analysis, affects: [{ ref: 'broken', versions }] };
    await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')], { vulnerabilities: [about] }));
    expect((await vulnerabilities(id)).data).toMatchObject([{ id: 'CVE-2024-1111', status }]);
  });

  it('takes a statement of the file on a ref for one on no other component, also where the ref is a package URL', async () => {
    const id = await newSbom(admin, { name: 'Refs', version: '1' });
    const purl = 'pkg:npm/broken@1.0.0';
    const twice = (ref: string) => [{ ...library('broken', '1.0.0'), 'bom-ref': ref }, { ...library('broken', '1.0.0'), 'bom-ref': 'again' }]; // prettier-ignore
    const statuses = async (ref: string) => {
      const about = { id: 'CVE-2024-1111', analysis: { state: 'not_affected' }, affects: [{ ref: purl }] };
      await importSbom(app, admin, id, cyclonedx(twice(ref), { vulnerabilities: [about] }));
      return (await vulnerabilities(id)).data.map(({ status }: any) => status).sort();
    };
    expect(await statuses(purl)).toEqual(['affected', 'not_affected']);
    // Nothing has it as its ref: it names the package.
    expect(await statuses('first')).toEqual(['not_affected', 'not_affected']);
  });

  it('has the standard reason and the response of a statement of the file', async () => {
    const id = await newSbom(admin, { name: 'Reasons', version: '1' });
    const analysis = { state: 'not_affected', justification: 'code_not_reachable', response: ['update'] };
    const about = { id: 'CVE-2024-1111', analysis, affects: [{ ref: 'broken' }] };
    await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')], { vulnerabilities: [about] }));
    const label = 'vulnerable_code_not_in_execute_path';
    expect((await vulnerabilities(id)).data).toMatchObject([{ statement: { label, response: 'update' } }]);
    const [openvex, csaf] = [await exported(id, 'openvex'), await exported(id, 'csaf')];
    expect(openvex.body.data.statements).toMatchObject([{ justification: label }]);
    expect(csaf.body.data.vulnerabilities).toMatchObject([{ flags: [{ label }] }]);
  });

  it('states the same of vulnerabilities on every component that has them, where the caller may change it', async () => {
    const owner = await otherOrganization(app, admin, 'Depot');
    const twice = [library('broken', '1.0.0'), { ...library('broken', '1.0.0'), 'bom-ref': 'again' }];
    const [first, second] = [await shop(owner, twice), await shop(owner)];
    const team_id = await newTeam(owner, owner.orgId, 'Red');
    const other = await newSbom(owner, { team_id });
    await importSbom(app, owner, other, cyclonedx([library('broken', '1.0.0')]));
    const member = await newUser(app, owner, { org_id: owner.orgId, role: 'member' });
    await owner.client.post('v1/teamUsers/createTeamUser', { team_id, user_id: member.userId, role: 'viewer' });
    const about = (by: Person, body: object = {}) =>
      by.client.post('v1/vulnerability/setStatementsForVulnerabilities', {
        org_id: owner.orgId, vulnerabilities: ['CVE-2024-1111', 'CVE-2024-3333'], ...said,
        ...body,
      });
    expect((await about(member)).body.data).toEqual({
      component_count: 3,
      statement_count: 3,
      sboms: [first, second].sort().map((sbom_id) => ({ sbom_id, components: sbom_id === first ? 2 : 1 })),
      read_only: [{ sbom_id: other, components: 1 }],
      left_out: ['CVE-2024-3333'],
    });
    await settled(app);
    const statusOf = async (id: string): Promise<string[]> =>
      (await owner.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id })).body.data.map((one: any) => one.status);
    expect(await statusOf(first)).toEqual(['not_affected', 'not_affected']);
    expect(await statusOf(other)).toEqual(['affected']);
    const byBothNames = { sbom_ids: [other], vulnerabilities: ['GHSA-aaaa', 'CVE-2024-1111'] };
    expect((await about(owner, byBothNames)).body.data).toMatchObject({
      component_count: 1, statement_count: 2, sboms: [{ sbom_id: other, components: 1 }], left_out: [],
    });
    const stranger = await otherOrganization(app, admin, 'Elsewhere');
    expect((await about(stranger)).status).toBe(404);
    const named = await about(stranger, { org_id: stranger.orgId, sbom_ids: [other] });
    expect(named.status).toBe(404);
    expect((await about(stranger, { org_id: stranger.orgId })).body.data.component_count).toBe(0);
  }); // prettier-ignore

  it.each([
    ['a label of another status', { label: 'component_not_present', status: 'affected' }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
    ['no package URL', { purls: ['left-pad'] }],
    ['no package', { purls: [] }],
    ['an unknown response', { response: 'pray' }],
  ])('refuses %s', async (_what, change) => {
    expect((await state(change)).status).toBe(400);
  });

  it('stops to hold at its end, and says so', async () => {
    const id = await shop();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    await state({ sbom_ids: [id], expires_at, response: 'workaround_available' });
    await settled(app);
    expect((await vulnerabilities(id)).data[0]).toMatchObject({ status: 'not_affected', statement: { expires_at } });
    const scheduler = app.nest.get(RescoringScheduler);
    expect(await scheduler.scheduleExpired()).toBe(0);
    await withClient(app.databaseUrl, (client) =>
      client.query(
        `UPDATE vulnerability_statements SET expires_at = now() WHERE sbom_id = '${id}';
         UPDATE component_statements SET expires_at = now() WHERE sbom_id = '${id}'`,
      ),
    );
    expect(await scheduler.scheduleExpired()).toBe(1);
    await settled(app);
    const { data, meta } = await vulnerabilities(id);
    expect(data[0]).toMatchObject({ status: 'affected', statement: { status: 'expired', justification: said.justification } });
    expect(meta.severities.critical).toBe(1);
    expect(await scheduler.scheduleExpired()).toBe(0);
    const history = await admin.client.get('v1/vulnerability/getStatements', { sbom_id: id });
    expect(history.body.data).toMatchObject([{ state: 'expired', end_reason: null }]);
    expect((await exported(id, 'openvex')).status).toBe(409);
  }); // prettier-ignore

  const passEnd = async (sbomId: string): Promise<void> => {
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE component_statements SET expires_at = now() WHERE sbom_id = '${sbomId}'`),
    );
  };
  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

  it('ends in a deleted SBOM without a trace, however often ends are looked for', async () => {
    const id = await shop();
    await state({ sbom_ids: [id], expires_at: inAnHour() });
    await settled(app);
    await admin.client.post('v1/project/deleteSBOM', { id });
    await settled(app);
    const scores = (): Promise<{ xmin: string }[]> =>
      withClient(
        app.databaseUrl,
        async (client) =>
          (await client.query(`SELECT xmin FROM component_scores WHERE sbom_id = '${id}' ORDER BY component_id`)).rows,
      );
    const before = await scores();
    expect(before).not.toEqual([]);
    await passEnd(id);
    for (let round = 0; round < 2; round += 1) await app.nest.get(RescoringScheduler).scheduleExpired();
    expect(await scores()).toEqual(before);
  });

  it('is marked once when it ends, until it is scored', async () => {
    const id = await shop();
    await state({ sbom_ids: [id], expires_at: inAnHour() });
    await settled(app);
    await app.nest.get(Database).transaction('system', async (sql) => {
      await sql.run(`UPDATE component_statements SET expires_at = now() WHERE sbom_id = $id`, { id });
      const places = () => sql.query('SELECT ctid FROM component_scores WHERE sbom_id = $id ORDER BY 1', { id });
      expect(await markExpiredStatements(sql)).toEqual([expect.objectContaining({ id })]);
      const marked = await places();
      expect(await markExpiredStatements(sql)).toEqual([expect.objectContaining({ id })]);
      expect(await places()).toEqual(marked);
    });
  });

  describe.each(['openvex', 'csaf', 'cyclonedx'])('as %s', (format) => {
    it('goes from one SBOM into another', async () => {
      const [from, to] = [await shop(), await shop()];
      await state({ sbom_ids: [from], label: 'vulnerable_code_not_present' });
      await settled(app);
      const { status, body } = await exported(from, format);
      expect(status).toBe(200);
      expect(body.meta).toMatchObject({ total_count: 1, format, expired_count: 0, open_count: 0, unexamined_count: 1 });
      const file = await exported(from, format, { download: 'true' });
      expect(JSON.parse(String(typeof file.body === 'string' ? file.body : JSON.stringify(file.body)))).toEqual(body.data);
      const imported = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: to, document: body.data });
      expect(imported.body.data).toMatchObject({ format, statement_count: 1, component_count: 1, unmatched: [] });
      await settled(app);
      expect((await vulnerabilities(to)).data[0]).toMatchObject({
        status: 'not_affected',
        statement: { label: 'vulnerable_code_not_present', justification: expect.stringContaining('It is never called') },
      });
    }); // prettier-ignore
  });

  it('says of each statement of a file why it is left out', async () => {
    const id = await shop();
    const about = (product: object) => ({ vulnerability: { name: 'CVE-2024-3333' }, products: [product], status: 'fixed' });
    const statements = [{ '@id': 'pkg:npm/absent' }, {}, { '@id': 'pkg:oci/shop' }, { '@id': 'pkg:oci/shop', subcomponents: [{ '@id': 'pkg:npm/absent' }] }, { '@id': 'pkg:oci/other', subcomponents: [{ '@id': 'pkg:npm/broken' }] }].map(about);
    const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements };
    const { body } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
    expect(body.data).toMatchObject({ component_count: 0, unmatched_count: 5 });
    expect(body.data.unmatched.map(({ reason }: any) => reason.split(/[,:]/)[0])).toEqual([
      'No component of the SBOM has one of these identifiers',
      'The product is named without a package URL',
      'It is on the whole SBOM',
      'The product is in the SBOM',
      'Neither the SBOM nor a component of it is the product whose parts the statement is on',
    ]);
  }); // prettier-ignore

  it('clears a part of a component only where the SBOM shows that nothing else uses it', async () => {
    const frame = library('frame', '1.0.0');
    const own = [{ ref: 'shop', dependsOn: ['frame'] }, { ref: 'frame', dependsOn: ['glue'] }, { ref: 'glue', dependsOn: ['broken'] }]; // prettier-ignore
    const shared = [...own, { ref: 'util', dependsOn: ['broken'] }];
    const products = [{ '@id': 'pkg:npm/frame@1.0.0', subcomponents: [{ '@id': 'pkg:npm/broken@1.0.0' }] }];
    const taken = async (dependencies: object[], status: string) => {
      const id = await newSbom(admin, { name: 'Parts', version: '1' });
      const components = [frame, library('glue', '1.0.0'), library('util', '1.0.0'), library('broken', '1.0.0')];
      await importSbom(app, admin, id, cyclonedx(components, { metadata: { component: subject }, dependencies }));
      const statements = [{ vulnerability: { name: 'CVE-2024-1111' }, products, status }];
      const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements };
      const { body } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
      return [body.data.component_count, body.data.unmatched.map(({ reason }: any) => reason)];
    };
    const reason = expect.stringMatching(/dependencies do not show/);
    expect(await taken(own, 'fixed')).toEqual([1, []]);
    expect(await taken(shared, 'fixed')).toEqual([0, [reason]]);
    expect(await taken([], 'fixed')).toEqual([0, [reason]]);
    expect(await taken(shared, 'affected')).toEqual([1, []]);
  });

  it('names the products of a statement that are not in the SBOM, beside those that are', async () => {
    const id = await shop();
    const products = [{ '@id': 'pkg:npm/broken' }, { '@id': 'pkg:npm/absent' }, { '@id': 'pkg:oci/x', subcomponents: [{ '@id': 'pkg:npm/broken' }] }];
    const statements = [{ vulnerability: { name: 'CVE-2024-3333' }, products, status: 'fixed' }];
    const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements };
    const { body } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
    expect(body.data).toMatchObject({ component_count: 1, unmatched_count: 0, unmatched_product_count: 2 });
    expect(body.data.unmatched_products).toEqual([
      { vulnerability: 'CVE-2024-3333', product: 'pkg:npm/absent', reason: 'No component of the SBOM has one of these identifiers' },
      { vulnerability: 'CVE-2024-3333', product: 'pkg:oci/x', reason: expect.stringMatching(/^Neither the SBOM/) },
    ]);
  }); // prettier-ignore

  it('travels with the SBOM', async () => {
    const id = await shop();
    const report = () => admin.client.post('v1/report/getSBOM?sbom_type=CycloneDX', { sbom_id: id });
    const before = await report();
    expect(before.body.data.vulnerabilities).toBeUndefined();
    await state({ sbom_ids: [id] });
    await settled(app);
    const after = await report();
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(after.body.data.vulnerabilities).toMatchObject([
      { id: 'CVE-2024-1111', analysis: { state: 'not_affected', detail: said.justification }, affects: [{ ref: 'broken' }] },
    ]);
    const copy = await newSbom(admin);
    await importSbom(app, admin, copy, JSON.stringify(after.body.data));
    expect((await vulnerabilities(copy)).data[0]).toMatchObject({
      status: 'not_affected',
      statement: { stated_by: 'document' },
    });
  }); // prettier-ignore

  it('travels with the SBOM where a document names its component by its own serial number', async () => {
    const analysis = { state: 'not_affected', justification: 'code_not_present' };
    const serial = '3e671687-395b-41f5-a30f-a58921a69b79';
    const affects = [{ ref: `urn:cdx:${serial}/1#broken` }];
    const document = JSON.parse(cyclonedx([{ ...library('broken', '1.0.0'), 'bom-ref': 'broken' }])) as object;
    const said = { ...document, serialNumber: `urn:uuid:${serial}`, vulnerabilities: [{ id: 'CVE-2024-1111', analysis, affects }] }; // prettier-ignore
    let text = JSON.stringify(said);
    for (const from of ['its author', 'an export']) {
      const id = await newSbom(admin);
      await importSbom(app, admin, id, text);
      expect([from, (await vulnerabilities(id)).data[0].status]).toEqual([from, 'not_affected']);
      const { body } = await admin.client.post('v1/report/getSBOM?sbom_type=CycloneDX', { sbom_id: id });
      expect(body.data.vulnerabilities[0].affects).toEqual([{ ref: 'broken' }]);
      expect(body.data.serialNumber).not.toBe(`urn:uuid:${serial}`);
      text = JSON.stringify(body.data);
    }
  });

  it('names the SBOMs that the caller may only read', async () => {
    const team_id = await newTeam(admin, admin.orgId, 'Red');
    const user = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    await admin.client.post('v1/teamUsers/createTeamUser', { team_id, user_id: user.userId, role: 'viewer' });
    const own = await shop();
    const other = await newSbom(admin, { team_id });
    await importSbom(app, admin, other, cyclonedx([library('broken', '1.0.0')]));
    const { sboms, read_only } = (await state({}, { ...user, orgId: admin.orgId, teamId: '' })).body.data;
    expect(read_only).toEqual([{ sbom_id: other, components: 1 }]);
    expect(sboms).toContainEqual({ sbom_id: own, components: 1 });
    expect(sboms.map(({ sbom_id }: any) => sbom_id)).not.toContain(other);
  });

  it.each(['openvex', 'csaf', 'cyclonedx'])('is about the SBOM as %s, also where its product has no identifier', async (format) => {
    const id = await newSbom(admin, { name: 'Nameless', version: '1' });
    await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')]));
    await state({ sbom_ids: [id] });
    const { data } = (await exported(id, format)).body;
    const imported = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document: data });
    expect(imported.body.data).toMatchObject({ component_count: 1, unmatched: [], unmatched_products: [] });
  }); // prettier-ignore

  it.each(['openvex', 'csaf', 'cyclonedx'])('names no other component of the same package as %s', async (format) => {
    const id = await newSbom(admin, { name: 'Twice', version: '1' });
    const again = { ...library('broken', '1.0.0'), 'bom-ref': 'again' };
    await importSbom(
      app,
      admin,
      id,
      cyclonedx([library('broken', '1.0.0'), again], { metadata: { component: subject } }),
    );
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    const say = (ids: string[]) =>
      admin.client.post('v1/vulnerability/setStatements', { component_ids: ids, vulnerability: 'GHSA-aaaa', ...said });
    const imported = async () => {
      const { data } = (await exported(id, format)).body;
      const answer = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document: data });
      return [answer.body.data.component_count, JSON.stringify(data).includes('pkg:npm/broken@1.0.0')];
    };
    expect((await say([entries[1].id])).status).toBe(200);
    expect(await imported()).toEqual([1, false]);
    await say(entries.map((one: any) => one.id));
    expect(await imported()).toEqual([2, true]);
  });

  it('of a component with a version is on no other version, wherever the version stands', async () => {
    const unversioned = (version: string) => library('broken', version, { purl: 'pkg:npm/broken' });
    const analysis = { state: 'not_affected' };
    const vulnerabilities = [{ id: 'CVE-2024-1111', analysis, affects: [{ ref: 'broken' }] }];
    const document = JSON.parse(cyclonedx([unversioned('1.0.0')], { vulnerabilities }));
    for (const [version, component_count] of [['1.0.0', 1], ['0.9.0', 0]] as const) {
      const id = await newSbom(admin, { name: 'Unversioned', version });
      await importSbom(app, admin, id, cyclonedx([unversioned(version)]));
      const imported = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
      expect(imported.body.data).toMatchObject({ component_count, unmatched_count: 1 - component_count });
    }
  }); // prettier-ignore

  it.each(['by hand', 'by an import'])('ends a statement where the component gets another version %s', async (how) => {
    const id = await newSbom(admin, { name: 'Moving', version: '1' });
    const unversioned = (version: string) => cyclonedx([library('broken', version, { purl: 'pkg:npm/broken' })]);
    await importSbom(app, admin, id, unversioned('1.0.0'));
    await state({ sbom_ids: [id] });
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([{ status: 'not_affected' }]);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    const change = { id: entries[0].id, sbom_id: id, version: '1.5.0' };
    if (how === 'by hand') expect((await admin.client.post('v1/project/updateComponents', [change])).status).toBe(200);
    else await importSbom(app, admin, id, unversioned('1.5.0'));
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([
      {
        component: { id: entries[0].id, version: '1.5.0' },
        status: 'affected',
        statement: { status: 'expired', end_reason: 'other_version' },
      },
    ]);
    const history = await admin.client.get('v1/vulnerability/getStatements', { sbom_id: id });
    expect(history.body.data).toMatchObject([
      { state: 'expired', status: 'not_affected', end_reason: 'other_version' },
    ]);
  });

  it.each(['package', 'version'])('ends a statement where another %s is selected', async (what) => {
    const id = await newSbom(admin, { name: 'Selected', version: '1' });
    await importSbom(app, admin, id, cyclonedx([library(`other-${what}`, '1.0.0')]));
    await state({ sbom_ids: [id], purls: [`pkg:npm/other-${what}`] });
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([{ status: 'not_affected' }]);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    const purl = what === 'package' ? 'pkg:npm/alike@1.0.0' : 'pkg:npm/other-version@1.5.0';
    const end_reason = what === 'package' ? 'other_identity' : 'other_version';
    const change = { id: entries[0].id, sbom_id: id, search_results: { package: [{ purl, selected: true }] } };
    const { status, body } = await admin.client.post('v1/project/updateComponents', [change]);
    expect({ status, version: body.data[0].version }).toEqual({ status: 200, version: '1.0.0' });
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([
      { component: { id: entries[0].id }, status: 'affected', statement: { status: 'expired', end_reason } },
    ]);
    // Of what is selected now it holds.
    await state({ sbom_ids: [id], purls: [purl.replace(/@.*/, '')] });
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([{ status: 'not_affected' }]);
  });

  it('keeps what was said after another package was selected, before that was scored', async () => {
    const id = await newSbom(admin, { name: 'Selected before', version: '1' });
    await importSbom(app, admin, id, cyclonedx([library('said-after', '1.0.0')]));
    await state({ sbom_ids: [id], purls: ['pkg:npm/said-after'] });
    await settled(app);
    // As if it were said once the selection below had changed.
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE vulnerability_statements SET created_at = now() + interval '1 hour' WHERE sbom_id = $1`, [
        id,
      ]),
    );
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    const search_results = { package: [{ purl: 'pkg:npm/alike@1.0.0', selected: true }] };
    const change = { id: entries[0].id, sbom_id: id, search_results };
    expect((await admin.client.post('v1/project/updateComponents', [change])).status).toBe(200);
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([{ status: 'not_affected' }]);
  });

  it('keeps a statement where the component gets no other version', async () => {
    const id = await newSbom(admin, { name: 'Staying', version: '1' });
    const document = (more: object) => cyclonedx([library('broken', '1.0.0', { purl: 'pkg:npm/broken', ...more })]);
    await importSbom(app, admin, id, document({}));
    await state({ sbom_ids: [id] });
    await importSbom(app, admin, id, document({ description: 'Said later', group: 'later' }));
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    const change = { id: entries[0].id, sbom_id: id, version: '1.0.0', position: 0 };
    await admin.client.post('v1/project/updateComponents', [change]);
    await settled(app);
    expect((await vulnerabilities(id)).data).toMatchObject([{ status: 'not_affected' }]);
  });

  it('refuses more statements on the whole SBOM, and more comparisons with it, than can be made at once', async () => {
    const alike = (count: number, one: (place: number) => object): object[] => Array.from({ length: count }, (_, place) => one(place)); // prettier-ignore
    const components = alike(300, (place) => library('broken', '1.0.0', { 'bom-ref': `b${place}`, name: `b${place}` }));
    const id = await shop(admin, components);
    await settled(app);
    const refused = async (statements: object[]) => {
      const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements };
      const { status, body } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
      return [status, body.message];
    };
    const on = (product: string): object => ({ vulnerability: 'CVE-2024-1111', products: [product], status: 'fixed' });
    expect(await refused(alike(340, () => on('pkg:oci/shop@1')))).toEqual([413, expect.stringMatching(/names more than 100000 components/)]); // prettier-ignore
    const products = alike(12_000, (place) => on(`pkg:npm/broken@1.0.0?os=${place}`));
    expect(await refused(products)).toEqual([413, expect.stringMatching(/too often to compare/)]);
  });

  it('stays inside its organization', async () => {
    const id = await shop();
    const other = await otherOrganization(app, admin);
    expect((await state({ sbom_ids: [id] }, other)).status).toBe(404);
    expect((await state({ sbom_ids: [id], org_id: admin.orgId }, other)).status).toBe(404);
    expect((await state({}, other)).body.data).toMatchObject({ component_count: 0, left_out: ['pkg:npm/broken'] });
    expect((await other.client.get('v1/vulnerability/getStatements', { sbom_id: id })).status).toBe(404);
    expect((await other.client.get('v1/vulnerability/exportStatements', { sbom_id: id })).status).toBe(404);
  });
});
