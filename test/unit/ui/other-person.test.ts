import { ReviewPage } from '../../support/review-page.js';

const names = ['a', 'b', 'c'].map((id) => ({ id, entries: 2, sboms: 2 }));

/** Two names that me decided without a connection. */
async function unsent(): Promise<ReviewPage> {
  const page = await new ReviewPage(names).open();
  page.isOffline = true;
  page.store.dispose('internal');
  page.read().store.dispose('not_software');
  await page.settle();
  return page;
}

/** Ben, who signed in meanwhile in another tab, settles the first name that waits. */
async function decideAs(page: ReviewPage, id: string): Promise<void> {
  page.isOffline = false;
  await page.signIn(id).open();
  page.store.dispose('internal');
  await page.settle();
  await page.pass();
}

const takenOf = (page: ReviewPage): unknown[] => page.decided.map(({ group, by }) => [by, group]);

describe('decisions that wait unsent when another person signs in', () => {
  it('are not sent in the name of the other, and are sent when their owner is back', async () => {
    const page = await unsent();
    await decideAs(page, 'ben');
    expect(takenOf(page)).toEqual([['ben', 'a']]);
    expect(page.othersUnsent).toEqual([{ username: 'me', count: 2 }]);
    page.signIn('me');
    await page.settle();
    expect(takenOf(page).slice(1)).toEqual([['me', 'a'], ['me', 'b']]); // prettier-ignore
    expect(page.othersUnsent).toEqual([]);
  });

  it('outlive a reload as the other person', async () => {
    const page = await unsent();
    page.isOffline = false;
    page.reload('ben');
    await page.settle();
    expect([takenOf(page), page.othersUnsent]).toEqual([[], [{ username: 'me', count: 2 }]]);
    page.reload('me');
    await page.settle();
    expect(takenOf(page)).toEqual([['me', 'a'], ['me', 'b']]); // prettier-ignore
  });

  it('are not sent either while this tab has not heard of the other', async () => {
    const page = await unsent();
    page.isOffline = false;
    page.signInElsewhere('ben');
    await page.pass();
    expect(page.decided).toEqual([]);
    page.signInElsewhere('me');
    await page.pass();
    expect(takenOf(page)).toEqual([['me', 'a'], ['me', 'b']]); // prettier-ignore
  });

  it('outlive the sign-out, which forgets what was sent', async () => {
    const page = await new ReviewPage(names).open();
    page.store.dispose('internal');
    await page.settle();
    page.isOffline = true;
    page.read().store.dispose('internal');
    await page.settle();
    page.isOffline = false;
    await page.signOut();
    await page.pass();
    expect(takenOf(page)).toEqual([['me', 'a']]);
    expect(page.othersUnsent).toEqual([{ username: 'me', count: 1 }]);
    page.signIn('me');
    await page.settle();
    expect(takenOf(page)).toEqual([['me', 'a'], ['me', 'b']]); // prettier-ignore
    await page.signOut();
    expect(page.keptKeys).toEqual([]);
  });
});

it('an undo that waits unsent is not sent in the name of another either', async () => {
  const page = await new ReviewPage(names).open();
  page.store.dispose('internal');
  await page.settle();
  page.isOffline = true;
  page.read().store.undo();
  await page.settle();
  await decideAs(page, 'ben');
  expect(page.undone).toEqual([]);
  page.signIn('me');
  await page.settle();
  expect(page.undone).toEqual([{ decision_id: 'decision-1', by: 'me' }]);
});

it('an answer that comes after another has signed in changes nothing of theirs', async () => {
  const page = await new ReviewPage(names).open();
  page.store.dispose('internal');
  page.signIn('ben');
  await page.settle();
  expect(page.store.done.value.size).toBe(0);
  expect(page.othersUnsent).toEqual([{ username: 'me', count: 1 }]);
});
