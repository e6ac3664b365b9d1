import { ReviewPage } from '../../support/review-page.js';

const inA = [
  { sbom_id: 'one', entries: 1, status: 'waitingforapproval' },
  { sbom_id: 'two', entries: 1, status: 'waitingforapproval' },
];

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

  it('by mouse settles one name, and separate clicks one each however fast', async () => {
    const page = await new ReviewPage(few).open();
    const internal = (): void => page.store.dispose('internal');
    page.click(1, internal);
    page.click(2, internal);
    page.click(3, internal);
    expect(page.store.current.value).toBe('b');
    page.click(1, internal);
    expect(page.store.current.value).toBe('c');
    page.click(0, internal);
    expect(page.store.current.value).toBe('c');
    page.press('i', []);
    expect(page.store.current.value).toBe('c');
    page.read().click(0, internal);
    await page.settle();
    expect(page.decided.map(({ group }) => group)).toEqual(['a', 'b', 'c']);
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

describe('a decision whose answer is lost on its way', () => {
  const cut = async (): Promise<ReviewPage> => {
    const page = await new ReviewPage(few).open();
    page.isCut = true;
    page.store.dispose('internal');
    return page;
  };
  const restore = async (page: ReviewPage): Promise<void> => {
    await page.settle();
    page.isCut = false;
    await page.pass();
  };

  it('is sent again, and not taken for refused', async () => {
    const page = await cut();
    await restore(page);
    expect(page.decided.map(({ group }) => group)).toEqual(['a', 'a']);
    expect(page.store.done.value.has('a')).toBe(true);
    expect(page.undone).toEqual([]);
  });

  it.each([
    ['request_in_progress', 1],
    ['request_carried_out', 2],
  ])('is no conflict where the service says %s; %s keys ask for it', async (reason, keys) => {
    const page = await cut();
    page.keyReasons.push(reason);
    await restore(page);
    expect(page.store.done.value.has('a')).toBe(true);
    await page.pass();
    expect(page.decided.map(({ group }) => group)).toEqual(['a', 'a']);
    expect([page.sentKeys.length, new Set(page.sentKeys).size]).toEqual([3, keys]);
  });

  it('is sent again and undone where it was taken back meanwhile', async () => {
    const page = await cut();
    page.store.undo();
    await restore(page);
    expect(page.decided.map(({ group }) => group)).toEqual(['a', 'a']);
    expect(page.undone).toEqual([{ decision_id: 'decision-2', by: 'me' }]);
    expect(page.store.done.value.has('a')).toBe(false);
  });
});

describe('the event of a decision', () => {
  it('is that of this tab where it comes after an undo and before the answer', async () => {
    const page = await new ReviewPage(few).open();
    page.store.dispose('internal');
    page.store.undo();
    page.hear({ id: 'decision-1', group: 'a', user_id: 'me' });
    expect(page.store.live.byOthers.value.size).toBe(0);
    await page.settle();
    expect(page.undone).toMatchObject([{ decision_id: 'decision-1' }]);
  });

  it.each([
    ['another name', { id: 'decision-2', group: 'b', user_id: 'me' }],
    ['another person', { id: 'decision-2', group: 'a', user_id: 'ben' }],
  ])('is that of another tab where it is of %s', async (_, event) => {
    const page = await new ReviewPage(few).open();
    page.store.dispose('internal');
    page.store.undo();
    page.hear(event);
    expect([...page.store.live.byOthers.value.keys()]).toEqual([event.group]);
  });
});

describe('a name of which nobody knows what its decision changes', () => {
  it('is settled only after the panel has shown it', async () => {
    const page = new ReviewPage(few);
    page.previewed.delete('a');
    const { store } = await page.open();
    store.dispose('internal');
    await page.settle();
    expect(store.reach.value).toMatchObject({ choice: { disposition: 'internal' } });
    expect(store.isPreviewMissing).toBe(true);
    expect(page.read().press('Enter', [])).toBe(true);
    expect(store.current.value).toBe('a');
    page.previewed.set('a', inA);
    const asked = store.askPreview();
    expect(store.isPreviewMissing).toBe(false);
    await asked;
    page.press('Enter', []);
    expect(store.current.value).toBe('a');
    page.read().press('Enter', []);
    expect(store.current.value).toBe('b');
    await page.settle();
    expect(page.decided).toHaveLength(1);
  });

  it.each([
    ['waitingforapproval', 'b'],
    ['finished', 'a'],
  ])('waits for an answer that is only late; where an SBOM is %s, %s is open then', async (status, open) => {
    const page = new ReviewPage(few);
    page.previewed.set('a', [{ sbom_id: 'one', entries: 2, status }]);
    await page.store.load();
    page.read().store.dispose('internal');
    expect([page.store.current.value, page.store.reach.value === null]).toEqual(['a', false]);
    await page.settle();
    expect([page.store.current.value, page.store.reach.value === null]).toEqual([open, open === 'b']);
  });

  it('says before a decision about one SBOM is answered nothing of what it was before', async () => {
    const page = new ReviewPage(few);
    page.previewed.set('a', inA);
    const { store } = await page.open();
    store.dispose('internal');
    expect(store.current.value).toBe('b');
    store.undo();
    await page.settle();
    expect(store.previews.value.has('a')).toBe(true);
    const reach = { choice: { disposition: 'internal' }, label: '', note: '', isMadeUp: false };
    page.read().store.commit(reach, { sbomId: 'one', entries: 1 });
    expect(store.previews.value.has('a')).toBe(false);
    page.previewed.set('a', inA.slice(1));
    await page.settle();
    expect(store.previews.value.get('a')).toMatchObject({ sboms: inA.slice(1) });
  });
});

describe('the version of a candidate', () => {
  it.each([
    [['pkg:npm/zorb@1'], [{ choice: { cpe: 'cpe:2.3:a:zorb:zorb:2:*:*:*:*:*:*:*' } }]],
    [['pkg:npm/zorb@1', 'cpe:2.3:a:zorb:zorb:1:*:*:*:*:*:*:*'], []],
  ])('has no identifier that the reviewer took out: %j', async (leftOut, decided) => {
    const page = await new ReviewPage(few).open();
    page.press('v', []);
    await page.settle();
    for (const identifier of leftOut) page.store.toggle(identifier);
    page.store.settleVersion('1', 1, '2');
    await page.settle();
    expect(page.decided.map(({ choice }) => ({ choice }))).toEqual(decided);
  });
});

describe('a package of a distribution that the file does not point to', () => {
  const openssl = (packageConfidence: number, confidence = 0.8): object => ({
    name: 'openssl',
    org: '',
    known: true,
    confidence,
    reasons_for: [],
    reasons_against: [],
    coordinates: [
      { kind: 'repo', identifier: 'https://github.com/openssl/openssl', known: true, confidence },
      { kind: 'package', identifier: 'pkg:deb/debian/openssl@1', known: true, confidence: packageConfidence },
    ],
  });
  const repository = { repo_url: 'https://github.com/openssl/openssl' };
  const both = { ...repository, purl: 'pkg:deb/debian/openssl@1' };

  it.each([
    ['is left out where it is unlikely', openssl(0.07), false, repository],
    ['is taken where somebody ticks it', openssl(0.07), true, both],
    ['is taken where it is probable', openssl(0.6), false, both],
    ['is taken where the candidate is unlikely itself, which nobody settles unseen', openssl(0.07, 0.2), false, both],
  ])('%s', async (_, candidate, isTicked, choice) => {
    const page = new ReviewPage(few);
    page.candidate = candidate;
    await page.open();
    if (isTicked) page.store.toggle('pkg:deb/debian/openssl@1');
    page.store.settleCandidate(0);
    await page.settle();
    expect(page.decided.map((one) => one.choice)).toEqual([choice]);
  });
});

describe('keys without a modifier that are turned off', () => {
  it('leave arrows and Enter to the lists', async () => {
    const page = await new ReviewPage(few).open();
    const { store } = page;
    page.turnKeysOff();
    for (const key of ['ArrowDown', 'Enter', 'n', 'j']) expect(page.press(key, [])).toBe(false);
    for (const key of ['n', 'j', '1']) expect(page.press(key, ['.cands'])).toBe(false);
    expect(page.press('ArrowDown', ['.names'])).toBe(true);
    expect(store.current.value).toBe('b');
    expect(page.press('ArrowUp', ['.names'])).toBe(true);
    expect(store.current.value).toBe('a');
    store.marked.value = -1;
    expect(page.press('ArrowDown', ['.cands'])).toBe(true);
    expect(store.marked.value).toBe(0);
    expect(page.read().press('Enter', ['.cands'])).toBe(true);
    expect(store.current.value).toBe('b');
  });

  it('close the list of versions all the same', async () => {
    const page = await new ReviewPage(few).open();
    page.press('v', []);
    page.turnKeysOff();
    expect(page.press('Escape', [])).toBe(true);
    expect(page.store.versions.shown.value).toBeNull();
  });
});

it('an arrow of the number pad settles nothing', async () => {
  const page = await new ReviewPage(few).open();
  page.store.marked.value = -1;
  page.press('ArrowDown', ['.cands'], { code: 'Numpad1' });
  expect([page.store.marked.value, page.store.current.value]).toEqual([0, 'a']);
});
