import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import type { BomEvent } from '../../../src/model/document.js';
import { imageFiles } from '../../../src/trees/archive/image-files.js';
import { UnpackedFiles } from '../../../src/trees/archive/unpacked-files.js';
import { Unpacker } from '../../../src/trees/archive/unpack.js';
import { readTree } from '../../../src/trees/tree-reading.js';
import { readFiles } from '../../support/trees.js';
import { bytesOf } from '../../support/zip.js';

const limits = { maxBytes: 10_000_000, maxFiles: 1_000, maxPathLength: 1_000, maxRatio: 1_000 };
type Files = Readonly<Record<string, string | Buffer | { link: string; type?: 'link' }>>;

async function tarOf(files: Files): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files))
    if (name.endsWith('/')) archive.entry({ name, type: 'directory' });
    else if (typeof content === 'object' && 'link' in content)
      archive.entry({ name, type: content.type ?? 'symlink', linkname: content.link });
    else archive.entry({ name }, content);
  archive.finalize();
  return bytesOf(archive as unknown as AsyncIterable<Uint8Array>);
}

const status = (...packages: string[]): string =>
  packages.map((one) => `Package: ${one}\nStatus: install ok installed\nVersion: 1\nArchitecture: amd64\n`).join('\n');
const base = { 'usr/lib/os-release': 'ID=debian\nVERSION_ID="12"\n', 'var/lib/dpkg/status': status('zlib1g', 'gone') };
const deb = (name: string): string => `pkg:deb/debian/${name}@1?arch=amd64&distro=debian-12`;

const docker = async (...layers: Files[]): Promise<Buffer> => {
  const names = layers.map((_, at) => `${at}/layer.tar`);
  const tars = await Promise.all(layers.map(tarOf));
  const manifest = JSON.stringify([{ Config: 'c.json', RepoTags: ['shop:1'], Layers: names }]);
  return tarOf({ ...Object.fromEntries(names.map((name, at) => [name, tars[at]!])), 'manifest.json': manifest });
};

const oci = async (...layers: Files[]): Promise<Buffer> => {
  const blobs: Record<string, Buffer> = {};
  const digestOf = (blob: Buffer): string => {
    const hex = createHash('sha256').update(blob).digest('hex');
    blobs[`blobs/sha256/${hex}`] = blob;
    return `sha256:${hex}`;
  };
  const digests = (await Promise.all(layers.map(tarOf))).map((tar) => ({ digest: digestOf(gzipSync(tar)) }));
  const manifest = digestOf(Buffer.from(JSON.stringify({ schemaVersion: 2, layers: digests })));
  const index = digestOf(Buffer.from(JSON.stringify({ manifests: [{ digest: manifest }] })));
  return tarOf({ ...blobs, 'index.json': JSON.stringify({ manifests: [{ digest: index }] }), 'oci-layout': '{}' });
};

describe('an image', () => {
  let folder: string;
  let buffer: UnpackedFiles;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stocktake-image-'));
    buffer = await UnpackedFiles.open(join(folder, 'spool'), limits);
  });
  afterEach(async () => {
    await buffer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const filesOf = async (archive: Buffer) => {
    await new Unpacker(buffer, folder, limits).unpack(bytesSource(archive), 'image.tar', '');
    return imageFiles(buffer);
  };
  const componentsOf = async (archive: Buffer): Promise<string[]> => {
    const image = await filesOf(archive);
    const events: BomEvent[] = [];
    const subject = { ref: 's', name: 'shop', org: '', version: '' };
    for await (const some of readTree(image!.files, { subject, isArtifact: true }, () => undefined))
      events.push(...some);
    return events.flatMap((event) => (event.type === 'component' ? [event.component.ref] : [])).sort();
  };

  it.each([
    ['of docker save', docker],
    ['in the OCI layout', oci],
  ])('%s has the packages of its top layer, with their distribution', async (_, imageOf) => {
    const image = await imageOf(base, { 'var/lib/dpkg/status': status('zlib1g', 'curl') });
    expect(await componentsOf(image)).toEqual([deb('curl'), deb('zlib1g')]);
  });

  it('lacks what a later layer removes, and has what comes back', async () => {
    const jar = (name: string) => ({ [`app/${name}.txt`]: name, [`app/sub/${name}.txt`]: name });
    const paths = async (...layers: Files[]) => {
      const image = await filesOf(await oci(...layers));
      return [...image!.files.sizes.keys()].sort();
    };
    expect(
      await paths(
        { ...jar('a'), 'etc/x': '1', 'opt/y': '1', 'opta/z': '1' },
        { 'app/.wh..wh..opq': '', 'app/b.txt': 'b', '.wh.opt': '', 'etc/.wh.x': '' },
        { 'etc/x': '2' },
      ),
    ).toEqual(['app/b.txt', 'etc/x', 'opta/z']);
  });

  it('is merged over layers of folders alone, which WORKDIR makes', async () => {
    const image = await docker(base, { 'app/': '' }, { 'var/lib/dpkg/.wh.status': '' });
    expect(await componentsOf(image)).toEqual([]);
  });

  it('has a file where a lower layer has a folder of that name', async () => {
    const image = await filesOf(await docker({ 'opt/app/package-lock.json': '{}' }, { 'opt/app': 'x' }));
    expect([...image!.files.sizes.keys()]).toEqual(['opt/app']);
  });

  describe('with links', () => {
    const link = (to: string) => ({ link: to });
    const gapsOf = async (archive: Buffer): Promise<string[]> => {
      const image = await filesOf(archive);
      const gaps: string[] = [];
      const subject = { ref: 's', name: 'shop', org: '', version: '' };
      for await (const _ of readTree(image!.files, { subject, isArtifact: true }, (report) =>
        gaps.push(...report.gaps.map(({ path, reason }) => `${path} ${reason}`)),
      ));
      return gaps;
    };

    it('reads through links to files and folders', async () => {
      const { 'usr/lib/os-release': release, ...rest } = base;
      const image = await docker({ ...rest, 'usr/share/release': release, 'etc/os-release': link('../etc2/release') }, { etc2: link('/usr/share') }); // prettier-ignore
      expect(await componentsOf(image)).toEqual([deb('gone'), deb('zlib1g')]);
    });

    it.each([
      ['an image', docker],
      ['another archive', tarOf],
    ])('says which packages need which in the store of pnpm, which is made of links, in %s', async (_, archiveOf) => {
      const store = (name: string): string => `app/node_modules/.pnpm/${name}@1.0.0/node_modules`;
      const json = (name: string, dependencies = {}): string =>
        JSON.stringify({ name, version: '1.0.0', dependencies });
      const image = await filesOf(
        await archiveOf({
          'app/package.json': json('shop', { a: '^1.0.0' }),
          [`${store('a')}/a/package.json`]: json('a', { b: '1' }),
          [`${store('b')}/b/package.json`]: json('b'),
          [`${store('a')}/b`]: link('../../b@1.0.0/node_modules/b'),
          'app/node_modules/a': link('.pnpm/a@1.0.0/node_modules/a'),
        }),
      );
      const { components, edges } = await readFiles(image?.files ?? buffer, { isArtifact: true });
      expect(components).toEqual(['a', 'b']);
      expect(edges).toEqual(['s -> pkg:npm/a@1.0.0', 'pkg:npm/a@1.0.0 -> pkg:npm/b@1.0.0']);
    });

    it('has no file where a later layer put a link, and reads the target of a manifest', async () => {
      const image = await docker(
        { ...base, 'app/requirements.txt': 'flask==1.0\n', 'srv/pins': 'flask==2.0\n' },
        { 'app/requirements.txt': link('../srv/pins') },
      );
      expect(await componentsOf(image)).toEqual([deb('gone'), deb('zlib1g'), 'pkg:pypi/flask@2.0']);
    });

    it('names a manifest that leads nowhere, or in a circle', async () => {
      const image = await docker({ 'a/go.mod': link('../b/go.mod'), 'b/go.mod': link('../a/go.mod'), 'c/Cargo.lock': link('/nowhere'), 'd/x': link('y') }); // prettier-ignore
      expect(await gapsOf(image)).toEqual(['a/go.mod link', 'b/go.mod link', 'c/Cargo.lock link']);
    });

    it('has what a hard link names', async () => {
      const image = await docker({ 'srv/pins': 'flask==2.0\n', 'app/requirements.txt': { link: 'srv/pins', type: 'link' } }, { 'srv/.wh.pins': '' }); // prettier-ignore
      expect(await componentsOf(image)).toEqual(['pkg:pypi/flask@2.0']);
    });

    it('removes a link with a whiteout', async () => {
      const image = await filesOf(await docker({ 'a/go.mod': link('/x') }, { 'a/.wh.go.mod': '' }));
      expect(image!.files.skipped).toEqual([]);
    });
  });

  describe('of a Node.js application without its lock file', () => {
    const manifest = (name: string, version: string, more: object = {}): string => JSON.stringify({ name, version, ...more }); // prettier-ignore
    const shop = manifest('shop', '1.0.0', { dependencies: { a: '^1.0.0' }, devDependencies: { lint: '^9' } });

    it('has the packages that are installed, also below others, and none that a layer removes', async () => {
      const image = await docker(
        {
          'usr/local/lib/node_modules/npm/package.json': manifest('npm', '10.8.2'),
          'usr/local/lib/node_modules/npm/node_modules/@npmcli/fs/package.json': manifest('@npmcli/fs', '3.1.1'),
          'app/node_modules/gone/package.json': manifest('gone', '1.0.0'),
        },
        {
          'app/package.json': shop,
          'app/node_modules/a/package.json': manifest('a', '1.2.0'),
          'app/node_modules/a/esm/package.json': '{"type":"module"}',
          'app/node_modules/.wh.gone': '',
        },
      );
      expect(await componentsOf(image)).toEqual([
        'pkg:npm/%40npmcli/fs@3.1.1',
        'pkg:npm/a@1.2.0',
        'pkg:npm/npm@10.8.2',
      ]);
    });

    it('has those of the store of pnpm, and of two versions the one that its link leads to', async () => {
      const store = (one: string) => `app/node_modules/.pnpm/${one}/node_modules/a`;
      const image = await docker({
        'app/package.json': shop,
        [`${store('a@0.9.0')}/package.json`]: manifest('a', '0.9.0'),
        [`${store('a@1.2.0')}/package.json`]: manifest('a', '1.2.0'),
        'app/node_modules/a': { link: '.pnpm/a@1.2.0/node_modules/a' },
      });
      expect(await componentsOf(image)).toEqual(['pkg:npm/a@0.9.0', 'pkg:npm/a@1.2.0']);
    });

    it('names a package whose package.json leads nowhere', async () => {
      const image = await filesOf(
        await docker({ 'app/node_modules/a/package.json': { link: '/nowhere' }, 'app/x': '' }),
      );
      const gaps: string[] = [];
      for await (const _ of readTree(
        image!.files,
        { subject: { ref: 's', name: 'shop', org: '', version: '' }, isArtifact: true },
        (report) => gaps.push(...report.gaps.map(({ kind, reason }) => `${kind} ${reason}`)),
      ));
      expect(gaps).toEqual(['npm-installed link']);
    });
  });

  it('has what a layer brings that is applied again after a removal', async () => {
    const [first, second] = await Promise.all([tarOf({ 'etc/x': '1' }), tarOf({ 'etc/.wh.x': '' })]);
    const manifest = JSON.stringify([{ Layers: ['0/layer.tar', '1/layer.tar', '0/layer.tar'] }]);
    const image = await filesOf(
      await tarOf({ '0/layer.tar': first, '1/layer.tar': second, 'manifest.json': manifest }),
    );
    expect([...image!.files.sizes.keys()]).toEqual(['etc/x']);
  });

  it('is none without its layers, and none of several', async () => {
    const archives: readonly Files[] = [
      { 'manifest.json': '[{"Layers": ["0/layer.tar"]}]' },
      { 'manifest.json': '{"__proto__": []}', 'index.json': '{"manifests": [null]}' },
      { 'index.json': `{"manifests": ${'['.repeat(100_000)}` },
      { 'package.json': '{}' },
    ];
    for (const files of archives) {
      expect(await filesOf(await tarOf(files))).toBeNull();
      await buffer.close();
      rmSync(join(folder, 'spool'));
      buffer = await UnpackedFiles.open(join(folder, 'spool'), limits);
    }
  });
});
