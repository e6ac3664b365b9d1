import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { FormatError } from '../../../src/formats/format.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { readTree } from '../../../src/trees/tree-reading.js';
import { UnpackedFiles } from '../../../src/trees/archive/unpacked-files.js';
import { Unpacker } from '../../../src/trees/archive/unpack.js';
import { control, debOf, rpmOf, tags, xzOfControl, zstdOfControl } from '../../support/packages.js';
import { bytesOf, zipOf } from '../../support/zip.js';

const limits = { maxBytes: 30_000_000, maxFiles: 1_000, maxPathLength: 1_000, maxRatio: 100 };

interface Found {
  readonly components: readonly { name: string; version: string; purl: string | undefined; license: unknown }[];
  readonly warnings: readonly string[];
}

/** What an artifact of these bytes is made of. */
async function found(bytes: Uint8Array, name = 'download'): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-packages-'));
  const buffer = await UnpackedFiles.open(join(folder, 'spool'), limits);
  try {
    const unpacker = new Unpacker(buffer, folder, limits);
    if (!(await unpacker.unpack(bytesSource(bytes), name, ''))) return { components: [], warnings: ['no archive'] };
    const components: Found['components'][number][] = [];
    const warnings = unpacker.warnings.map(({ message }) => message);
    const subject = { ref: 's', name: 's', org: '', version: '' };
    for await (const events of readTree(buffer, { subject }, () => undefined))
      for (const event of events)
        if (event.type === 'component') {
          const { name: called, version, purls, licenses } = event.component;
          components.push({ name: called, version, purl: purls[0], license: licenses[0] });
        } else if (event.type === 'warning') warnings.push(event.warning.message);
    return { components, warnings };
  } finally {
    await buffer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tarOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return bytesOf(archive as unknown as AsyncIterable<Uint8Array>);
}

const shop = 'pkg:deb/debian/shop@1:2.0-1~deb12u1?arch=amd64&upstream=webshop%401:2.0-1';

describe('Debian packages', () => {
  it.each(['.gz', '.xz', '.zst', ''])('say what they are in control.tar%s', async (ending) => {
    const tar = await tarOf({ './control': control });
    const compressed = { '.gz': gzipSync(tar), '.xz': xzOfControl, '.zst': zstdOfControl, '': tar }[ending]!;
    const deb = debOf({ 'debian-binary': '2.0\n', [`control.tar${ending}`]: compressed, 'data.tar': 'not read' });
    const { components, warnings } = await found(deb);
    expect(components).toMatchObject([{ name: 'shop', version: '1:2.0-1~deb12u1' }]);
    expect(decodeURIComponent(components[0]!.purl!)).toBe(decodeURIComponent(shop));
    expect(warnings).toEqual([]);
  });

  it('are of the distribution that they are made for, or of none that is known', async () => {
    const namespaceOf = async (version: string, maintainer: string): Promise<string | undefined> => {
      const text = `Package: a\nVersion: ${version}\nArchitecture: all\nMaintainer: ${maintainer}\n`;
      const members = { 'debian-binary': '2.0\n', 'control.tar': await tarOf({ './control': text }) };
      return (await found(debOf(members))).components[0]!.purl?.split('/')[1];
    };
    expect(await namespaceOf('1-1ubuntu2', 'B <b@example.org>')).toBe('ubuntu');
    expect(await namespaceOf('1-1', 'Ubuntu Developers <ubuntu-devel-discuss@lists.ubuntu.com>')).toBe('ubuntu');
    expect(await namespaceOf('1-1', 'A <team+a@tracker.debian.org>')).toBe('debian');
    expect(await namespaceOf('1-1', 'B <debian.org@example.org>')).toBeUndefined();
  });

  it('that are damaged are refused, whatever stands in their headers', async () => {
    const good = debOf({ 'debian-binary': '2.0\n', 'control.tar.gz': gzipSync(await tarOf({ './control': control })) });
    const sizeOf = (text: string): Buffer => {
      const bytes = Buffer.from(good);
      bytes.write(text.padEnd(10), 8 + 60 + 4 + 48, 'latin1');
      return bytes;
    };
    for (const size of ['9999999999', '-1', '1e9', '', '0x10', '99999999'])
      await expect(found(sizeOf(size))).rejects.toThrow(FormatError);
    await expect(found(good.subarray(0, 100))).rejects.toMatchObject({ reason: 'truncated' });
    await expect(found(debOf({ 'debian-binary': '2.0\n' }))).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('RPM packages', () => {
  const header = {
    [tags.name]: 'curl',
    [tags.version]: '8.2.1',
    [tags.release]: '4.fc39',
    [tags.vendor]: 'Fedora Project',
    [tags.arch]: 'x86_64',
    [tags.license]: 'MIT',
    [tags.sourceRpm]: 'curl-8.2.1-4.fc39.src.rpm',
  };

  it('say what they are in their header', async () => {
    const { components, warnings } = await found(rpmOf({ ...header, [tags.epoch]: 1 }));
    expect(components).toMatchObject([
      {
        name: 'curl',
        version: '8.2.1-4.fc39',
        license: { id: 'MIT' },
        purl: 'pkg:rpm/fedora/curl@8.2.1-4.fc39?arch=x86_64&epoch=1&upstream=curl-8.2.1-4.fc39.src.rpm',
      },
    ]);
    expect(warnings).toEqual([]);
    const source = { ...header, [tags.vendor]: 'Red Hat, Inc.' };
    delete source[tags.sourceRpm];
    expect((await found(rpmOf(source))).components[0]!.purl).toBe('pkg:rpm/redhat/curl@8.2.1-4.fc39?arch=src');
    const unknown = await found(rpmOf({ ...header, [tags.vendor]: 'Example Inc.' }));
    expect(unknown.components).toMatchObject([{ name: 'curl', version: '8.2.1-4.fc39', purl: undefined }]);
  });

  it('whose header is no text, points beyond itself or has no end are refused, or say nothing', async () => {
    const good = rpmOf(header);
    const start = good.indexOf(Buffer.from([0x8e, 0xad, 0xe8, 1]), 97);
    for (const [at, value] of [[8, 0xffffffff], [12, 0xffffffff], [8, 0x00ffffff], [12, good.length], [0, 0]] as const) {
      const bytes = Buffer.from(good);
      bytes.writeUInt32BE(value, start + at);
      await expect(found(bytes)).rejects.toThrow(FormatError);
    } // prettier-ignore
    const astray = Buffer.from(good);
    for (let entry = 0; entry < 7; entry += 1) astray.writeUInt32BE(0xfffffff0, start + 16 + entry * 16 + 8);
    expect((await found(astray)).components).toEqual([]);
    await expect(found(good.subarray(0, start + 40))).rejects.toMatchObject({ reason: 'truncated' });
  });
});

it('packages with bytes changed or cut off are read or refused, and nothing else', async () => {
  const parts = { 'debian-binary': '2.0\n' };
  const seeds = [
    debOf({ ...parts, 'control.tar.xz': xzOfControl }),
    debOf({ ...parts, 'control.tar.zst': zstdOfControl }),
    rpmOf({ [tags.name]: 'a', [tags.version]: '1', [tags.vendor]: 'SUSE LLC' }),
    ...[xzOfControl, zstdOfControl],
  ];
  const change = fc.record({ seed: fc.nat(seeds.length - 1), at: fc.nat(), byte: fc.nat(255), cut: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(change, async ({ seed, at, byte, cut }) => {
      const bytes = Buffer.from(seeds[seed]!);
      bytes[at % bytes.length] = byte;
      await found(cut === 0 ? bytes.subarray(0, at % bytes.length) : bytes).catch((error: unknown) => {
        if (!(error instanceof FormatError)) throw error;
      });
    }),
    { numRuns: 300 },
  );
});

it('a bomb of Zstandard blocks is stopped by its ratio before it is unpacked', async () => {
  // A frame with a window of 128 KiB, of blocks that repeat one byte 128 Ki times in four bytes.
  const block = Buffer.from([0x02, 0x00, 0x10, 0x00]);
  const bomb = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]), ...Array(20_000).fill(block)]);
  await expect(found(bomb)).rejects.toMatchObject({ reason: 'ratio' });
});

it.each(['war', 'hpi', 'jpi', 'kar', 'nar', 'par', 'sar', 'rar'])(
  'an archive of Java, .%s, holds its libraries',
  async (ending) => {
    const library = await zipOf({
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n',
      'META-INF/maven/org.a/b/pom.properties': 'groupId=org.a\nartifactId=b\nversion=1.5\n',
    });
    const outer = await zipOf({
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n',
      'lib/b.jar': library,
      // Of its build, as in every package.
      'package.json': JSON.stringify({ name: 'ui', dependencies: { 'left-pad': '^1.0.0' } }),
    });
    const { components } = await found(await zipOf({ [`plugins/x.${ending}`]: outer }), 'home.zip');
    expect(components.map(({ purl }) => purl)).toContain('pkg:maven/org.a/b@1.5');
    expect(components.map(({ name }) => name)).not.toContain('left-pad');
  },
);
