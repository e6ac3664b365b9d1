import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { noIcon } from '../../src/model/html.js';
import { formulaVersion } from '../../src/scores/metrics/formula.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const licensed = { licenses: [{ license: { id: 'MIT' } }] };
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
      name: 'broken',
      version: '1.0.0',
      identifier: 'pkg:npm/broken@1.0.0',
      license: 'MIT',
      update_to: '2.0.0',
      fixes: 2,
      remaining: ['GHSA-cccc'],
      exploited: 0,
      vulnerabilities: { critical: 1, medium: 2 },
      failures: [{ rule_id: 'vulnerability.none-critical', reason: 'GHSA-bbbb has CVSS 9.8.' }],
    });
    expect(components[0].reasons[0]).toBe('GHSA-bbbb (critical) affects it.');
    // What little is known of stands before a small risk.
    expect(components.map((one: any) => one.name)).toEqual(['broken', expect.stringMatching(/^=cmd/), 'sound']);
    expect(components[1].risk_coverage).toBeLessThan(0.5);
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
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; img-src data:;/);
      expect(body).toContain(noIcon);
      expect(body.replace(noIcon, '')).not.toMatch(/<script|src=|href=|url\(|@import|javascript:/i);
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

  it('the trend of an SBOM has what is known now, as figures and as a picture', async () => {
    const trend = async (query: object, by = admin) => by.client.get('v1/report/getSBOMTrend', { id, ...query });
    const { body } = await trend({});
    const { sbom } = (await report('json')).body.data;
    expect(body.data.points.at(-1)).toMatchObject({
      sboms: 1,
      unscored: 0,
      risk: sbom.metrics.risk.score,
      passing: 1,
      failing: 2,
      examined: 2,
      partly: 0,
      not_examined: 1,
      age_days: 0,
      undated: 0,
    });
    const svg = await trend({ format: 'svg', days: '7' });
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    expect(svg.body).toMatch(/^<svg /);
    expect((await trend({ days: '0' })).status).toBe(400);
    expect((await trend({ days: '1096' })).status).toBe(400);
  });

  it('the trend of an organization counts each SBOM from its creation to its deletion, by what was known then', async () => {
    const trend = async (query: Record<string, string>) =>
      (await admin.client.get('v1/report/getOrganizationTrend', { org_id: admin.orgId, days: '10', ...query })).body
        .data.points;
    const supplier = 'Trend & Co';
    const old = await newSbom(admin, { name: 'old', supplier });
    const gone = await newSbom(admin, { name: 'gone', supplier });
    await newSbom(admin, { name: 'unscored', supplier });
    await importSbom(
      app,
      admin,
      old,
      cyclonedx([library('sound', '1.0.0', licensed), library('broken', '1.0.0', licensed)]),
    );
    await withClient(app.databaseUrl, async (client) => {
      await client.query(`UPDATE sboms SET created_at = now() - interval '6.5 days' WHERE id IN ($1, $2)`, [old, gone]);
      await client.query(`UPDATE sboms SET deleted_at = now() - interval '2.5 days' WHERE id = $1`, [gone]);
      await client.query(
        `INSERT INTO sbom_score_history (sbom_id, org_id, scored_at, risk, risk_ecosystem, risk_technology,
           risk_supply_chain, passing, failing, examined, partly, delivered_at)
         SELECT s.id, $3, now() - interval '4.5 days', 30, 0, 0, 0, 7, 1, s.examined, s.examined / 7,
           now() - interval '24.5 days' FROM (VALUES ($1::uuid, 7), ($2, NULL)) s (id, examined)`,
        [old, gone, admin.orgId],
      );
    });
    const points = await trend({ supplier });
    expect(points.map(({ sboms }: any) => sboms)).toEqual([2, 2, 2, 2, 1, 1, 2]);
    expect(points.map((one: any) => one.unscored)).toEqual([2, 2, 0, 0, 0, 0, 1]);
    expect(points[0]).toMatchObject({ risk: null, not_examined: null, age_days: null, undated: 2 });
    // One of both was recorded by a release that did not count what was examined.
    expect(points[2]).toMatchObject({ passing: 14, failing: 2, examined: null, not_examined: null, age_days: 20.5 });
    expect(points[4]).toMatchObject({ risk: 30, passing: 7, failing: 1, examined: 7, partly: 1, not_examined: 0 });
    expect(points[6]).toMatchObject({ sboms: 2, unscored: 1, passing: 1, failing: 1, oldest_days: 0, undated: 1 });
    expect(await trend({ supplier: 'nobody' })).toEqual([]);
    // Monitored daily: nothing looked at them for two days, until a run had succeeded.
    const stale = async () => (await trend({ supplier })).map((one: any) => one.stale);
    expect(await stale()).toEqual([0, 0, 0, 0, 1, 1, 0]);
    await withClient(app.databaseUrl, (client) =>
      client.query(
        `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at, finished_at)
         SELECT gen_random_uuid(), $2, $3, 'sbom', $1, now() - interval '1 day' * n, now() - interval '1 day' * (n - 0.1)
         FROM (VALUES (2.8), (1.8)) run (n)`,
        [old, admin.orgId, admin.teamId],
      ),
    );
    expect(await stale()).toEqual([0, 0, 0, 0, 0, 0, 0]);

    // What was the former supplier's stays the former supplier's.
    await withClient(app.databaseUrl, (client) =>
      client.query('UPDATE sbom_score_history SET supplier = $1 WHERE sbom_id = $2', [supplier, old]),
    );
    expect((await admin.client.post('v1/project/updateSBOM', { id: old, supplier: 'Heir Inc' })).status).toBe(200);
    expect((await trend({ supplier })).map(({ sboms }: any) => sboms)).toEqual([1, 1, 2, 2, 1, 1, 1]);
    const heir = await trend({ supplier: 'Heir Inc' });
    expect(heir.map(({ sboms, unscored }: any) => [sboms, unscored])).toEqual([[1, 1], [1, 1], [1, 0]]); // prettier-ignore
    expect(heir.at(-1)).toMatchObject({ passing: 1, failing: 1 });
  });

  it('the report over an organization has its figures, suppliers, SBOMs and vulnerabilities', async () => {
    const sound = await newSbom(admin, { name: 'sound', supplier: 'Sound Inc' });
    await importSbom(app, admin, sound, cyclonedx([library('sound', '1.0.0', licensed)]));
    await newSbom(admin, { name: 'silent', supplier: 'Unknown Inc' });
    const of = async (format: string, by = admin) =>
      by.client.get('v1/report/getOrganizationReport', { org_id: admin.orgId, format });
    const { data } = (await of('json')).body;
    expect(data.sbom_count).toBe(data.worst_sboms.length);
    expect(data.worst_sboms).toContainEqual(expect.objectContaining({ id, verdict: 'failed' }));
    expect(data.vulnerabilities).toMatchObject({ critical: 1, medium: 2 });
    expect(data.worst_vulnerabilities[0]).toMatchObject({ id: 'GHSA-bbbb', affected: 2 });
    expect(data.suppliers.map((one: any) => one.supplier)).toEqual(expect.arrayContaining([nasty, 'Trend & Co']));
    // A supplier of whom nothing is known is before one that is known for little risk, and has no zeros.
    const names = data.suppliers.map((one: any) => one.supplier);
    expect(names.indexOf('Unknown Inc')).toBeLessThan(names.indexOf('Sound Inc'));
    const page = (await of('html')).body;
    expect(page).toMatch(
      /Unknown Inc<\/td><td class="n">1<br><span class="quiet">1 not assessed<\/span><\/td><td class="n">unknown<\/td><td class="n">–<\/td><td class="n">–</,
    );
    expect(page).toContain('that are not assessed yet: where no work goes on');
    expect(page).toContain(
      '<b>silent</b> 1<br><span class="quiet">Unknown Inc</span></td><td>pending</td><td class="n">unknown<',
    );
    expect(page.replace(noIcon, '')).not.toMatch(/<script|src=|href=|url\(|@import|javascript:/i);
    expect(page).toContain('Shop &#60;script&#62;');
    expect(page).toContain('Trend &#38; Co');
    expect(page).toContain('with the suppliers that they had then');
    const sheets = await of('xlsx');
    expect(sheets.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(sheets.body.slice(0, 2)).toBe('PK');
    const other = await otherOrganization(app, admin);
    expect((await of('html', other)).status).toBe(404);
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
      examined: 'examined',
      score: { name: `risk-${formulaVersion}`, value: expect.any(Number) },
    });
    const overview = await admin.client.get('v1/score/getEntityOverviewForEntity', {
      package_id: 'pkg:npm/broken@1.0.0',
    });
    expect(first.score.coverage).toBe(overview.body.data.score.coverage);
    await loadCatalog(app, { ...bundle, 'kev.ndjson': [{ cveID: 'CVE-1999-1', dateAdded: '2024-01-01' }] });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect((await history()).meta.total_count).toBe(1);
    const withdrawn = [advisory('GHSA-bbbb', 'broken', '2.0.0', { ...critical, withdrawn: '2024-05-01T00:00:00Z' })];
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': withdrawn });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const after = await history();
    expect(after.meta).toEqual({ total_count: 2, offset: 0, limit: 100 });
    expect(after.data.history.map((one: any) => one.vulnerabilities)).toEqual([2, 3]);
    expect(after.data.history[0].score.value).toBeLessThan(first.score.value);
    expect(after.data.history[1]).toEqual(first);
    const posted = await admin.client.post('v1/score/getHistoryForEntity', { package_id: 'pkg:npm/broken@1.0.0', limit: 1 }); // prettier-ignore
    expect(posted.body).toMatchObject({ data: { history: [after.data.history[0]] }, meta: { limit: 1 } });

    // Nobody looks for vulnerabilities any more: what the score rests on is another thing, and its number no zero.
    const total = after.meta.total_count;
    await withClient(app.databaseUrl, (client) => client.query('DELETE FROM catalog_sources'));
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const [unexamined] = (await history()).data.history;
    expect((await history()).meta.total_count).toBe(total + 1);
    expect(unexamined).toMatchObject({ vulnerabilities: 2, examined: 'not_examined' });
    expect((await history({ package_id: 'pkg:npm/broken' })).data.history).toEqual([]);
    expect((await history({ package_id: 'pkg:npm/never-heard-of' })).code).toBe(404);
    expect((await report('html')).body).toContain('<svg');
  });
});
