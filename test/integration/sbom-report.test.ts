import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { formulaVersion } from '../../src/scores/metrics/formula.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

jest.setTimeout(120_000);

const nasty = `<script>alert("x")</script>&'`;
const bundle = {
  'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0'], latest_known: '3.0.0', seen: 9, sources: ['index'] }],
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '1.5.0', medium),
    advisory('GHSA-bbbb', 'broken', '2.0.0', critical),
    advisory('GHSA-cccc', 'broken', '3.0.0', { ...medium, affected: [{ package: { ecosystem: 'npm', name: 'broken' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }] }] }] }),
    advisory('GHSA-dddd', 'broken', null, { ...critical, affected: [{ package: { ecosystem: 'npm', name: 'broken' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '2.5.0' }] }] }] }),
  ],
}; // prettier-ignore

describe('reports that people read', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    id = await newSbom(admin, { name: `Shop ${nasty}`, supplier: nasty });
    const components = [
      library('sound', '1.0.0', { licenses: [{ license: { id: 'MIT' } }] }),
      library('broken', '1.0.0', { licenses: [{ license: { id: 'MIT' } }] }),
      { type: 'library', name: `=cmd|${nasty}`, version: '77', 'bom-ref': 'x' },
    ];
    await importSbom(app, admin, id, cyclonedx(components));
  });
  afterAll(() => app.close());

  const report = (format: string, by = admin) =>
    by.client.get('v1/report/getSBOMReport', { id, ...(format && { format }) });

  it('as JSON: totals, the worst components, why and what to do, licences, history', async () => {
    const { status, body } = await report('json');
    expect(status).toBe(200);
    const { sbom, components, licenses, vulnerabilities, history } = body.data;
    expect(sbom).toMatchObject({ id, entry_count: 3, metrics: { compliance: { passing: 1, failing: 2 } } });
    expect(vulnerabilities).toEqual({ critical: 1, high: 0, medium: 2, low: 0, none: 0, unknown: 0 });
    expect(body.data.unexamined).toBe(1);
    expect(components).toHaveLength(3);
    expect(components[0]).toMatchObject({
      ...{ name: 'broken', version: '1.0.0', identifier: 'pkg:npm/broken@1.0.0', license: 'MIT' },
      ...{ update_to: '2.0.0', fixes: 2, remaining: ['GHSA-cccc'], exploited: 0 },
      vulnerabilities: { critical: 1, medium: 2 },
      failures: [{ rule_id: 'vulnerability.none-critical', reason: 'GHSA-bbbb has CVSS 9.8.' }],
    });
    expect(components[0].reasons[0]).toBe('GHSA-bbbb (critical) affects it.');
    const risks = components.map((one: any) => one.risk);
    expect([...risks].sort((a, b) => b - a)).toEqual(risks);
    expect(licenses).toEqual([
      { license: 'MIT', class: 'permissive', components: 2 },
      { license: '', class: 'unknown', components: 1 },
    ]);
    expect(history.at(-1)).toMatchObject({ risk: sbom.metrics.risk.score, passing: 1, failing: 2 });
  });

  it('as one page of HTML that holds no script and loads nothing', async () => {
    for (const format of ['', 'html']) {
      const { status, headers, body } = await report(format);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(body).not.toMatch(/<script|src=|href=|url\(|@import|javascript:/i);
      expect(body).toContain('Shop &#60;script&#62;');
      expect(body).toContain('Update to 2.0.0: fixes 2 of its advisories; GHSA-cccc remains.');
      expect(body).toContain('2 medium, 1 component not examined');
      expect(body).toContain('@media print');
    }
  });

  it('as CSV with a line for each component, no cell of which is a formula', async () => {
    const { headers, body } = await report('csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Shop-[\w.-]*\.csv"$/);
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^name,org,version,identifier,license,risk,/);
    expect(lines[2]).toMatch(/^broken,,1\.0\.0,pkg:npm\/broken@1\.0\.0,MIT,/);
    expect(lines[3].startsWith('"\'=cmd|')).toBe(true);
  });

  it('as a workbook', async () => {
    const { headers, body } = await report('xlsx');
    expect(headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(body.slice(0, 2)).toBe('PK');
  });

  it('refuse what is no format, and who may not see the SBOM', async () => {
    expect((await report('docx')).status).toBe(400);
    const other = await otherOrganization(app, admin);
    expect((await report('html', other)).status).toBe(404);
    expect((await app.client.get('v1/report/getSBOMReport', { id })).status).toBe(401);
  });

  it('the history of an entity has a row for each change of its score, the page a drawing', async () => {
    const history = async (question: Record<string, string> = { package_id: 'pkg:npm/broken@1.0.0' }) =>
      (await admin.client.get('v1/score/getHistoryForEntity', question)).body;
    const [first] = (await history()).data.history;
    expect(first).toMatchObject({
      vulnerabilities: 3,
      score: { name: `risk-${formulaVersion}`, value: expect.any(Number) },
    });
    await loadCatalog(app, { ...bundle, 'kev.ndjson': [{ cveID: 'CVE-1999-1', dateAdded: '2024-01-01' }] });
    await app.nest.get(RescoringScheduler).queue();
    await settled(app);
    expect((await history()).meta.total_count).toBe(1);
    const withdrawn = [advisory('GHSA-bbbb', 'broken', '2.0.0', { ...critical, withdrawn: '2024-05-01T00:00:00Z' })];
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': withdrawn });
    await app.nest.get(RescoringScheduler).queue();
    await settled(app);
    const after = await history();
    expect(after.meta).toEqual({ total_count: 2, offset: 0, limit: 100 });
    expect(after.data.history.map((one: any) => one.vulnerabilities)).toEqual([2, 3]);
    expect(after.data.history[0].score.value).toBeLessThan(first.score.value);
    expect(after.data.history[1]).toEqual(first);
    const posted = await admin.client.post('v1/score/getHistoryForEntity', { package_id: 'pkg:npm/broken@1.0.0', limit: 1 }); // prettier-ignore
    expect(posted.body).toMatchObject({ data: { history: [after.data.history[0]] }, meta: { limit: 1 } });
    expect((await history({ package_id: 'pkg:npm/broken' })).data.history).toEqual([]);
    expect((await history({ package_id: 'pkg:npm/never-heard-of' })).code).toBe(404);
    expect((await report('html')).body).toContain('<svg');
  });
});
