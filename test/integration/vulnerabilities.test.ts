import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const scored = (metrics: string): object => ({ severity: [{ type: 'CVSS_V3', score: `CVSS:3.1/${metrics}` }] });
/** In the order in which they are to be listed; their names are in another. */
const ranked = [
  advisory('GHSA-rrr1', 'ranked', null, { ...medium, aliases: ['CVE-2024-19'] }),
  advisory('GHSA-rrr2', 'ranked', null, { ...critical, aliases: ['CVE-2024-18'] }),
  advisory('GHSA-rrr3', 'ranked', null, { ...critical, aliases: ['CVE-2024-17'] }),
  advisory('GHSA-rrr4', 'ranked', null, { ...scored('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N'), aliases: ['CVE-2024-16'] }),
  advisory('GHSA-rrr6', 'ranked', null, medium),
  advisory('GHSA-rrr5', 'ranked', null),
  advisory('GHSA-rrr0', 'ranked', null, scored('AV:N/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N')),
];
const rankedOrder = ['CVE-2024-19', 'CVE-2024-18', 'CVE-2024-17', 'CVE-2024-16', 'GHSA-rrr6', 'GHSA-rrr5', 'GHSA-rrr0'];

const bundle = {
  'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0', '2.0.0'], latest_known: '2.0.0', seen: 9, sources: ['index'] }],
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', {
      ...critical, aliases: ['CVE-2024-1'], details: 'Long words', references: [{ type: 'WEB', url: 'https://example.org/a' }, { type: 'WEB', url: 'javascript:alert(1)' }],
    }),
    advisory('PYSEC-1', 'broken', '2.0.0', { aliases: ['CVE-2024-1'], published: '2023-12-01T00:00:00Z' }),
    advisory('GHSA-bbbb', 'broken', null, medium),
    advisory('GHSA-cccc', 'broken', '0.5.0', critical),
    advisory('GHSA-dddd', 'other', '9.0.0', medium),
    advisory('GHSA-eeee', 'broken', null, { ...critical, withdrawn: '2024-05-01T00:00:00Z' }),
    ...ranked,
    advisory('GHSA-two1', 'twice-a', null, { ...critical, aliases: ['CVE-2024-50'] }),
    advisory('GHSA-two2', 'twice-b', null, { ...medium, aliases: ['CVE-2024-50'] }),
  ],
  'kev.ndjson': [
    { cveID: 'CVE-2024-77', vendorProject: 'Other', product: 'Other', dateAdded: '2024-03-01' },
    { cveID: 'CVE-2024-19', dateAdded: '2024-02-01' }, { cveID: 'CVE-2024-1', vendorProject: 'Broken', product: 'Broken', dateAdded: '2024-02-01', dueDate: '2024-02-22', knownRansomwareCampaignUse: 'Known' }],
  'epss.csv': 'cve,epss,percentile\nCVE-2024-1,0.64,0.99\nCVE-2024-18,0.5,0.9\nCVE-2024-17,0.1,0.5\nCVE-2024-16,0.99,0.99\n',
}; // prettier-ignore

describe('vulnerabilities', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    sbomId = await newSbom(admin);
    const components = [
      library('broken', '1.0.0'),
      library('broken', '2.0.0', { 'bom-ref': 'fixed' }),
      library('other', '1.0.0'),
    ];
    await importSbom(app, admin, sbomId, cyclonedx(components)); // prettier-ignore
  });
  afterAll(() => app.close());

  const list = (id: string, query: Record<string, string> = {}, by = admin) =>
    by.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id, ...query });
  const ids = async (query: Record<string, string> = {}) =>
    (await list(sbomId, query)).body.data.map((one: any) => `${one.id} ${one.component.version}`);
  const entry = async (place: number) =>
    (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries[place];

  it('lists those of an SBOM, the worst first, field by field', async () => {
    const { status, body } = await list(sbomId);
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      total_count: 4,
      offset: 0,
      limit: 100,
      severities: { critical: 1, high: 0, medium: 2, low: 0, none: 0, unknown: 0 },
      coverage: [{ status: 'examined', reason: '', count: 3 }],
    });
    expect(body.data[0]).toEqual({
      id: 'CVE-2024-1',
      aliases: ['GHSA-aaaa', 'PYSEC-1'],
      summary: 'broken is at fault',
      severity: 'critical',
      cvss: { score: 9.8, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
      worse_rating: null,
      module: null,
      status: 'affected',
      reason: 'Affected from the beginning before 2.0.0.',
      fixed_in: '2.0.0',
      exploited: { added_on: '2024-02-01', due_on: '2024-02-22', ransomware: true },
      epss: { probability: 0.64, percentile: 0.99 },
      malicious: false,
      published: '2023-12-01T00:00:00Z',
      modified: '2024-01-02T00:00:00Z',
      link: 'https://nvd.nist.gov/vuln/detail/CVE-2024-1',
      statement: null,
      component: {
        id: (await entry(0)).id,
        name: 'broken',
        org: '',
        version: '1.0.0',
        purl: 'pkg:npm/broken@1.0.0',
        cpe: null,
      },
    });
    expect(await ids()).toEqual(['CVE-2024-1 1.0.0', 'GHSA-bbbb 1.0.0', 'GHSA-bbbb 2.0.0', 'GHSA-dddd 1.0.0']);
  });

  it('puts the exploited first, then the severe, the high scores and the probable', async () => {
    const id = await newSbom(admin);
    await importSbom(app, admin, id, cyclonedx([library('ranked', '1.0.0')]));
    expect((await list(id)).body.data.map((one: any) => one.id)).toEqual(rankedOrder);
  });

  it('pages and filters', async () => {
    const all = await ids();
    expect(await ids({ offset: '1', limit: '2' })).toEqual(all.slice(1, 3));
    expect((await list(sbomId, { offset: '1', limit: '2' })).body.meta).toMatchObject({ total_count: 4, offset: 1, limit: 2 });
    expect(await ids({ severity: 'medium' })).toEqual(all.slice(1));
    expect(await ids({ exploited: 'true' })).toEqual(all.slice(0, 1));
    expect(await ids({ status: 'not_affected' })).toEqual([]);
    for (const query of [{ severity: 'dreadful' }, { status: 'x' }, { exploited: 'maybe' }, { limit: '0' }] as Record<string, string>[])
      expect((await list(sbomId, query)).status).toBe(400);
  }); // prettier-ignore

  it('lists those of one component', async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id: (await entry(1)).id });
    expect(body.data.map((one: any) => [one.id, one.component.version, one.fixed_in])).toEqual([['GHSA-bbbb', '2.0.0', null]]);
    expect(body.meta).toMatchObject({ total_count: 1, severities: { critical: 0, medium: 1 } });
  }); // prettier-ignore

  it('shows what is exploited in a product of that name, where nothing links it with the component', async () => {
    const concern = { cve: 'CVE-2024-77', vendor: 'Other', product: 'Other', added_on: '2024-03-01' };
    const path = 'v1/vulnerability/getVulnerabilitiesForComponent';
    const ofComponent = async (index: number): Promise<any> =>
      (await admin.client.get(path, { id: (await entry(index)).id })).body.meta;
    expect((await ofComponent(2)).may_concern).toEqual([concern]);
    expect((await ofComponent(0)).may_concern).toEqual([]);
    const page = (await admin.client.get('v1/project/getSBOM', { id: sbomId, coverage: 'true' })).body.data.entries;
    expect(page.map(({ coverage, may_concern }: any) => [coverage, may_concern])).toEqual([
      [{ status: 'examined', reason: '' }, []],
      [{ status: 'examined', reason: '' }, []],
      [{ status: 'examined', reason: '' }, [concern]],
    ]);
    expect(Object.keys(await entry(2))).not.toContain('coverage');
    const overview = async (package_id: string): Promise<any> =>
      (await admin.client.get('v1/score/getEntityOverviewForEntity', { package_id })).body.data;
    expect(await overview('pkg:npm/other@1.0.0')).toMatchObject({ may_concern: [concern] });
    expect(await overview('pkg:npm/broken@1.0.0')).toMatchObject({ may_concern: [] });
    const { body: report } = await admin.client.get('v1/report/getSBOMReport', { id: sbomId, format: 'json' });
    const [other] = report.data.components.filter(({ name }: any) => name === 'other');
    expect(other.reasons.join(' ')).toContain('CVE-2024-77 may concern it: exploited in Other Other');
    expect(other.exploited).not.toBe(1);
  });

  it('respects what a person says, of any name, and takes it back', async () => {
    const component_id = (await entry(0)).id;
    const say = async (status: string, vulnerability = 'GHSA-aaaa') => {
      const body = { component_id, vulnerability, status, justification: 'The code is never reached' };
      expect((await admin.client.post('v1/vulnerability/setStatement', body)).status).toBe(200);
      await settled(app);
      return (await list(sbomId)).body;
    };
    const risk = async () => (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data.metrics;
    const before = await risk();
    const said = await say('not_affected');
    expect(said.meta.severities).toMatchObject({ critical: 0, medium: 2 });
    const last = said.data.at(-1);
    expect(last).toMatchObject({
      id: 'CVE-2024-1', status: 'not_affected',
      statement: { status: 'not_affected', justification: 'The code is never reached', stated_by: 'person', stated_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    }); // prettier-ignore
    const after = await risk();
    expect(after.risk.score).toBeLessThan(before.risk.score);
    expect(after.compliance.failing).toBe(before.compliance.failing - 1);
    expect((await say('under_investigation')).data[0]).toMatchObject({ id: 'CVE-2024-1', status: 'affected' });
    expect(await risk()).toEqual(before);
  });

  it.each([
    ['no reason', { justification: '' }, 400],
    ['no such status', { status: 'fine' }, 400],
    ['no such component', { component_id: '018f0000-0000-7000-8000-00000000beef' }, 404],
  ])('refuses a statement with %s', async (_what, change, status) => {
    const body = {
      component_id: (await entry(0)).id,
      vulnerability: 'CVE-2024-1',
      status: 'fixed',
      justification: 'x',
    };
    expect((await admin.client.post('v1/vulnerability/setStatement', { ...body, ...change })).status).toBe(status);
  });

  it('respects what a document of SPDX 3 says', async () => {
    const id = await newSbom(admin);
    const creationInfo = { type: 'CreationInfo', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: ['urn:ex:me'] };
    const elements = [
      { type: 'Person', spdxId: 'urn:ex:me', name: 'Me' },
      { type: 'SpdxDocument', spdxId: 'urn:ex:d', name: 'd', rootElement: ['urn:ex:a', 'urn:ex:b'] },
      ...['a', 'b'].map((name) => ({
        type: 'software_Package', spdxId: `urn:ex:${name}`, name: 'broken',
        software_packageVersion: '1.0.0', software_packageUrl: `pkg:npm/broken@1.0.0?x=${name}`,
      })),
      { type: 'security_Vulnerability', spdxId: 'urn:ex:v', name: 'GHSA-aaaa' },
      {
        type: 'security_VexNotAffectedVulnAssessmentRelationship', spdxId: 'urn:ex:vex', from: 'urn:ex:v',
        relationshipType: 'doesNotAffect', to: ['urn:ex:b'], security_impactStatement: 'Left out',
      },
    ].map((element) => ({ ...element, creationInfo }));
    const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
    await importSbom(app, admin, id, JSON.stringify({ '@context': context, '@graph': elements }));
    const found = (await list(id)).body.data.filter((one: any) => one.id === 'CVE-2024-1');
    expect(found.map((one: any) => [one.status, one.statement?.justification])).toEqual([
      ['affected', undefined],
      ['not_affected', 'Left out'],
    ]);
  }); // prettier-ignore

  describe('OpenVEX', () => {
    const bring = (id: string, statements: object[], by = admin) => {
      const document = { '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'urn:vex:1', author: 'Acme', statements };
      return by.client.post('v1/vulnerability/importStatements', { sbom_id: id, document });
    };
    const said = (product: object, status: string, more: object = {}) => ({
      vulnerability: { name: 'GHSA-aaaa' },
      products: [product],
      status,
      ...more,
    });
    const sbomAbout = async (): Promise<string> => {
      const id = await newSbom(admin);
      const subject = { type: 'application', name: 'shop', 'bom-ref': 'shop', purl: 'pkg:oci/shop@1' };
      const components = [library('broken', '1.0.0'), library('broken', '1.5.0', { 'bom-ref': 'other' })];
      await importSbom(app, admin, id, cyclonedx(components, { metadata: { component: subject } }));
      return id;
    };
    const outcome = async (id: string) => {
      await settled(app);
      const found = (await list(id)).body.data.filter((one: any) => one.id === 'CVE-2024-1');
      const texts = found.map((one: any) => `${one.component.version} ${one.status}`);
      return { texts: texts.sort(), statement: found.at(-1).statement };
    };

    it('says of components what its statements say of products', async () => {
      const id = await sbomAbout();
      const statements = [
        said({ '@id': 'pkg:npm/broken@1.0.0' }, 'not_affected', { justification: 'component_not_present' }),
        said({ '@id': 'pkg:npm/elsewhere@1.0.0' }, 'fixed'),
      ];
      const { status, body } = await bring(id, statements);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        sbom_id: id,
        format: 'openvex',
        statement_count: 2,
        component_count: 1,
        unmatched_count: 1,
        unmatched: [
          {
            vulnerability: 'GHSA-aaaa',
            products: ['pkg:npm/elsewhere@1.0.0'],
            reason: 'No component of the SBOM has one of these identifiers',
          },
        ],
        unmatched_product_count: 0,
        unmatched_products: [],
      });
      expect(await outcome(id)).toEqual({
        texts: ['1.0.0 not_affected', '1.5.0 affected'],
        statement: {
          status: 'not_affected',
          stated_by: 'person',
          stated_at: expect.any(String),
          justification: 'component_not_present (OpenVEX of Acme, urn:vex:1)',
          label: 'component_not_present',
          response: null,
          expires_at: null,
          end_reason: null,
        },
      });
      await bring(id, [said({ '@id': 'pkg:npm/broken' }, 'under_investigation')]);
      expect((await outcome(id)).texts).toEqual(['1.0.0 affected', '1.5.0 affected']);
    });

    it('speaks of the SBOM itself and of parts of it', async () => {
      const id = await sbomAbout();
      const part = { '@id': 'pkg:oci/shop@1', subcomponents: [{ '@id': 'pkg:npm/broken@1.5.0' }] };
      await bring(id, [said({ ...part, '@id': 'pkg:oci/another@1' }, 'fixed')]);
      expect((await outcome(id)).texts).toEqual(['1.0.0 affected', '1.5.0 affected']);
      await bring(id, [said(part, 'fixed')]);
      expect((await outcome(id)).texts).toEqual(['1.0.0 affected', '1.5.0 not_affected']);
      await bring(id, [said({ '@id': 'pkg:oci/shop' }, 'not_affected')]);
      expect((await outcome(id)).texts).toEqual(['1.0.0 not_affected', '1.5.0 not_affected']);
    });

    it('is refused where it is none, and to others', async () => {
      const importing = (body: object) => admin.client.post('v1/vulnerability/importStatements', body);
      expect((await importing({ sbom_id: sbomId, document: { bomFormat: 'CycloneDX' } })).body.fields).toEqual({ vulnerabilities: expect.any(String) });
      for (const document of [undefined, null, 'text', 7, []]) expect((await importing({ sbom_id: sbomId, document })).status).toBe(400);
      const other = await otherOrganization(app, admin);
      expect((await bring(sbomId, [said({ '@id': 'pkg:npm/broken' }, 'fixed')], other)).status).toBe(404);
    }); // prettier-ignore
  });

  it('tells all of one vulnerability, by any of its names', async () => {
    const { status, body } = await admin.client.get('v1/vulnerability/getVulnerability', { id: 'PYSEC-1' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: 'CVE-2024-1', aliases: ['GHSA-aaaa', 'PYSEC-1'], summary: 'broken is at fault', details: 'Long words',
      severity: 'critical', cvss: { score: 9.8, vector: expect.stringMatching(/^CVSS:3\.1/) },
      exploited: { added_on: '2024-02-01', due_on: '2024-02-22', ransomware: true },
      epss: { probability: expect.closeTo(0.64), percentile: expect.closeTo(0.99) },
      malicious: false, published: '2023-12-01T00:00:00Z', modified: '2024-01-02T00:00:00Z', withdrawn: false,
      packages: [1, 2].map(() => ({ ecosystem: 'npm', name: 'broken', purl: '', introduced: ['0'], fixed: ['2.0.0'], last_affected: [] })),
      package_count: 2,
      products: [], product_count: 0,
      references: ['https://example.org/a'],
      sources: ['GHSA-aaaa', 'PYSEC-1'].map((id) => ({ id, source: expect.any(String), link: `https://osv.dev/vulnerability/${id}` })),
    }); // prettier-ignore
    for (const id of ['CVE-2024-1', 'GHSA-aaaa'])
      expect((await admin.client.get('v1/vulnerability/getVulnerability', { id })).body.data).toEqual(body.data);
    expect((await admin.client.get('v1/vulnerability/getVulnerability', { id: 'GHSA-eeee' })).body.data.withdrawn).toBe(
      true,
    );
    expect((await admin.client.get('v1/vulnerability/getVulnerability', { id: 'CVE-1999-0' })).status).toBe(404);
    expect((await admin.client.get('v1/vulnerability/getVulnerability', {})).status).toBe(400);
  });

  it('tells the legacy client of one in its types: numbers, texts and times that it can decode', async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerability', { external_id: 'PYSEC-1' });
    expect(body.data).toEqual({
      id: 20241, external_id: 'CVE-2024-1', title: 'broken is at fault', summary: 'Long words', score: '9.8',
      score_version: '3.1', score_system: 'CVSS', vector: expect.stringMatching(/^CVSS:3\.1/), recommendation: 'Fixed in broken 2.0.0',
      score_details: { cvssv3: { vectorString: expect.stringMatching(/^CVSS:3\.1/), baseScore: 9.8, baseSeverity: 'CRITICAL' } },
      source: [{ id: 0, name: expect.any(String), description: '' }],
      references: [{ type: '', source: '', url: 'https://example.org/a', text: '' }],
      published_at: '2023-12-01T00:00:00.000Z', modified_at: '2024-01-02T00:00:00.000Z',
      created_at: '2023-12-01T00:00:00.000Z', updated_at: '2024-01-02T00:00:00.000Z',
    }); // prettier-ignore
  });

  it('shows nobody those of another organization', async () => {
    const other = await otherOrganization(app, admin);
    expect((await list(sbomId, {}, other)).status).toBe(404);
    const id = (await entry(0)).id;
    expect((await other.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id })).status).toBe(404);
    const body = { component_id: id, vulnerability: 'CVE-2024-1', status: 'not_affected', justification: 'x' };
    expect((await other.client.post('v1/vulnerability/setStatement', body)).status).toBe(404);
  });

  it('counts what was examined in an organization as the sum over its SBOMs, entities in several of them too', async () => {
    const second = await newSbom(admin);
    const twice = [library('broken', '1.0.0'), library('broken', '1.0.0', { 'bom-ref': 'twice' })];
    await importSbom(app, admin, second, cyclonedx([...twice, { type: 'library', name: 'unheard of', version: '1' }]));
    const own = { org_id: admin.orgId };
    const { softwareLists } = (await admin.client.get('v1/project/getSBOMs', own)).body.data;
    const sum: Record<string, number> = {};
    const kindOf = (one: any): string => `${one.status} ${one.reason}`;
    for (const { id } of softwareLists)
      for (const one of (await list(id)).body.meta.coverage) sum[kindOf(one)] = (sum[kindOf(one)] ?? 0) + one.count;
    expect(Object.keys(sum).length).toBeGreaterThan(1);
    const { coverage } = (await admin.client.get('v1/vulnerability/getVulnerabilities', own)).body.meta;
    expect(Object.fromEntries(coverage.map((one: any) => [kindOf(one), one.count]))).toEqual(sum);
  });

  it('counts a vulnerability once, by the worst that it is rated for any of its components', async () => {
    const other = await otherOrganization(app, admin, 'Twice');
    const id = await newSbom(other);
    await importSbom(app, other, id, cyclonedx([library('twice-a', '1.0.0'), library('twice-b', '1.0.0')]));
    await settled(app);
    const organization = await other.client.get('v1/vulnerability/getVulnerabilities', { org_id: other.orgId });
    for (const { body } of [await list(id, {}, other), organization])
      expect(body.meta.severities).toEqual({ critical: 1, high: 0, medium: 0, low: 0, none: 0, unknown: 0 });
    expect(organization.body.meta.total_count).toBe(1);
  });

  it('counts of each vulnerability the components that it lists, with statements, over all SBOMs', async () => {
    const other = await otherOrganization(app, admin, 'Counted');
    const twice = [library('twice-a', '1.0.0'), library('twice-a', '1.0.0', { 'bom-ref': 'again' })];
    for (const components of [[...twice, library('twice-b', '1.0.0')], [library('twice-b', '1.0.0'), library('broken', '1.0.0')], [library('broken', '')]])
      await importSbom(app, other, await newSbom(other), cyclonedx(components));
    await settled(app);
    const own = { org_id: other.orgId };
    const rowsOf = async (id: string) => (await other.client.get('v1/vulnerability/getAffectedComponents', { ...own, id })).body.data;
    const [cleared, confirmed, open] = await rowsOf('CVE-2024-50');
    const unknown = (await rowsOf('CVE-2024-1')).find(({ status }: any) => status === 'unknown');
    for (const [one, status, vulnerability] of [[cleared, 'not_affected', 'CVE-2024-50'], [confirmed, 'affected', 'CVE-2024-50'], [open, 'under_investigation', 'CVE-2024-50'], [unknown, 'affected', 'CVE-2024-1']]) {
      const body = { component_id: one.component.id, vulnerability, status, justification: 'Looked at' };
      expect((await other.client.post('v1/vulnerability/setStatement', body)).status).toBe(200);
    }
    await settled(app);
    const page = async (more: object = {}) => (await other.client.get('v1/vulnerability/getVulnerabilities', { ...own, ...more } as Record<string, string>)).body;
    const { data } = await page();
    expect(data.length).toBeGreaterThan(2);
    // That somebody is also undecided makes a mild one no worse than what is exploited.
    expect(data.some((one: any) => one.affected > 0 && one.undecided > 0)).toBe(true);
    expect(data[0]).toMatchObject({ id: 'CVE-2024-1', exploited: { ransomware: true }, undecided: 0 });
    for (const { id, sboms, components, affected, undecided, not_affected, stated, fixable } of data) {
      const rows = await rowsOf(id);
      const having = (wanted: string): number => rows.filter(({ status }: any) => status === wanted).length;
      expect({ id, sboms, components, affected, undecided, not_affected, stated, fixable }).toEqual({
        id,
        sboms: new Set(rows.map(({ sbom_id }: any) => sbom_id)).size,
        components: rows.length,
        affected: having('affected'),
        undecided: having('unknown'),
        not_affected: having('not_affected'),
        stated: rows.filter(({ statement }: any) => statement).length,
        fixable: rows.filter(({ fixed_in }: any) => fixed_in).length,
      });
    }
    expect(data.find(({ id }: any) => id === 'CVE-2024-50')).toMatchObject({ sboms: 2, components: 4, affected: 3, not_affected: 1, stated: 3 });
    for (const [status, counted] of [['affected', 'affected'], ['unknown', 'undecided'], ['not_affected', 'not_affected']] as const) {
      const ids = data.filter((one: any) => one[counted] > 0).map(({ id }: any) => id);
      expect((await page({ status })).data.map(({ id }: any) => id)).toEqual(ids);
      expect((await page({ status, offset: '900' })).meta.total_count).toBe(ids.length);
    }
  }); // prettier-ignore

  it('knows the source package that Trivy names beside the package', async () => {
    const range = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.13-1~deb12u1' }] };
    const affected = [{ package: { ecosystem: 'Debian:12', name: 'sealing' }, ranges: [range] }];
    await loadCatalog(app, {
      'advisories/osv-debian.ndjson': [{ id: 'DSA-1', modified: '2024-01-02T00:00:00Z', affected }],
    });
    const purl = (name: string) => `pkg:deb/debian/${name}@3.0.11-1~deb12u2?arch=amd64&distro=debian-12.4`;
    const source = { SrcName: 'sealing', SrcVersion: '3.0.11', SrcRelease: '1~deb12u2' };
    const properties = Object.entries(source).map(([name, value]) => ({ name: `aquasecurity:trivy:${name}`, value }));
    const version = '3.0.11-1~deb12u2';
    const id = await newSbom(admin);
    const components = [
      library('libsealing3', version, { 'bom-ref': 'named', purl: purl('libsealing3'), properties }),
      library('libsealing4', version, { 'bom-ref': 'unnamed', purl: purl('libsealing4') }),
    ];
    await importSbom(app, admin, id, cyclonedx(components));
    const { body } = await list(id);
    expect(body.data).toMatchObject([
      { id: 'DSA-1', fixed_in: '3.0.13-1~deb12u1', component: { name: 'libsealing3' } },
    ]);
    expect(body.meta.coverage.map(({ reason }: { reason: string }) => reason)).toContain(
      'its source package is not known; advisories name sources',
    );
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    expect(JSON.stringify(entries)).not.toContain('upstream');
  });
});
