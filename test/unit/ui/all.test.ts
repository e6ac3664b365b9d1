import { allOf } from '../../../ui/src/parts/all.js';

describe('a list that somebody chooses from', () => {
  const rows = Array.from({ length: 2_345 }, (_, index) => index);

  it('is read to its end, page by page', async () => {
    const pages: number[] = [];
    const read = await allOf(async ({ offset, limit }) => {
      pages.push(offset);
      return { data: rows.slice(offset, offset + limit), meta: { total_count: rows.length } };
    });
    expect(read).toEqual(rows);
    expect(pages).toEqual([0, 1_000, 2_000]);
  });

  it('ends where rows were taken away meanwhile', async () => {
    const read = await allOf(async ({ offset }) => ({ data: offset === 0 ? [1] : [], meta: { total_count: 2 } }));
    expect(read).toEqual([1]);
  });
});
