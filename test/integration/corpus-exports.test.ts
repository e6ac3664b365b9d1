import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectBom } from '../../src/formats/collect.js';
import { openDocument } from '../../src/formats/containers/open-document.js';
import { defaultLimits } from '../../src/formats/format.js';
import { detectFormat, formats } from '../../src/formats/index.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import type { Bom } from '../../src/model/document.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { invented, through, untold } from '../unit/formats/pairs/passage.js';

/** Real SBOM files, kept beside the project, not in it. */
const corpus = join(projectRoot, '../shared/corpus/open');
const manifest = join(corpus, 'MANIFEST.json');
const isHere = existsSync(manifest);
if (!isHere) console.warn('The corpus of real SBOM files is not here: its exports are not tested');

interface Listed {
  readonly path: string;
  readonly expect: string;
  readonly size: number;
}
/** Large files say nothing new, and take long in thirteen formats. */
const largest = 60_000;
const files = isHere
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as { files: Listed[] }).files.filter(
      ({ path, expect: expected, size }) => expected.startsWith('accept') && size < largest && !path.endsWith('.xls'),
    )
  : [];

async function readFile(path: string): Promise<Bom> {
  const { source, head } = await openDocument(bytesSource(readFileSync(join(corpus, path))), {
    limits: defaultLimits,
    spill: () => Promise.reject(new Error('No file of the corpus is wrapped in a zip')),
    isKnown: () => false,
  });
  return collectBom(detectFormat(head)!.parse(source, defaultLimits));
}

(isHere ? describe : describe.skip)('a real file, written by every format and read again, says the same', () => {
  test.each(files.map(({ path }) => path))('%s', async (path) => {
    const bom = await readFile(path);
    // A lone package is an entry, in whatever role it was written; what has no name is no row of a list.
    if (bom.components.length === 0 || bom.components.some(({ name }) => name === '')) return;
    for (const format of formats.filter(({ writes }) => writes !== undefined)) {
      const passage = await through(format, format.writes![0]!, bom);
      const faults = { untold: untold(bom, passage), invented: invented(bom, passage) };
      expect({ format: format.id, ...faults }).toEqual({ format: format.id, untold: [], invented: [] });
    }
  });
});
