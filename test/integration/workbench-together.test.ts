import { isDeepStrictEqual } from 'node:util';
import { Database } from '../../src/platform/database/database.js';
import { hasBrowser } from '../support/browser.js';
import { newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

describeIf(hasBrowser, 'chromium is not installed')('the workbench beside others', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const waiting = async (owner: Person & TenantIds): Promise<any[]> =>
    (await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, limit: '200' })).body.data;

  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (let round = 0; round < 200; round += 1) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('it never holds');
  };

  const decide = async (who: Person, { orgId }: TenantIds, { id: group, revision }: any): Promise<void> => {
    const choice = { disposition: 'commercial' };
    const { status } = await who.client.post('v1/review/decide', { org_id: orgId, group, revision, choice });
    expect(status).toBe(200);
  };

  /** Three names that two reviewers may settle; the page shows the first. */
  const sharedQueue = async () => {
    const owner = await bench.organization();
    const names = ['Quibblish', 'Vexatron', 'Wumpusite'];
    await bench.imported(owner, names.map((name) => ({ name, version: '1' }))); // prettier-ignore
    const ben = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'member' });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    const subject = page.locator('.subject');
    await subject.waitFor();
    // What a decision changes is known: settled by another before, it would never be, and a key would only ask.
    await page.getByText('Settled at once').waitFor();
    const shown = await subject.textContent();
    const groups = await waiting(owner);
    const open = groups.find(({ name }) => name === shown);
    return { owner, ben, page, subject, open, others: groups.filter((one) => one !== open) };
  };

  it('shows at once what another reviewer looks at and settles, and takes nothing away', async () => {
    const { owner, ben, page, subject, open, others } = await sharedQueue();
    const [other] = others;
    await ben.client.post('v1/review/claim', { org_id: owner.orgId, group: other.id });
    await page.getByText(`${ben.username} is looking at it`).first().waitFor();
    await decide(ben, owner, other);
    await page.getByText(`settled by ${ben.username}: Commercial`).waitFor();
    await page.getByText('2 names left').waitFor();
    // The open name stays, with what became of it; who decides anyway sees both decisions.
    await decide(ben, owner, open);
    await page.getByText(`${ben.username} settled this name as “Commercial”.`).waitFor();
    expect(await subject.textContent()).toBe(open.name);
    await page.keyboard.press('i');
    await page.getByText('Your choice was not saved; nothing was overwritten.').waitFor();
    await page.keyboard.press('r');
    await page.getByText('1 entry settled, saved').waitFor();
    const latest = (await owner.client.get('v1/review/getDecisions', { org_id: owner.orgId })).body.data[0];
    expect(latest).toMatchObject({ choice: 'internal', name: open.name, user_name: owner.username });
  });

  it('counts a name once that two settled, and keeps the keys of who may only look', async () => {
    const { owner, ben, page, open } = await sharedQueue();
    await decide(ben, owner, open);
    await page.getByText('2 names left').waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    await page.getByText('nothing was overwritten').waitFor();
    await page.getByText('2 names left').waitFor();
    // Enter answers the conflict, and settles nothing behind it.
    await page.keyboard.press('Enter');
    await page.getByText('nothing was overwritten').waitFor({ state: 'detached' });
    await page.getByText('2 names left').waitFor();
    const [latest] = (await owner.client.get('v1/review/getDecisions', { org_id: owner.orgId })).body.data;
    expect(latest).toMatchObject({ choice: 'commercial', name: open.name, user_name: ben.username });
    // What another decided is undone only after a question.
    await page.goto(`/o/${owner.orgId}/review/decisions`);
    await page.getByRole('button', { name: /^Undo/ }).click();
    const dialog = page.getByRole('dialog', { name: `Undo what ${ben.username} decided` });
    expect(await waiting(owner)).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(async () => (await waiting(owner)).length === 3);
    const viewer = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const { page: seen } = await bench.signIn(viewer);
    await seen.goto(`/o/${owner.orgId}/review`);
    await seen.locator('.subject').waitFor();
    await seen.waitForTimeout(300);
    const first = await seen.locator('.subject').textContent();
    for (const key of ['m', 'x', 'j']) await seen.keyboard.press(key);
    await seen.locator('.subject').filter({ hasNotText: first! }).waitFor();
  });

  it('keeps what was not sent while its reviewer looks at other pages, also what was undone', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [
      { name: 'Quibblish', version: '1' },
      { name: 'Vexatron', version: '1' },
    ]);
    const { page, context, problems } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    await page.getByText('1 entry settled, saved').waitFor();
    await context.setOffline(true);
    await page.keyboard.press('u');
    await page.getByText('2 names left').waitFor();
    await page.locator('.connection').waitFor();
    const foot = (await page.locator('.foot').boundingBox())!;
    expect(foot.y + foot.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.waitForTimeout(300);
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.waitForTimeout(300);
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: /Why, for whoever asks later/ }).fill('bought');
    await page.keyboard.press('Enter');
    await page.getByText('1 name left').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page
      .getByRole('link', { name: /^Review/ })
      .first()
      .click();
    await context.setOffline(false);
    const decisions = async (): Promise<any[]> => {
      const { body } = await owner.client.get('v1/review/getDecisions', { org_id: owner.orgId, sort: '-created_at' });
      return body.data.map(({ choice, undone_at: at, note }: any) => [choice, at === null, note]);
    };
    // Of two names, sent at once: the undo may be answered last.
    const sent = [
      ['commercial', true, 'bought'],
      ['internal', false, ''],
    ];
    await until(async () => isDeepStrictEqual(await decisions(), sent));
    problems.length = 0;
  });

  it('keeps over a reload what can be undone, and what was not sent yet', async () => {
    const { owner, page, subject, open } = await sharedQueue();
    const press = async (key: string): Promise<void> => {
      await page.waitForTimeout(300);
      await page.keyboard.press(key);
    };
    // Without the question whether to leave the page.
    await page.addInitScript(() => {
      const browser = globalThis as any;
      const add = browser.addEventListener.bind(browser);
      browser.addEventListener = (type: string, act: any, options?: any) =>
        type === 'beforeunload' ? undefined : add(type, act, options);
    });
    await page.reload();
    await subject.waitFor();
    const isWaiting = async (id: string): Promise<boolean> => (await waiting(owner)).some((one) => one.id === id);
    await Promise.all([page.waitForResponse('**/v1/review/decide'), press('i')]);
    await page.getByText('2 names left').waitFor();
    const second = await subject.textContent();
    // The network is gone while the next one is settled, and the page is loaded again.
    await page.route('**/v1/review/decide', (route) => route.abort());
    await press('n');
    await page.getByText('1 name left').waitFor();
    expect((await waiting(owner)).map(({ name }) => name)).toContain(second);
    await page.unroute('**/v1/review/decide');
    const [sent] = await Promise.all([
      page.waitForResponse('**/v1/review/decide'),
      page.goto(`/o/${owner.orgId}/sboms`),
    ]);
    expect(sent.request().postDataJSON().choice).toEqual({ disposition: 'not_software' });
    await until(async () => (await waiting(owner)).length === 1);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Review/ })
      .click();
    await page.getByText('1 name left').waitFor();
    await Promise.all([page.waitForResponse('**/v1/review/undo'), press('u')]);
    await until(async () => (await waiting(owner)).length === 2);
    await page.reload();
    await page.getByText('2 names left').waitFor();
    expect(await isWaiting(open.id)).toBe(false);
    await Promise.all([page.waitForResponse('**/v1/review/undo'), press('u')]);
    await until(() => isWaiting(open.id));
    // Nothing of it stays for whoever signs in next.
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Password').waitFor();
    expect(await page.evaluate(() => Object.keys((globalThis as any).sessionStorage))).toEqual([]);
  });

  it('undoes a decision whose answer is lost after it was undone', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [{ name: 'Quibblish', version: '1' }]);
    const { page, problems } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    await page.waitForTimeout(300);
    let [lose, taken]: (() => void)[] = [];
    const isLost = new Promise<void>((resolve) => (lose = resolve));
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    await page.route(
      '**/v1/review/decide',
      async (route) => {
        await route.fetch();
        taken!();
        await isLost;
        await route.abort();
      },
      { times: 1 },
    );
    await page.keyboard.press('i');
    await isTaken;
    await page.keyboard.press('u');
    await page.getByText('1 name left').waitFor();
    const undone = page.waitForResponse('**/v1/review/undo');
    lose!();
    expect((await undone).status()).toBe(200);
    const { body } = await owner.client.get('v1/review/getDecisions', { org_id: owner.orgId });
    expect(body.data).toMatchObject([{ choice: 'internal', undone_at: expect.any(String) }]);
    await until(async () => (await waiting(owner)).length === 1);
    problems.length = 0;
  });

  it('takes nearly the same names along by one key, and undoes them together', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [
      ...Array.from({ length: 3 }, () => ({ name: 'Zorblaxian', version: '1' })),
      { name: 'Zorblaxiann', version: '1' },
      { name: 'Unlike Anything', version: '1' },
    ]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.getByText('Nearly the same names').waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('a');
    await page.getByText('4 entries, with 1 near name').waitFor();
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Unlike Anything' }).waitFor();
    await page.getByText('1 name left').waitFor();
    await page.getByText(/entries settled, saved/).waitFor();
    // The two decisions are sent side by side; the foot tells of the last one.
    await until(async () => (await waiting(owner)).length === 1);
    expect((await waiting(owner)).map(({ name }) => name)).toEqual(['Unlike Anything']);
    await page.keyboard.press('u');
    await page.getByText('3 names left').waitFor();
    await until(async () => (await waiting(owner)).length === 3);
  });

  it('shows the versions of a name by one key, and corrects one of them alone', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [
      { name: 'lodash kit', version: '4.17.99' },
      { name: 'lodash kit', version: '4.17.21' },
    ]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('pkg:npm/lodash');
    await page.keyboard.press('Enter');
    await page.keyboard.press('v');
    const panel = page.getByRole('group', { name: /Versions, compared with/ });
    await panel.getByText('4.17.99').first().waitFor();
    await panel.getByRole('button', { name: '4.17.21', exact: true }).click();
    await page.getByText('1 entry settled, saved').waitFor();
    await page.getByText('1 entry in 1 SBOM').first().waitFor();
    expect(await waiting(owner)).toMatchObject([{ name: 'lodash kit', entries: 1, version: '4.17.21' }]);
    await page.keyboard.press('v');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await until(async () => (await waiting(owner))[0].entries === 2);
  });

  it('says that there is no connection, refuses edits before they are typed, and comes back by itself', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [{ name: 'Quibblish', version: '1' }]);
    const { page, context, problems } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/keys`);
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle'); // an answer on its way would say that there is a connection
    await context.setOffline(true);
    await page.evaluate(() => (globalThis as any).dispatchEvent(new Event('offline')));
    await page.getByText('What is shown may be old').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('nothing can be changed now').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await page.getByText('What is shown may be old').waitFor({ state: 'detached' });
    problems.length = 0;
  });

  it('asks for the sign-in where a browser brings a page back after somebody signed out', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // As Firefox does, which keeps a page whole and reports nothing of what other tabs did.
    await page.evaluate(() => {
      const { localStorage, PageTransitionEvent, dispatchEvent } = globalThis as any;
      localStorage.removeItem('signed-in');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('tells what happened since the last visit, and that a list has changed', async () => {
    const owner = await bench.organization();
    const oldId = await bench.imported(owner, [{ name: 'Quibblish', version: '1' }], 'Old one');
    await bench.scored(owner, oldId);
    const { page } = await bench.signIn(owner);
    await page.getByText('The history begins today.').waitFor();
    await page.getByText('This is your first visit in this browser.').waitFor();
    await bench.imported(owner, [{ name: 'Vexatron', version: '1' }], 'New one');
    const hourAgo = Date.now() - 3_600_000;
    await page.evaluate(
      ([key, at]) => (globalThis as any).localStorage.setItem(key, JSON.stringify({ seen: at, before: null })),
      [`visit:${owner.orgId}:${owner.userId}`, hourAgo] as const,
    );
    await bench.app.nest.get(Database).transaction('system', async (sql) => {
      for (const [table, column] of [
        ['sboms', 'created_at'],
        ['sbom_score_history', 'scored_at'],
      ] as const)
        // prettier-ignore
        await sql.run(`UPDATE ${table} SET ${column} = ${column} - interval '40 days' WHERE org_id = $orgId`, {
          orgId: owner.orgId,
        });
    });
    await page.reload();
    await page.getByText('2 SBOMs imported').waitFor();
    await page.getByText('New one 3.1, Old one 3.1').waitFor();
    await page.getByRole('img', { name: /Risk over twelve weeks/ }).waitFor();
    await page.getByRole('link', { name: 'SBOMs', exact: true }).first().click();
    await page.getByRole('heading', { name: 'SBOMs', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await bench.imported(owner, [{ name: 'Wumpusite', version: '1' }], 'Third one');
    await page.evaluate(() => (globalThis as any).document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('Changed since you opened it.').waitFor();
    expect(await page.getByText('Third one').count()).toBe(0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Third one').waitFor();
    await page.getByText('Changed since you opened it.').waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)(
    'has no serious findings of axe in %s, and cuts nothing off',
    async (colorScheme) => {
      const owner = await bench.organization();
      const sbomId = await bench.imported(owner, [
        { name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', licenses: [{ license: { id: 'MIT' } }] },
        { name: 'Zorblaxian', version: '1', licenses: [{ license: { id: 'GPL-3.0-only' } }] },
        { name: 'Zorblaxiann', version: '2' },
      ]);
      await bench.scored(owner, sbomId);
      const channel = {
        org_id: owner.orgId,
        kind: 'slack',
        name: 'Security',
        url: 'https://hooks.slack.com/services/x',
      };
      const made = await owner.client.post('v1/alarms/createChannel', { ...channel, digest: 'weekly', quiet_from: '22:00', quiet_to: '06:00' }); // prettier-ignore
      expect(made.status).toBe(200);
      const { page } = await bench.signIn(owner, { colorScheme });
      const findings: string[] = [];
      const base = `/o/${owner.orgId}`;
      for (const [name, path] of [
        ['home', ''],
        ['sbom', `/sboms/${sbomId}?sort=-risk`],
        ['licences', `/sboms/${sbomId}/licences`],
        ['sbom-settings', `/sboms/${sbomId}/settings`],
        ['alarms', '/settings/alarms'],
        ['messages', `/settings/alarms/${made.body.data.id}`],
      ] as const) {
        await page.goto(base + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        findings.push(...(await bench.look(page, name, colorScheme)));
      }
      await page.goto(`${base}/review`);
      await page.getByText('Nearly the same names').waitFor();
      await page.keyboard.press('v');
      await page.waitForTimeout(500);
      findings.push(...(await bench.look(page, 'queue', colorScheme)));
      expect(findings).toEqual([]);
    },
  );

  it('adds a channel of alarms, changes it, and shows its messages', async () => {
    const owner = await bench.organization();
    const team = await owner.client.post('v1/teams/createTeam', { org_id: owner.orgId, name: 'Second team' });
    const teamId = team.body.data.id as string;
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/alarms`);
    await page.getByText('No channel yet.').waitFor();
    await page.getByRole('button', { name: 'E-mail', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
    await fill('Name', 'Weekly');
    await fill('Mail server', 'smtp.example.org');
    await fill('From', 'stocktake@example.org');
    await fill('To', 'psirt@example.org');
    await dialog.getByLabel('How often').selectOption('weekly');
    await fill('Quiet from', '22:00');
    await fill('Quiet until', '06:00');
    await fill('Probability of exploitation from … %', '0.5');
    await fill('Only SBOMs of these suppliers', 'Nordwind, Inc.');
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    await dialog.getByRole('button', { name: 'Add the channel' }).click();
    await dialog.getByText('Choose at least one thing to send').waitFor();
    expect(await dialog.getByLabel('How often').inputValue()).toBe('weekly');
    for (const label of ['A vulnerability was found', 'A licence breaks a rule'])
      await dialog.getByLabel(label).check();
    await dialog.getByLabel('Second team').check();
    await dialog.getByRole('button', { name: 'Add the channel' }).click();
    await page.getByText('Monday at 08:00, quiet from 22:00 to 06:00').waitFor();
    const listed = async () => (await owner.client.get('v1/alarms/getChannels', { org_id: owner.orgId })).body.data[0];
    const made = await listed();
    expect(made).toMatchObject({ kind: 'email', recipients: ['psirt@example.org'], smtp_port: 587, digest: 'weekly' });
    expect(made).toMatchObject({
      events: ['vulnerability.found', 'license.violated'],
      min_epss: expect.closeTo(0.005, 6),
      suppliers: ['Nordwind, Inc.'],
      team_ids: [teamId],
    });
    await page.getByText('0.5 % or more').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Vulnerabilities from this severity on').selectOption('high');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/high and worse/).waitFor();
    expect(await listed()).toMatchObject({ ...made, min_severity: 'high', updated_at: expect.anything() });
    await page.getByRole('link', { name: 'Weekly' }).click();
    await page.getByText('Nothing was sent in the last thirty days.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No channel yet.').waitFor();
  });
});
