import { failed, isShown } from '../../../ui/src/parts/loading.js';

describe('what a part of a page shows when loading fails', () => {
  const busy = new Error('Stocktake is busy.');
  const before = { data: ['a row'], error: null, keys: ['an SBOM', 'a filter'] };

  it('keeps what was loaded when the same cannot be loaded again', () => {
    const after = failed(before, busy, ['an SBOM', 'a filter']);
    expect(after).toMatchObject({ data: ['a row'], error: busy });
    expect(isShown(after)).toBe(true);
  });

  it('shows no old rows under a new filter', () => {
    const after = failed(before, busy, ['an SBOM', 'another filter']);
    expect(after).toMatchObject({ data: null, error: busy });
    expect(isShown(after)).toBe(false);
  });

  it('keeps nothing of what is gone', () =>
    expect(isShown(failed(before, Object.assign(new Error('Not found'), { status: 404 }), before.keys))).toBe(false));
});
