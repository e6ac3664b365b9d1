import { setImmediate } from 'node:timers/promises';
import { mapWithYield } from '../../../src/platform/process/map-with-yield.js';

const busyFor = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

describe('work in turns', () => {
  it('keeps the order of what it makes', async () => {
    const made = await mapWithYield(new Set(['a', 'b', 'c']), (letter, place) => `${letter}${place}`);
    expect(made).toEqual(['a0', 'b1', 'c2']);
  });

  it('lets others have the processor in between', async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns += 1) await setImmediate();
    })();
    await mapWithYield(Array.from({ length: 20 }), () => busyFor(4));
    isDone = true;
    await others;
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('ends with the first failure', async () => {
    const begun: number[] = [];
    const failing = mapWithYield([1, 2, 3], (item) => {
      begun.push(item);
      if (item === 2) throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(begun).toEqual([1, 2]);
  });
});
