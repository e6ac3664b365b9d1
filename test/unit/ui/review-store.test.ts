import { ReviewPage } from '../../support/review-page.js';

const few = ['a', 'b', 'c'].map((id) => ({ id, entries: 2, sboms: 2 }));

describe('a double press', () => {
  it.each<[string, (page: ReviewPage) => void]>([
    ['a disposition', ({ store }) => store.dispose('not_software')],
    ['a candidate', ({ store }) => store.settleCandidate(0)],
    [
      'what the panel confirms',
      ({ store }) => store.commit({ choice: { disposition: 'internal' }, label: '', note: '' }, null),
    ],
  ])('settles nothing unseen: %s', async (_, press) => {
    const page = await new ReviewPage(few).open();
    press(page);
    press(page);
    await page.settle();
    expect(page.decided.map(({ group }) => group)).toEqual(['a']);
    press(page.read());
    await page.settle();
    expect(page.decided.map(({ group }) => group)).toEqual(['a', 'b']);
  });

  it('opens no note for a name that nobody has seen', async () => {
    const page = await new ReviewPage(few).open();
    page.store.dispose('not_software');
    page.store.dispose('commercial');
    expect(page.store.noteFor.value).toBeNull();
  });

  it('settles one version and not what is shown after it', async () => {
    const page = await new ReviewPage(few).open();
    const { store } = page;
    await press('v');
    page.read();
    store.settleVersion('1', 2, '1');
    expect(store.current.value).toBe('b');
    await press('v');
    store.settleVersion('1', 2, '1');
    await page.settle();
    expect(page.decided).toHaveLength(1);

    async function press(key: string): Promise<void> {
      page.press(key, []);
      await page.settle();
    }
  });

  it('does nothing while Enter is held on a button', async () => {
    const page = await new ReviewPage(few).open();
    expect(page.press('Enter', ['button'], { repeat: true })).toBe(true);
    expect(page.press('Enter', ['button'])).toBe(false);
    expect(page.press('Enter', [], { repeat: true })).toBe(false);
  });
});

describe('a decision about one of several SBOMs', () => {
  const internal = { choice: { disposition: 'internal' }, label: '', note: '', isMadeUp: false };
  const one = { sbomId: 'one', entries: 1 };

  it('leaves the name open for the others', async () => {
    const page = await new ReviewPage(few).open();
    const { store } = page;
    store.commit(internal, one);
    expect(store.groups.value[0]).toMatchObject({ entries: 1, sboms: 1 });
    page.change('a', { entries: 1, sboms: 1 });
    await page.settle();
    expect(page.decided).toMatchObject([{ group: 'a', sbom_id: 'one' }]);
    expect(store.current.value).toBe('a');
    expect(store.done.value.size).toBe(0);
    expect(store.groups.value[0]).toMatchObject({ entries: 1, sboms: 1 });
    store.commit(internal, null);
    expect(store.current.value).toBe('a');
    page.read().store.commit(internal, null);
    expect(store.current.value).toBe('b');
  });

  it('takes the name off where nothing else of it waits', async () => {
    const page = await new ReviewPage([{ id: 'a', entries: 1, sboms: 1 }, ...few.slice(1)]).open();
    page.store.commit(internal, one);
    expect(page.store.current.value).toBe('b');
  });

  it('gives the entries back that an undo takes from it before it was sent', async () => {
    const page = await new ReviewPage(few).open();
    page.isOffline = true;
    page.store.commit(internal, one);
    await page.settle();
    expect(page.store.groups.value[0]).toMatchObject({ entries: 1, sboms: 1 });
    page.store.undo();
    expect(page.store.groups.value[0]).toMatchObject({ entries: 2, sboms: 2 });
  });

  it('asks what is left of a name after an undo, and after a refusal', async () => {
    const page = await new ReviewPage(few).open();
    page.store.commit(internal, one);
    page.change('a', { entries: 1, sboms: 1 });
    await page.settle();
    page.change('a', { entries: 5, sboms: 3 });
    page.store.undo();
    await page.settle();
    expect(page.store.groups.value[0]).toMatchObject({ entries: 5, sboms: 3 });
    page.isRefusing = true;
    page.read().store.commit(internal, one);
    expect(page.store.groups.value[0]).toMatchObject({ entries: 4, sboms: 2 });
    await page.settle();
    expect(page.store.groups.value[0]).toMatchObject({ entries: 5, sboms: 3 });
  });
});
