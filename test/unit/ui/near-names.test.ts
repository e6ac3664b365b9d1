import { ReviewPage } from '../../support/review-page.js';

/** So many that the last one's preview is not loaded ahead. */
const names = ['a', 'b', 'c', 'd', 'e', 'near'].map((id) => ({ id, entries: 2, sboms: 2 }));

async function withNear(status: string | null): Promise<ReviewPage> {
  const page = new ReviewPage(names);
  page.near.set('a', ['near']);
  if (status === null) page.previewed.delete('near');
  else page.previewed.set('near', [{ sbom_id: 'two', entries: 2, unresolved: 2, left: 3, status }]);
  return page.open();
}

describe('a near name that is taken along', () => {
  it('is settled at once with the open one where nothing is confirmed', async () => {
    const page = await withNear('created');
    page.store.toggleNear('near');
    await page.settle();
    page.store.dispose('internal');
    await page.settle();
    expect(page.decided.map(({ group }) => group)).toEqual(['near', 'a']);
  });

  it('has its confirmed SBOM shown first', async () => {
    const page = await withNear('finished');
    const { store } = page;
    store.toggleNear('near');
    await page.settle();
    store.dispose('internal');
    await page.settle();
    expect(page.decided).toEqual([]);
    expect(store.reach.value).not.toBeNull();
    expect(store.jointPreview).toMatchObject({ sboms: [{ sbom_id: 'one' }, { sbom_id: 'two', status: 'finished' }] });
    page.read().press('Enter', []);
    await page.settle();
    expect(page.decided).toHaveLength(2);
  });

  it('counts for the open name alone as before where it is not taken', async () => {
    const page = await withNear('finished');
    page.store.dispose('internal');
    await page.settle();
    expect(page.decided.map(({ group }) => group)).toEqual(['a']);
  });

  it('is not settled unseen where nobody knows what it changes', async () => {
    const page = await withNear(null);
    const { store } = page;
    store.toggleNear('near');
    await page.settle();
    store.dispose('internal');
    await page.settle();
    expect([page.decided, store.isPreviewMissing]).toEqual([[], true]);
    page.read().press('Enter', []);
    await page.settle();
    expect(page.decided).toEqual([]);
    page.previewed.set('near', [{ sbom_id: 'two', entries: 2, status: 'finished' }]);
    await store.askPreview();
    page.read().press('Enter', []);
    await page.settle();
    expect(page.decided).toHaveLength(2);
  });

  it('is one row with the open name where both stand in one SBOM', async () => {
    const page = await withNear('created');
    page.previewed.set('a', [{ sbom_id: 'two', entries: 3, unresolved: 1, left: 4, status: 'created' }]);
    await page.store.load();
    page.store.toggleNear('near');
    await page.settle();
    expect(page.store.jointPreview).toMatchObject({ sboms: [{ sbom_id: 'two', entries: 5, unresolved: 3, left: 2 }] });
  });
});
