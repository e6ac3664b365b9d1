import type { Locator, Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

const markup = '<img src=x onerror=alert(1)>';

describeIf(hasBrowser, 'chromium is not installed')('settings and projects of the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  /** Looks at the page in both themes and every width. */
  const looked = async (page: Page, name: string): Promise<void> => {
    const findings: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      findings.push(...(await bench.look(page, name, colorScheme)));
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(findings).toEqual([]);
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
  };

  it('creates a project, changes it, follows its analyses, and removes it', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByText('No project yet.').waitFor();
    await page.getByRole('button', { name: 'Create a project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(markup);
    await dialog.getByLabel('Address', { exact: true }).fill('not an address');
    await dialog.getByRole('button', { name: 'Create a project' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(markup);
    await looked(page, 'project-create');
    await dialog.getByLabel('Address', { exact: true }).fill('https://code.example.org/shop.git');
    await dialog.getByLabel('User name').fill('reader');
    await dialog.getByLabel('Password or token').fill('a very secret token');
    await dialog.getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('heading', { name: markup, level: 1 }).waitFor();
    await page.getByText('It was never analysed.').waitFor();
    expect(await page.content()).not.toContain('a very secret token');
    await looked(page, 'project');
    await page.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Description').fill('the shop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const analysis = {
      id: 'a1',
      status: 'finished',
      message: '',
      warnings: [{ path: 'a/pom.xml', message: 'left out' }],
      warning_count: 2,
      components: 7,
      sbom_id: null,
      added: 1,
      removed: 0,
      changed: 2,
      created_at: new Date().toISOString(),
      unread: [{ path: 'a/setup.py', kind: 'setup.py', reason: 'needs_build', detail: '' }],
      stale: 3,
    };
    await page.route('**/v1/scanner/getAnalyses*', (route) =>
      route.fulfill({ json: { data: [analysis], meta: { total_count: 1, offset: 0 } } }),
    );
    const difference = { kind: 'added', name: markup, org: '', package: '', old_version: null, new_version: '2' };
    await page.route('**/v1/scanner/getAnalysisDifferences*', (route) =>
      route.fulfill({ json: { data: [difference], meta: { total_count: 1, offset: 0 } } }),
    );
    await page.reload();
    await page.getByText('1 file not read').waitFor();
    await page.getByText('3 components kept from the analysis before').waitFor();
    await page.getByRole('link', { name: '1 added, 2 changed, 0 removed' }).click();
    await page.getByRole('table', { name: 'Differences to the analysis before' }).waitFor();
    await looked(page, 'project-differences');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await page.getByText('the shop').waitFor();
    await page.getByText('never analysed').waitFor();
    await looked(page, 'projects');
    await page.getByRole('link', { name: markup }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No project yet.').waitFor();
  });

  it('edits a ruleset, and tries it before it is saved', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: 'Zorblax', version: '' }]);
    await bench.scored(owner, sbomId);
    const { page } = await bench.signIn(owner);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Rulesets', level: 1 }).waitFor();
    await looked(page, 'rulesets');
    await page.getByRole('link', { name: 'Create a ruleset' }).click();
    await page.getByLabel('Name', { exact: true }).fill(markup);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('combobox', { name: 'Choose an SBOM' }).selectOption(sbomId);
    await page.getByRole('button', { name: 'Try on this SBOM' }).click();
    await page.getByText('With these rules:').waitFor();
    await looked(page, 'ruleset-try');
    const list = async (): Promise<any[]> =>
      (await owner.client.get('v1/ruleset/getRulesets', { team_id: owner.teamId })).body.data;
    expect((await list()).map(({ name }) => name)).not.toContain(markup);
    await page.getByRole('button', { name: 'Create a ruleset' }).click();
    await page.getByRole('heading', { name: markup, level: 1 }).waitFor();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByRole('button', { name: 'Save as version 3' }).waitFor();
    const saved = (await list()).find(({ name }) => name === markup);
    expect([saved.version, saved.rule_ids.length]).toEqual([2, 2]);
    // Somebody else saves first: nothing is overwritten.
    const change = { id: saved.id, name: 'theirs', rule_ids: saved.rule_ids };
    expect((await owner.client.post('v1/ruleset/updateRuleset', change)).status).toBe(200);
    await page.getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Save as version 3' }).click();
    await page.getByRole('alert').waitFor();
    expect((await list()).find(({ id }) => id === saved.id).name).toBe('theirs');
  });

  it('adds a webhook, shows its secret once, tests it and lists what was delivered', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/webhooks`);
    await page.getByText('No webhook yet.').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address', { exact: true }).fill('https://hooks.example.org/stocktake');
    await dialog.getByLabel('Description').fill(markup);
    const events = dialog.getByRole('group', { name: 'Events' });
    await events.getByLabel('A component was identified').uncheck();
    expect(await events.getByRole('checkbox').count()).toBe(await dialog.getByRole('checkbox').count());
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText('The signing secret').waitFor();
    const secret = await page.locator('code').textContent();
    await looked(page, 'webhooks');
    await page.reload();
    await page.getByRole('link', { name: 'https://hooks.example.org/stocktake' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const [webhook] = (await owner.client.get('v1/webhooks/getWebhooks', { org_id: owner.orgId })).body.data;
    expect(webhook.events).not.toContain('component.resolved');
    expect(webhook.events).toContain('vulnerability.found');
    const edit = async (change: (dialog: Locator) => Promise<void>): Promise<void> => {
      await page.getByRole('button', { name: 'Change' }).click();
      await change(page.getByRole('dialog'));
      await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    };
    await edit((form) => form.getByLabel('A vulnerability was found').uncheck());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const eventsNow = async (): Promise<string[]> =>
      (await owner.client.get('v1/webhooks/getWebhook', { id: webhook.id })).body.data.events;
    expect(await eventsNow()).toEqual(webhook.events.filter((name: string) => name !== 'vulnerability.found'));
    await edit(async (form) => {
      for (const box of await form.getByRole('checkbox').all()) await box.check();
    });
    await page.getByText('every event').waitFor();
    expect(await eventsNow()).toEqual([]);
    await edit(async (form) => {
      for (const box of await form.getByRole('checkbox').all()) await box.uncheck();
      await form.getByLabel('Active').check();
    });
    await page.getByText('Choose at least one event').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await Promise.all([
      page.waitForResponse('**/v1/webhooks/testWebhook'),
      page.getByRole('button', { name: 'Test' }).click(),
    ]);
    await page.getByRole('link', { name: 'https://hooks.example.org/stocktake' }).click();
    await page.getByRole('table', { name: 'Deliveries' }).getByText('webhook.test').waitFor();
    await looked(page, 'deliveries');
    await page.goBack();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Remove https://hooks.example.org/stocktake?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhook yet.').waitFor();
  });

  it('creates people, teams and keys, and shows what was done in the audit log', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/people`);
    await page.getByRole('button', { name: 'Create a user' }).click();
    const dialog = page.getByRole('dialog');
    const name = `nora-${owner.orgId.slice(-6)}`;
    await dialog.getByLabel('User').fill(name);
    await dialog.getByLabel('E-mail').fill(`${name}@example.org`);
    await dialog.getByRole('button', { name: 'Create a user' }).click();
    await page.getByText('First password of the new user').waitFor();
    await page.getByLabel(`Role of ${name}`).selectOption('member');
    await page.getByText(`The role of ${name} was changed.`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Add a team' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(markup);
    await dialog.getByRole('button', { name: 'Add a team' }).click();
    await page.getByText(markup).waitFor();
    await looked(page, 'people');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('You have no key.').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(markup);
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('It is shown this once.').waitFor();
    const key = await page.locator('code').textContent();
    expect(key).toMatch(/^stk_/);
    await looked(page, 'keys');
    await page.reload();
    await page.getByText('Valid').waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    const events = page.getByRole('table', { name: 'Audit' });
    await events.locator('tbody tr').first().waitFor();
    await looked(page, 'audit');
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByText('No event fits.').waitFor();
    expect(page.url()).toContain('outcome=failed');
  });

  /** In the workbench of the administrator, who cannot guess the name. */
  const addBy = async (owner: Person & TenantIds, username: string, id: string): Promise<void> => {
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/people`);
    await page.getByRole('button', { name: 'Add an existing user' }).click();
    const dialog = page.getByRole('dialog');
    const add = async (who: string) => {
      await dialog.getByLabel('User name or user id').fill(who);
      await dialog.getByRole('button', { name: 'Add an existing user' }).click();
    };
    await add(username);
    await dialog.getByText('anybody else is added by the user_id that he gives you').waitFor();
    await add(id);
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel(`Role of ${username}`).waitFor();
  };

  it('lets somebody leave an organization, but not its last administrator', async () => {
    const [owner, next] = [await bench.organization(), await bench.organization()];
    const { page } = await bench.signIn(owner);
    const leave = async (orgId: string): Promise<Locator> => {
      await page.goto(`/o/${orgId}/settings/people`);
      await page.getByRole('button', { name: 'Leave the organization' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: /^Leave Workshop \d+\?$/ }).waitFor();
      return dialog;
    };
    const alone = await leave(owner.orgId);
    await alone.getByRole('button', { name: 'Leave the organization' }).click();
    await alone.getByText('This is the last administrator of the organization; appoint another one first').waitFor();
    await looked(page, 'leave-last');
    await page.goto(`/o/${owner.orgId}/settings/sessions`);
    const ownId = (await page.locator('code').textContent())!;
    await looked(page, 'sessions-own-id');
    await addBy(next, owner.username, ownId);
    await page.reload();
    const organizations = async (): Promise<string[]> => {
      const { data } = (await owner.client.get('v1/organizations/getOwnOrganizations')).body;
      return data.map((one: any) => one.organization.id);
    };
    await (await leave(next.orgId)).getByRole('button', { name: 'Cancel' }).click();
    expect(await organizations()).toEqual([owner.orgId, next.orgId]);
    await (await leave(next.orgId)).getByRole('button', { name: 'Leave the organization' }).click();
    await page.waitForURL(`**/o/${owner.orgId}`);
    await page.getByText(/^You have left Workshop \d+\.$/).waitFor({ state: 'attached' });
    expect(await organizations()).toEqual([owner.orgId]);
    await page.goto(`/o/${next.orgId}`);
    await page.getByText('There is no such page').waitFor();
  });

  it('tells who may only read that administrators decide, and shows no buttons that would fail', async () => {
    const owner = await bench.organization();
    const viewer = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const { page, calls } = await bench.signIn(viewer);
    for (const place of ['webhooks', 'people', 'audit']) {
      await page.goto(`/o/${owner.orgId}/settings/${place}`);
      await page.getByText('Only administrators of the organization can change this').waitFor();
    }
    expect(calls.filter((call) => call.includes('audit/getEvents'))).toEqual([]);
    await page.goto(`/o/${owner.orgId}/settings`);
    await page.getByRole('table', { name: 'Rulesets' }).waitFor();
    expect(await page.getByRole('link', { name: 'Create a ruleset' }).count()).toBe(0);
    await page.goto(`/o/${owner.orgId}/projects`);
    await page.getByText('No project yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Create a project' }).count()).toBe(0);
    await page.goto(`/o/${owner.orgId}/settings/nothing`);
    await page.getByText('There is no such page').waitFor();
  });
});
