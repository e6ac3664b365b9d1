import { hasBrowser } from '../support/browser.js';
import { describeIf } from '../support/requirement.js';
import { cyclonedx } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

describeIf(hasBrowser, 'chromium is not installed')('the workbench while things change', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const nothing = (name: string, more: object = {}): object => ({ name, version: '1', 'bom-ref': name, ...more });

  it('counts on the home page what waits after an import that was made there', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [nothing('Quibblish')]);
    const { page } = await bench.signIn(owner);
    await page.getByText('1 name waits for review').waitFor();
    await bench.imported(owner, [nothing('Vexatron'), nothing('Wumpusite')], 'Other');
    // Whoever comes back to the tab.
    await page.evaluate(() => (globalThis as any).document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('3 names wait for review').waitFor();
  });

  it('overwrites no change of a component that was made while somebody typed', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [nothing('Quibblish')]);
    await bench.scored(owner, id);
    const entry = async (): Promise<any> => (await owner.client.get('v1/project/getSBOM', { id })).body.data.entries[0];
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await page.getByRole('button', { name: 'Quibblish', exact: true }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const form = page.getByRole('form', { name: 'Change the component' });
    await form.getByLabel('Version').fill('2');
    const { id: entryId } = await entry();
    const theirs = { id: entryId, sbom_id: id, name: 'Quibblish', org: 'Southwind', version: '9' };
    expect((await owner.client.post('v1/project/updateComponents', [theirs])).status).toBe(200);
    // The row below follows; what is typed stays.
    await page.getByRole('row').getByText('Southwind').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('It is now:').waitFor();
    expect(await entry()).toMatchObject({ org: 'Southwind', version: '9' });
    await form.getByRole('button', { name: 'Keep theirs' }).click();
    // What only the service has found out in the meantime is no conflict.
    await bench.scored(owner, id);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await form.getByLabel('Version').fill('3');
    await owner.client.post('v1/project/resolveComponents', { sbom_id: id });
    await bench.scored(owner, id);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await entry()).toMatchObject({ org: 'Southwind', version: '3' });
  });

  it('shows dependencies that another import has brought, and what of licences is not known', async () => {
    const owner = await bench.organization();
    const [one, two, three] = ['Quibblish', 'Vexatron', 'Wumpusite'];
    const more = (dependsOn: string[]): object => ({
      metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'app' } },
      dependencies: [
        { ref: 'app', dependsOn },
        { ref: three, dependsOn: [] },
      ],
    });
    const components = [one, two, three].map((name) => nothing(name!));
    const id = await bench.imported(owner, components, 'Tree', more([one!]));
    await bench.scored(owner, id);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${id}/dependencies`);
    const tree = page.getByRole('tree', { name: 'Dependencies', exact: true });
    await tree.getByText('Quibblish').waitFor();
    await page.getByText('1 component is nowhere in the dependencies that the file declares').waitFor();
    const { status } = await owner.client.upload('v1/project/importSBOM', cyclonedx(components, more([one!, two!])), { sbom_id: id }); // prettier-ignore
    expect(status).toBe(200);
    await tree.getByText('Vexatron').waitFor();
    await page.getByRole('link', { name: 'Licences', exact: true }).click();
    await page.getByText('Of 2 of 2 dependencies it is not known whether the two licences go together').waitFor();
    // The file says of it that it has none; the page of the dependencies has a place for it.
    await page.getByText('1 component, by the file, depends on nothing and nothing depends on it').waitFor();
  });

  it('names what makes a component risky in words, and hatches what was not examined', async () => {
    const owner = await bench.organization();
    const purl = 'pkg:npm/lodash@4.17.21';
    await bench.imported(owner, [{ name: 'lodash', version: '4.17.21', purl }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/entity?purl=${encodeURIComponent(purl)}`);
    await page.locator('.mark.not_examined', { hasText: 'Vulnerabilities not examined' }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('not_examined');
  });

  it('offers branches for git alone, and does not overwrite a project that another has changed', async () => {
    const owner = await bench.organization();
    const create = async (more: object): Promise<string> => {
      const fields = { team_id: owner.teamId, name: 'p', description: '', branch: '', should_monitor: false, ...more };
      return (await owner.client.post('v1/project/createProject', fields)).body.data.id;
    };
    const git = await create({ type: 'git', source: 'https://git.example.org/a.git' });
    const svn = await create({ type: 'svn', source: 'https://svn.example.org/a' });
    const { page } = await bench.signIn(owner);
    const button = page.getByRole('button', { name: 'Analyse another branch' });
    await page.goto(`/o/${owner.orgId}/projects/${svn}?team=${owner.teamId}`);
    await page.getByRole('button', { name: 'Analyse', exact: true }).waitFor();
    expect(await button.count()).toBe(0);
    await page.goto(`/o/${owner.orgId}/projects/${git}?team=${owner.teamId}`);
    await button.waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('mine');
    const project = async (): Promise<any> =>
      (await owner.client.get('v1/project/getProject', { id: git, team_id: owner.teamId })).body.data;
    await owner.client.put('v1/project/updateProject', { ...(await project()), exclude_paths: ['vendor'] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('after you read it').waitFor();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('mine');
    expect(await project()).toMatchObject({ description: '', exclude_paths: ['vendor'] });
  });

  it('says what of a list it does not have, and how many components are not judged', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [nothing('Quibblish'), nothing('Vexatron')]);
    const { page } = await bench.signIn(owner);
    let total = 1_000;
    await page.route('**/v1/project/getSBOMs?**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ json: { ...body, meta: { ...body.meta, total_count: total } } });
    });
    await page.route('**/v1/project/getImports**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ json: { ...body, meta: { ...body.meta, total_count: 2 } } });
    });
    await page.goto(`/o/${owner.orgId}/sboms`);
    const supplier = page.getByRole('combobox', { name: 'Supplier' });
    await supplier.getByText('Suppliers of SBOMs not shown yet').waitFor({ state: 'attached' });
    const buffer = Buffer.from(cyclonedx([nothing('Wumpusite')]));
    await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
    await page
      .getByRole('combobox', { name: 'Into' })
      .getByText('999 more SBOMs are not listed')
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'a.json: leave out' }).click();
    total = 1;
    await page.reload({ waitUntil: 'networkidle' });
    await supplier.waitFor();
    expect(await supplier.getByText('Suppliers of SBOMs not shown yet').count()).toBe(0);
    await page.route('**/v1/project/getSBOM?**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const metrics = { ...body.data.metrics, compliance: { passing: 1, failing: 0, pending: 1 } };
      await route.fulfill({ json: { ...body, data: { ...body.data, metrics } } });
    });
    await page.goto(`/o/${owner.orgId}/sboms/${id}/imports`);
    await page.getByText('1 component not judged yet').waitFor();
    await page.getByText('show more to compare').waitFor();
    expect(await page.getByText('nothing before it is kept').count()).toBe(0);
  });

  it('counts no names of an organization that somebody has left meanwhile', async () => {
    const [owner, other] = [await bench.organization(), await bench.organization()];
    await other.client.post('v1/organizations/addMember', {
      org_id: other.orgId,
      user_id: owner.userId,
      role: 'member',
    });
    await bench.imported(owner, [nothing('Quibblish'), nothing('Vexatron')]);
    const { page } = await bench.signIn(owner);
    const count = page.getByRole('navigation', { name: 'Main' }).locator('.count');
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/v1/review/getQueue?**org_id=${owner.orgId}**`, async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(`/o/${owner.orgId}/vulnerabilities`);
    await page.getByRole('combobox', { name: 'Organization' }).selectOption(other.orgId);
    await count.getByText('0', { exact: true }).waitFor();
    const answered = page.waitForResponse((response) => response.url().includes(`org_id=${owner.orgId}`));
    answer();
    await answered;
    await page.waitForTimeout(300);
    expect(await count.textContent()).toBe('0');
  });

  it('takes an emptied limit of a rule for the usual one, and says which projects are archived', async () => {
    const owner = await bench.organization();
    const project = { team_id: owner.teamId, name: 'Old', description: '', branch: '', type: 'git', active: false };
    const { status } = await owner.client.post('v1/project/createProject', {
      ...project,
      source: 'https://git.example.org/a.git',
      should_monitor: false,
    });
    expect(status).toBe(200);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/projects`);
    await page.getByRole('row', { name: /^Old/ }).getByText('archived').waitFor();
    await page.goto(`/o/${owner.orgId}/settings/rulesets/new?team=${owner.teamId}`);
    await page.getByRole('checkbox').first().waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    const numbers = page.locator('.parameter input');
    const values = await numbers.evaluateAll((all) => all.map((one: any) => one.value));
    const index = values.findIndex((value) => /^[1-9]\d*(\.\d+)?$/.test(String(value)));
    expect(index).not.toBe(-1);
    await numbers.nth(index).fill('');
    await numbers.nth(index).blur();
    expect(await numbers.nth(index).inputValue()).toBe(values[index]);
  });
});
