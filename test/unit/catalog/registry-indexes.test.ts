import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { CatalogRecord } from '../../../src/catalog/loading/records.js';
import { alpineIndexes } from '../../../src/catalog/sources/indexes/alpine-index.js';
import { cratesDump } from '../../../src/catalog/sources/indexes/crates-dump.js';
import { csvRows } from '../../../src/catalog/sources/indexes/csv-rows.js';
import { mavenIndex } from '../../../src/catalog/sources/indexes/maven-index.js';
import { packagistIndex } from '../../../src/catalog/sources/indexes/packagist-index.js';
import { pypiIndex } from '../../../src/catalog/sources/indexes/pypi-index.js';
import { rubygemsIndex } from '../../../src/catalog/sources/indexes/rubygems-index.js';
import { remoteSourcesNamed } from '../../../src/catalog/sources/remote-sources.js';
import type { RemoteSource } from '../../../src/catalog/sources/source.js';

const folder = mkdtempSync(join(tmpdir(), 'indexes-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(source: RemoteSource, content: string | Buffer): Promise<CatalogRecord[]> {
  const file = join(folder, `index${/\.gz$/.test(source.address) ? '.gz' : ''}`);
  writeFileSync(file, content);
  const records: CatalogRecord[] = [];
  for await (const batch of source.read(file, () => undefined)) records.push(...batch);
  return records;
}

async function tarOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

/** A document of Maven's index: fields by name. */
function documentOf(fields: Readonly<Record<string, string>>): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(Object.keys(fields).length);
  const parts = Object.entries(fields).map(([name, value]) => {
    const head = Buffer.from([7, 0, name.length]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(value));
    return Buffer.concat([head, Buffer.from(name), length, Buffer.from(value)]);
  });
  return Buffer.concat([count, ...parts]);
}

const header = Buffer.from([1, 0, 0, 1, 2, 3, 4, 5, 6]);
const mavenOf = (...documents: Buffer[]): Buffer => gzipSync(Buffer.concat([header, ...documents]));
const purls = (records: readonly CatalogRecord[]): unknown[] =>
  records.map((one) => (one.kind === 'package' ? [one.purl, one.versions] : one));

describe('the index of', () => {
  const crates = 'created_at,description,homepage,id,name,repository\n';
  const versions = 'crate_id,id,num\n';

  it('RubyGems has the versions of each gem that were not taken back, the newest first', async () => {
    const lines = [
      'created_at: 2026-01-01T00:00:00Z',
      '---',
      `quokka 1.0,1.1-java,-0.9 ${'a'.repeat(32)}`,
      `gone -1.0 ${'b'.repeat(32)}`,
      'no checksum 1.0',
    ];
    expect(purls(await read(rubygemsIndex, `${lines.join('\n')}\n`))).toEqual([['pkg:gem/quokka', ['1.1', '1.0']]]);
  });

  it('PyPI has names only, and asks for JSON', async () => {
    const projects = [{ '_last-serial': 1, name: 'Quokka_Tools' }];
    const document = JSON.stringify({ meta: { 'api-version': '1.3' }, projects });
    expect(purls(await read(pypiIndex, document))).toEqual([['pkg:pypi/quokka-tools', []]]);
    expect(pypiIndex.accept).toBe('application/vnd.pypi.simple.v1+json');
  });

  it('Packagist has vendor and name, and what is neither is left out', async () => {
    const document = JSON.stringify({ packageNames: ['acme/quokka', 'metapackage', 'a/b c'] });
    const [first, ...others] = purls(await read(packagistIndex, document));
    expect(first).toEqual(['pkg:composer/acme/quokka', []]);
    expect(JSON.stringify(others)).not.toContain('metapackage');
  });

  it('crates.io has repositories and versions, in CSV with line breaks in quoted fields', async () => {
    const dump = await tarOf({
      '2026-01-01/README.md': 'x',
      '2026-01-01/data/crates.csv': `${crates}2020,"says ""hi"",\nthen more",,7,quokka,https://github.com/acme/quokka\n`,
      '2026-01-01/data/versions.csv': `${versions}7,1,1.0.0\n7,2,1.1.0\n8,3,9.9.9\n`,
    });
    const records = await read(cratesDump, dump);
    expect(purls(records)).toEqual([
      ['pkg:cargo/quokka', []],
      ['pkg:cargo/quokka', ['1.0.0']],
      ['pkg:cargo/quokka', ['1.1.0']],
    ]);
    expect(records[0]).toMatchObject({ repositoryUrl: 'https://github.com/acme/quokka', homepage: undefined });
  });

  it('Maven Central has an artifact for each version, without its sources', async () => {
    const index = mavenOf(
      documentOf({ DESCRIPTOR: 'NexusIndex' }),
      documentOf({ i: 'jar', u: 'org.acme|quokka|1.0|NA|jar' }),
      documentOf({ u: 'org.acme|quokka|1.0|sources|jar' }),
      documentOf({ u: 'org.acme|quokka|1.1|NA' }),
    );
    expect(purls(await read(mavenIndex, index))).toEqual([
      ['pkg:maven/org.acme/quokka', ['1.0']],
      ['pkg:maven/org.acme/quokka', ['1.1']],
    ]);
  });

  it('Alpine has packages and the recipe that builds them', async () => {
    const index = 'C:Q1x\nP:libquokka\nV:1.2-r0\nU:https://q.example\no:quokka\n\nP:quokka\nV:1.2-r0\no:quokka\n';
    const records = await read(alpineIndexes[0]!, await tarOf({ DESCRIPTION: 'v3', APKINDEX: index }));
    expect(purls(records)).toEqual([
      ['pkg:apk/alpine/libquokka', ['1.2-r0']],
      { kind: 'link', from: 'pkg:apk/alpine/libquokka', to: 'pkg:apk/alpine/quokka', relation: 'built_from' },
      ['pkg:apk/alpine/quokka', ['1.2-r0']],
    ]);
  });

  it.each<[string, RemoteSource, () => Promise<string | Buffer> | string | Buffer]>([
    ['RubyGems', rubygemsIndex, () => '<html>'],
    ['RubyGems, empty', rubygemsIndex, () => ''],
    ['PyPI', pypiIndex, () => '<!DOCTYPE html><a href="/simple/quokka/">quokka</a>'],
    ['PyPI, unnamed', pypiIndex, () => '{"projects":[{"name":3}]}'],
    ['Packagist', packagistIndex, () => '{"packageNames":{}}'],
    ['crates.io, in another order', cratesDump, () => tarOf({ 'x/data/versions.csv': `${versions}7,1,1.0\n` })],
    ['crates.io, without versions', cratesDump, () => tarOf({ 'x/data/crates.csv': `${crates}2020,,,7,q,\n` })],
    ['Maven Central, cut', mavenIndex, () => mavenOf(documentOf({ u: 'a|b|1|NA' }), Buffer.from([0, 0, 0]))],
    ['Maven Central, huge', mavenIndex, () => mavenOf(Buffer.from([0, 0, 0, 1, 7, 0, 1, 0x75, 255, 255, 255, 255]))],
    ['Alpine', alpineIndexes[0]!, () => tarOf({ README: 'x' })],
  ])('%s is refused where the file is something else', async (_what, source, content) => {
    const file = await content();
    await expect(read(source, file)).rejects.toThrow();
  });
});

describe('indexes of registries', () => {
  it('are fetched only where they are named', () => {
    const named = remoteSourcesNamed(['indexes']).map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(['pypi-index', 'maven-index', 'alpine-main']));
    for (const usual of [remoteSourcesNamed([]), remoteSourcesNamed(['all']), remoteSourcesNamed(['advisories'])])
      expect(usual.filter(({ name }) => named.includes(name))).toEqual([]);
    expect(remoteSourcesNamed(['pypi-index'])).toEqual([pypiIndex]);
  });

  it('give no package any weight: whatever else has the name comes first', async () => {
    const records = await read(packagistIndex, JSON.stringify({ packageNames: ['acme/quokka'] }));
    expect(records).toMatchObject([{ weight: 0 }]);
  });
});

describe('rows of CSV', () => {
  /** In pieces of each length, so that every mark is at an end once. */
  it.each([1, 2, 3, 5, 8, 1000])('are the same in pieces of %s characters', async (length) => {
    const text = 'a,b\r\n1,"x, ""y""\r\nz"\r\n,\r\n2,end';
    const rows: object[] = [];
    async function* pieces(): AsyncIterable<string> {
      await Promise.resolve();
      for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
    }
    for await (const batch of csvRows(pieces())) rows.push(...batch.map((row) => Object.fromEntries(row)));
    expect(rows).toEqual([
      { a: '1', b: 'x, "y"\r\nz' },
      { a: '', b: '' },
      { a: '2', b: 'end' },
    ]);
  });

  it('are refused where one does not end', async () => {
    async function* endless(): AsyncIterable<string> {
      await Promise.resolve();
      yield 'a\n"';
      for (;;) yield 'x'.repeat(4 * 1024 * 1024);
    }
    const all = async (): Promise<void> => {
      for await (const rows of csvRows(endless())) expect(rows).toEqual([]);
    };
    await expect(all()).rejects.toThrow('does not end');
  });
});
