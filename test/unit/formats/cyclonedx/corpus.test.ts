import { readFileSync } from 'node:fs';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits, FormatError } from '../../../../src/formats/format.js';
import { detectFormat } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import type { Bom } from '../../../../src/model/document.js';
import { documents, type ListedDocument } from '../../../support/conformance/documents.js';

const entries = documents.filter(
  ({ format, encoding, path }) =>
    format === 'CycloneDX' && ['json', 'yaml', 'xml'].includes(encoding) && !path.endsWith('.jsonl'),
);

async function readDocument({ file }: ListedDocument): Promise<Bom> {
  const bytes = readFileSync(file);
  const format = detectFormat(decodeHead(bytes.subarray(0, 64 * 1024)));
  expect(format?.family).toBe('cyclonedx');
  return collectBom(format!.parse(bytesSource(bytes), defaultLimits));
}

const partsOf = (bom: Bom, kind: string): number => bom.parts.filter((part) => part.kind === kind).length;

describe('CycloneDX documents', () => {
  test.each(entries.filter((entry) => entry.expect.startsWith('accept')).map((entry) => [entry.path, entry] as const))(
    '%s has the listed contents',
    async (_path, entry) => {
      const bom = await readDocument(entry);
      expect(bom.components).toHaveLength(entry.components!);
      if (typeof entry.dep_nodes !== 'number') return;
      expect({
        services: partsOf(bom, 'service'),
        vulnerabilities: partsOf(bom, 'vulnerability'),
        dep_nodes: new Set(bom.dependencies.map(({ from }) => from)).size,
        dep_edges: bom.dependencies.reduce((sum, { to }) => sum + to.length, 0),
        meta_component: bom.subject !== null,
      }).toEqual({
        services: entry.services,
        vulnerabilities: entry.vulnerabilities,
        dep_nodes: entry.dep_nodes,
        dep_edges: entry.dep_edges,
        meta_component: entry.meta_component,
      });
      if (entry.expect === 'accept') expect(bom.warnings).toEqual([]);
    },
  );

  test.each(entries.filter((entry) => entry.expect.startsWith('reject')).map((entry) => [entry.path, entry] as const))(
    '%s is refused with its place, or read with a warning',
    async (_path, entry) => {
      const result = await readDocument(entry).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(FormatError);
        expect((result as FormatError).place).not.toBe('');
      } else {
        expect(entry.expect).not.toBe('reject');
        expect((result as Bom).warnings.map(({ place }) => place)).not.toContain('');
        expect((result as Bom).warnings).not.toEqual([]);
        expect((result as Bom).components).toHaveLength(entry.components!);
      }
    },
  );
});
