import { readFileSync } from 'node:fs';
import { hasBrowser, type WatchedPage } from '../support/browser.js';
import { newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { cyclonedx, resolvedEntries } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;
declare const window: any;
declare const DataTransfer: any;

/** Names that nothing in a catalogue has, and that are far from one another. */
const strangeName = (index: number): string =>
  `${['Zorblax', 'Quuxly', 'Fnordic', 'Wibbler', 'Plugh'][index % 5]}-${index}w${index * 7}z`;

describeIf(hasBrowser, 'chromium is not installed')('the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const organization = (): Promise<Person & TenantIds> => bench.organization();
  const signIn = (who: Person, options: object = {}): Promise<WatchedPage> => bench.signIn(who, options);
  const imported = (owner: Person & TenantIds, components: object[], name?: string): Promise<string> =>
    bench.imported(owner, components, name);

  it('leads by mouse from an empty installation to a confirmed and exported SBOM', async () => {
    const owner = await organization();
    const { page, calls } = await signIn(owner);
    await page.getByText('No SBOM has been imported.').waitFor();
    const file = { name: 'gateway.cdx.json', mimeType: 'application/json' };
    const components = [
      { name: 'Zorblax Controller', version: '1' },
      { name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' },
    ];
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(cyclonedx(components)) });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('link', { name: 'gateway' }).click();
    await page.getByRole('heading', { name: 'gateway' }).waitFor();
    await page.getByText('1 entry to review before you can confirm.').waitFor();
    // Progress comes by itself, and so do the figures.
    await page.getByText('Failed', { exact: true }).first().waitFor();
    expect(new Set(calls.filter((call) => call.endsWith('/events')))).toEqual(
      new Set(['GET v1/jobs/events', 'GET v1/project/events']),
    );
    expect(calls).not.toContain('GET v1/jobs/getJob');
    await page.getByText('no package or product is selected').waitFor();
    expect(await page.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Review them' }).click();
    await page.getByRole('heading', { name: 'Zorblax Controller' }).waitFor();
    await page.getByRole('button', { name: 'Internal' }).click();
    await page.getByText('That was the last name.').waitFor();
    await page.getByText('1 entry settled, saved').waitFor();
    await page.getByRole('link', { name: 'Open the SBOMs' }).click();
    await page.getByRole('link', { name: 'gateway' }).click();
    await page.getByText('Ready to confirm').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [downloaded] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CycloneDX JSON', exact: true }).click(),
    ]);
    const document = JSON.parse(readFileSync(await downloaded.path(), 'utf8'));
    expect(document.components.map(({ name }: any) => name).sort()).toEqual(['Zorblax Controller', 'lodash']);
    await page.goBack();
    await page.getByRole('heading', { name: 'SBOMs', level: 1 }).waitFor();
    // Confirmed is not safe: without advisories that comes first.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.locator('.needs li').first().getByText('No advisories are loaded').waitFor();
  });

  it('settles fifty doubtful names by keyboard alone, and no decision waits for the network', async () => {
    const owner = await organization();
    const names = Array.from({ length: 50 }, (_, index) => strangeName(index));
    const sbomId = await imported(
      owner,
      names.map((name) => ({ name, version: '1.0' })),
    );
    const { page, calls } = await signIn(owner);
    // No decision is answered before the last one was made.
    let answer = (): void => undefined;
    const decided = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/review/decide', async (route) => {
      await decided;
      await route.continue();
    });
    await page.keyboard.press('Tab');
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    calls.length = 0;
    let keys = 0;
    for (let index = 0; index < names.length; index += 1) {
      const shown = await page.locator('.subject').textContent();
      await page.waitForTimeout(260);
      // Every tenth wants a word, and gets none.
      await page.keyboard.press(index % 10 === 9 ? 'c' : index % 2 ? 'i' : 'n');
      keys += 1;
      if (index % 10 === 9) {
        await page.keyboard.press('Enter');
        keys += 1;
      }
      await page.waitForFunction((before) => document.querySelector('.subject')?.textContent !== before, shown);
    }
    await page.getByText('That was the last name.').waitFor();
    answer();
    // The service needs its time for so many: the reviewer did not wait for it.
    await page.getByText('1 entry settled, saved').waitFor({ timeout: 90_000 });
    expect(keys / names.length).toBeLessThanOrEqual(1.3);
    const decisions = calls.filter((call) => call === 'POST v1/review/decide');
    expect(decisions).toHaveLength(names.length);
    // Details come ahead of need, several at once, not one request for each name.
    expect(calls.filter((call) => call === 'GET v1/review/getGroups').length).toBeLessThanOrEqual(names.length + 2);
    const entries = await resolvedEntries(owner, sbomId);
    expect(entries.filter(({ disposition }) => disposition).length).toBe(names.length);
  });

  it('waits for names that are not loaded yet, and calls none of them the last', async () => {
    const owner = await organization();
    await imported(
      owner,
      Array.from({ length: 52 }, (_, index) => ({ name: strangeName(index), version: '1.0' })),
    );
    const { page } = await signIn(owner);
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/review/getQueue?*cursor=*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/o/${owner.orgId}/review`);
    for (let index = 0; index < 50; index += 1) {
      const shown = await page.locator('.subject').textContent();
      await page.waitForTimeout(260);
      await page.keyboard.press('i');
      await page.waitForFunction((before) => document.querySelector('.subject')?.textContent !== before, shown);
    }
    expect(await page.locator('.subject').count()).toBe(0);
    expect(await page.getByText('That was the last name.').count()).toBe(0);
    answer();
    await page.locator('.subject').waitFor();
    await page.getByText('50 settled now · 2 left').waitFor();
  });

  it('undoes with one key what was settled last, also before it was sent', async () => {
    const owner = await organization();
    const sbomId = await imported(
      owner,
      [strangeName(1), strangeName(2)].map((name) => ({ name, version: '1.0' })),
    );
    const before = await resolvedEntries(owner, sbomId);
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    const subject = page.locator('.subject');
    const first = await subject.textContent();
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    await page.getByText('1 entry settled, saved').waitFor();
    await Promise.all([page.waitForResponse('**/v1/review/undo'), page.keyboard.press('u')]);
    expect(await subject.textContent()).toBe(first);
    await page.route('**/v1/review/decide', (route) => route.abort('connectionfailed'));
    await page.waitForTimeout(300);
    await page.keyboard.press('n');
    await page.getByText(/No connection. 1 decision is kept in this tab/).waitFor();
    await page.keyboard.press('u');
    expect(await subject.textContent()).toBe(first);
    await page.unroute('**/v1/review/decide');
    await page.keyboard.press('Shift+U');
    await page.getByText('1 entry settled, saved').waitFor();
    await Promise.all([page.waitForResponse('**/v1/review/undo'), page.keyboard.press('u')]);
    const states = (entries: any[]): any[] => entries.map(({ updated_at: _, ...entry }) => entry);
    expect(states(await resolvedEntries(owner, sbomId))).toEqual(states(before));
  });

  it('takes a decision whose answer was lost for its own, not for somebody else’s', async () => {
    const owner = await organization();
    await imported(owner, [{ name: strangeName(9), version: '1.0' }]);
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.subject').waitFor();
    let isLost = false;
    await page.route('**/v1/review/decide', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort('connectionfailed');
    });
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    await page.getByText('1 entry settled, saved').waitFor();
    expect(isLost).toBe(true);
  });

  it('shows two reviewers both decisions, and overwrites neither unseen', async () => {
    const owner = await organization();
    const ben = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'member' });
    await imported(owner, [{ name: strangeName(3), version: '1.0' }]);
    const [one, two] = await Promise.all([signIn(owner), signIn(ben)]);
    for (const { page } of [one, two]) {
      await page.goto(`/o/${owner.orgId}/review`);
      await page.locator('.subject').waitFor();
      await page.locator('.foot').waitFor();
    }
    await one.page.waitForTimeout(300);
    await one.page.keyboard.press('i');
    await one.page.getByText('1 entry settled, saved').waitFor();
    await imported(owner, [{ name: strangeName(4), version: '1.0' }], 'Other');
    await Promise.all([two.page.waitForResponse('**/v1/review/decide'), two.page.keyboard.press('n')]);
    const latest = async (): Promise<any> =>
      (await owner.client.get('v1/review/getDecisions', { org_id: owner.orgId })).body.data[0];
    expect(await latest()).toMatchObject({ choice: 'internal', user_name: owner.username });
    await two.page.getByText(`${owner.username} settled`).waitFor();
    await two.page.getByRole('button', { name: 'Replace with mine' }).click();
    await two.page.getByText('1 entry settled, saved').waitFor();
    expect(await latest()).toMatchObject({ choice: 'not_software', user_name: ben.username });
  });

  it('shows what a decision about many entries changes before it does', async () => {
    const owner = await organization();
    const sbomId = await imported(
      owner,
      Array.from({ length: 12 }, (_, index) => ({ name: strangeName(5), version: `1.${index}` })),
    );
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.foot').waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    await page.getByText(`in 12 entries?`).waitFor();
    await page.getByText('every entry is settled; ready to confirm').waitFor();
    expect((await resolvedEntries(owner, sbomId)).some(({ disposition }) => disposition)).toBe(false);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300); // So soon after the question, a key is taken for one that was meant for the name.
    await page.keyboard.press('i');
    await page.getByText(`in 12 entries?`).waitFor();
    await page.waitForTimeout(500); // A key that comes at once was meant for what was there before.
    await page.keyboard.press('Enter');
    await page.getByText('12 entries settled, saved').waitFor();
    expect((await resolvedEntries(owner, sbomId)).every(({ disposition }) => disposition === 'internal')).toBe(true);
  });

  it('shows one name at a time on a narrow screen; names, filters and what else it may be are sheets', async () => {
    const owner = await organization();
    await imported(
      owner,
      [1, 2, 3].map((index) => ({ name: strangeName(index), version: '1.0' })),
    );
    const { page } = await signIn(owner, { viewport: { width: 360, height: 740 } });
    await page.goto(`/o/${owner.orgId}/review`);
    const subject = page.locator('.subject');
    await subject.waitFor();
    const names = page.getByRole('listbox', { name: 'Names to settle' });
    expect(await names.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Names to settle' }).click();
    await names.waitFor();
    const { y, height } = (await page.locator('#names').boundingBox())!;
    expect(y + height).toBe(740);
    const second = await names.getByRole('option').nth(1).locator('.n').textContent();
    await names.getByRole('option').nth(1).click();
    await names.waitFor({ state: 'hidden' });
    expect(await subject.textContent()).toBe(second);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By name');
    await page.waitForURL(/sort=name/);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Order' }).waitFor({ state: 'hidden' });
    await subject.waitFor();
    const settledName = await subject.textContent();
    await page.getByRole('button', { name: 'None fits' }).click();
    await page.getByRole('button', { name: 'Internal' }).click();
    await page.getByText('1 entry settled, saved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction((name) => document.querySelector('.subject').textContent === name, settledName);
  });

  it('offers to call all names internal that begin like two of them', async () => {
    const owner = await organization();
    await imported(
      owner,
      ['acme-zorblax', 'acme-quuxly'].map((name) => ({ name, version: '1.0' })),
    );
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/review`);
    for (const left of [1, 0]) {
      await page.locator('.subject').waitFor();
      await page.waitForTimeout(300);
      await page.keyboard.press('i');
      await page.getByText(`settled now · ${left} left`).waitFor();
    }
    await page.getByText('Both names begin with “acme-”.').waitFor();
    await page.getByRole('button', { name: 'Yes, all of them' }).click();
    await page.getByText('Both names begin with “acme-”.').waitFor({ state: 'detached' });
    const { body } = await owner.client.get('v1/resolution/getInternalPatterns', { org_id: owner.orgId });
    expect(body.data).toMatchObject([{ kind: 'name_prefix', pattern: 'acme-' }]);
  });

  it('shows hostile names as text, on every page', async () => {
    const owner = await organization();
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '"><script>alert(2)</script>',
      'javascript:alert(3)',
      '\u202Egnp.exe',
      `{{constructor.constructor('alert(4)')()}}`,
      'x'.repeat(4_000),
      'a\u0007b',
    ];
    const sbomId = await imported(
      owner,
      hostile.map((name) => ({ name, version: '<b>1</b>', group: '<i>g</i>' })),
      '<svg onload=alert(5)>',
    );
    const { page } = await signIn(owner);
    for (const path of ['', '/sboms', `/sboms/${sbomId}`, '/review', '/review/decisions']) {
      await page.goto(`/o/${owner.orgId}${path}`);
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('img, script:not([src]), svg[onload], main b:has-text("1") > *').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await page.goto(`/o/${owner.orgId}/review`);
    await page.locator('.names li').first().waitFor();
    const listed = await page.locator('.names li').allTextContents();
    expect(listed.join('\n')).toContain('<img src=x onerror=alert(1)>');
    expect(listed.join('\n')).not.toContain('\u202E');
  });

  it('takes a file by drop, says what is wrong with it, and goes on with the others', async () => {
    const owner = await organization();
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    await page.getByText('No SBOM has been imported.').waitFor();
    const drop = async (): Promise<void> => {
      const transfer = await page.evaluateHandle(
        (good) => {
          const data = new DataTransfer();
          data.items.add(new File(['this is no SBOM \u0000'], 'broken.bin'));
          // The second component has no name, of which the import warns.
          data.items.add(new File([good], 'depot.json'));
          return data;
        },
        cyclonedx([{ name: strangeName(6), version: '1' }, { version: '2' }]),
      );
      await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    };
    await drop();
    // Both are read before anything is stored.
    await page.getByRole('alert').waitFor();
    await page.getByText('Read as cyclonedx-json: 1 component').waitFor();
    expect((await owner.client.get('v1/project/getSBOMs', { org_id: owner.orgId })).body.meta.total_count).toBe(0);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('link', { name: 'depot' }).waitFor();
    await page.getByText('0 of 1 component settled').waitFor();
    await page.getByText('1 warning').waitFor();
    const { body } = await owner.client.get('v1/project/getSBOMs', { org_id: owner.orgId });
    expect(body.data.softwareLists.map(({ name }: any) => name)).toEqual(['depot']);
    // On a page that imports nothing the files come to one that does; where each goes can be changed.
    const other = await imported(owner, [{ name: strangeName(7), version: '1' }], 'Other');
    await page.goto(`/o/${owner.orgId}/vulnerabilities`);
    await page.getByRole('heading', { name: 'Vulnerabilities', level: 1 }).waitFor();
    await drop();
    await page.getByText('“depot”, compared with its last import').waitFor();
    await page.getByLabel('Into').selectOption({ label: 'Other 3.1' });
    await page.getByText('1 added, 0 changed, 1 removed').waitFor();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByText('0 of 1 component settled').waitFor();
    const imports = await owner.client.get('v1/project/getImports', { id: other });
    expect(imports.body.data.map((one: any) => one.file_name)[0]).toBe('depot.json');
  });

  it('scrolls through many entries with few rows in the page', async () => {
    const owner = await organization();
    const sbomId = await imported(
      owner,
      Array.from({ length: 3_000 }, (_, index) => ({ name: `part-${index}`, version: '1' })),
    );
    const { page } = await signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'part-0', exact: true }).waitFor();
    await page.locator('.entries').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole('button', { name: 'part-2999' }).waitFor();
    expect(await page.locator('.virtual tbody tr').count()).toBeLessThan(120);
  });

  it('keeps who may only read from deciding, and strangers out', async () => {
    const owner = await organization();
    await imported(owner, [{ name: strangeName(7), version: '1.0' }]);
    const viewer = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const { page, calls } = await signIn(viewer);
    await page.goto(`/o/${owner.orgId}/review`);
    await page.getByText('You may look, not decide.').waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('i');
    expect(calls.filter((call) => call.startsWith('POST v1/review'))).toEqual([]);
    await page.goto(`/o/${bench.root.orgId}/review`);
    await page.getByText('There is no such page, or it belongs to another organization.').waitFor();
    await page.context().clearCookies();
    await page.goto(`/o/${owner.orgId}`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByLabel('User', { exact: true }).fill('nobody');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('User and password do not match.').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious finding of axe on any page, and fits every width (%s)',
    async (colorScheme) => {
      const owner = await organization();
      const sbomId = await imported(owner, [
        { name: 'jackson-core', version: '2.13.2' },
        { name: 'jackson-databnid', version: '2.13.2', licenses: [{ license: { id: 'Apache-2.0' } }] },
        { name: 'jackson-annotations', version: '2.13.2' },
        { name: 'OpenSSL', version: '1.1.1k', group: 'OpenSSL Project' },
        { name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' },
        ...Array.from({ length: 8 }, (_, index) => ({ name: strangeName(index), version: '1' })),
      ]);
      await imported(owner, [{ name: 'jackson-databnid', version: '2.13.2' }], 'Webshop');
      const { page } = await signIn(owner, { colorScheme });
      const findings: string[] = [];
      const look = async (name: string): Promise<void> => {
        findings.push(...(await bench.look(page, name, colorScheme)));
      };
      await look('home');
      await page.goto(`/o/${owner.orgId}/sboms`);
      await page.getByRole('link', { name: 'Gateway 3.1' }).waitFor();
      await look('sboms');
      await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
      await page.getByRole('button', { name: 'OpenSSL' }).click();
      await look('sbom');
      const { body } = await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, q: 'jackson-databnid' });
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`/o/${owner.orgId}/review${body.data[0] ? `?name=${body.data[0].id}` : ''}`);
      await page.locator('.coords, .note').first().waitFor();
      await look('review');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.keyboard.press('?');
      await look('help');
      await page.keyboard.press('Escape');
      await page.goto(`/o/${owner.orgId}/review/decisions`);
      await page.getByRole('heading', { name: 'Decisions' }).waitFor();
      await look('decisions');
      await page.context().clearCookies();
      await page.goto('/signin');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await look('signin');
      expect(findings).toEqual([]);
    },
  );

  it('is served with a strict policy, compressed, its parts for ever', async () => {
    const page = await fetch(`${bench.app.url}/o/anything`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await page.text();
    const script = /src="(\/assets\/[\w.-]+\.js)"/.exec(html)![1]!;
    for (const [encoding, expected] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${bench.app.url}${script}`, { headers: { 'Accept-Encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(expected);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    const etag = page.headers.get('etag')!;
    expect((await fetch(`${bench.app.url}/`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    for (const path of ['/assets/../package.json', '/assets/nothing.js', '/o', '/v1/nothing', '/index.html'])
      expect([path, (await fetch(`${bench.app.url}${path}`)).status]).toEqual([path, 404]);
    expect((await fetch(`${bench.app.url}/signin`, { method: 'POST' })).status).toBe(404);
  });

  it('names what it will load to the browser of somebody signed in, for each page', async () => {
    const preloads = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
      const { headers: answered } = await fetch(`${bench.app.url}${path}`, { headers });
      return [...(answered.get('link') ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, script]) => script!);
    };
    const signedIn = { Cookie: 'stocktake_session=e30.e30.e30' };
    expect(await preloads('/o/1/sboms/2')).toEqual([]);
    const first = await preloads('/o/1', signedIn);
    expect(first.length).toBeGreaterThan(0);
    const later = ['sboms/2', 'sboms/2/licences', 'review/decisions', 'entity', 'compare', 'vulnerabilities'];
    for (const page of [...later, 'vulnerabilities/CVE-1', 'projects', 'projects/2', 'settings/sessions']) {
      const scripts = await preloads(`/o/1/${page}`, signedIn);
      expect(scripts).toEqual(expect.arrayContaining(first));
      expect([page, scripts.length > first.length]).toEqual([page, true]);
      for (const script of scripts) expect((await fetch(`${bench.app.url}${script}`)).status).toBe(200);
    }
    for (const page of ['', 'sboms', 'review']) expect(await preloads(`/o/1/${page}`, signedIn)).toEqual(first);
  });
});
