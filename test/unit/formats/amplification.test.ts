import { gzipSync } from 'node:zlib';
import { collectBom } from '../../../src/formats/in-memory-bom.js';
import { defaultLimits, FormatError } from '../../../src/formats/format.js';
import { openDocument } from '../../../src/formats/open-document.js';
import { bytesSource, materialize } from '../../../src/formats/reading/bytes.js';
import type { Bom } from '../../../src/model/document.js';
import { zipOf } from '../../support/zip.js';

const read = async (upload: string | Buffer): Promise<Bom> => {
  const { decode } = await openDocument(bytesSource(Buffer.from(upload)), {
    limits: defaultLimits,
    spill: (bytes) => materialize(bytes, () => Promise.reject(new Error('spilled'))),
  });
  return collectBom(decode());
};
const reasonOf = async (upload: string | Buffer): Promise<string> =>
  read(upload).then(
    () => 'read',
    (error: unknown) => (error instanceof FormatError ? error.reason : String(error)),
  );

const cyclonedx = (components: readonly object[]): string =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });
const spdx = (packages: readonly object[]): string =>
  JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'x',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x'] },
    documentNamespace: 'https://x.example/1',
    packages,
  });

describe('a small file that claims much', () => {
  test('is refused when it unpacks to more than a hundred times its size, from the first byte', async () => {
    const upload = gzipSync(cyclonedx(Array<object>(20_000).fill({})));
    expect(upload.length).toBeLessThan(200);
    expect(await reasonOf(upload)).toBe('ratio');
  });

  test('is refused when it lists more components than it has bytes', async () => {
    const noise = Array.from({ length: 40 }, (_, index) => `${index * 7919}.${index ** 5}`).join('-');
    const upload = gzipSync(`name\n${noise}\n${'a\n'.repeat(2_000)}`);
    expect(upload.length).toBeLessThan(1_000);
    expect(await reasonOf(upload)).toBe('ratio');
  });

  test('is refused in a small archive as well', async () => {
    const upload = await zipOf({ 'bom.json': cyclonedx(Array<object>(20_000).fill({})) });
    expect(upload.length).toBeLessThan(400);
    expect(await reasonOf(upload)).toBe('ratio');
  });

  test('is read when every component tells something', async () => {
    const components = Array.from({ length: 5_000 }, (_, index) => ({ type: 'library', name: `lib-${index}` }));
    expect((await read(gzipSync(cyclonedx(components)))).components).toHaveLength(5_000);
    expect(await reasonOf('name\na\nb\nc\n')).toBe('read');
  });
});

describe('what has no name is one warning with its count', () => {
  test('in a list', async () => {
    const { warnings } = await read(`name,version\n${',1\n'.repeat(500)}a,1\n`);
    expect(warnings).toEqual([{ place: 'line 2', message: '500 rows name no component; they are left out' }]);
  });

  const many = (place: string): object[] => [
    { place, message: '500 components have neither a name nor an identifier; they are no entries', isLoss: true },
  ];

  test.each([
    ['CycloneDX', cyclonedx(Array<object>(500).fill({})), '/components/0'],
    ['SPDX', spdx(Array<object>(500).fill({ downloadLocation: 'NOASSERTION' })), '/packages/0'],
  ])('in %s', async (_, file, place) => {
    const { warnings } = await read(file);
    expect(warnings.filter(({ message }) => message.includes('name'))).toEqual(many(place));
    expect(warnings.length).toBeLessThan(5);
  });
});
