import { Analyst, packageLock, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { settled } from '../support/sboms.js';
import { SourceServer } from '../support/source-server.js';
import { zipOf } from '../support/zip.js';

describe('what an analysis saw and did not read', () => {
  let app: TestApp;
  let server: SourceServer;
  let admin: Person & TenantIds;
  let analyst: Analyst;

  beforeAll(async () => {
    server = await SourceServer.start();
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: server.host, OUTSIDE_CA_FILE: server.authority });
    admin = await firstAdmin(app);
    analyst = new Analyst(app, admin);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const artifact = () => analyst.project({ type: 'artifact', source: `https://${server.host}/shop.zip` });
  const serve = async (files: Readonly<Record<string, string>>) => server.serve(await zipOf(files));
  const sbomOf = async (id: string): Promise<Shown> => (await admin.client.get('v1/project/getSBOM', { id })).body.data;
  const gapsOf = async (id: string): Promise<Shown[]> =>
    (await admin.client.get('v1/project/getGaps', { sbom_id: id })).body.data;
  const exportOf = (sbom_id: string) =>
    admin.client.post('v1/report/getSBOM', { sbom_id }, { sbom_type: 'CycloneDX', include_dependencies: 'true' });
  const resolveAll = async (sbomId: string) => {
    await settled(app);
    const decided = (await analyst.entries(sbomId)).map(({ id, name, version }) => ({
      id,
      sbom_id: sbomId,
      search_results: { package: [{ purl: `pkg:npm/${name}@${version}`, selected: true }] },
    }));
    expect((await admin.client.post('v1/project/updateComponents', decided)).status).toBe(200);
  };

  it('is named in the analysis, the SBOM, its export and its report, and keeps it from being all confirmed', async () => {
    const project = await artifact();
    await serve({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), 'native/CMakeLists.txt': 'project(x)' });
    const analysis = await analyst.analyze(project);
    const gap = { path: 'native/CMakeLists.txt', kind: 'cmake', ecosystem: 'generic', reason: 'not_supported' };
    expect(analysis).toMatchObject({ status: 'finished', components: 1, unread: [gap] });
    const id = analysis.sbom_id as string;
    expect(await gapsOf(id)).toMatchObject([{ ...gap, accepted_at: null, accepted_by: null, note: '' }]);
    await resolveAll(id);
    expect(await sbomOf(id)).toMatchObject({
      status: 'created',
      open_gaps: 1,
      metrics: { resolution: { resolved: 1 } },
    });

    const exported = await exportOf(id);
    const { compositions, metadata } = exported.body.data;
    expect(compositions).toEqual([{ aggregate: 'incomplete', assemblies: [metadata.component['bom-ref']] }]);
    const report = await admin.client.get('v1/report/getSBOMReport', { id });
    expect(JSON.stringify(report.body)).toContain('native/CMakeLists.txt');

    const unknown = { sbom_id: id, paths: ['native/CMakeLists.txt', 'other'], note: 'x' };
    const refused = await admin.client.post('v1/project/acceptGaps', unknown);
    expect(refused).toMatchObject({ status: 400, body: { fields: { 'paths.1': 'must name a gap' } } });
    expect((await gapsOf(id))[0]!.accepted_at).toBeNull();

    const accepted = await admin.client.post('v1/project/acceptGaps', { sbom_id: id, note: 'Tests only' });
    expect(accepted.body).toMatchObject({ data: { paths: [gap.path] }, meta: { total_count: 1 } });
    expect(await sbomOf(id)).toMatchObject({ status: 'allconfirmed', open_gaps: 0 });
    expect(await gapsOf(id)).toMatchObject([{ ...gap, accepted_by: expect.any(String), note: 'Tests only' }]);
  });

  it('stays accepted in the next analysis, and a new gap opens the SBOM again', async () => {
    const project = await artifact();
    const lock = packageLock({ lodash: '4.17.21' });
    await serve({ 'package-lock.json': lock, 'CMakeLists.txt': 'project(x)' });
    const { sbom_id: id } = await analyst.analyze(project);
    await admin.client.post('v1/project/acceptGaps', { sbom_id: id, note: 'Tests only' });
    await resolveAll(id);
    await serve({ 'package-lock.json': lock, 'CMakeLists.txt': 'project(y)' });
    await analyst.analyze(project);
    expect(await sbomOf(id)).toMatchObject({ status: 'allconfirmed', open_gaps: 0 });
    await serve({ 'package-lock.json': lock, 'CMakeLists.txt': 'project(y)', 'ivy.xml': '<ivy/>' });
    await analyst.analyze(project);
    await settled(app);
    expect(await sbomOf(id)).toMatchObject({ status: 'created', open_gaps: 1 });
    await serve({ 'package-lock.json': lock });
    await analyst.analyze(project);
    await settled(app);
    expect(await gapsOf(id)).toEqual([]);
    expect(await sbomOf(id)).toMatchObject({ status: 'allconfirmed', open_gaps: 0 });
  });

  it('keeps the components of a lock file that cannot be read any more, with their edges, and marks them', async () => {
    const project = await artifact();
    await serve({
      'a/package-lock.json': packageLock({ lodash: '4.17.21', react: '18.2.0' }),
      'b/package-lock.json': packageLock({ lodash: '4.17.21', vue: '3.0.0' }),
    });
    const { sbom_id: id } = await analyst.analyze(project);
    const before = await analyst.entries(id);
    await serve({ 'a/package-lock.json': '{"packages": {', 'b/package-lock.json': packageLock({ lodash: '4.17.21' }) });
    const broken = await analyst.analyze(project);
    expect(broken).toMatchObject({ status: 'partial', added: 0, removed: 1, changed: 0, stale: 1, components: 2 });
    expect(broken.scan_status).toMatchObject([{ status: 'finished' }]);
    expect(broken.unread).toMatchObject([{ path: 'a/package-lock.json', kind: 'npm-lock', reason: 'unreadable' }]);
    expect(await analyst.differences(broken.id)).toEqual(['removed vue 3.0.0 null']);
    const kept = (await analyst.entries(id)).find(({ name }) => name === 'react')!;
    expect(kept.id).toBe(before.find(({ name }) => name === 'react')!.id);

    const exported = await exportOf(id);
    const { components, dependencies, metadata } = exported.body.data;
    const react = components.find(({ name }: Shown) => name === 'react');
    expect(react.properties).toContainEqual({ name: 'manifest:stale', value: 'a/package-lock.json' });
    expect(components.find(({ name }: Shown) => name === 'lodash').properties).not.toContainEqual(
      expect.objectContaining({ name: 'manifest:stale' }),
    );
    const subject = dependencies.find(({ ref }: Shown) => ref === metadata.component['bom-ref']);
    expect(subject.dependsOn).toContain(react['bom-ref']);

    expect(await analyst.analyze(project)).toMatchObject({ status: 'partial', unchanged: true, stale: 1 });
    await serve({ 'a/package-lock.json': packageLock({ react: '18.2.0' }) });
    const mended = await analyst.analyze(project);
    expect(mended).toMatchObject({ status: 'finished', stale: 0, unread: [], removed: 1 });
    expect(await analyst.differences(mended.id)).toEqual(['removed lodash 4.17.21 null']);
  });

  it('is what a program computes, which keeps no component that its literals no longer name', async () => {
    const project = await artifact();
    const script = (...lines: string[]) => ({ 'app/build.gradle.kts': `dependencies {\n${lines.join('\n')}\n}\n` });
    const literals = ['implementation("g:a:1")', 'implementation("g:b:2")'];
    await serve(script(...literals, 'api(Deps.okhttp)'));
    const first = await analyst.analyze(project);
    expect(first).toMatchObject({ status: 'finished', components: 2, stale: 0 });
    expect(first.unread).toMatchObject([{ path: 'app/build.gradle.kts', kind: 'gradle', reason: 'computed' }]);
    expect((await exportOf(first.sbom_id)).body.data.compositions).toMatchObject([{ aggregate: 'incomplete' }]);
    expect(await sbomOf(first.sbom_id)).toMatchObject({ open_gaps: 1 });
    await admin.client.post('v1/project/acceptGaps', { sbom_id: first.sbom_id, note: 'Known' });
    await serve(script(literals[0]!, 'api(Deps.okhttp)', 'api(Deps.okio)'));
    expect(await analyst.analyze(project)).toMatchObject({ status: 'finished', components: 1, removed: 1, stale: 0 });
    const accepted = { note: 'Known', message: expect.stringContaining('computes 2 dependencies') };
    expect(await gapsOf(first.sbom_id)).toMatchObject([accepted]);
    await serve(script(literals[0]!));
    expect(await analyst.analyze(project)).toMatchObject({ status: 'finished', unread: [] });
    expect(await gapsOf(first.sbom_id)).toEqual([]);
  });

  it('is looked for only in the paths of the project, whose change is read again', async () => {
    const project = await artifact();
    await serve({
      'web/package-lock.json': packageLock({ a: '1.0.0' }),
      'api/package-lock.json': packageLock({ b: '1.0.0' }),
    });
    expect(await analyst.analyze(project)).toMatchObject({ components: 2 });
    const change = (fields: Shown) => admin.client.put('v1/project/updateProject', { id: project, ...fields });
    const refused = await change({ include_paths: ['web', '../x'], exclude_paths: ['/x'] });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['include_paths.1', 'exclude_paths.0']]);
    expect((await change({ exclude_paths: ['web'] })).body.data).toMatchObject({
      include_paths: [],
      exclude_paths: ['web'],
    });
    expect(await analyst.analyze(project)).toMatchObject({ unchanged: false, components: 1, removed: 1 });
    expect(await analyst.analyze(project)).toMatchObject({ unchanged: true, components: 1 });
  });

  it('is an SBOM of the source, until the project takes its components over', async () => {
    const project = await artifact();
    const purl = 'pkg:npm/react@18.2.0';
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name: 'react', version: '18.2.0', purl }] }; // prettier-ignore
    await serve({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), 'vendor.cdx.json': JSON.stringify(bom) });
    const gap = { path: 'vendor.cdx.json', kind: 'sbom', reason: 'not_merged' };
    expect(await analyst.analyze(project)).toMatchObject({ components: 1, unread: [gap] });
    const changed = await admin.client.put('v1/project/updateProject', { id: project, merge_sboms: true });
    expect(changed.body.data).toMatchObject({ merge_sboms: true, fetch_submodules: false, fetch_lfs: false });
    const merged = await analyst.analyze(project);
    expect(merged).toMatchObject({ unchanged: false, components: 2, added: 1, unread: [] });
    expect(await analyst.names(merged.sbom_id)).toEqual(['lodash@4.17.21', 'react@18.2.0']);
    await serve({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), 'vendor.cdx.json': JSON.stringify(bom).slice(0, -4) }); // prettier-ignore
    expect(await analyst.analyze(project)).toMatchObject({
      status: 'partial',
      components: 2,
      removed: 0,
      stale: 1,
      unread: [{ path: 'vendor.cdx.json', reason: 'unreadable' }],
    });
  });

  it('is seen and accepted by the people of the team only', async () => {
    await serve({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), 'ivy.xml': '<ivy/>' });
    const { sbom_id } = await analyst.analyze(await artifact());
    const other = await otherOrganization(app, admin);
    expect((await other.client.get('v1/project/getGaps', { sbom_id })).status).toBe(404);
    expect((await other.client.post('v1/project/acceptGaps', { sbom_id, note: 'x' })).status).toBe(404);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    expect((await viewer.client.get('v1/project/getGaps', { sbom_id })).status).toBe(200);
    expect((await viewer.client.post('v1/project/acceptGaps', { sbom_id, note: 'x' })).status).toBe(403);
  });
});
