import fc from 'fast-check';
import { fuzzTarget, fuzzTargetIds } from '../../../bench/formats/fuzz-targets.js';
import { fuzz, type Fault } from '../../../bench/formats/fuzzing.js';

/** A slice of `npm run fuzz`; CI tries another one in every run. */
const seed = fc.readConfigureGlobal().seed!;

describe('faulty documents', () => {
  it.each(fuzzTargetIds)('are read or refused by %s, with a reason and in time', async (id) => {
    const faults: Fault[] = [];
    const cases = id.endsWith('xlsx') ? 60 : 150;
    const { refused } = await fuzz(await fuzzTarget(id), { cases, seed, onFault: (fault) => faults.push(fault) });
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});
