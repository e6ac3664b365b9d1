import { maxAlike, scoreAlike } from '../../../src/sboms/scoring/alike-entries.js';

const entity = (entity_id: string) => ({ entity_id });

/** What each call scores, where so many entries of each entity are stale and so many of them can be scored alike. */
async function scored(counts: Record<string, number>, apart: Record<string, number> = {}) {
  const left = new Map(Object.entries(counts));
  const calls: [ids: string, entries: number][] = [];
  const outcome = await scoreAlike(
    [...left.keys(), 'none'].map(entity),
    Object.entries(counts).map(([entity_id, entries]) => ({ entity_id, entries })),
    (some, limit) => {
      const ids = some.map(({ entity_id }) => entity_id);
      const found = Math.min(limit, ids.reduce((sum, id) => sum + left.get(id)!, 0)); // prettier-ignore
      // Those that have to be scored one by one are found first.
      const others = Math.min(found, ids.reduce((sum, id) => sum + (apart[id] ?? 0), 0)); // prettier-ignore
      let open = found - others;
      for (const id of ids) {
        const taken = Math.min(open, left.get(id)! - (apart[id] ?? 0));
        left.set(id, left.get(id)! - taken);
        open -= taken;
      }
      calls.push([ids.join(' '), found - others]);
      return Promise.resolve({ entries: found - others, hasOthers: others > 0, hasMore: found === limit });
    },
  );
  return { ...outcome, calls };
}

describe('entries that are scored alike', () => {
  it('of few entities are scored in one call; entities without any are left out', async () => {
    expect(await scored({ a: 3, b: 4 })).toEqual({ entries: 7, hasOthers: false, calls: [['a b', 7]] });
    expect(await scored({})).toEqual({ entries: 0, hasOthers: false, calls: [] });
  });

  it('are at most so many in a call, also of one entity', async () => {
    const half = maxAlike / 2;
    const { calls, entries } = await scored({ a: half, b: half, c: 1, d: 2 * maxAlike + 5 });
    expect(calls).toEqual([
      ['a b', maxAlike],
      ['a b', 0],
      ['c', 1],
      ['d', maxAlike],
      ['d', maxAlike],
      ['d', 5],
    ]);
    expect(entries).toBe(3 * maxAlike + 6);
  });

  it('end where only those are found that have to be scored one by one', async () => {
    const { calls, hasOthers } = await scored({ a: 2 * maxAlike }, { a: maxAlike });
    expect([calls, hasOthers]).toEqual([[['a', 0]], true]);
  });
});
