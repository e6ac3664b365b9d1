import { mapConcurrently } from '../../../src/sboms/scoring/map-concurrently.js';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('lanes', () => {
  it('work on every item once, no more than so many at a time', async () => {
    const [seen, busy] = [[] as number[], { now: 0, most: 0 }];
    await mapConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
      busy.most = Math.max(busy.most, (busy.now += 1));
      await later();
      seen.push(item);
      busy.now -= 1;
    });
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(busy).toEqual({ now: 0, most: 2 });
  });

  it('begin nothing after a failure, and wait for what is under way', async () => {
    const [begun, ended] = [[] as number[], [] as number[]];
    const working = mapConcurrently([1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('the first');
      await later();
      ended.push(item);
    });
    await expect(working).rejects.toThrow('the first');
    expect([begun, ended]).toEqual([[1, 2], [2]]);
  });
});
