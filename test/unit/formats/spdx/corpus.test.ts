import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectBom } from '../../../../src/formats/collect.js';
import { defaultLimits, FormatError } from '../../../../src/formats/format.js';
import { detectFormat } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import type { Bom } from '../../../../src/model/document.js';
import { projectRoot } from '../../../../src/platform/project-root.js';

/** Documents of many tools, kept beside the project and not part of it. */
const folder = join(projectRoot, '../shared/corpus/open');
const isThere = existsSync(join(folder, 'MANIFEST.json'));
if (!isThere) console.warn(`The corpus ${folder} is not there: its tests are skipped`);

interface Entry {
  readonly path: string;
  readonly format: string;
  readonly encoding: string;
  readonly expect: string;
  readonly components?: number;
  readonly equiv_group?: string;
}
const entries: readonly Entry[] = isThere
  ? (JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8')) as { files: Entry[] }).files.filter(
      ({ format, encoding }) =>
        format === 'SPDX' && ['json', 'yaml', 'xml', 'tag-value', 'rdf-xml', 'json-ld'].includes(encoding),
    )
  : [];

async function readFile(path: string): Promise<Bom> {
  const bytes = readFileSync(join(folder, path));
  const format = detectFormat(decodeHead(bytes.subarray(0, 64 * 1024)));
  expect(format?.family).toBe('spdx');
  return collectBom(format!.parse(bytesSource(bytes), defaultLimits));
}

/** Packages of the document: its components, and its subject where it has one. */
const packagesOf = (bom: Bom): number => bom.components.length + (bom.subject ? 1 : 0);

(isThere ? describe : describe.skip)('documents of the corpus', () => {
  // JSON in UTF-16 is one that the list calls malformed, and that we read: any Unicode encoding is accepted.
  const isRefused = ({ expect: expected, path }: Entry): boolean => expected === 'reject' && !path.includes('UTF-16');

  test.each(entries.filter((entry) => !isRefused(entry)).map((entry) => [entry.path, entry] as const))(
    '%s has the packages that it is said to have',
    async (path, { components }) => {
      const bom = await readFile(path);
      expect(packagesOf(bom)).toBe(components);
    },
  );

  test.each(entries.filter(isRefused).map(({ path }) => path))('%s is refused with its place', async (path) => {
    const error: unknown = await readFile(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).place).not.toBe('');
  });

  test('one document in several encodings gives the same components', async () => {
    const group = entries.filter(({ equiv_group: name }) => name === 'openssl').map(({ path }) => path);
    const [first, ...others] = await Promise.all(group.map(readFile));
    const fieldsOf = (bom: Bom) =>
      [...bom.components]
        .map(({ ref, name, version, purls, licenses, hashes, supplier }) => ({
          ref,
          name,
          version,
          purls: [...purls].sort(),
          licenses,
          hashes,
          supplier,
        }))
        .sort((one, other) => one.ref.localeCompare(other.ref));
    expect(others.length).toBeGreaterThan(2);
    for (const other of others) expect(fieldsOf(other)).toEqual(fieldsOf(first!));
  });
});
