import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { Analyst, packageLock } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { settled } from '../support/sboms.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { debOf, rpmOf, tags, xzOfControl, zstdOfControl } from '../support/packages.js';
import { SourceServer, withBasic } from '../support/source-server.js';
import { tarOf } from '../support/tar.js';
import { bytesOf, zipOf } from '../support/zip.js';

describe('analyses of projects', () => {
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

  const artifact = (path: string, more: object = {}) =>
    analyst.project({ type: 'artifact', source: `https://${server.host}/${path}`, ...more });

  describe('of a project whose source is not available', () => {
    it('takes the names that it is known under for components', async () => {
      const aliases = [{ name: 'log4j-core', org: 'org.apache.logging.log4j', version: '2.14.1' }, { name: 'zlib' }];
      const project = await analyst.project({ type: 'source_unavailable', source: '', aliases });
      const analysis = await analyst.analyze(project);
      expect(analysis).toMatchObject({
        status: 'finished',
        message: '',
        project_id: project,
        team_id: admin.teamId,
        unchanged: false,
        type: 'source_unavailable',
        components: 2,
        added: null,
        removed: null,
        changed: null,
        revision: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        scan_status: [{ name: 'dependency', status: 'finished' }],
      });
      expect(await analyst.names(analysis.sbom_id)).toEqual(['org.apache.logging.log4j/log4j-core@2.14.1', 'zlib@']);
    });

    it('is judged by another ruleset as soon as the project is put under one', async () => {
      const project = await analyst.project({ type: 'source_unavailable', source: '', name: 'Nobody knows it' });
      const { sbom_id } = await analyst.analyze(project);
      const compliance = async () => (await settled(app),
      (await admin.client.get('v1/project/getSBOM', { id: sbom_id })).body.data.metrics.compliance); // prettier-ignore
      const underRules = async (rule_ids: string[]) => {
        const made = await admin.client.post('v1/ruleset/createRuleset', { name: `of ${rule_ids.length} rules`, team_id: admin.teamId, rule_ids }); // prettier-ignore
        const changed = await admin.client.put('v1/project/updateProject', { ruleset_id: made.body.data.id }, { id: project }); // prettier-ignore
        expect(changed.status).toBe(200);
        return compliance();
      };
      expect(await underRules(['identity.resolved'])).toEqual({ passing: 0, failing: 1, pending: 0 });
      expect(await underRules([])).toEqual({ passing: 1, failing: 0, pending: 0 });
    });

    it('answers the latest analyses of the projects that are asked for', async () => {
      const own = { type: 'source_unavailable', source: '' };
      const [first, second] = [await analyst.project(own), await analyst.project({ ...own, name: 'Other' })];
      const never = await analyst.project({ ...own, name: 'Never analysed' });
      await analyst.analyze(second);
      await analyst.analyze(first);
      const elsewhere = await otherOrganization(app, admin, 'Latest analyses');
      const theirs = new Analyst(app, elsewhere);
      const foreign = await theirs.project(own);
      await theirs.analyze(foreign);
      const latest = async (query: object) => {
        const { status, body } = await admin.client.get('v1/scanner/getLatestAnalysisStatuses', { team_id: admin.teamId, ...query }); // prettier-ignore
        if (status !== 200) return [status, body.fields];
        return [body.meta.total_count, ...body.data.map((one: any) => one.project_id)];
      };
      expect(await latest({ project_ids: [second, never, foreign].join() })).toEqual([1, second]);
      expect(await latest({ project_ids: [first, second].join(), sort: 'created_at' })).toEqual([2, second, first]);
      expect(await latest({ project_ids: [first, second].join(), limit: '1' })).toEqual([2, first]);
      expect(await latest({ project_ids: foreign })).toEqual([0]);
      expect(await latest({ project_ids: ['x', first].join() })).toEqual([
        400,
        { project_ids: 'must hold identifiers (UUID) only' },
      ]);
      const many = Array.from({ length: 1_001 }, (_, index) => index.toString(36)).join();
      expect(await latest({ project_ids: many })).toMatchObject([
        400,
        { project_ids: expect.stringContaining('1000') },
      ]);
      const all = await latest({ limit: '1000' });
      expect(all).toEqual(expect.arrayContaining([first, second]));
      expect(await latest({ limit: '1000', project_ids: '' })).toEqual(all);
    });

    it('takes its own name where it has no others', async () => {
      const project = await analyst.project({ type: 'source_unavailable', source: '', name: 'Photoshop' });
      const { sbom_id } = await analyst.analyze(project);
      expect(await analyst.names(sbom_id)).toEqual(['Photoshop@']);
    });
  });

  describe('of an artifact', () => {
    it('reads the manifests in an archive, keeps what people selected, and tells the differences', async () => {
      const source = await artifact('shop.zip');
      server.serve(await zipOf({ 'shop/package-lock.json': packageLock({ 'left-pad': '1.3.0', lodash: '4.17.20' }) }));
      const first = await analyst.analyze(source);
      expect(first).toMatchObject({
        status: 'finished',
        files: 1,
        components: 2,
        dependencies: 2,
        warning_count: 0,
        added: null,
        manifests: [{ path: 'shop/package-lock.json', kind: 'npm-lock', components: 2 }],
      });
      expect(await analyst.names(first.sbom_id)).toEqual(['left-pad@1.3.0', 'lodash@4.17.20']);
      // The lock file says of both that they depend on nothing.
      const graph = (await admin.client.get('v1/project/getDependencies', { id: first.sbom_id })).body.data;
      expect(graph.map((one: any) => [one.name, one.dependencies, one.is_declared])).toEqual([
        ['left-pad', 0, true],
        ['lodash', 0, true],
      ]);
      const [pad] = await analyst.entries(first.sbom_id);
      const chosen = { package: [{ purl: 'pkg:npm/my-pad@1.3.0', selected: true }] };
      await admin.client.post('v1/project/updateComponents', [
        { id: pad!.id, sbom_id: first.sbom_id, search_results: chosen },
      ]);

      const again = await analyst.analyze(source);
      expect(again).toMatchObject({
        status: 'finished',
        unchanged: true,
        revision: first.revision,
        added: 0,
        components: 2,
      });

      server.serve(
        await zipOf({
          'shop/package-lock.json': packageLock({ 'left-pad': '1.3.0', lodash: '4.17.21', react: '18.2.0' }),
        }),
      );
      const second = await analyst.analyze(source);
      expect(second).toMatchObject({ unchanged: false, sbom_id: first.sbom_id, added: 1, removed: 0, changed: 1 });
      expect(await analyst.differences(second.id)).toEqual([
        'changed lodash 4.17.20 4.17.21',
        'added react null 18.2.0',
      ]);
      const kept = (await analyst.entries(first.sbom_id)).find(({ name }) => name === 'left-pad')!;
      expect(kept.id).toBe(pad!.id);
      expect(kept.search_results.package).toContainEqual(
        expect.objectContaining({ purl: 'pkg:npm/my-pad@1.3.0', selected: true, is_user_input: true }),
      );
      const list = await admin.client.get('v1/scanner/getAnalyses', { project_id: source });
      expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, again.id, first.id]);
      expect(list.body.meta).toEqual({ total_count: 3, offset: 0, limit: 100 });
    });

    it('leaves the project where it was moved meanwhile, under its ruleset there', async () => {
      const source = await artifact('moved/package-lock.json');
      server.serve(packageLock({ 'left-pad': '1.3.0' }));
      const { sbom_id } = await analyst.analyze(source);
      const team_id = await newTeam(admin, admin.orgId, 'Elsewhere');
      const rules = { name: 'Strict', team_id, rule_ids: ['license.known'] };
      const ruleset_id = (await admin.client.post('v1/ruleset/createRuleset', rules)).body.data.id;
      const hook = { org_id: admin.orgId, url: 'https://hooks.example.org/x', events: ['analysis.finished'] };
      const webhook = (await admin.client.post('v1/webhooks/createWebhook', hook)).body.data;

      let answer = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        server.answer = (_request, response) => {
          answer = () => void response.end(packageLock({ 'left-pad': '1.3.1' }));
          resolve();
        };
      });
      const ended = analyst.analyze(source);
      await asked;
      const body = { team_id, ruleset_id, name: 'Moved', poc_name: 'Bob', should_monitor: true };
      expect((await admin.client.put('v1/project/updateProject', body, { id: source })).status).toBe(200);
      answer();
      expect(await ended).toMatchObject({ status: 'finished', sbom_id, changed: 1 });
      expect((await admin.client.get('v1/project/getSBOM', { id: sbom_id })).body.data).toMatchObject({
        team_id,
        ruleset_id,
        name: 'Moved',
        contact_name: 'Bob',
        monitor_frequency: 'daily',
      });
      const { body: log } = await admin.client.get('v1/webhooks/getDeliveries', { webhook_id: webhook.id });
      expect(JSON.parse(log.data[0].body).data).toMatchObject({ team_id, project_name: 'Moved' });
    });

    it('sends the credentials, and says when they are refused', async () => {
      const lock = packageLock({ 'left-pad': '1.3.0' });
      server.answer = withBasic('ann', 's3cret', (_request, response) => void response.end(lock));
      const allowed = await artifact('package-lock.json', { username: 'ann', password: 's3cret' });
      expect(await analyst.analyze(allowed)).toMatchObject({ status: 'finished', components: 1 });
      const refused = await artifact('package-lock.json', { username: 'ann', password: 'wrong' });
      expect(await analyst.analyze(refused)).toMatchObject({
        status: 'errored',
        message: 'The source rejected the credentials (401)',
        sbom_id: null,
      });
    });

    it('reads a package of npm, and its subject carries version and checksum', async () => {
      const manifest = { name: '@acme/shop', version: '2.3.4', dependencies: { left: '^1.0.0', inside: '1' }, devDependencies: { jest: '1' }, bundleDependencies: ['inside'] }; // prettier-ignore
      const archive = gzipSync(await tarOf({ 'package/package.json': JSON.stringify(manifest), 'package/node_modules/inside/package.json': '{"name":"inside","version":"1.5.0"}' })); // prettier-ignore
      server.serve(archive);
      const id = await analyst.project({ type: 'artifact', source: `https://${server.host}/acme-shop-2.3.4.tgz` });
      const analysis = await analyst.analyze(id);
      expect(analysis).toMatchObject({ status: 'finished', message: '', unread: [] });
      expect((await analyst.names(analysis.sbom_id)).sort()).toEqual(['@acme/shop@2.3.4', 'inside@1.5.0', 'left@']);
      const { body } = await analyst.person.client.post('v1/report/getSBOM', { project_ids: [id] }, { sbom_type: 'CycloneDX', include_dependencies: 'true' }); // prettier-ignore
      const checksum = createHash('sha256').update(archive).digest('hex');
      expect(body.data.metadata.component).toMatchObject({ version: '2.3.4', hashes: [{ alg: 'SHA-256', content: checksum }] }); // prettier-ignore
    });

    it('reads what is installed in an artifact without its lock file', async () => {
      const files = { 'app/package.json': '{"dependencies":{"a":"^1.0.0"}}', 'app/node_modules/a/package.json': '{"name":"a","version":"1.2.0"}' }; // prettier-ignore
      server.serve(gzipSync(await tarOf(files)));
      const id = await analyst.project({ type: 'artifact', source: `https://${server.host}/app.tar.gz` });
      const { sbom_id: sbomId, unread } = await analyst.analyze(id);
      expect([await analyst.names(sbomId), unread]).toEqual([['a@1.2.0'], []]);
    });

    it('imports an SBOM', async () => {
      server.serve(
        JSON.stringify({
          bomFormat: 'CycloneDX',
          specVersion: '1.6',
          version: 1,
          components: [{ type: 'library', name: 'zlib', version: '1.2.11', purl: 'pkg:generic/zlib@1.2.11' }],
        }),
      );
      const analysis = await analyst.analyze(await artifact('bom'));
      expect(analysis).toMatchObject({ status: 'finished', components: 1, files: 1 });
      expect(await analyst.names(analysis.sbom_id)).toEqual(['zlib@1.2.11']);
    });

    it('reads a compressed tar, leaves its links alone, and finds the SBOMs in it', async () => {
      const tar = pack();
      tar.entry({ name: 'a/requirements.txt' }, 'requests==2.31.0\n');
      tar.entry({ name: 'a/link', type: 'symlink', linkname: '/etc/passwd' });
      tar.entry(
        { name: 'a/sbom.cdx.json' },
        JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 }),
      );
      tar.finalize();
      server.serve(gzipSync(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>)));
      const analysis = await analyst.analyze(await artifact('a.tar.gz'));
      expect(analysis).toMatchObject({
        status: 'finished',
        files: 2,
        components: 1,
        found_sboms: [{ path: 'a/sbom.cdx.json', format: 'cyclonedx-json' }],
      });
      expect(await analyst.names(analysis.sbom_id)).toEqual(['requests@2.31.0']);
    });

    it('reads archives within archives', async () => {
      const inner = await zipOf({ 'requirements.txt': 'flask==3.0.0\n' });
      server.serve(await zipOf({ 'lib/inner.zip': inner, 'requirements.txt': 'requests==2.31.0\n' }));
      const analysis = await analyst.analyze(await artifact('outer.zip'));
      expect(analysis.manifests.map(({ path }: { path: string }) => path)).toEqual([
        'lib/inner.zip!/requirements.txt',
        'requirements.txt',
      ]);
      expect((await analyst.names(analysis.sbom_id)).sort()).toEqual(['flask@3.0.0', 'requests@2.31.0']);
    });

    it('takes packages of distributions for what they say they are', async () => {
      const deb = (ending: string, control: Uint8Array): Buffer =>
        debOf({ 'debian-binary': '2.0\n', [`control.tar.${ending}`]: control });
      const rpm = rpmOf({ [tags.name]: 'curl', [tags.version]: '8.2.1', [tags.release]: '4.fc39' });
      for (const [name, bytes, found] of [
        ['shop.deb', deb('xz', xzOfControl), 'shop@1:2.0-1~deb12u1'],
        ['shop-again.deb', deb('zst', zstdOfControl), 'shop@1:2.0-1~deb12u1'],
        ['curl.rpm', rpm, 'curl@8.2.1-4.fc39'],
      ] as const) {
        server.serve(bytes);
        const analysis = await analyst.analyze(await artifact(name));
        expect(analysis).toMatchObject({ status: 'finished', message: '', warnings: [] });
        expect((await analyst.names(analysis.sbom_id)).map((one) => one.split('/').at(-1))).toEqual([found]);
      }
    });

    it.each([
      ['a program', () => Promise.resolve(Buffer.from('\x7fELF' + 'x'.repeat(600), 'latin1')), /ELF/],
      ['an answer that is none', () => Promise.resolve(Buffer.alloc(0)), /empty/],
      ['a bomb', () => Promise.resolve(gzipSync(Buffer.alloc(60_000_000))), /100 times/],
      ['a zip that leads out of itself', () => slippingZip(), /unsafe name/],
    ])('refuses %s', async (_what, bytes, message) => {
      server.serve(await bytes());
      const analysis = await analyst.analyze(await artifact('hostile'));
      expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(message), sbom_id: null });
    });

    it('reads files whose names and faults hold what is no text', async () => {
      const tar = pack();
      tar.entry({ name: 'a', pax: { path: 'n\0ul/requirements.txt' } }, 'flask==3.0.0\n');
      tar.entry({ name: 'b', pax: { path: 'n\0ul/broken/package-lock.json' } }, '{');
      tar.entry({ name: 'c', type: 'symlink', linkname: 'x', pax: { path: 'n\0ul/Gemfile.lock' } });
      tar.entry({ name: 'inner.zip' }, await twiceNamed(`${'x'.repeat(119)}😀.txt`));
      tar.finalize();
      server.serve(gzipSync(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>)));
      const analysis = await analyst.analyze(await artifact('a.tar.gz'));
      expect(analysis).toMatchObject({ status: 'finished', components: 1 });
      expect(analysis.unread.map(({ path }: { path: string }) => path)).toEqual(
        ['Gemfile.lock', 'broken/package-lock.json'].map((path) => `n\ufffdul/${path}`),
      );
      expect(analysis.warnings).toContainEqual({
        path: 'inner.zip',
        message: `The archive holds two files named "${'x'.repeat(119)}\ufffd"`,
      });
      const refused = (await zipOf({ 'aaaaaa/x': '' })).toString('latin1').replaceAll('aaaaaa/', '../n\0ul');
      server.serve(Buffer.from(refused, 'latin1'));
      expect(await analyst.analyze(await artifact('b.zip'))).toMatchObject({
        status: 'errored',
        message: expect.stringMatching(/unsafe name .*n\ufffdul/),
      });
    });

    it('asks no address inside, not even when it is sent there', async () => {
      server.answer = (_request, response) => void response.writeHead(302, { location: 'https://10.0.0.1/x' }).end();
      const analysis = await analyst.analyze(await artifact('redirected'));
      expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(/not asked for/) });
    });
  });

  it('is asked for and seen by the people of the team only', async () => {
    const project = await analyst.project({ type: 'source_unavailable', source: '' });
    const { id } = await analyst.analyze(project);
    const other = await otherOrganization(app, admin);
    const body = { project_id: project, team_id: admin.teamId };
    expect((await other.client.post('v1/scanner/analyzeProject', body)).status).toBe(404);
    for (const [path, query] of [
      ['getAnalysisStatus', { id }],
      ['getAnalysisDifferences', { id }],
      ['getAnalyses', { project_id: project }],
    ] as const)
      expect((await other.client.get(`v1/scanner/${path}`, query)).status).toBe(404);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    expect((await viewer.client.post('v1/scanner/analyzeProject', body)).status).toBe(403);
    expect((await viewer.client.get('v1/scanner/getAnalysisStatus', { id })).status).toBe(200);
    const elsewhere = { id, team_id: other.teamId };
    expect((await admin.client.get('v1/scanner/getAnalysisStatus', elsewhere)).status).toBe(404);
    expect((await admin.client.post('v1/scanner/analyzeProject', { ...body, branch: 'main' })).status).toBe(400);
  });

  it('goes with its project when that is deleted', async () => {
    const project = await analyst.project({ type: 'source_unavailable', source: '' });
    const { id, sbom_id } = await analyst.analyze(project);
    await admin.client.post('v1/project/deleteProject', { id: project });
    expect((await admin.client.get('v1/scanner/getAnalysisStatus', { id })).status).toBe(404);
    expect((await admin.client.get('v1/project/getSBOM', { id: sbom_id })).status).toBe(404);
    expect((await admin.client.post('v1/scanner/analyzeProject', { project_id: project })).status).toBe(404);
  });
});

/** A name with the length of the hostile one takes its place in the bytes of a good archive. */
async function slippingZip(): Promise<Buffer> {
  const good = await zipOf({ 'aaaaaa/package-lock.json': packageLock({}) });
  return Buffer.from(good.toString('latin1').replaceAll('aaaaaa/', '../../'.padEnd(7, '/')), 'latin1');
}

/** A zip archive that holds a name twice. */
async function twiceNamed(name: string): Promise<Buffer> {
  const other = 'y'.repeat(Buffer.byteLength(name));
  const archive = (await zipOf({ [name]: 'a', [other]: 'b' })).toString('latin1');
  return Buffer.from(archive.replaceAll(other, Buffer.from(name).toString('latin1')), 'latin1');
}
