import { readFileSync } from 'node:fs';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits, FormatError } from '../../../../src/formats/format.js';
import { detectFormat } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import type { Bom } from '../../../../src/model/document.js';
import { documents, type ListedDocument } from '../../../support/conformance/documents.js';

const entries = documents.filter(
  ({ format, encoding }) =>
    format === 'SPDX' && ['json', 'yaml', 'xml', 'tag-value', 'rdf-xml', 'json-ld'].includes(encoding),
);

async function readDocument({ file }: ListedDocument): Promise<Bom> {
  const bytes = readFileSync(file);
  const format = detectFormat(decodeHead(bytes.subarray(0, 64 * 1024)));
  expect(format?.family).toBe('spdx');
  return collectBom(format!.parse(bytesSource(bytes), defaultLimits));
}

/** Packages of the document: its components, and its subject where it has one. */
const packagesOf = (bom: Bom): number => bom.components.length + (bom.subject ? 1 : 0);

describe('SPDX documents', () => {
  // The larger corpus calls JSON in UTF-16 malformed; any Unicode encoding is accepted here.
  const isRefused = ({ expect: expected, path }: ListedDocument): boolean =>
    expected === 'reject' && !path.includes('UTF-16');

  test.each(entries.filter((entry) => !isRefused(entry)).map((entry) => [entry.path, entry] as const))(
    '%s has the listed number of packages',
    async (_path, entry) => {
      const bom = await readDocument(entry);
      expect(packagesOf(bom)).toBe(entry.components);
    },
  );

  test.each(entries.filter(isRefused).map((entry) => [entry.path, entry] as const))(
    '%s is refused with its place',
    async (_path, entry) => {
      const error: unknown = await readDocument(entry).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FormatError);
      expect((error as FormatError).place).not.toBe('');
    },
  );

  test.each([['greeter', 5], ...(entries.some(({ equiv_group: name }) => name === 'openssl') ? [['openssl', 3]] : [])])(
    '%s gives the same components in each encoding',
    async (name, encodings) => {
      const group = entries.filter(({ equiv_group: one }) => one === name);
      const [first, ...others] = await Promise.all(group.map(readDocument));
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
      expect(group.length).toBeGreaterThanOrEqual(encodings as number);
      for (const other of others) expect(fieldsOf(other)).toEqual(fieldsOf(first!));
    },
  );
});
