import type { Locator, Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { newTeam, newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

describeIf(hasBrowser, 'chromium is not installed')('what edits of the workbench leave alone', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const nothing = (name: string): object => ({ name, version: '1', 'bom-ref': name });

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

  it('lets an account whose teams are gone see no more when its name changes', async () => {
    const owner = await bench.organization();
    const { client, orgId } = owner;
    const teamId = await newTeam(owner, orgId, 'Harbour');
    await newTeam(owner, orgId, 'Depot');
    const made = await client.post('v1/serviceAccounts/createServiceAccount', {
      org_id: orgId,
      name: 'ci-harbour',
      role: 'member',
      team_ids: [teamId],
    });
    expect(made.status).toBe(200);
    expect((await client.post('v1/teams/deleteTeam', { id: teamId })).status).toBe(200);
    const account = async (): Promise<any> =>
      (await client.get('v1/serviceAccounts/getServiceAccounts', { org_id: orgId })).body.data[0];
    expect(await account()).toMatchObject({ team_ids: [] });
    const page = await settings(owner, 'accounts');
    await page.getByText('no team: those that it was limited to are gone').waitFor();
    const edit = async (change: (form: Locator) => Promise<unknown>): Promise<void> => {
      await page.getByRole('button', { name: /^Change: ci-/ }).click();
      await change(page.getByRole('dialog'));
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await edit((form) => form.getByLabel('Name', { exact: true }).fill('ci-port'));
    await page.getByRole('rowheader', { name: /^ci-port/ }).waitFor();
    expect(await account()).toMatchObject({ name: 'ci-port', team_ids: [] });
    await edit((form) => form.getByLabel('Depot').check());
    await page.getByText('only Depot').waitFor();
    await edit((form) => form.getByLabel('Depot').uncheck());
    await page.getByText('all teams').waitFor();
    expect(await account()).toMatchObject({ team_ids: null });
  });

  it('takes no role from a member that another administrator has just given', async () => {
    const owner = await bench.organization();
    const { userId, username } = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const page = await settings(owner, 'people');
    const choice = page.getByLabel(`Role of ${username}`);
    await choice.waitFor();
    const member = { org_id: owner.orgId, user_id: userId };
    const given = await owner.client.post('v1/organizations/updateMember', { ...member, role: 'admin' });
    expect(given.status).toBe(200);
    await choice.selectOption('member');
    await page.getByRole('alert').getByText('after you read it').waitFor();
    expect(await choice.inputValue()).toBe('viewer');
    const members = await owner.client.get('v1/organizations/getMembers', { org_id: owner.orgId });
    expect(members.body.data.find((one: any) => one.user_id === userId)).toMatchObject({ role: 'admin' });
  });

  it('says nothing of teams that could not be loaded, and maps no group to all of them instead', async () => {
    const owner = await bench.organization();
    const teamId = await newTeam(owner, owner.orgId, 'Harbour');
    const { userId } = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'member' });
    const limited = { org_id: owner.orgId, user_id: userId, team_ids: [teamId] };
    expect((await owner.client.post('v1/organizations/updateMember', limited)).status).toBe(200);
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/teams/getTeams*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.goto(`/o/${owner.orgId}/settings/people`);
    await page.getByText('only unknown').waitFor();
    await page.getByRole('alert').getByText('Stocktake is busy').waitFor();
    expect(await page.getByRole('button', { name: 'Map a group' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('only Harbour').waitFor();
    await page.getByRole('button', { name: 'Map a group' }).waitFor();
  });

  it('leaves the focus in the content where what had it is gone', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, ['Quibblish', 'Vexatron', 'Wumpusite'].map(nothing));
    const { page } = await bench.signIn(owner);
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { id: place, className, textContent } = (globalThis as any).document.activeElement;
        return place || (/entries/.test(className) ? 'entries' : textContent);
      });
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await page.getByRole('button', { name: 'Vexatron', exact: true }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    expect(await focused()).toBe('Vexatron');
    const box = page.getByRole('checkbox', { name: /Wumpusite/ });
    await box.check();
    await page.getByRole('button', { name: 'Choose none' }).click();
    expect(await focused()).toBe('entries');
    await box.check();
    await page.getByRole('region').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Wumpusite', exact: true }).waitFor({ state: 'detached' });
    expect(await focused()).toBe('main');
    await page.goto(`/o/${owner.orgId}/settings/webhooks`);
    const url = 'https://hooks.example.org/one';
    await owner.client.post('v1/webhooks/createWebhook', { org_id: owner.orgId, url });
    await page.reload();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhook yet.').waitFor();
    await page.waitForFunction(() => (globalThis as any).document.activeElement.id === 'main');
  });

  it('makes one ruleset of a button that was pressed twice', async () => {
    const owner = await bench.organization();
    const page = await settings(owner, `rulesets/new?team=${owner.teamId}`);
    await page.getByLabel('Name', { exact: true }).fill('Strict');
    await page.getByRole('checkbox').first().check();
    let count = 0;
    await page.route('**/v1/ruleset/createRuleset', async (route) => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create a ruleset' }).dblclick({ delay: 20 });
    await page.getByRole('heading', { name: 'Strict', level: 1 }).waitFor();
    expect(count).toBe(1);
  });

  it('counts the names that wait again when a decision is taken back', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [nothing('Quibblish')]);
    const [group] = (await owner.client.get('v1/review/getQueue', { org_id: owner.orgId })).body.data;
    const decided = await owner.client.post('v1/review/decide', {
      org_id: owner.orgId,
      group: group.id,
      revision: group.revision,
      choice: { disposition: 'internal' },
    });
    expect(decided.status).toBe(200);
    const { page } = await bench.signIn(owner);
    const waiting = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Review/ });
    await waiting.getByText('0', { exact: true }).waitFor();
    await page.goto(`/o/${owner.orgId}/review/decisions`);
    await page.getByRole('button', { name: 'Undo: Quibblish' }).click();
    // The service looks the name up again first.
    await waiting.getByText('1', { exact: true }).waitFor();
  });

  it('follows analyses in the list of projects until they are over', async () => {
    const owner = await bench.organization();
    const project = { team_id: owner.teamId, name: 'Shop', type: 'git', source: 'https://code.example.org/shop.git' };
    const more = { branch: 'main', description: '', should_monitor: false };
    const created = await owner.client.post('v1/project/createProject', { ...project, ...more });
    expect(created.status).toBe(200);
    const { page } = await bench.signIn(owner);
    const states = ['queued', 'analyzing', 'finished'];
    let asked = 0;
    await page.route('**/v1/scanner/getLatestAnalysisStatuses*', (route) => {
      const status = states[Math.min(asked, states.length - 1)];
      asked += 1;
      const data = [{ project_id: created.body.data.id, status, updated_at: new Date().toISOString() }];
      return route.fulfill({ json: { data, meta: { total_count: 1, offset: 0 } } });
    });
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('row').getByText('Waiting').waitFor();
    await page.getByRole('row').getByText('Finished').waitFor();
    const last = asked;
    await page.waitForTimeout(2_500);
    expect(asked).toBe(last);
  });

  it('offers to try again where the first answer is an error', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/users/getSelf', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.reload();
    await page.getByRole('alert').getByText('Stocktake is busy').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it('says what of a list it does not show, and shows more', async () => {
    const owner = await bench.organization();
    const id = await bench.imported(owner, [nothing('Quibblish')]);
    const { page } = await bench.signIn(owner);
    const isCut = async (pattern: string, total_count: number): Promise<void> => {
      await page.route(pattern, async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        await route.fulfill({ response, json: { ...body, meta: { ...body.meta, total_count } } });
      });
    };
    await isCut('**/v1/users/getApiKeys*', 4_000);
    await owner.client.post('v1/users/createApiKey', { name: 'one' });
    await page.goto(`/o/${owner.orgId}/settings/keys`);
    await page.getByText('1 of 4,000 shown.').waitFor();
    await isCut('**/v1/ruleset/getRulesets*', 300);
    await page.goto(`/o/${owner.orgId}/settings/rulesets`);
    await page.getByText(/of 300 shown\./).waitFor();
    await isCut('**/v1/project/getSBOMs?*', 2_000);
    await page.goto(`/o/${owner.orgId}/settings/rulesets/new?team=${owner.teamId}`);
    await page.getByText('1 of 2,000 shown.').waitFor();
    await isCut('**/v1/vulnerability/getVulnerabilitiesForComponent*', 32);
    await page.goto(`/o/${owner.orgId}/sboms/${id}`);
    await page.getByRole('button', { name: 'Quibblish', exact: true }).click();
    await page.getByText('0 of 32 shown.').waitFor();
    const asked = page.waitForRequest(/getVulnerabilitiesForComponent.*limit=60/);
    await page.getByRole('complementary').getByRole('button', { name: 'Show more' }).click();
    await asked;
  });
});
