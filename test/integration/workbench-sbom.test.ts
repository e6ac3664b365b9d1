import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { describeIf } from '../support/requirement.js';
import { newUser } from '../support/people.js';
import { newSbom } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;

describeIf(hasBrowser, 'chromium is not installed')('the page of an SBOM', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const looked = async (page: Page, name: string): Promise<void> => {
    expect(await bench.look(page, name, 'light')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  it('changes the settings without overwriting what another changed, and removes the SBOM', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [{ name: 'Quibblish', version: '1' }]);
    await bench.scored(owner, id);
    const sbom = async () => owner.client.get('v1/project/getSBOM', { id });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}/settings`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Supplier').fill('Southwind');
    await dialog.getByLabel('Looked at again').selectOption('weekly');
    expect((await owner.client.post('v1/project/updateSBOM', { id, contact_name: 'Ida' })).status).toBe(200);
    // The page follows the SBOM: what another changed comes in, and what is typed stays.
    await dialog.getByText('Changed meanwhile: Ida').waitFor();
    expect(await dialog.getByLabel('Supplier').inputValue()).toBe('Southwind');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Southwind', { exact: true }).first().waitFor();
    expect((await sbom()).body.data).toMatchObject({
      name: 'Gateway',
      supplier: 'Southwind',
      contact_name: 'Ida',
      monitor_frequency: 'weekly',
    });
    await page.getByRole('button', { name: 'Remove the SBOM' }).click();
    await dialog.getByText('Its 1 component, imports and history are no longer shown.').waitFor();
    expect((await sbom()).status).toBe(200);
    await dialog.getByRole('button', { name: 'Remove the SBOM' }).click();
    await page.getByRole('heading', { name: 'SBOMs', level: 1 }).waitFor();
    expect((await sbom()).status).toBe(404);
  });

  it('asks for an SBOM and its entries once each, and for no script that was not named to the browser', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [{ name: 'Quibblish', version: '1' }]);
    await bench.scored(owner, id);
    const { page, calls } = await bench.signIn(owner);
    await page.waitForLoadState('networkidle');
    calls.length = 0;
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.push(new URL(request.url()).pathname);
    });
    const answer = await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await page.getByRole('button', { name: 'Quibblish', exact: true }).waitFor();
    const whole = (await answer!.text()) + (await answer!.headerValue('link'));
    expect(scripts.filter((script) => !whole.includes(script))).toEqual([]);
    await page.waitForTimeout(1_000); // The first event has come by then.
    const asked = calls.filter((call) => call === 'GET v1/project/getSBOM');
    expect([asked.length, calls.includes('GET v1/project/events')]).toEqual([2, true]);
  });

  it('asks again for entries that are older than the SBOM it shows', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [
      { name: 'Quibblish', version: '1' },
      { name: 'Vexatron', version: '1' },
    ]);
    await bench.scored(owner, id);
    const { page } = await bench.signIn(owner);
    // No event tells the page of the change; the answers alone do.
    await page.route('**/v1/project/events*', (route) => route.abort());
    let isReleased = (): void => undefined;
    const released = new Promise<void>((resolve) => (isReleased = resolve));
    await page.route(/getSBOM\?.*limit=1$/, async (route) => {
      await released;
      await route.continue();
    });
    const entries = page.waitForResponse(/getSBOM\?.*limit=200$/);
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await (await entries).finished();
    const { data } = (await owner.client.get('v1/project/getSBOM', { id, q: 'Vexatron' })).body;
    const ids = data.entries.map((entry: any) => entry.id);
    expect((await owner.client.post('v1/project/deleteComponents', { sbom_id: id, ids })).status).toBe(200);
    isReleased();
    await page.getByRole('button', { name: 'Quibblish', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Vexatron', exact: true }).waitFor({ state: 'detached' });
  });

  it('shows each licence with its class, and the component whose licence nobody knows', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [
      { name: 'Quibblish', version: '1', licenses: [{ license: { id: 'MIT' } }] },
      { name: 'Vexatron', version: '1', licenses: [{ license: { id: 'GPL-3.0-only' } }] },
      { name: 'Wumpusite', version: '1' },
    ]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}/licences`);
    const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
    await row('Quibblish').filter({ hasText: 'Permissive' }).filter({ hasText: 'MIT' }).waitFor();
    await row('Vexatron').filter({ hasText: 'Strong copyleft' }).filter({ hasText: 'GPL-3.0-only' }).waitFor();
    await row('Wumpusite').filter({ hasText: 'Licence not known' }).waitFor();
    const asked = row('Vexatron').getByText(/\d+ obligations?/);
    await asked.waitFor();
    // Who hands nothing on owes nothing.
    await page.getByLabel('How the product reaches others').selectOption('internal');
    await row('Vexatron').getByText('none known').waitFor();
    expect(await asked.count()).toBe(0);
    expect(await page.getByRole('link', { name: 'NOTICE', exact: true }).getAttribute('href')).toContain(id);
  });

  it('chooses rows by the space bar, and goes to what can be done with them by one key', async () => {
    const owner = await bench.organization();
    const names = ['Quibblish', 'Vexatron', 'Wumpusite'];
    const id = await bench.imported(owner, names.map((name) => ({ name, version: '1' }))); // prettier-ignore
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    const name = (text: string) => page.getByRole('button', { name: text, exact: true });
    await name('Quibblish').focus();
    // Nothing is chosen yet: the key does nothing.
    await page.keyboard.press('b');
    await page.keyboard.press('Space');
    await page.getByText('1 component chosen').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByText('2 components chosen').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 component chosen').waitFor();
    await page.keyboard.press('b');
    expect(await page.evaluate(() => document.activeElement.closest('[role=region]')?.ariaLabel)).toBe(
      'Chosen components',
    );
    const bar = page.getByRole('region', { name: 'Chosen components' });
    await bar.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await name('Quibblish').waitFor({ state: 'detached' });
    const { data } = (await owner.client.get('v1/project/getSBOM', { id })).body;
    expect(data.entries.map((entry: any) => entry.name).sort()).toEqual(['Vexatron', 'Wumpusite']);
  });

  it('chooses everything that the filter matches, also what nobody has scrolled to, and nothing else', async () => {
    const owner = await bench.organization();
    const parts = Array.from({ length: 1_150 }, (_, index) => ({ name: `Quibblish ${index}`, version: '1' }));
    const id = await bench.imported(owner, [...parts, { name: 'Vexatron', version: '1' }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}?q=quibblish`);
    await page.getByRole('button', { name: 'Choose all that fit (1,150)' }).click();
    await page.getByText('1,150 components chosen').waitFor();
    await looked(page, 'sbom-chosen-all');
    const bar = page.getByRole('region', { name: 'Chosen components' });
    await bar.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Remove 1,150 components from the SBOM?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No component fits.').waitFor();
    const { data } = (await owner.client.get('v1/project/getSBOM', { id })).body;
    expect(data.entries.map((entry: any) => entry.name)).toEqual(['Vexatron']);
    const viewer = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const other = await bench.signIn(viewer);
    await other.page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await other.page.getByRole('button', { name: 'Vexatron', exact: true }).waitFor();
    expect(await other.page.getByRole('button', { name: /^Choose all/ }).count()).toBe(0);
  });

  it('gives rows more room where the user wants it, and remembers that', async () => {
    const owner = await bench.organization();
    const names = Array.from({ length: 40 }, (_, index) => ({ name: `Quibblish ${index}`, version: '1' }));
    const id = await bench.imported(owner, names);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    const row = page.getByRole('row').filter({ hasText: 'Quibblish 3' }).first();
    const heightOf = async () => Math.round((await row.boundingBox())!.height);
    const listed = async () => page.evaluate(() => document.querySelector('.virtual').getBoundingClientRect().height);
    await row.waitFor();
    expect(await heightOf()).toBe(48);
    const compact = await listed();
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Compact or roomy rows' }).click();
    expect(await heightOf()).toBe(56);
    expect(Math.round((await listed()) - compact)).toBe(40 * 8);
    await looked(page, 'sbom-roomy');
    await page.goto(`/o/${owner.orgId}/sboms`);
    await page.getByRole('link', { name: /Gateway/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.density)).toBe('roomy');
    await looked(page, 'sboms-roomy');
  });

  it('shows on a phone what the rules say of each component, and its risk', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [{ name: 'Quibblish', version: '1' }]);
    await bench.scored(owner, id);
    const { page } = await bench.signIn(owner, { viewport: { width: 390, height: 844 } });
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    const row = page.getByRole('row').filter({ hasText: 'Quibblish' });
    for (const text of [/^Failed$/, /^Not examined$/, /^Risk – unknown$/]) {
      const shown = (await row.getByText(text).boundingBox())!;
      expect([text, shown.width > 20, shown.x + shown.width < 390]).toEqual([text, true, true]);
    }
  });

  it('lists the SBOMs of one supplier, and still offers the others', async () => {
    const owner = await bench.organization();
    await newSbom(owner, { name: 'Kettle', supplier: 'Northwind' });
    await newSbom(owner, { name: 'Toaster', supplier: 'Southwind' });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    const supplier = page.getByLabel(/^Supplier/);
    await page.getByRole('link', { name: /Toaster/ }).waitFor();
    await supplier.selectOption('Northwind');
    await page.getByRole('link', { name: /Toaster/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('supplier=Northwind');
    await looked(page, 'sboms-supplier');
    await supplier.selectOption('Southwind');
    await page.getByRole('link', { name: /Toaster/ }).waitFor();
    expect(await page.getByRole('link', { name: /Kettle/ }).count()).toBe(0);
  });
});
