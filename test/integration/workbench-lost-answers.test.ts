import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { describeIf } from '../support/requirement.js';
import { cyclonedx } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

describeIf(hasBrowser, 'chromium is not installed')('the workbench where an answer is lost', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  /** The service does what is asked once, and a proxy answers in its place. */
  const loseOne = (page: Page, path: string): Promise<unknown> =>
    page.route(
      `**/${path}**`,
      async (route) => {
        expect((await route.fetch()).ok()).toBe(true);
        await route.fulfill({ status: 504, body: '<h1>Gateway timeout</h1>' });
      },
      { times: 1 },
    );

  it('makes a project once where the form is sent again', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/projects`);
    await page.getByRole('button', { name: 'Create a project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Shop');
    await dialog.getByLabel('Address', { exact: true }).fill('https://code.example.org/shop.git');
    await dialog.getByLabel('Password or token').fill('a very secret token');
    await loseOne(page, 'v1/project/createProject');
    await dialog.getByRole('button', { name: 'Create a project' }).click();
    await dialog.getByRole('alert').getByText('it is not done twice').waitFor();
    await dialog.getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
    const { data } = (await owner.client.get('v1/project/getProjects', { team_id: owner.teamId })).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Shop']);
  });

  it('says that a key that nobody saw is lost, and makes no second one unasked', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('pipeline');
    await loseOne(page, 'v1/users/createApiKey');
    const make = dialog.getByRole('button', { name: 'Create a key' });
    await make.click();
    await dialog.getByRole('alert').getByText('it is not done twice').waitFor();
    await make.click();
    await dialog.getByRole('alert').getByText('has to be made anew').waitFor();
    const keys = async (): Promise<unknown[]> => (await owner.client.get('v1/users/getApiKeys')).body.data;
    const before = (await keys()).length;
    await make.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('code').textContent()).toMatch(/^[\w-]{20,}/);
    expect((await keys()).length).toBe(before + 1);
  });

  it('makes one SBOM of a file whose upload is sent again', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    const buffer = Buffer.from(cyclonedx([{ name: 'Quibblish', version: '1', 'bom-ref': 'q' }]));
    await page.locator('input[type=file]').setInputFiles({ name: 'gate.json', mimeType: 'application/json', buffer });
    const importOne = page.getByRole('button', { name: /^Import/ });
    await importOne.waitFor();
    await loseOne(page, 'v1/project/importSBOM');
    await importOne.click();
    await page.getByRole('alert').getByText('it is not done twice').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await importOne.click();
    await page.getByRole('row', { name: /gate/ }).waitFor();
    const { data } = (await owner.client.get('v1/project/getSBOMs', { org_id: owner.orgId })).body;
    expect(data.softwareLists.map(({ name, entry_count: count }: any) => [name, count])).toEqual([['gate', 1]]);
    const imports = (await owner.client.get('v1/project/getImports', { id: data.softwareLists[0].id })).body;
    expect(imports.data).toHaveLength(1);
  });
});
