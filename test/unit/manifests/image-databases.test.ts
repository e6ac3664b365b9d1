import fc from 'fast-check';
import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import type { ManifestContents } from '../../../src/manifests/manifest.js';
import { SqliteFile } from '../../../src/manifests/os/sqlite.js';
import { treeOf } from '../../support/manifests.js';
import { rpmSqlite, rpmSqliteWal } from '../../support/rpm-databases.js';
import { cpuClock } from '../../support/cpu-time.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

const read = (path: string, bytes: Uint8Array | string, others: Files = {}): Promise<ManifestContents> =>
  readManifest(manifestFor(path)!, { path, bytes: Buffer.from(bytes), tree: treeOf({ ...others, [path]: bytes }) });

const refsOf = ({ components }: ManifestContents): string[] => components.map(({ purl, ref }) => purl ?? ref);
const rhel = { 'etc/os-release': 'ID="rhel"\nVERSION_ID="9.2"\n' };
const libfoo = 'pkg:rpm/redhat/libfoo@1.2-3.el9?arch=noarch&distro=rhel-9.2&epoch=1&upstream=libfoo-1.2-3.el9.src.rpm';
const foo = 'pkg:rpm/redhat/foo@2.0-1.el9?arch=noarch&distro=rhel-9.2&upstream=foo-2.0-1.el9.src.rpm';

const blobs = (): Buffer[] =>
  [...new SqliteFile(rpmSqlite, rpmSqliteWal).table('Packages')!].map(([, blob]) => blob as Buffer);

/** As rpm lays it out (lib/backend/ndb/rpmpkg.c): a page of slots, then the blobs in blocks of 16 bytes. */
function ndbOf(packages: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(4096);
  header.write('RpmP');
  header.writeUInt32LE(1, 12);
  for (let at = 32; at < 4096; at += 16) header.write('Slot', at);
  const bodies: Buffer[] = [];
  let block = 256;
  for (const [index, blob] of packages.entries()) {
    const size = Math.ceil((16 + blob.length + 12) / 16);
    const body = Buffer.alloc(size * 16);
    body.write('BlbS');
    body.writeUInt32LE(index + 1, 4);
    body.writeUInt32LE(blob.length, 12);
    blob.copy(body, 16);
    const slot = 32 + (index + 3) * 16;
    header.writeUInt32LE(index + 1, slot + 4);
    header.writeUInt32LE(block, slot + 8);
    header.writeUInt32LE(size, slot + 12);
    block += size;
    bodies.push(body);
  }
  return Buffer.concat([header, ...bodies]);
}

const pageSize = 512;

/** As Berkeley DB lays out a hash (db_page.h): the table of buckets, pages of entries, and those of long values. */
function berkeleyOf(packages: readonly Buffer[], { isLittle = true, isEncrypted = false } = {}): Buffer {
  const pages: Buffer[] = [Buffer.alloc(pageSize)];
  const u16 = (page: Buffer, value: number, at: number) => (isLittle ? page.writeUInt16LE(value, at) : page.writeUInt16BE(value, at)); // prettier-ignore
  const u32 = (page: Buffer, value: number, at: number) => (isLittle ? page.writeUInt32LE(value, at) : page.writeUInt32BE(value, at)); // prettier-ignore
  const newPage = (type: number): Buffer => {
    const page = Buffer.alloc(pageSize);
    u32(page, pages.length, 8);
    page[25] = type;
    pages.push(page);
    return page;
  };
  const bucket = newPage(13);
  newPage(0);
  const items: Buffer[] = [Buffer.from([1, 0, 0, 0, 0]), Buffer.from([1, packages.length, 0, 0, 0])];
  for (const [index, blob] of packages.entries()) {
    const value = Buffer.alloc(12);
    value[0] = 3;
    u32(value, pages.length, 4);
    u32(value, blob.length, 8);
    for (let at = 0; at < blob.length; at += pageSize - 26) {
      const part = blob.subarray(at, at + pageSize - 26);
      const page = newPage(7);
      part.copy(page, 26);
      u16(page, part.length, 22);
      u32(page, at + part.length < blob.length ? pages.length : 0, 16);
    }
    items.push(
      Buffer.from([1, index + 1, 0, 0, 0]),
      blob.length < 40 ? Buffer.concat([Buffer.from([1]), blob]) : value,
    );
  }
  u16(bucket, items.length, 20);
  let end = pageSize;
  for (const [index, item] of items.entries()) {
    end -= item.length;
    item.copy(bucket, end);
    u16(bucket, end, 26 + index * 2);
  }
  const meta = pages[0]!;
  u32(meta, 0x061561, 12);
  u32(meta, 9, 16);
  u32(meta, pageSize, 20);
  meta[24] = isEncrypted ? 1 : 0;
  meta[25] = 8;
  u32(meta, pages.length - 1, 32);
  return Buffer.concat(pages);
}

describe('a database of rpm', () => {
  const berkeley = 'var/lib/rpm/Packages';
  const sqlite = 'var/lib/rpm/rpmdb.sqlite';
  const ndb = 'usr/lib/sysimage/rpm/Packages.db';

  it.each([
    ['in SQLite', sqlite, rpmSqlite],
    ['in ndb', ndb, ndbOf(blobs())],
    ['in Berkeley DB', berkeley, berkeleyOf(blobs())],
    ['in Berkeley DB of another byte order', berkeley, berkeleyOf(blobs(), { isLittle: false })],
  ])('%s names packages, what they need and their distribution', async (_, path, bytes) => {
    const contents = await read(path, bytes, rhel);
    expect(refsOf(contents)).toEqual([libfoo, foo]);
    expect(contents.components[0]).toMatchObject({ license: 'MIT', scope: 'runtime' });
    expect(contents.dependencies).toEqual([{ from: foo, to: [libfoo] }]);
    expect(contents).toMatchObject({ warnings: [], failure: null });
  });

  it('has every row of tables of several pages, and of its log only what was committed', () => {
    const rows = (wal: Buffer | null): number => [...new SqliteFile(rpmSqlite, wal).table('Packages')!].length;
    expect(rows(null)).toBe(30);
    expect(rows(rpmSqliteWal)).toBe(2);
    const uncommitted = Buffer.from(rpmSqliteWal);
    for (let at = 32; at < uncommitted.length; at += 24 + 512) uncommitted.writeUInt32BE(0, at + 4);
    expect(rows(uncommitted)).toBe(30);
    expect(new SqliteFile(rpmSqlite).table('None')).toBeNull();
  });

  it('takes its distribution from no other root, and says where it is unknown', async () => {
    const contents = await read(`image/${sqlite}`, rpmSqlite, rhel);
    expect(refsOf(contents)[0]).toBe(
      'pkg:rpm/redhat/libfoo@1.2-3.el9?arch=noarch&epoch=1&upstream=libfoo-1.2-3.el9.src.rpm',
    );
    expect(contents.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('no os-release')]);
  });

  it.each([
    ['that ends early', rpmSqlite.subarray(0, 5_000), sqlite],
    ['of another kind', Buffer.from('SQLite format 3\0'), sqlite],
    ['in ndb with a blob outside', ndbOf(blobs()).subarray(0, 4_200), ndb],
    ['in ndb with more slots than bytes', ndbOf([]).fill(255, 12, 16), ndb],
    ['in Berkeley DB that ends early', berkeleyOf(blobs()).subarray(0, 1_500), berkeley],
    ['in Berkeley DB of another kind', Buffer.alloc(1_000), berkeley],
    ['in Berkeley DB whose long value ends early', berkeleyOf(blobs()).fill(0, 3 * 512 + 16, 3 * 512 + 20), berkeley],
    [
      'in Berkeley DB whose long value leads in a circle',
      berkeleyOf(blobs()).fill(3, 3 * 512 + 16, 3 * 512 + 17),
      berkeley,
    ],
  ])('%s fails and says why', async (_, bytes, path) => {
    expect((await read(path, bytes, rhel)).failure).toMatch(/damaged/);
  });

  it('takes no name of a prototype for a namespace', async () => {
    const foreign = blobs().map((blob) => Buffer.from(blob.toString('latin1').replace('Red Hat', 'Wombats'), 'latin1'));
    for (const id of ['constructor', '__proto__']) {
      const contents = await read(ndb, ndbOf(foreign), { 'etc/os-release': `ID=${id}\n` });
      expect(contents).toMatchObject({ failure: null });
      expect(refsOf(contents)[0]).toMatch(new RegExp(`^pkg:rpm/${id.toLowerCase()}/libfoo@`));
    }
  });

  it('in Berkeley DB counts what cannot be read, and cannot be read where it is encrypted', async () => {
    const contents = await read(berkeley, berkeleyOf([...blobs(), Buffer.alloc(20, 255)]), rhel);
    expect(refsOf(contents)).toEqual([libfoo, foo]);
    expect(contents.warnings).toMatchObject([{ message: '1 packages of the database cannot be read' }]);
    expect((await read(berkeley, berkeleyOf(blobs(), { isEncrypted: true }), rhel)).failure).toMatch(/encrypted/);
    expect(manifestFor('src/Packages')).toBeNull();
  });

  it('reads no blob twice', async () => {
    const [one] = blobs();
    const bytes = ndbOf([one!, one!]);
    bytes.copy(bytes, 32 + 4 * 16 + 8, 32 + 3 * 16 + 8, 32 + 3 * 16 + 12);
    bytes.copy(bytes, 32 + 4 * 16 + 4, 32 + 3 * 16 + 4, 32 + 3 * 16 + 8);
    expect((await read(ndb, bytes, rhel)).failure).toMatch(/damaged/);
  });

  it('counts packages that cannot be read', async () => {
    const contents = await read(ndb, ndbOf([...blobs(), Buffer.alloc(20, 255)]), rhel);
    expect(refsOf(contents)).toEqual([libfoo, foo]);
    expect(contents.warnings).toMatchObject([{ message: '1 packages of the database cannot be read' }]);
  });

  it.each([
    ['SQLite', sqlite, rpmSqlite],
    ['ndb', ndb, ndbOf(blobs())],
    ['Berkeley DB', berkeley, berkeleyOf(blobs())],
  ])('in %s answers in a bounded time whatever its bytes are', async (_, path, good) => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), fc.nat(good.length), async (changes, length) => {
        const bytes = Buffer.from(length % 3 === 0 ? good.subarray(0, length) : good);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at % 3 === 0 ? at % Math.min(200, bytes.length) : at] = value;
        const spent = cpuClock();
        const { components } = await read(path, bytes, rhel);
        expect(components.length).toBeLessThanOrEqual(60);
        expect(spent()).toBeLessThan(2_000);
      }),
      { numRuns: 150 },
    );
  }); // prettier-ignore
});

describe('packages of pacman', () => {
  const path = (name: string): string => `var/lib/pacman/local/${name}/desc`;
  const desc = (fields: Readonly<Record<string, string>>): string =>
    Object.entries(fields)
      .map(([name, value]) => `%${name}%\n${value}\n\n`)
      .join('');
  const files = {
    [path('curl-8.5.0-1')]: desc({ NAME: 'curl', VERSION: '8.5.0-1', BASE: 'curl', ARCH: 'x86_64', LICENSE: 'MIT', DEPENDS: 'libssl.so=3\nglibc>=2.38\nnone' }),
    [path('openssl-3.2.0-1')]: desc({ NAME: 'openssl', VERSION: '3.2.0-1', ARCH: 'x86_64', PROVIDES: 'libssl.so=3-64' }),
    [path('glibc-2.38-7')]: desc({ NAME: 'glibc', VERSION: '2.38-7', BASE: 'glibc-src', ARCH: 'x86_64' }),
    'etc/os-release': 'ID=arch\n',
  }; // prettier-ignore

  it('are one file each, and need one another', async () => {
    const [first] = Object.keys(files);
    const contents = await read(first!, files[first!]!, files);
    const curl = 'pkg:alpm/arch/curl@8.5.0-1?arch=x86_64&distro=arch';
    const needed = [
      'pkg:alpm/arch/openssl@3.2.0-1?arch=x86_64&distro=arch',
      'pkg:alpm/arch/glibc@2.38-7?arch=x86_64&distro=arch&upstream=glibc-src',
    ];
    expect(refsOf(contents)).toEqual([curl, ...needed]);
    expect(contents.dependencies).toEqual([{ from: curl, to: needed }]);
    expect(contents.components[0]!.license).toBe('MIT');
    expect(contents.warnings).toEqual([]);
  });

  it('need those of their root only, whatever cannot be read beside them', async () => {
    const [first] = Object.keys(files);
    const beside = {
      [path('broken-1-1')]: Buffer.from('%NAME%\nno\xff\n', 'latin1'),
      [`other/${path('none-1-1')}`]: desc({ NAME: 'none', VERSION: '1-1' }),
    };
    const contents = await read(first!, files[first!]!, { ...files, ...beside });
    expect([contents.failure, contents.components.length]).toEqual([null, 3]);
    const moved = Object.fromEntries(Object.entries(files).map(([name, text]) => [`merged/${name}`, text]));
    const { dependencies } = await read(`merged/${first!}`, files[first!]!, moved);
    expect(dependencies).toEqual(contents.dependencies);
  });

  it('keep the expressions of several licences apart', async () => {
    const text = desc({ NAME: 'x', VERSION: '1-1', LICENSE: 'MIT OR Apache-2.0\nGPL-3.0-only' });
    const { components } = await read(path('x-1-1'), text, { 'etc/os-release': 'ID=arch\n' });
    expect(components[0]!.license).toBe('(MIT OR Apache-2.0) AND GPL-3.0-only');
  });
});

it('packages of apk are read below usr as well', async () => {
  const contents = await read('usr/lib/apk/db/installed', 'P:musl\nV:1.2.5-r9\nA:x86_64\n', {
    'etc/os-release': 'ID=alpine\nVERSION_ID=3.23\n',
  });
  expect(refsOf(contents)).toEqual(['pkg:apk/alpine/musl@1.2.5-r9?arch=x86_64&distro=alpine-3.23']);
});
