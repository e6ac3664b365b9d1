import fc from 'fast-check';
import { formats } from '../../../../src/formats/index.js';
import { arbitraryBom } from '../spdx/arbitrary-bom.js';
import { invented, through, untold } from './passage.js';

/** SBOMs for each format that is written first; `PAIR_RUNS=100` looks longer. */
const numRuns = Number(process.env.PAIR_RUNS ?? 3);
jest.setTimeout(60_000 + 10_000 * numRuns);
const written = formats.filter(({ writes }) => writes !== undefined);

/** One of the versions of each format. */
const versions = fc.record(Object.fromEntries(written.map(({ id, writes }) => [id, fc.constantFrom(...writes!)])));

describe('an SBOM written by one format, read, written by another and read again says the same', () => {
  test.each(written.map((format) => [format.id, format] as const))('%s first', async (_id, first) => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, versions, versions, async (bom, before, after) => {
        // A lone package is an entry, in whatever role it was written (api-decisions, Import).
        fc.pre(bom.components.length > 0);
        const once = await through(first, before[first.id]!, bom);
        expect({ untold: untold(bom, once), invented: invented(bom, once) }).toEqual({ untold: [], invented: [] });
        for (const second of written) {
          const twice = await through(second, after[second.id]!, once.bom);
          const faults = { untold: untold(once.bom, twice), invented: invented(once.bom, twice) };
          expect({ second: second.id, ...faults }).toEqual({ second: second.id, untold: [], invented: [] });
        }
      }),
      { numRuns },
    );
  });
});
