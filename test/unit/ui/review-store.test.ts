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
