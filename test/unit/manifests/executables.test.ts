import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { isExecutable, readExecutable } from '../../../src/manifests/binaries/executable.js';

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
    ],
  }),
);

const read = (bytes: Buffer) => readExecutable('bin/shop', bytesSource(bytes));

describe('a program of Go', () => {
  it.each([
    ['in ELF', elfOf({ '.text': Buffer.alloc(40), '.go.buildinfo': goInfo(modules) })],
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

  it('without modules has the standard library; one of an old Go is a failure', async () => {
    expect((await read(elfOf({ '.go.buildinfo': goInfo('') })))!.components.map(({ purl }) => purl)).toEqual([
      'pkg:golang/stdlib@1.22.1',
    ]);
    expect((await read(elfOf({ '.go.buildinfo': goInfo(modules, 0) })))!.failure).toMatch(/before 1\.18/);
  });
});

describe('a program of Rust', () => {
  it('names its crates, if cargo-auditable built it', async () => {
    const contents = (await read(elfOf({ '.dep-v0': deflateSync(crates) })))!;
    expect(contents.components.map(({ ref, scope }) => `${ref} ${scope}`)).toEqual([
      'cargo:shop@0.1.0#local runtime',
      'pkg:cargo/serde@1.0.1 runtime',
      'pkg:cargo/cc@1.0.2 build',
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

it('another program says nothing', async () => {
  expect(await read(elfOf({ '.text': Buffer.alloc(40) }))).toBeNull();
  expect(await read(peOf({ '.text': Buffer.alloc(40), '.data': Buffer.alloc(40) }))).toBeNull();
  for (const bytes of [Buffer.from('\x7fELF'), Buffer.from('MZ'), Buffer.alloc(0), Buffer.from('#!/bin/sh')])
    expect(await read(bytes)).toBeNull();
});

const files = [
  elfOf({ '.go.buildinfo': goInfo(modules), '.dep-v0': deflateSync(crates) }),
  peOf({ '.data': goInfo(modules), '.dep-v0': deflateSync(crates) }),
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
        const started = performance.now();
        await read(bytes);
        expect(performance.now() - started).toBeLessThan(2_000);
      },
    ),
    { numRuns: 300 },
  );
});
