import { readFileSync } from 'node:fs';
import { collectBom } from '../../src/formats/in-memory-bom.js';
import { openDocument } from '../../src/formats/open-document.js';
import { defaultLimits } from '../../src/formats/format.js';
import { formats } from '../../src/formats/index.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import type { Bom } from '../../src/model/document.js';
import { documents, type ListedDocument } from '../support/conformance/documents.js';
import { invented, through, untold } from '../unit/formats/pairs/passage.js';

/** Large files add nothing and take long in thirteen formats. */
const maxBytes = 60_000;
const files = documents.filter(({ expect: expected, size }) => expected.startsWith('accept') && size < maxBytes);

async function readDocument({ file }: ListedDocument): Promise<Bom> {
  const { decode } = await openDocument(bytesSource(readFileSync(file)), {
    limits: defaultLimits,
    spill: () => Promise.reject(new Error('No listed document is wrapped in a zip')),
  });
  return collectBom(decode());
}

describe('a document, written in every format and read again, says the same', () => {
  test.each(files.map((file) => [file.path, file] as const))('%s', async (_path, file) => {
    const bom = await readDocument(file);
    // A lone package is an entry, in whatever role it was written; what has no name is no row of a list.
    if (bom.components.length === 0 || bom.components.some(({ name }) => name === '')) return;
    for (const format of formats.filter(({ writes }) => writes !== undefined)) {
      const passage = await through(format, format.writes![0]!, bom);
      const faults = { untold: untold(bom, passage), invented: invented(bom, passage) };
      expect({ format: format.id, ...faults }).toEqual({ format: format.id, untold: [], invented: [] });
    }
  });
});
