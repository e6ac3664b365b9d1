import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import yazl from 'yazl';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import type { BomEvent } from '../../../src/model/document.js';
import { readTree } from '../../../src/trees/tree-reading.js';
import { UnpackedFiles } from '../../../src/trees/archive/unpacked-files.js';
import { Unpacker } from '../../../src/trees/archive/unpack.js';
import { tarOf } from '../../support/tar.js';
import { bytesOf, zipOf } from '../../support/zip.js';

const limits = { maxBytes: 10_000_000, maxFiles: 1_000, maxPathLength: 1_000, maxRatio: 100 };

describe('archives', () => {
  let folder: string;
  let buffer: UnpackedFiles;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stocktake-unpack-'));
    buffer = await UnpackedFiles.open(join(folder, 'spool'), limits);
  });
  afterEach(async () => {
    await buffer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const unpack = async (bytes: Buffer, name: string): Promise<Unpacker> => {
    const unpacker = new Unpacker(buffer, folder, limits);
    expect(await unpacker.unpack(bytesSource(bytes), name, '')).toBe(true);
    return unpacker;
  };
  const sbomOf = async (): Promise<{ components: string[]; edges: string[] }> => {
    const events: BomEvent[] = [];
    const subject = { ref: 'subject', name: 'shop', org: '', version: '' };
    for await (const some of readTree(buffer, { subject }, () => undefined)) events.push(...some);
    return {
      components: events.flatMap((event) => (event.type === 'component' ? [event.component.ref] : [])),
      edges: events.flatMap((event) =>
        event.type === 'dependency' ? event.dependency.to.map((to) => `${event.dependency.from} -> ${to}`) : [],
      ),
    };
  };

  it('of Java hold others, each of which says what it is', async () => {
    const coordinates = (group: string, name: string, version: string) => ({
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n',
      [`META-INF/maven/${group}/${name}/pom.properties`]: `groupId=${group}\nartifactId=${name}\nversion=${version}\n`,
    });
    const inner = await zipOf(coordinates('org.a', 'inner', '1'));
    const middle = await zipOf({ ...coordinates('org.b', 'middle', '2'), 'lib/inner-1.jar': inner });
    const outer = { ...coordinates('org.c', 'outer', '3'), 'WEB-INF/lib/middle-2.jar': middle };
    await unpack(await zipOf(outer), 'outer-3.war');
    const [a, b, c] = ['org.a/inner@1', 'org.b/middle@2', 'org.c/outer@3'].map((one) => `pkg:maven/${one}`);
    const { components, edges } = await sbomOf();
    expect(components.sort()).toEqual([a, b, c]);
    expect(edges.sort()).toEqual([`${b} -> ${a}`, `${c} -> ${b}`, `subject -> ${c}`]);
  });

  it('of Ruby say what they are in a compressed file', async () => {
    const gem = pack();
    const metadata =
      '--- !ruby/object:Gem::Specification\nname: rake\nversion: !ruby/object:Gem::Version\n  version: 13.0.6\n';
    gem.entry({ name: 'metadata.gz' }, gzipSync(metadata));
    gem.finalize();
    await unpack(await bytesOf(gem as unknown as AsyncIterable<Uint8Array>), 'rake-13.0.6.gem');
    expect((await sbomOf()).components).toEqual(['pkg:gem/rake@13.0.6']);
  });

  it('with a link are read without it, and that is told', async () => {
    const archive = new yazl.ZipFile();
    archive.addBuffer(Buffer.from('/etc/passwd'), 'poetry.lock', { mode: 0o120777 });
    archive.addBuffer(Buffer.from('flask==3.0.0\n'), 'requirements.txt');
    archive.end();
    const bytes = await bytesOf(archive.outputStream as unknown as AsyncIterable<Uint8Array>);
    const { warnings } = await unpack(bytes, 'a.zip');
    expect([...buffer.sizes.keys()]).toEqual(['requirements.txt']);
    expect(warnings).toEqual([{ path: 'poetry.lock', message: 'A symbolic link is not followed' }]);
  });

  it('with several files of a path are read as unpacking them leaves them, and that is told', async () => {
    const tar = pack();
    tar.entry({ name: 'requirements.txt' }, 'harmless==1.0\n');
    tar.entry({ name: './requirements.txt' }, 'flask==3.0.0\n');
    tar.finalize();
    const { warnings } = await unpack(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>), 'a.tar');
    expect((await sbomOf()).components).toEqual(['pkg:pypi/flask@3.0.0']);
    const message = 'The archive has several files of this path: the last one counts';
    expect(warnings).toEqual([{ path: 'requirements.txt', message }]);
  });

  it('with a sparse file are read without it, and that is told', async () => {
    const tar = await tarOf({ 'Gemfile.lock': 'x', 'requirements.txt': 'flask==3.0.0\n' });
    tar[156] = 'S'.charCodeAt(0);
    const sum = tar.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
    tar.write(sum.toString(8).padStart(6, '0'), 148);
    const { warnings } = await unpack(tar, 'a.tar');
    expect([...buffer.sizes.keys()]).toEqual(['requirements.txt']);
    expect(warnings).toEqual([
      { path: 'Gemfile.lock', message: 'A file of this kind, such as a sparse one, is not read' },
    ]);
  });

  describe('in an archive', () => {
    const bounds = { ...limits, maxBytes: 15 * 1024 * 1024, ratioFrom: 10 * 1024 * 1024 };
    /** Begins as a zip archive does, and is none; it packs to a thousandth. */
    const falseZip = (mebibytes: number): Buffer => {
      const bytes = Buffer.alloc(mebibytes * 1024 * 1024);
      bytes.write('PK\x03\x04');
      return gzipSync(bytes);
    };
    const bomb = async (entries: number, inner: Buffer): Promise<Buffer> => {
      const tar = pack();
      for (let index = 0; index < entries; index += 1) tar.entry({ name: `${index}.gz` }, inner);
      tar.finalize();
      return gzipSync(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>));
    };
    const left = () => readdirSync(folder).filter((name) => name.startsWith('inner-'));

    it.each([
      ['on disk', 10],
      ['in memory', 3],
    ])('count together where they are unpacked %s', async (_where, mebibytes) => {
      const unpacker = new Unpacker(buffer, folder, bounds);
      const archive = bytesSource(await bomb(6, falseZip(mebibytes)));
      await expect(unpacker.unpack(archive, 'bomb.tar.gz', '')).rejects.toMatchObject({
        reason: 'limit',
        message: 'The files unpack to more than the limit of 15728640 bytes',
      });
      expect(left()).toEqual([]);
    });

    it('leave nothing on disk, read or not', async () => {
      const unpacker = new Unpacker(buffer, folder, { ...bounds, maxBytes: 30 * 1024 * 1024 });
      const tar = pack();
      tar.entry({ name: 'damaged.gz' }, falseZip(5));
      tar.entry({ name: 'cut.gz' }, falseZip(5).subarray(0, -100));
      tar.entry({ name: 'whole.zip' }, await zipOf({ 'go.mod': 'module a\n', noise: randomBytes(5 * 1024 * 1024) }));
      tar.finalize();
      const archive = bytesSource(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>));
      expect(await unpacker.unpack(archive, 'some.tar', '')).toBe(true);
      expect(unpacker.warnings.map(({ path }) => path)).toEqual(['damaged.gz', 'cut.gz']);
      expect([...buffer.sizes.keys()]).toEqual(expect.arrayContaining(['whole.zip!/go.mod']));
      expect(left()).toEqual([]);
    });

    it('may together be a multiple of a large archive, as the layers of an image are', async () => {
      const unpacker = new Unpacker(buffer, folder, { ...bounds, maxBytes: 4 * 1024 * 1024 });
      const tar = pack();
      for (let layer = 0; layer < 5; layer += 1)
        tar.entry(
          { name: `${layer}.gz` },
          gzipSync(Buffer.concat([randomBytes(512 * 1024), Buffer.alloc(1024 * 1024)])),
        );
      tar.finalize();
      const image = bytesSource(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>));
      expect(await unpacker.unpack(image, 'image.tar', '')).toBe(true);
      expect(left()).toEqual([]);
    });

    it('are not counted for what the archive itself unpacks to', async () => {
      const unpacker = new Unpacker(buffer, folder, bounds);
      const tar = pack();
      tar.entry({ name: 'noise.bin' }, Buffer.alloc(9 * 1024 * 1024));
      tar.entry({ name: 'inner.gz' }, falseZip(9));
      tar.finalize();
      const archive = gzipSync(await bytesOf(tar as unknown as AsyncIterable<Uint8Array>));
      expect(await unpacker.unpack(bytesSource(archive), 'some.tar.gz', '')).toBe(true);
      expect(left()).toEqual([]);
    });
  });
});
