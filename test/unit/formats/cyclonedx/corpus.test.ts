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
  readonly components: number;
  readonly services?: number;
  readonly vulnerabilities?: number;
  readonly dep_nodes?: number;
  readonly dep_edges?: number;
  readonly meta_component?: boolean;
}
const entries: readonly Entry[] = isThere
  ? (JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8')) as { files: Entry[] }).files.filter(
      ({ format, encoding, path }) =>
        format === 'CycloneDX' && ['json', 'yaml', 'xml'].includes(encoding) && !path.endsWith('.jsonl'),
    )
  : [];

async function readFile(path: string): Promise<Bom> {
  const bytes = readFileSync(join(folder, path));
  const format = detectFormat(decodeHead(bytes.subarray(0, 64 * 1024)));
  expect(format?.family).toBe('cyclonedx');
  return collectBom(format!.parse(bytesSource(bytes), defaultLimits));
}

const partsOf = (bom: Bom, kind: string): number => bom.parts.filter((part) => part.kind === kind).length;

(isThere ? describe : describe.skip)('documents of the corpus', () => {
  test.each(entries.filter((entry) => entry.expect.startsWith('accept')).map((entry) => [entry.path, entry] as const))(
    '%s has what it is said to have',
    async (path, entry) => {
      const bom = await readFile(path);
      expect(bom.components).toHaveLength(entry.components);
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
    async (path, entry) => {
      const result = await readFile(path).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(FormatError);
        expect((result as FormatError).place).not.toBe('');
      } else {
        expect(entry.expect).not.toBe('reject');
        expect((result as Bom).warnings.map(({ place }) => place)).not.toContain('');
        expect((result as Bom).warnings).not.toEqual([]);
        expect((result as Bom).components).toHaveLength(entry.components);
      }
    },
  );
});
