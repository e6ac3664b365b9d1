import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadWriteLock } from '../../../src/jobs/read-write-lock.js';

describe('ReadWriteLock', () => {
  it('runs exclusive work alone, and all work in the end', async () => {
    const visitor = fc.record({ alone: fc.boolean(), comesAfter: fc.nat(3), stays: fc.nat(3), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(visitor, { maxLength: 12 }), async (visitors) => {
        const lock = new ReadWriteLock();
        let together = 0;
        let alone = 0;
        let served = 0;
        const visits = visitors.map(async (visit) => {
          await sleep(visit.comesAfter);
          const work = async () => {
            if (visit.alone) alone += 1;
            else together += 1;
            expect(alone === 0 || (alone === 1 && together === 0)).toBe(true);
            await sleep(visit.stays);
            if (visit.alone) alone -= 1;
            else together -= 1;
            served += 1;
            if (visit.fails) throw new Error('failed');
          };
          const run = visit.alone ? lock.runExclusive(work) : lock.runShared(work);
          await run.catch((error: Error) => expect(error.message).toBe('failed'));
        });
        await Promise.all(visits);
        expect(served).toBe(visitors.length);
      }),
      { numRuns: 30 },
    );
  });
});
