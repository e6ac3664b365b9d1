import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;
declare const getComputedStyle: any;

/** More than the stops of any page before what is looked for. */
const maxStops = 60;

const pathOf = (url: string): string => new URL(url).pathname;

describeIf(hasBrowser, 'chromium is not installed')('the workbench by keyboard', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const focused = (page: Page): Promise<{ name: string; isShown: boolean }> =>
    page.evaluate(() => {
      const at = document.activeElement;
      const { outlineStyle, boxShadow } = getComputedStyle(at);
      if (at === document.body) return { name: 'page', isShown: true };
      const name = (at.getAttribute('aria-label') ?? at.textContent ?? '').trim();
      return { name, isShown: outlineStyle !== 'none' || boxShadow !== 'none' };
    });

  /** Presses Tab until the element with that name has the focus; each stop on the way shows that it has it. */
  const tabTo = async (page: Page, wanted: RegExp): Promise<void> => {
    for (let stop = 0; stop < maxStops; stop += 1) {
      await page.keyboard.press('Tab');
      const { name, isShown } = await focused(page);
      expect([name, isShown]).toEqual([name, true]);
      if (wanted.test(name)) return;
    }
    throw new Error(`Tab never comes to ${wanted}`);
  };

  const heading = async (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  it('opens every page, shows where the focus is, and goes back the same way', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [
      { name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' },
      { name: 'Zorblax', version: '1' },
    ]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}`);
    await heading(page, /Workshop/);
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement.id)).toBe('main');
    await page.goto(`/o/${owner.orgId}`);
    await heading(page, /Workshop/);
    const trail: { url: string; title: string | RegExp }[] = [{ url: page.url(), title: /Workshop/ }];
    const steps: readonly (readonly [RegExp, string | RegExp])[] = [
      [/^SBOMs$/, 'SBOMs'],
      [/^Gateway 3\.1$/, 'Gateway 3.1'],
      [/^Dependencies$/, 'Gateway 3.1'],
      [/^Vulnerabilities$/, 'Gateway 3.1'],
      [/^Projects$/, 'Projects'],
      [/^Settings$/, 'Rulesets'],
      [/^Default$/, 'Default'],
      [/^Webhooks$/, 'Webhooks'],
      [/^People$/, 'People'],
      [/^API keys$/, 'API keys'],
      [/^Audit$/, 'Audit'],
      [/^Catalogue sources$/, 'Catalogue sources'],
      [/^Review/, 'Review'],
      [/^Your decisions/, 'Decisions'],
      [/^Vulnerabilities$/, 'Vulnerabilities'],
    ];
    for (const [link, title] of steps) {
      await tabTo(page, link);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== pathOf(trail.at(-1)!.url));
      await heading(page, title);
      // What is still loaded comes with parts of its own, and may take the focus.
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      trail.push({ url: page.url(), title });
    }
    for (const { url, title } of trail.slice(0, -1).reverse()) {
      await page.goBack();
      await heading(page, title);
      // The queue puts the open name into its address, without a step in the history.
      expect(pathOf(page.url())).toBe(pathOf(url));
    }
    await page.goForward();
    await heading(page, 'SBOMs');
  });

  it('opens menus and dialogs, closes them by Esc, and returns the focus', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: 'Zorblax', version: '1' }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await heading(page, 'Gateway 3.1');
    await tabTo(page, /^Export$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'CycloneDX JSON', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'CycloneDX JSON', exact: true }).waitFor({ state: 'hidden' });
    expect((await focused(page)).name).toBe('Export');
    await page.goto(`/o/${owner.orgId}/settings/keys`);
    await heading(page, 'API keys');
    await tabTo(page, /^Create a key$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // A dialog keeps the focus.
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement.closest('dialog'),
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await focused(page)).name).toBe('Create a key');
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('settle as the marked candidate').waitFor();
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
    await page.getByText('1 left').first().waitFor();
  });

  it('lets digits only mark a candidate, once somebody chose that', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [
      { name: 'jackson-databnid', version: '2.13.2' },
      { name: 'Zorblax', version: '1' },
    ]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    await page.keyboard.press('?');
    await page.getByLabel('Digits only mark a candidate').check();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: /jackson-databnid/ }).click();
    await page.locator('#candidate-1').waitFor();
    // Sooner a settling key is taken for one that was meant for the name before.
    await page.waitForTimeout(300);
    await page.keyboard.press('1');
    await page.waitForTimeout(300);
    expect(await page.locator('#candidate-1').getAttribute('aria-checked')).toBe('true');
    await page.getByText('2 left').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 left').first().waitFor();
  });

  it('goes through the rows of a list by j and k, opens one by Enter, and changes a component by e', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [{ name: 'Zorblax', version: '1' }], 'Depot');
    await bench.imported(owner, [{ name: 'Quuxly', version: '1' }], 'Ferry');
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms?sort=name`);
    await page.getByRole('link', { name: 'Ferry 3.1' }).waitFor();
    const names: string[] = [];
    for (const key of ['j', 'j', 'k', 'j']) {
      await page.keyboard.press(key);
      names.push((await focused(page)).name);
    }
    expect(names).toEqual(['Depot 3.1', 'Ferry 3.1', 'Depot 3.1', 'Ferry 3.1']);
    await page.keyboard.press('Enter');
    await heading(page, 'Ferry 3.1');
    await page.getByRole('button', { name: 'Quuxly', exact: true }).waitFor();
    await page.keyboard.press('j');
    expect((await focused(page)).name).toBe('Quuxly');
    await page.keyboard.press('e');
    const form = page.getByRole('form', { name: 'Change the component' });
    await form.waitFor();
    const row = page.getByRole('button', { name: 'Quuxly', exact: true });
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    // Each Esc closes one thing, and goes back to where that was opened.
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect((await focused(page)).name).toBe('Change');
    await page.keyboard.press('Escape');
    await page.locator('.inspector').waitFor({ state: 'detached' });
    expect((await focused(page)).name).toBe('Quuxly');
    expect(await row.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.locator('.inspector').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.inspector').waitFor({ state: 'detached' });
    expect((await focused(page)).name).toBe('Quuxly');
  });

  it('names a page that comes without a load, and goes on at its content', async () => {
    const owner = await bench.organization();
    const one = await bench.imported(owner, [{ name: 'Zorblax', version: '1' }], 'Depot');
    const { page } = await bench.signIn(owner);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const spoken = page.locator('.hide[role=status]');
    expect(await spoken.textContent()).toBe('');
    // The region that a screen reader listens to stays.
    await spoken.evaluate((region: any) => (region.dataset.kept = 'yes'));
    await page.getByRole('link', { name: 'SBOMs', exact: true }).focus();
    await page.keyboard.press('Enter');
    await spoken.getByText('SBOMs · Stocktake').waitFor();
    expect(await page.evaluate(() => document.activeElement.id)).toBe('main');
    await page.getByRole('link', { name: 'Depot 3.1' }).waitFor();
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe('Choose files');
    await page.getByRole('link', { name: 'Depot 3.1' }).focus();
    await page.keyboard.press('Enter');
    await spoken.getByText('Depot 3.1 · Stocktake').waitFor();
    expect(await page.evaluate(() => document.activeElement.id)).toBe('main');
    await page.goBack();
    await spoken.getByText('SBOMs · Stocktake').waitFor();
    expect(await page.locator('.hide[data-kept]').count()).toBe(1);
    // What somebody has gone to keeps the focus.
    await page.goForward();
    await spoken.getByText('Depot 3.1 · Stocktake').waitFor();
    await page.getByRole('link', { name: 'Imports' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Imports' }).waitFor();
    expect((await focused(page)).name).toBe('Imports');
    // Another of the same name has the same title, and is another page.
    const same = await bench.imported(owner, [{ name: 'Zorblax', version: '1' }], 'Depot');
    for (const id of [same, one]) {
      await spoken.evaluate((region: any) => (region.dataset.heard = ''));
      await page.evaluate(
        ([path]) => {
          const region = document.querySelector('.hide[role=status]')!;
          new (globalThis as any).MutationObserver(() => (region.dataset.heard += region.textContent)).observe(region, {
            childList: true,
            characterData: true,
            subtree: true,
          });
          document.querySelector('#main')!.insertAdjacentHTML('beforeend', `<a href="${path}">Next</a>`);
          document.querySelector(`a[href="${path}"]:last-of-type`).click();
        },
        [`/o/${owner.orgId}/sboms/${id}`] as const,
      );
      await page.locator('.hide[data-heard*="Depot 3.1 · Stocktake"]').waitFor({ state: 'attached' });
    }
  });

  it('goes back to the candidates from what was opened beside them', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [{ name: 'jackson-databnid', version: '2.13.2' }]);
    const { page } = await bench.signIn(owner);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /^Review/ })
      .first()
      .click();
    await page.locator('#candidate-1').waitFor();
    expect((await focused(page)).name).toBe('What it may be');
    for (const [key, field] of [
      ['m', page.getByRole('textbox', { name: /^Note/ })],
      ['f', page.getByRole('searchbox', { name: 'Find a name' })],
      ['/', page.locator('#catalogue-search')],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await field.evaluate((one) => one === document.activeElement)]).toEqual([key, true]);
      await page.keyboard.press('Escape');
      expect([key, (await focused(page)).name]).toEqual([key, 'What it may be']);
    }
  });

  it('goes to a page by two keys, and finds by its name what the organization has', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [{ name: 'Zorblax', version: '1' }], 'Depot');
    const { page } = await bench.signIn(owner);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // In the queue the second key would settle.
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.locator('.subject').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'SBOMs');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('find anything').waitFor();
    await page.keyboard.press('Escape');
    // Open in the same turn: the next key must not go to the page.
    const isOpen = await page.evaluate(async () => {
      const { document, KeyboardEvent } = globalThis as any;
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      return document.querySelector('dialog.finder[open]') !== null;
    });
    expect(isOpen).toBe(true);
    await page.keyboard.type('depo');
    await page.getByRole('option', { name: /Depot/ }).waitFor();
    await page.getByRole('dialog').getByRole('status').getByText('1 found.').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Depot 3.1');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zorb');
    await page.getByRole('option', { name: /Zorblax/ }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .locator('.inspector')
      .getByRole('heading', { name: /Zorblax/ })
      .waitFor();
  });
});
