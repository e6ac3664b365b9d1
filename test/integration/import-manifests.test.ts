import { gzipSync } from 'node:zlib';
import { tarOf } from '../support/tar.js';
import { packageLock } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

describe('an import of a file that is no SBOM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const newSbom = async (): Promise<string> => {
    const fields = { name: 'Shop', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const answer = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId });
    return answer.body.data.id;
  };
  const upload = async (content: string | Buffer, name: string, sbomId?: string) =>
    admin.client.upload('v1/project/importSBOM', content, { sbom_id: sbomId ?? (await newSbom()) }, name);
  const entries = ({ body }: { body: any }): string[] =>
    body.data.entries.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`).sort();

  it('takes a lock file, whatever it is called, and its graph is exported', async () => {
    const lock = packageLock({ lodash: '4.17.21', react: '18.2.0' });
    const sbomId = await newSbom();
    const answer = await upload(lock, 'lock (1).json', sbomId);
    expect([answer.status, answer.body.meta.import.format]).toEqual([200, 'npm-lock']);
    expect(entries(answer)).toEqual(['lodash@4.17.21', 'react@18.2.0']);
    const report = await admin.client.post('v1/report/getSBOM?sbom_type=CycloneDX', { sbom_id: sbomId });
    const exported = JSON.stringify(report.body);
    expect(exported).toContain('pkg:npm/lodash@4.17.21');
    const again = await upload(gzipSync(lock), 'package-lock.json.gz', sbomId);
    expect(again.body.meta.import).toMatchObject({ added: 0, updated: 0, removed: 0 });
  });

  it('takes requirements, with a warning for what has no version', async () => {
    const answer = await upload('flask==2.0.1\nrequests>=2\n', 'requirements.txt');
    expect(entries(answer)).toEqual(['flask@2.0.1', 'requests@']);
    expect(answer.body.meta.warnings).toEqual([{ path: 'line 2', message: expect.stringContaining('1 of 2') }]);
  });

  it('takes the JSON of Syft, and names what it leaves out', async () => {
    const artifacts = [{ id: 'a', name: 'zlib', version: '1.3', type: 'apk', purl: 'pkg:apk/alpine/zlib@1.3' }];
    const answer = await upload(JSON.stringify({ artifacts, artifactRelationships: [], files: [{}] }), 'x.json');
    expect([answer.status, answer.body.meta.import.format]).toEqual([200, 'syft-json']);
    expect(entries(answer)).toEqual(['zlib@1.3']);
    expect(answer.body.meta.warnings).toEqual([{ path: '/files', message: 'The list "files" was not taken' }]);
  });

  it('takes the archive of a container image, compressed or not, and refuses any other tar archive', async () => {
    const status = 'Package: zlib1g\nStatus: install ok installed\nVersion: 1\nArchitecture: amd64\n';
    const layer = await tarOf({ 'usr/lib/os-release': 'ID=debian\nVERSION_ID="12"\n', 'var/lib/dpkg/status': status, 'var/lib/rpm/Packages': 'x', 'app/node_modules/a/package.json': '{"name":"a","version":"1.2.0"}' }); // prettier-ignore
    const manifest = JSON.stringify([{ Config: 'c.json', RepoTags: ['shop/web:1.2'], Layers: ['0/layer.tar'] }]);
    const image = await tarOf({ '0/layer.tar': layer, 'manifest.json': manifest });
    const sbomId = await newSbom();
    const answer = await upload(image, 'shop.tar', sbomId);
    expect([answer.status, answer.body.meta?.import?.format]).toEqual([200, 'container-image']);
    expect([...entries(answer)].sort()).toEqual(['a@1.2.0', 'zlib1g@1']);
    expect(answer.body.meta.warnings).toEqual([
      { path: 'var/lib/rpm/Packages, line 1', message: expect.stringContaining('is damaged') },
      { path: 'var/lib/rpm/Packages', message: expect.stringMatching(/^Not read: The package database is damaged/) },
    ]);
    const { body } = await admin.client.post('v1/report/getSBOM?sbom_type=CycloneDX', { sbom_id: sbomId });
    expect(body.data.compositions).toMatchObject([{ aggregate: 'incomplete' }]);
    expect((await upload(gzipSync(image), 'shop.tar.gz', sbomId)).body.meta.import).toMatchObject({
      added: 0,
      removed: 0,
    });
    const other = await upload(await tarOf({ 'README.md': 'x' }), 'x.tar');
    expect([other.status, other.body.message]).toEqual([422, expect.stringContaining('not one container image')]);
  });

  it('refuses a kind that is not read, and a lock file that is cut off, by name', async () => {
    const sbomId = await newSbom();
    const unread = await upload('#!/usr/bin/env bun\n', 'bun.lockb', sbomId);
    expect([unread.status, unread.body.message]).toEqual([
      422,
      expect.stringContaining('send its lock file (bun.lock)'),
    ]);
    const cut = await upload(packageLock({ a: '1.0.0' }).slice(0, -9), 'package-lock.json', sbomId);
    expect([cut.status, cut.body.message]).toEqual([422, expect.stringContaining('read as package-lock.json')]);
    expect((await admin.client.get(`v1/project/getSBOM?id=${sbomId}`)).body.data.entries).toEqual([]);
  });
});
