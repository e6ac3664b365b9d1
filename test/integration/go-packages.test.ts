import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { critical, loadCatalog } from '../support/score-catalog.js';

const go = (id: string, name: string, fixed: string, paths?: readonly string[]): object => ({
  id,
  modified: '2025-09-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'Go', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      ...(paths && { ecosystem_specific: { imports: paths.map((path) => ({ path })) } }),
    },
  ],
  ...critical,
});
const bundle = {
  'packages.ndjson': [
    { purl: 'pkg:golang/example.org/acme/tool', versions: ['1.0.0', '1.2.0'], seen: 9, sources: ['index'] },
    { purl: 'pkg:golang/example.org/acme/tool/api', versions: ['1.0.0'], seen: 9, sources: ['index'] },
  ],
  'advisories/osv-go.ndjson': [
    go('GO-1', 'example.org/acme/tool', '1.2.0'),
    go('GO-2', 'stdlib', '1.20.3', ['crypto/tls']),
  ],
};
const purls = [
  'example.org/acme/tool/pkg/archive@v1.0.0',
  'example.org/acme/tool/api@v1.0.0',
  'crypto/tls@go1.20.2',
  'net/http@go1.20.2',
];

/** Advisories on Go name modules; the lists that tools write name packages in them as well. */
describe('the packages of a Go program', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    sbomId = await newSbom(admin);
    const components = purls.map((purl) => ({
      name: purl.split('@')[0]!,
      version: purl.split('@')[1]!,
      purl: `pkg:golang/${purl}`,
    }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  });
  afterAll(() => app.close());

  const found = async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    return body.data.map((one: any) => `${one.id} ${one.component.name} ${one.status}`).sort();
  };

  it('are not taken for safe where their module has an advisory, nor for affected where it is only possible', async () => {
    expect(await found()).toEqual(['GO-1 example.org/acme/tool/pkg/archive unknown', 'GO-2 crypto/tls affected']);
  });

  it('are scored again once there is an advisory on their module', async () => {
    const advisories = [...bundle['advisories/osv-go.ndjson'], go('GO-3', 'stdlib', '1.20.4')];
    await loadCatalog(app, { ...bundle, 'advisories/osv-go.ndjson': advisories });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await found()).toEqual([
      'GO-1 example.org/acme/tool/pkg/archive unknown',
      'GO-2 crypto/tls affected',
      'GO-3 crypto/tls unknown',
      'GO-3 net/http unknown',
    ]);
  });

  const tool = 'example.org/acme/tool';
  const statementsOf = async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    return Object.fromEntries(
      body.data.map((one: any) => [`${one.id} ${one.component.name}`, one.statement && `${one.status}: ${one.statement.justification}`]),
    ); // prettier-ignore
  };
  const openVex = (product: string, name = 'GO-1', status = 'not_affected') => ({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'Acme',
    timestamp: '2026-01-01T00:00:00Z',
    version: 1,
    statements: [
      {
        vulnerability: { name },
        products: [{ '@id': product }],
        status,
        ...(status === 'not_affected' && { justification: 'vulnerable_code_not_present' }),
      },
    ],
  });
  const importVex = async (document: object) => {
    const { body } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id: sbomId, document });
    return body.data;
  };

  it('have the module whose advisory it is, and say what to do', async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    expect(body.data.map((one: any) => `${one.id} ${one.component.name} ${one.module}`).sort()).toEqual([
      `GO-1 ${tool}/pkg/archive ${tool}`,
      'GO-2 crypto/tls stdlib',
      'GO-3 crypto/tls stdlib',
      'GO-3 net/http stdlib',
    ]);
    expect(body.data.find((one: any) => one.id === 'GO-1').reason).toMatch(
      /if it is a package of the module .*tool: .* statement on pkg:golang\/example\.org\/acme\/tool/,
    );
  });

  it('are in the report with what may affect them, and count as not decided', async () => {
    const { body } = await admin.client.get('v1/report/getSBOMReport', { id: sbomId, format: 'json' });
    const { undecided, components } = body.data;
    const of = (name: string) => components.find((one: any) => one.name === name);
    expect(undecided).toBe(2);
    expect(of('net/http')).toMatchObject({
      undecided: 1,
      reasons: expect.arrayContaining([
        expect.stringMatching(/^GO-3 may affect it, by an advisory on the module stdlib: Affected .*govulncheck/),
      ]),
    });
    expect(of('crypto/tls')).toMatchObject({ undecided: 1, vulnerabilities: { critical: 1 } });
    expect(of(`${tool}/api`)).toMatchObject({ undecided: 0 });
  });

  it('have what a document says of their module, where the vulnerability is that of the module', async () => {
    const other = await importVex(openVex(`pkg:golang/${tool}@v1.0.0`, 'GO-2'));
    expect(other).toMatchObject({ component_count: 0, unmatched: [{ reason: expect.stringContaining('module') }] });
    expect(await importVex(openVex(`pkg:golang/${tool}@v1.1.0`))).toMatchObject({ component_count: 0 });
    expect(await importVex(openVex(`pkg:golang/${tool}@v1.0.0`))).toMatchObject({ component_count: 1, unmatched_count: 0 });
    expect(await importVex(openVex('pkg:golang/stdlib@1.20.2', 'GO-2'))).toMatchObject({ component_count: 1 });
    await settled(app);
    const found = await statementsOf();
    expect(found).toMatchObject({ 'GO-3 net/http': null, 'GO-3 crypto/tls': null });
    for (const [name, module] of [[`GO-1 ${tool}/pkg/archive`, tool], ['GO-2 crypto/tls', 'stdlib']])
      expect(found[name!]).toMatch(new RegExp(`^not_affected: .*on the module ${module}`));
  }); // prettier-ignore

  it('have what a person says of their module', async () => {
    const { body } = await admin.client.post('v1/vulnerability/setStatementsForPackages', {
      org_id: admin.orgId,
      purls: [`pkg:golang/stdlib@go1.20.2`, `pkg:golang/${tool}`],
      vulnerabilities: ['GO-3'],
      status: 'not_affected',
      justification: 'Never called',
    });
    expect(body.data).toMatchObject({ component_count: 2, statement_count: 2, left_out: [`pkg:golang/${tool}`] });
  });

  it('say nothing of their module', async () => {
    const lib = 'github.com/acme/lib';
    await loadCatalog(app, { ...bundle, 'advisories/osv-go.ndjson': [go('GO-4', lib, '2.0.0')] });
    const id = await newSbom(admin);
    const components = [lib, `${lib}/sub`].map((name) => ({
      name,
      version: 'v1.0.0',
      purl: `pkg:golang/${name}@v1.0.0`,
    }));
    await importSbom(app, admin, id, cyclonedx(components));
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const said = openVex(`pkg:golang/${lib}/sub@v1.0.0`, 'GO-4');
    await admin.client.post('v1/vulnerability/importStatements', { sbom_id: id, document: said });
    await settled(app);
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id });
    expect(body.data.map((one: any) => `${one.component.name} ${one.module} ${one.status}`).sort()).toEqual([
      `${lib} null affected`,
      `${lib}/sub ${lib} not_affected`,
    ]);
  });
});
