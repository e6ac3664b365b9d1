import { mapConcurrently } from '../../../src/sboms/scoring/map-concurrently.js';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('mapConcurrently', () => {
  it('works on every item once, on no more than allowed at a time', async () => {
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

  it('starts no item after a failure, and awaits those under way', async () => {
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
