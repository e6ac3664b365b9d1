import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { isExecutable, readExecutable } from '../../../src/manifests/binaries/executable.js';
import { cpuClock } from '../../support/cpu-time.js';

type Sections = Readonly<Record<string, Buffer>>;

/** A 64-bit little-endian ELF file of these sections. */
function elfOf(sections: Sections): Buffer {
  const names = ['', ...Object.keys(sections), '.shstrtab'];
  const strings = Buffer.from(names.map((name) => `${name}\0`).join(''));
  const bodies = [Buffer.alloc(0), ...Object.values(sections), strings];
  const header = Buffer.alloc(64);
  header.write('\x7fELF', 'latin1');
  header.set([2, 1, 1], 4);
  const table = Buffer.alloc(64 * names.length);
  let offset = 64 + table.length;
  for (const [index, body] of bodies.entries()) {
    table.writeUInt32LE(strings.indexOf(`${names[index]!}\0`), index * 64);
    table.writeBigUInt64LE(BigInt(offset), index * 64 + 24);
    table.writeBigUInt64LE(BigInt(body.length), index * 64 + 32);
    offset += body.length;
  }
  header.writeBigUInt64LE(64n, 40);
  header.writeUInt16LE(64, 58);
  header.writeUInt16LE(names.length, 60);
  header.writeUInt16LE(names.length - 1, 62);
  return Buffer.concat([header, table, ...bodies]);
}

/** A PE file of these sections. */
function peOf(sections: Sections): Buffer {
  const names = Object.keys(sections);
  const header = Buffer.alloc(4096);
  header.write('MZ');
  header.writeUInt32LE(128, 60);
  header.write('PE\0\0', 128);
  header.writeUInt16LE(names.length, 134);
  let offset = header.length;
  for (const [index, name] of names.entries()) {
    const entry = 152 + index * 40;
    header.write(name, entry);
    header.writeUInt32LE(sections[name]!.length, entry + 16);
    header.writeUInt32LE(offset, entry + 20);
    offset += sections[name]!.length;
  }
  return Buffer.concat([header, ...Object.values(sections)]);
}

/** A Mach-O file of these sections, in 64 or 32 bits; `count` processors share one. */
function machOOf(sections: Sections, { wide = true, processors = 0 } = {}): Buffer {
  const names = Object.keys(sections);
  const [head, sectionSize] = wide ? [72, 80] : [56, 68];
  const start = wide ? 32 : 28;
  const header = Buffer.alloc(start + 16 + head + sectionSize * names.length);
  header.writeUInt32LE(wide ? 0xfeedfacf : 0xfeedface, 0);
  header.writeUInt32LE(2, 16);
  header.writeUInt32LE(header.length - start, 20);
  header.writeUInt32LE(0x32, start);
  header.writeUInt32LE(16, start + 4);
  const segment = start + 16;
  header.writeUInt32LE(wide ? 0x19 : 0x1, segment);
  header.writeUInt32LE(head + sectionSize * names.length, segment + 4);
  header.writeUInt32LE(names.length, segment + (wide ? 64 : 48));
  let offset = header.length;
  for (const [index, name] of names.entries()) {
    const at = segment + head + index * sectionSize;
    header.write(name, at);
    header.write('__DATA', at + 16);
    if (wide) header.writeBigUInt64LE(BigInt(sections[name]!.length), at + 40);
    else header.writeUInt32LE(sections[name]!.length, at + 36);
    header.writeUInt32LE(offset, at + (wide ? 48 : 40));
    offset += sections[name]!.length;
  }
  const one = Buffer.concat([header, ...Object.values(sections)]);
  if (processors === 0) return one;
  const fat = Buffer.alloc(4096);
  fat.writeUInt32BE(0xcafebabe, 0);
  fat.writeUInt32BE(processors, 4);
  for (let n = 0; n < processors; n += 1) fat.writeUInt32BE(fat.length, 8 + n * 20 + 8);
  return Buffer.concat([fat, one]);
}

const bundleMarker = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');

/** The loader of .NET with what follows it: `deps.json`, and the header of the bundle (dotnet/designs, single-file). */
function bundleOf(deps: Buffer | null, { major = 6, isBundle = true, wrap = elfOf } = {}): Buffer {
  const data = (place: number): Buffer => {
    const bytes = Buffer.alloc(100);
    bytes.writeBigInt64LE(BigInt(place), 16);
    bundleMarker.copy(bytes, 24);
    return bytes;
  };
  const loader = (place: number): Buffer => wrap({ '.text': Buffer.alloc(64), '.data': data(place) });
  const end = loader(0).length;
  const header = Buffer.alloc(13 + 12 + 40);
  header.writeUInt32LE(major, 0);
  header.writeUInt32LE(1, 8);
  header[12] = 12;
  header.write('abcdefghijkl', 13);
  header.writeBigInt64LE(BigInt(deps ? end : 0), 25);
  header.writeBigInt64LE(BigInt(deps?.length ?? 0), 33);
  const place = end + (deps?.length ?? 0);
  return Buffer.concat([loader(isBundle ? place : 0), deps ?? Buffer.alloc(0), header]);
}

const sized = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([(bytes.length & 0x7f) | 0x80, bytes.length >> 7]), bytes]);
};

function goInfo(modules: string, flags = 2): Buffer {
  const header = Buffer.alloc(32);
  header.write('\xff Go buildinf:', 'latin1');
  header.set([8, flags], 14);
  const sentinel = 'x'.repeat(16);
  return Buffer.concat([header, sized('go1.22.1'), sized(modules === '' ? '' : sentinel + modules + sentinel)]);
}

const modules = [
  'path\texample.org/shop/cmd',
  'mod\texample.org/shop\t(devel)\t',
  'dep\tgithub.com/pkg/errors\tv0.9.1\th1:abc=',
  'dep\tgolang.org/x/net\tv0.1.0\th1:old=',
  '=>\tgithub.com/fork/net\tv0.2.0\th1:new=',
  'dep\texample.org/local\tv1.0.0',
  '=>\t../local\t',
  'build\t-buildmode=exe',
  '',
].join('\n');

const crates = Buffer.from(
  JSON.stringify({
    packages: [
      { name: 'shop', version: '0.1.0', source: 'local', root: true, dependencies: [1, 2, 9] },
      { name: 'serde', version: '1.0.1', source: 'crates.io' },
      { name: 'cc', version: '1.0.2', source: 'crates.io', kind: 'build' },
      { name: 'own', version: '1.0.3', source: 'registry' },
    ],
  }),
);

const read = (bytes: Buffer) => readExecutable('bin/shop', bytesSource(bytes));

describe('a program of Go', () => {
  it.each([
    ['in ELF', elfOf({ '.text': Buffer.alloc(40), '.go.buildinfo': goInfo(modules) })],
    ['in Mach-O', machOOf({ __text: Buffer.alloc(40), __go_buildinfo: goInfo(modules) })],
    ['in Mach-O of 32 bits', machOOf({ __go_buildinfo: goInfo(modules) }, { wide: false })],
    ['in Mach-O for two processors', machOOf({ __go_buildinfo: goInfo(modules) }, { processors: 2 })],
    ['in PE', peOf({ '.text': Buffer.alloc(64), '.data': Buffer.concat([Buffer.alloc(32), goInfo(modules)]) })],
  ])('%s names its modules, what replaced them, and the standard library', async (_, bytes) => {
    expect(isExecutable(bytes)).toBe(true);
    const contents = (await read(bytes))!;
    expect(contents.components.map(({ purl }) => purl)).toEqual([
      'pkg:golang/example.org/shop',
      'pkg:golang/stdlib@1.22.1',
      'pkg:golang/github.com/pkg/errors@v0.9.1',
      'pkg:golang/github.com/fork/net@v0.2.0',
      'pkg:golang/example.org/local',
    ]);
    expect(contents.components[3]!.integrity).toBe('h1:new=');
    expect(contents.dependencies).toEqual([
      { from: 'pkg:golang/example.org/shop', to: contents.components.slice(1).map(({ ref }) => ref) },
    ]);
  });

  it.each([
    ['without modules', '', /without modules/],
    ['in GOPATH', 'path\texample.org/shop/cmd\nbuild\t-trimpath=true\n', /without modules/],
    ['by Go, of itself', 'path\tcmd/compile\nbuild\t-trimpath=true\n', null],
    ['of nothing else', 'path\texample.org/a\nmod\texample.org/a\tv1.0.0\n', null],
    ['of files', 'path\tcommand-line-arguments\ndep\texample.org/b\tv1.0.0\n', null],
  ])('built %s has the standard library, and fails where it does not say what else', async (_, text, failure) => {
    const contents = (await read(elfOf({ '.go.buildinfo': goInfo(text) })))!;
    expect(contents.components.map(({ purl }) => purl)).toContain('pkg:golang/stdlib@1.22.1');
    expect(contents.failure).toEqual(failure && (expect.stringMatching(failure) as string));
  });

  it('of an old Go is a failure', async () => {
    expect((await read(elfOf({ '.go.buildinfo': goInfo(modules, 0) })))!.failure).toMatch(/before 1\.18/);
  });
});

describe('a program of Rust', () => {
  it.each([
    ['ELF', elfOf],
    ['Mach-O', machOOf],
  ])('in %s names its crates, if cargo-auditable built it', async (_, wrap) => {
    const contents = (await read(wrap({ '.dep-v0': deflateSync(crates) })))!;
    expect(contents.components.map(({ ref, scope }) => `${ref} ${scope}`)).toEqual([
      'cargo:shop@0.1.0#local runtime',
      'pkg:cargo/serde@1.0.1 runtime',
      'pkg:cargo/cc@1.0.2 build',
      'cargo:own@1.0.3#registry runtime',
    ]);
    expect(contents.dependencies).toEqual([
      { from: 'cargo:shop@0.1.0#local', to: ['pkg:cargo/serde@1.0.1', 'pkg:cargo/cc@1.0.2'] },
    ]);
  });

  it('with a damaged list, or one that unpacks without end, is a failure', async () => {
    expect((await read(elfOf({ '.dep-v0': Buffer.from('x') })))!.failure).toMatch(/damaged/);
    expect((await read(elfOf({ '.dep-v0': deflateSync(Buffer.alloc(20_000_000)) })))!.failure).toMatch(/larger/);
  });
});

const deps = {
  runtimeTarget: { name: '.NETCoreApp,Version=v8.0/linux-x64' },
  targets: {
    '.NETCoreApp,Version=v8.0/linux-x64': {
      'Shop/1.0.0': { dependencies: { 'Newtonsoft.Json': '13.0.1' } },
      'Newtonsoft.Json/13.0.1': {},
      'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.4': {},
      'Legacy.Reference/2.0.0.0': {},
    },
  },
  libraries: {
    'Shop/1.0.0': { type: 'project' },
    'Newtonsoft.Json/13.0.1': { type: 'package', sha512: 'sha512-abc=' },
    'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.4': { type: 'runtimepack' },
    'Legacy.Reference/2.0.0.0': { type: 'reference' },
  },
};

describe('a single-file program of .NET', () => {
  const bytes = Buffer.from(JSON.stringify(deps));

  it.each([
    ['ELF', elfOf],
    ['PE', peOf],
    ['Mach-O', (sections: Sections) => machOOf({ __data: sections['.data']! })],
  ])('in %s names what its deps.json says', async (_, wrap) => {
    const contents = (await read(bundleOf(bytes, { wrap })))!;
    expect(contents.components.map(({ ref, purl }) => purl ?? `none: ${ref}`)).toEqual([
      'pkg:nuget/Newtonsoft.Json@13.0.1',
      'pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@8.0.4',
      'none: nuget:Legacy.Reference@2.0.0.0',
    ]);
    expect(contents.failure).toBeNull();
  });

  it('is no bundle where the place of its header is zero, and a failure where its list cannot be read', async () => {
    expect(await read(bundleOf(bytes, { isBundle: false }))).toBeNull();
    expect((await read(bundleOf(bytes, { major: 1 })))!.failure).toMatch(/\.NET Core 3/);
    expect((await read(bundleOf(null)))!.failure).toMatch(/no deps\.json/);
    expect((await read(bundleOf(bytes).subarray(0, -50)))!.failure).toMatch(/damaged/);
    expect((await read(bundleOf(Buffer.from('{'))))!.failure).not.toBeNull();
  });
});

it('a class of Java is no program of macOS', () => {
  expect(isExecutable(Buffer.from('cafebabe00000041', 'hex'))).toBe(false);
  expect(isExecutable(Buffer.from('cafebabe00000002', 'hex'))).toBe(true);
});

it('another program says nothing', async () => {
  expect(await read(elfOf({ '.text': Buffer.alloc(40) }))).toBeNull();
  expect(await read(peOf({ '.text': Buffer.alloc(40), '.data': Buffer.alloc(40) }))).toBeNull();
  expect(await read(machOOf({ __text: Buffer.alloc(40) }))).toBeNull();
  for (const bytes of [Buffer.from('\x7fELF'), Buffer.from('MZ'), Buffer.alloc(0), Buffer.from('#!/bin/sh')])
    expect(await read(bytes)).toBeNull();
});

const files = [
  elfOf({ '.go.buildinfo': goInfo(modules), '.dep-v0': deflateSync(crates) }),
  peOf({ '.data': goInfo(modules), '.dep-v0': deflateSync(crates) }),
  machOOf({ __go_buildinfo: goInfo(modules), '.dep-v0': deflateSync(crates) }, { processors: 2 }),
  bundleOf(Buffer.from(JSON.stringify(deps))),
];

it('a program of any bytes is answered in a bounded time', async () => {
  const change = fc.tuple(fc.nat(100_000), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 10 }),
      fc.nat(9_000),
      async (good, changes, length) => {
        const bytes = Buffer.from(length % 4 === 0 ? good.subarray(0, length) : good);
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
        const spent = cpuClock();
        await read(bytes);
        expect(spent()).toBeLessThan(2_000);
      },
    ),
    { numRuns: 300 },
  );
});
