import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import type { Person, TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

describeIf(hasBrowser, 'chromium is not installed')('what edits of the workbench leave alone', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const settings = async (owner: Person & TenantIds, path: string): Promise<Page> => {
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/${path}`);
    return page;
  };

  it('overwrites no webhook that another has changed, and shows the secret that another host gets', async () => {
    const owner = await bench.organization();
    const first = 'https://hooks.example.org/one';
    const created = await owner.client.post('v1/webhooks/createWebhook', { org_id: owner.orgId, url: first });
    const { id } = created.body.data;
    const page = await settings(owner, 'webhooks');
    const form = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change' }).click();
    await form.getByLabel('Description').fill('mine');
    const theirs = { id, description: 'theirs' };
    expect((await owner.client.post('v1/webhooks/updateWebhook', theirs)).status).toBe(200);
    await form.getByRole('button', { name: 'Change' }).click();
    await form.getByRole('alert').getByText('after you read it').waitFor();
    const now = async (): Promise<any> => (await owner.client.get('v1/webhooks/getWebhook', { id })).body.data;
    expect(await now()).toMatchObject({ description: 'theirs' });
    await page.reload();
    const moveTo = async (url: string): Promise<void> => {
      await page.getByRole('button', { name: 'Change' }).click();
      await form.getByLabel('Address', { exact: true }).fill(url);
      await form.getByRole('button', { name: 'Change' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await moveTo('https://hooks.example.org/two');
    await page.getByRole('link', { name: 'https://hooks.example.org/two' }).waitFor();
    expect(await page.locator('code').count()).toBe(0);
    await moveTo('https://hooks.example.net/three');
    await page.getByText('The signing secret').waitFor();
    expect(await page.locator('code').textContent()).toMatch(/^whsec_/);
    // It was not copied yet.
    await moveTo('https://hooks.example.net/four');
    await page.getByRole('link', { name: 'https://hooks.example.net/four' }).waitFor();
    await page.getByText('The signing secret').waitFor();
  });
});
