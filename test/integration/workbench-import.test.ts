import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import type { Person, TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { cyclonedx } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const window: any;
declare const Event: any;

const filesNamed = (...names: string[]) =>
  names.map((name) => ({
    name: `${name}.cdx.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(cyclonedx([{ name: `Zorblax ${name}`, version: '1' }])),
  }));

describeIf(hasBrowser, 'chromium is not installed')('imports in the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const listed = async ({ client, orgId }: Person & TenantIds): Promise<string[]> =>
    (await client.get('v1/project/getSBOMs', { org_id: orgId })).body.data.softwareLists
      .map(({ name }: any) => name)
      .sort();

  const choose = (page: Page, ...names: string[]) =>
    page.locator('input[type=file]').setInputFiles(filesNamed(...names));

  /** Whether the page asks before somebody leaves it. */
  const warns = (page: Page): Promise<boolean> =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

  /** The browser's own question would hold the test up; whether it comes is looked at with `warns`. */
  const withoutQuestion = (page: Page): Promise<unknown> =>
    page.addInitScript(() =>
      window.addEventListener('beforeunload', (event: any) => event.isTrusted && event.stopImmediatePropagation()),
    );

  it('keeps in sight what failed and what was not sent, also when the page is loaded again', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await withoutQuestion(page);
    await page.goto(`/o/${owner.orgId}/sboms`);
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    expect(await warns(page)).toBe(false);
    await choose(page, 'one', 'two', 'three');
    await page.getByRole('button', { name: 'Import 3 files' }).waitFor();
    expect(await warns(page)).toBe(true);
    let requests = 0;
    await page.route('**/v1/project/importSBOM**', async (route) => {
      requests += 1;
      if (requests === 1) await route.fulfill({ status: 422, json: { message: 'Never heard of it', code: 422 } });
    });
    await page.getByRole('button', { name: 'Import 3 files' }).click();
    await page.getByText('Never heard of it').waitFor();
    for (let round = 0; round < 100 && requests < 2; round += 1) await page.waitForTimeout(50);
    await page.reload();
    const lines = page.locator('.import li');
    await lines.filter({ hasText: 'one.cdx.json' }).getByText('Never heard of it').waitFor();
    const second = lines.filter({ hasText: 'two.cdx.json' });
    await second.getByText('it is not known whether it was imported').waitFor();
    await second.getByRole('link', { name: 'Open' }).waitFor();
    await lines.filter({ hasText: 'three.cdx.json' }).getByText('It was not imported').waitFor();
    expect(await warns(page)).toBe(false);
    // On the other page that imports as well, until somebody takes them away.
    await page.goto(`/o/${owner.orgId}`);
    await page.getByText('Never heard of it').waitFor();
    for (const name of ['one', 'two', 'three'])
      await page.getByRole('button', { name: `${name}.cdx.json: leave out` }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    expect(await page.getByText('Never heard of it').count()).toBe(0);
  });

  it('follows a file that the service has when the page is loaded again, and keeps no name after the sign-out', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    await choose(page, 'one');
    await page.getByRole('button', { name: 'Import the file' }).waitFor();
    const job = { status: 'waiting', done: 0, waiting_reason: 'No process knows the job' };
    await page.route('**/v1/jobs/events**', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `event: progress\ndata: ${JSON.stringify(job)}\n\n` }),
    );
    const sent = page.waitForResponse((response) => response.url().includes('importSBOM'));
    await page.getByRole('button', { name: 'Import the file' }).click();
    await sent;
    await page.locator('.import li').getByText('No process knows the job').waitFor();
    expect(await warns(page)).toBe(false);
    await page.unroute('**/v1/jobs/events**');
    await page.reload();
    await page.locator('.import li').getByRole('link', { name: 'Open' }).waitFor();
    expect(await listed(owner)).toEqual(['one']);
    await choose(page, 'two');
    await page.getByRole('button', { name: 'Import the file' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).toContain('two.cdx.json');
    await page.getByRole('button', { name: /Account$/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    expect(await page.evaluate(() => JSON.stringify(window.sessionStorage))).not.toContain('two.cdx.json');
  });

  it('imports each file once, however often the button is pressed, and none that was left out meanwhile', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    await choose(page, 'one', 'two', 'three');
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.getByRole('button', { name: 'Import 3 files' }).waitFor();
    await page.route('**/v1/project/importSBOM**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import 3 files' }).click();
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByRole('button', { name: 'three.cdx.json: leave out' }).click();
    goOn();
    const lines = page.locator('.import li');
    for (const index of [0, 1]) await lines.nth(index).getByRole('link', { name: 'Open' }).waitFor();
    await page.waitForTimeout(500);
    await lines.getByText('Importing …').waitFor({ state: 'detached' });
    for (const index of [0, 1]) await lines.nth(index).getByRole('link', { name: 'Open' }).waitFor();
    expect(await listed(owner)).toEqual(['one', 'two']);
  });

  it('tries a file again that found no connection', async () => {
    const owner = await bench.organization();
    const { page, context } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    await page.getByText('No SBOM has been imported.').waitFor();
    await context.setOffline(true);
    await choose(page, 'one');
    await page.locator('.import li').getByText('No connection to Stocktake.').waitFor();
    await context.setOffline(false);
    await page.locator('.import li').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Import the file' }).waitFor();
  });
});
