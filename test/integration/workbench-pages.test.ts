import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { hasBrowser } from '../support/browser.js';
import { newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, resolvedEntries } from '../support/sboms.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;

const markup = '<img src=x onerror=alert(1)>';

const catalog = {
  'packages.ndjson': ['broken', 'sound', 'riddled'].map((name) => ({
    purl: `pkg:npm/${name}`,
    versions: ['1.0.0', '2.0.0'],
    latest_known: '2.0.0',
    seen: 9,
    sources: ['index'],
  })),
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'], summary: markup }),
    advisory('GHSA-bbbb', 'broken', null, medium),
    ...Array.from({ length: 105 }, (_, n) => advisory(`GHSA-many-${n}`, 'riddled', null)),
  ],
  'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01' }],
  'epss.csv': 'cve,epss,percentile\nCVE-2024-1,0.64,0.99\n',
};

const broken = { name: 'broken', version: '1.0.0', purl: 'pkg:npm/broken@1.0.0', 'bom-ref': 'broken' };
const nothing = { name: 'Zorblax Controller', version: '1', 'bom-ref': 'zorblax' };

describeIf(hasBrowser, 'chromium is not installed')('pages of the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => {
    bench = await Workbench.start();
    await loadCatalog(bench.app, catalog);
    await bench.app.nest.get(RescoringScheduler).schedule();
  });
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const scored = async (
    owner: Person & TenantIds,
    components: object[],
    name?: string,
    more?: object,
  ): Promise<string> => {
    const sbomId = await bench.imported(owner, components, name, more);
    await bench.scored(owner, sbomId);
    return sbomId;
  };

  const entriesOf = async (owner: Person, sbomId: string): Promise<any[]> =>
    (await owner.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries;

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

  it('leads from an entry to its component: score, coverage, vulnerabilities with fix, uses and history', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken, nothing]);
    await scored(owner, [broken], 'Webshop');
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'broken', exact: true }).click();
    await page.getByRole('link', { name: 'Open the component' }).click();
    await page.getByRole('heading', { name: 'broken 1.0.0', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'CVE-2024-1' }).waitFor();
    await page.getByText('Update to 2.0.0').waitFor();
    await page.getByText('known to be exploited since 2024-02-01').waitFor();
    // What nobody looked up is hatched, and says why.
    const unexamined = page.locator('dl.defs > div', { hasText: 'End of life' });
    await unexamined.getByText('Not examined').waitFor();
    expect(await unexamined.locator('.sub').textContent()).not.toBe('');
    const metrics = page.getByRole('table', { name: 'Score, metric by metric' });
    expect(await metrics.locator('tbody tr').count()).toBeGreaterThan(10);
    expect(await metrics.getByText('no data').count()).toBeGreaterThan(0);
    const uses = page.getByRole('table', { name: 'Where it is used' });
    expect((await uses.locator('tbody th').allTextContents()).sort()).toEqual(['Gateway 3.1', 'Webshop 3.1']);
    await page.getByRole('table', { name: 'History of the score' }).waitFor();
    await looked(page, 'entity');
    expect(await page.locator('main').textContent()).toContain(markup);
    const address = page.url();
    await uses.getByRole('link', { name: 'Webshop 3.1' }).click();
    await page.getByRole('heading', { name: 'Webshop 3.1' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'broken 1.0.0', level: 1 }).waitFor();
    expect(page.url()).toBe(address);
    await page.goto(`/o/${owner.orgId}/entity`);
    await page.getByText('The address names no component.').waitFor();
    await page.goto(`/o/${owner.orgId}/entity?purl=${encodeURIComponent('pkg:npm/sound@2.0.0')}`);
    await page.getByText('No SBOM of the organization has it.').waitFor();
    await page.getByText('so its vulnerabilities are not listed').waitFor();
    await page.goto(`/o/${owner.orgId}/entity?purl=nonsense`);
    await page.getByRole('alert').first().waitFor();
  });

  it('calls nothing safe in the history of a score that nobody looked at, or of which that is not recorded', async () => {
    const owner = await bench.organization();
    const purl = 'pkg:npm/sound@1.0.0';
    await scored(owner, [{ name: 'sound', version: '1.0.0', purl }]);
    await withClient(bench.app.databaseUrl, (client) =>
      client.query(`UPDATE entity_score_history SET coverage = 0.2, examined = 'not_examined'`),
    );
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/entity?purl=${encodeURIComponent(purl)}`);
    const row = page.getByRole('table', { name: 'History of the score' }).locator('tbody td');
    await row.first().waitFor();
    expect(await row.allTextContents()).toEqual(['too little examined', 'Not examined']);
    await looked(page, 'entity-unexamined');
    await withClient(bench.app.databaseUrl, (client) =>
      client.query('UPDATE entity_score_history SET coverage = NULL, examined = NULL'),
    );
    await page.reload();
    await row.first().waitFor();
    const notRecorded = 'how much was examined is not recorded';
    expect(await row.allTextContents()).toEqual([notRecorded, notRecorded]);
  });

  it('says of a component that no source knows that nothing is known, and where it is all the same', async () => {
    const owner = await bench.organization();
    const purl = `${broken.purl}?repository_url=https://npm.example.org`;
    const sbomId = await scored(owner, [{ ...broken, purl }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'broken', exact: true }).click();
    await page.getByRole('link', { name: 'Open the component' }).click();
    await page.getByText('No loaded source knows this component').waitFor();
    await page.getByText('1 component was not examined').waitFor();
    await page.getByRole('table', { name: 'Where it is used' }).getByText('identified').waitFor();
    await page.getByText('Its score has not been recorded yet').waitFor();
    await looked(page, 'entity-unknown');
    expect(await page.getByRole('alert').count()).toBe(0);
    // Where nobody answered what it is, nothing is said about the uses of it.
    await page.route('**/getEntityOverviewForEntity**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await page.getByText('has not been loaded, so its vulnerabilities are not listed').waitFor();
  });

  it('says that it lists a part of the vulnerabilities of a component, and lists the others', async () => {
    const owner = await bench.organization();
    await scored(owner, [{ name: 'riddled', version: '1.0.0', purl: 'pkg:npm/riddled@1.0.0' }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/entity?purl=${encodeURIComponent('pkg:npm/riddled@1.0.0')}`);
    await page.getByText('100 of 105 shown.').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('table', { name: 'Vulnerabilities, 105' }).waitFor();
    expect(await page.getByText('of 105 shown.').count()).toBe(0);
    await looked(page, 'riddled');
  });

  it('says that nobody has answered whether there are sources, and not that nothing is needed', async () => {
    const owner = await bench.organization();
    await scored(owner, [broken]);
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/catalog/getSources', (route) => route.fulfill({ status: 500, json: { message: 'Away', code: 500 } })); // prettier-ignore
    await page.route('**/v1/project/getSBOMs**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const coverage = { examined: 1, partly: 0, notExamined: 0 };
      Object.assign(body.data.organization, { coverage, verdicts: { passed: 1, failed: 0, pending: 0 } });
      await route.fulfill({ response: answer, json: body });
    });
    await page.route('**/v1/vulnerability/getVulnerabilities**', (route) =>
      route.fulfill({ json: { data: [], meta: { total_count: 0, offset: 0, severities: {}, coverage: [] } } }),
    );
    await page.goto(`/o/${owner.orgId}`);
    await page.getByRole('alert').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.needs').count()).toBe(1);
    expect(await page.locator('.needs li').count()).toBe(0);
  });

  it('counts no names of a queue that was not loaded, and calls nothing settled while entries are identified', async () => {
    const owner = await bench.organization();
    await bench.imported(owner, [nothing]);
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/review/getQueue**', (route) => route.fulfill({ status: 500, json: { request_id: 'r1' } }));
    await page.goto(`/o/${owner.orgId}/review`);
    await page.getByRole('alert').getByText('the number r1').waitFor();
    expect(await page.getByText('left', { exact: false }).count()).toBe(0);
    await looked(page, 'review-failed');
    await page.unroute('**/v1/review/getQueue**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('0 settled now · 1 left').waitFor();
    await page.route('**/v1/review/getQueue**', async (route) => {
      const answer = await route.fetch();
      const { meta } = await answer.json();
      const facets = { reason: [], ecosystem: [], supplier: [], sbom: [], team: [] };
      await route.fulfill({ json: { data: [], meta: { ...meta, total_count: 0, resolving: 7, facets } } });
    });
    await page.reload();
    await page.getByText('No name waits yet').waitFor();
    expect(await page.getByText('Every name is settled.').count()).toBe(0);
    await looked(page, 'review-resolving');
  });

  it('imports files into the organization that they were dropped in, wherever somebody goes meanwhile', async () => {
    const [owner, other] = [await bench.organization(), await bench.organization()];
    await other.client.post('v1/organizations/addMember', {
      org_id: other.orgId,
      user_id: owner.userId,
      role: 'member',
    });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms`);
    const buffer = Buffer.from(cyclonedx([nothing]));
    const names = ['one', 'two', 'three'];
    const files = names.map((name) => ({ name: `${name}.cdx.json`, mimeType: 'application/json', buffer }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('button', { name: 'Import 3 files' }).waitFor();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    let isRefused = true;
    await page.route('**/v1/project/importSBOM**', async (route) => {
      await asked;
      if (isRefused) await route.fulfill({ status: 422, json: { message: 'Never heard of it', code: 422 } });
      else await route.continue();
      isRefused = false;
    });
    await page.getByRole('button', { name: 'Import 3 files' }).click();
    await page.getByText('importing', { exact: false }).first().waitFor();
    await page.getByRole('combobox', { name: 'Organization' }).selectOption(other.orgId);
    await page.getByText('No SBOM has been imported.').waitFor();
    answer();
    const listed = async ({ client, orgId }: Person & TenantIds): Promise<string[]> =>
      (await client.get('v1/project/getSBOMs', { org_id: orgId })).body.data.softwareLists.map(({ name }: any) => name);
    for (let round = 0; round < 300 && (await listed(owner)).length < 2; round += 1) await page.waitForTimeout(100);
    expect((await listed(owner)).sort()).toEqual(['three', 'two']);
    expect(await listed(other)).toEqual([]);
    // What failed meanwhile is there for who comes back.
    await page.goBack();
    await page.getByText('Never heard of it').waitFor();
    await page.getByRole('button', { name: 'one.cdx.json: leave out' }).click();
    await page.getByText('Never heard of it').waitFor({ state: 'detached' });
  });

  it('signs every tab in that waits at the sign-in', async () => {
    const owner = await bench.organization();
    const { page, context } = await bench.open();
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto('/');
      await one.getByLabel('User', { exact: true }).waitFor();
    }
    await page.getByLabel('User', { exact: true }).fill(owner.username);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (const one of [page, other]) await one.getByRole('navigation', { name: 'Main' }).waitFor();
    for (const one of [page, other]) expect(new URL(one.url()).pathname).toBe(`/o/${owner.orgId}`);
  });

  it('shows what else needs somebody where the queue is not answered, and says which source failed', async () => {
    const owner = await bench.organization();
    await scored(owner, [broken, nothing]);
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/review/getQueue**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    const [never, failed, inPart] = ['never-loaded', 'half-loaded', 'some-unknown'];
    await page.route('**/v1/catalog/getSources', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const [one] = body.data;
      const bad = { ...one, state: 'failed', message: 'The publisher answered 500.' };
      const data = [
        ...body.data,
        { ...bad, name: failed },
        { ...bad, name: never, records: 0, loaded_at: null, data_as_of: null },
        { ...one, name: inPart, data_as_of: '2020-01-01T00:00:00Z', message: `Nothing is compared with ZOS${markup}` },
      ];
      await route.fulfill({ json: { ...body, data } });
    });
    await page.goto(`/o/${owner.orgId}`);
    await page.getByText('1 vulnerability is known to be exploited').waitFor();
    await page.getByRole('alert').getByText('it is not known whether anything was changed').waitFor();
    await page.locator('.lines li', { hasText: failed }).getByText('the last load failed').waitFor();
    await page.locator('.lines li', { hasText: never }).getByText('never loaded').waitFor();
    const old = page.locator('.lines li', { hasText: inPart });
    await old.getByText('compared in part').waitFor();
    await old.getByText(/^old: .* days ago$/).waitFor();
    expect(await page.getByText('Nothing waits for you.').count()).toBe(0);
    await looked(page, 'home-failed');
    await page.goto(`/o/${owner.orgId}/settings/sources`);
    const rowOf = (name: string) => page.getByRole('table', { name: 'Loaded sources' }).getByRole('row').filter({ hasText: name }); // prettier-ignore
    await rowOf(never).getByText('unknown').waitFor();
    await rowOf(never).getByText('Nothing of it is there.').waitFor();
    await rowOf(failed).getByText('The old data stays.').waitFor();
    await rowOf(inPart).getByText('Loaded, compared in part').waitFor();
    await rowOf(inPart).getByText(`Nothing is compared with ZOS${markup}. Of such components nothing is known`).waitFor(); // prettier-ignore
    await looked(page, 'sources-failed');
  });

  it('tells what the catalogue was made of, how old it is, and what nobody covers', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Catalogue sources' }).click();
    await page.getByRole('heading', { name: 'Catalogue sources', level: 1 }).waitFor();
    await page.getByText('No name leaves this installation').waitFor();
    const covered = page.locator('dl.defs > div', { hasText: 'licences' });
    await covered.getByText('No loaded source covers this.').waitFor();
    await page
      .locator('dl.defs > div', { hasText: 'exploited vulnerabilities' })
      .getByText('everything, complete')
      .waitFor();
    const rows = page.getByRole('table', { name: 'Loaded sources' }).locator('tbody tr');
    expect(await rows.count()).toBeGreaterThan(0);
    await looked(page, 'sources');
    await page.route('**/v1/catalog/getSources', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ json: { ...body, meta: { ...body.meta, live_sources: ['npm', 'pypi'] } } });
    });
    await page.reload();
    await page.getByText('Names of components leave this installation').waitFor();
    await page.route('**/v1/catalog/getSources', (route) =>
      route.fulfill({ json: { data: [], meta: { live_sources: [] } } }),
    );
    await page.reload();
    await page.getByText('No source is loaded').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Rulesets' }).waitFor();
  });

  it('changes entries in place and in bulk, and overwrites nothing that somebody else changed', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken, nothing, { name: 'third', version: '3' }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    const first = page.getByRole('button', { name: 'broken', exact: true });
    await first.click();
    await page.getByRole('complementary', { name: 'Component' }).getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('form', { name: 'Change the component' });
    await form.getByLabel('Version').fill('2.0.0');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'broken 2.0.0', level: 2 }).waitFor();
    await resolvedEntries(owner, sbomId);
    await page.reload();
    await page.getByRole('button', { name: 'Change' }).click();
    await form.getByLabel('Version').fill('9');
    const [entry] = await entriesOf(owner, sbomId);
    const theirs = { id: entry.id, sbom_id: sbomId, version: '1.5.0' };
    expect((await owner.client.post('v1/project/updateComponents', [theirs])).status).toBe(200);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('broken 1.5.0').waitFor();
    expect((await entriesOf(owner, sbomId))[0].version).toBe('1.5.0');
    await resolvedEntries(owner, sbomId);
    await form.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByRole('heading', { name: 'broken 1.5.0', level: 2 }).waitFor();
    // By keyboard alone: choose two rows, remove them.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.entries').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement.textContent)).toBe('Zorblax Controller');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.getByLabel('Choose third').check();
    await page.getByText('2 components chosen').waitFor();
    await looked(page, 'sbom-chosen');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Remove 2 components from the SBOM?').waitFor();
    await looked(page, 'sbom-remove');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('2 components chosen').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Zorblax Controller' }).waitFor({ state: 'detached' });
    expect((await entriesOf(owner, sbomId)).map(({ name }) => name)).toEqual(['broken']);
  });

  it('shows dependencies level by level, the way to a component, and its vulnerabilities', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken, { ...nothing, name: markup }, { name: 'lone', version: '1' }], 'Tree', {
      metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'app' } },
      dependencies: [
        { ref: 'app', dependsOn: ['zorblax'] },
        { ref: 'zorblax', dependsOn: ['broken'] },
      ],
    });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('link', { name: 'Dependencies', exact: true }).click();
    await page.getByText('1 component is nowhere in the dependencies').waitFor();
    const tree = page.getByRole('tree', { name: 'Dependencies', exact: true });
    expect(await tree.getByRole('treeitem').count()).toBe(1);
    const focused = () => page.evaluate(() => document.activeElement.querySelector('.row').textContent.slice(1));
    await tree.getByRole('treeitem').focus();
    const first = await focused();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('link', { name: 'broken 1.0.0' }).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('roken 1.0.0');
    // Tab comes back to where the focus was.
    expect(await tree.locator('[role=treeitem][tabindex="0"]').textContent()).toContain('broken 1.0.0');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe(first);
    await page.keyboard.press('ArrowLeft');
    await tree.getByRole('link', { name: 'broken 1.0.0' }).waitFor({ state: 'detached' });
    await tree.getByRole('button').click();
    await tree.getByRole('link', { name: 'broken 1.0.0' }).waitFor();
    await looked(page, 'dependencies');
    await tree.getByRole('link', { name: 'broken 1.0.0' }).click();
    const inspector = page.getByRole('complementary', { name: 'Component' });
    await inspector.getByText('›').waitFor();
    await inspector.getByRole('link', { name: 'CVE-2024-1' }).waitFor();
    await page.goBack();
    await page.getByText('1 component is nowhere in the dependencies').waitFor();
    await page
      .getByRole('navigation', { name: 'Parts of the SBOM' })
      .getByRole('link', { name: 'Vulnerabilities' })
      .click();
    await page.getByText('2 components were not examined, or only partly:').waitFor();
    await page.getByText('Update to 2.0.0').waitFor();
    await looked(page, 'sbom-vulnerabilities');
    const plain = await scored(owner, [{ name: 'lone', version: '1' }], 'Plain');
    await page.goto(`/o/${owner.orgId}/sboms/${plain}/dependencies`);
    await page.getByText('The file declares no dependencies.').waitFor();
  });

  it('shows what an analysis did not read, and confirms only when somebody accepts that', async () => {
    const owner = await bench.organization();
    const lodash = { name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' };
    const sbomId = await bench.imported(owner, [lodash]);
    await withClient(bench.app.databaseUrl, (client) =>
      client.query(
        `INSERT INTO sbom_gaps (sbom_id, path, org_id, kind, ecosystem, reason, message)
         SELECT id, 'build.gradle.kts', org_id, 'gradle', '', 'needs_build', 'It is a program' FROM sboms WHERE id = $1`,
        [sbomId],
      ),
    );
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByText('1 file of the source could not be read.').waitFor();
    await page.getByRole('rowheader', { name: 'build.gradle.kts' }).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why the SBOM is complete enough without it').fill('Not shipped');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Confirm', disabled: false }).click();
    await page.getByText('Confirmed', { exact: true }).waitFor();
  });

  it('accepts at once what was open when somebody looked, and nothing that came afterwards', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: 'lodash', version: '4.17.21' }]);
    const unread = (...paths: string[]) =>
      withClient(bench.app.databaseUrl, (client) =>
        client.query(
          `INSERT INTO sbom_gaps (sbom_id, path, org_id, kind, ecosystem, reason, message)
           SELECT id, unnest($2::text[]), org_id, 'gradle', '', 'needs_build', 'It is a program' FROM sboms WHERE id = $1`,
          [sbomId, paths],
        ),
      );
    await unread('a.gradle', 'b.gradle');
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'Accept all that are open (2)' }).click();
    await unread('c.gradle');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why the SBOM is complete enough without it').fill('Not shipped');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('1 file of the source could not be read.').waitFor();
    const { body } = await owner.client.get('v1/project/getGaps', { sbom_id: sbomId, accepted: 'false' });
    expect(body.data).toMatchObject([{ path: 'c.gradle' }]);
  });

  it('says at an SBOM and a project, and in their list, that monitoring fails', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: 'lodash', version: '4.17.21' }]);
    const { orgId: org_id, teamId: team_id } = owner;
    expect((await owner.client.post('v1/project/updateSBOM', { id: sbomId, monitor_frequency: 'daily' })).status).toBe(200);
    const project = { name: 'Shopfront', team_id, type: 'git', source: 'https://git.example/shop.git', branch: 'main', description: '', should_monitor: true };
    const created = (await owner.client.post('v1/project/createProject', project)).body;
    expect(created).toMatchObject({ data: { name: 'Shopfront' } });
    const projectId = created.data.id;
    // Runs whose jobs are not kept any more.
    const fail = (subject: string) =>
      withClient(bench.app.databaseUrl, (client) =>
        client.query(
          `INSERT INTO monitoring_states (subject_id, org_id, job_id, enqueued_at)
           VALUES ($1, $2, gen_random_uuid(), '2026-01-05')`,
          [subject, org_id],
        ),
      );
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${org_id}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'lodash', exact: true }).waitFor();
    expect(await page.getByText('Monitoring fails').count()).toBe(0);
    await fail(sbomId);
    await fail(projectId);
    await page.goto(`/o/${org_id}/sboms/${sbomId}`);
    await page.getByText(/^Monitoring fails since 2026-01-05; the reason is not kept any more\. .*mend the cause/).waitFor();
    await page.goto(`/o/${org_id}/projects?team=${team_id}`);
    await page.getByRole('row').filter({ hasText: 'Shopfront' }).getByText('Monitoring fails').waitFor();
    await looked(page, 'projects-monitoring-fails');
    await page.getByRole('link', { name: 'Shopfront' }).click();
    await page.getByText(/^Monitoring fails since 2026-01-05/).waitFor();
  }); // prettier-ignore

  it('shows what an analysis warns of, and knows nothing of the components of one that failed', async () => {
    const owner = await bench.organization();
    const { orgId: org_id, teamId: team_id } = owner;
    const project = { name: 'Bucket', team_id, type: 's3', source: 's3://bucket/folder', branch: '', description: '', should_monitor: false };
    const { id } = (await owner.client.post('v1/project/createProject', project)).body.data;
    const { page } = await bench.signIn(owner);
    const address = `/o/${org_id}/projects/${id}?team=${team_id}`;
    await page.goto(address);
    await page.getByText('It was never analysed.').waitFor();
    const warnings = [
      { path: '', message: '7 objects of the folder were not fetched: they are named neither like a manifest, an SBOM nor an archive' },
      { path: 'a/b.zip', message: markup },
    ];
    const unread = Array.from({ length: 1_000 }, (_, n) => ({ path: `lock ${n}`, kind: 'npm', ecosystem: 'npm', message: 'broken' }));
    const analysis = {
      id, project_id: id, team_id, status: 'errored', message: 'The key of the bucket is refused. Give the project another one.', branch: '',
      sbom_id: null, components: 0, warnings, warning_count: 30, unread, stale: 0, added: null, removed: null, changed: null,
      created_at: '2026-01-05T00:00:00Z',
    };
    await page.route('**/v1/scanner/getAnalyses**', (route) => route.fulfill({ json: { data: [analysis], meta: { total_count: 1, offset: 0 } } }));
    await page.reload();
    const row = page.getByRole('table', { name: 'Analyses' }).locator('tbody tr');
    await row.getByText('Give the project another one.').waitFor();
    await row.getByText('at least 1,000 files not read').waitFor();
    expect(await row.getByText('unknown').count()).toBe(2);
    await row.getByText('30 warnings').click();
    await row.getByText('7 objects of the folder were not fetched').waitFor();
    await row.getByText(`a/b.zip: ${markup}`).waitFor();
    await row.getByText('2 of 30 shown.').waitFor();
    await looked(page, 'project-failed');
    const viewer = await newUser(bench.app, owner, { org_id, role: 'viewer' });
    const other = await bench.signIn(viewer);
    await other.page.goto(address);
    await other.page.getByText('It was never analysed.').waitFor();
    for (const name of ['Analyse', 'Change', 'Remove'])
      expect([name, await other.page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
  }); // prettier-ignore

  it('exports an SBOM in every format, gives the file back, and makes reports', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'Export' }).waitFor();
    const all = await page.locator('#export button').allTextContents();
    // Those that are signed need a key of the organization.
    const formats = all.filter((format) => !format.includes('signed'));
    expect([all.length, formats.length]).toEqual([14, 12]);
    for (const format of formats) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [downloaded] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format, exact: true }).click(),
      ]);
      expect([format, readFileSync(await downloaded.path()).length > 100]).toEqual([format, true]);
      // What the file could not take along is said beside it.
      const told = page.getByRole('status').filter({ hasText: format });
      await told
        .getByText(/^(Left out, because .* cannot express it:|.* holds everything that the SBOM does\.)$/)
        .waitFor();
    }
    await page.getByRole('button', { name: 'Export' }).click();
    const [original] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'The imported file' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await original.path(), 'utf8')).bomFormat).toBe('CycloneDX');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Report' }).click();
    const [report] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Page to print' }).click(),
    ]);
    await report.getByRole('heading', { level: 1 }).waitFor();
  });

  it('lists the vulnerabilities of an organization, and states how they affect it', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.getByRole('link', { name: 'Vulnerabilities' }).click();
    await page.getByText('No SBOM has been imported. Vulnerabilities of its components come here.').waitFor();
    await scored(owner, [broken, nothing]);
    await scored(owner, [broken], 'Webshop');
    await page.reload();
    await page.getByText('1 component was not examined, or only partly:').waitFor();
    const rows = page.getByRole('table', { name: 'Vulnerabilities' }).locator('tbody tr');
    expect(await rows.locator('th a').allTextContents()).toEqual(['CVE-2024-1', 'GHSA-bbbb']);
    await looked(page, 'vulnerabilities');
    await page.getByLabel('Severity').selectOption('medium');
    await page.getByRole('link', { name: 'CVE-2024-1' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('severity=medium');
    await page.getByRole('button', { name: 'Known to be exploited' }).click();
    await page.getByText('No vulnerability fits these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toContain('not_examined,1 component: no package or product is selected,');
    await page.getByRole('link', { name: 'CVE-2024-1' }).click();
    await page.getByRole('heading', { name: 'CVE-2024-1', level: 1 }).waitFor();
    await looked(page, 'vulnerability');
    await page.getByRole('button', { name: 'Choose all shown' }).click();
    await page.getByRole('button', { name: 'Say how it affects you' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption('not_affected');
    await dialog.getByLabel('Why').fill('never called');
    await looked(page, 'vulnerability-state');
    await dialog.getByRole('button', { name: 'Say how it affects you' }).click();
    await page.getByText('never called').first().waitFor();
    expect(await page.getByText('stated by').count()).toBe(2);
    await page.goBack();
    await page.getByRole('heading', { name: 'Vulnerabilities', level: 1 }).waitFor();
    await page.goto(`/o/${owner.orgId}/vulnerabilities/CVE-1999-0`);
    await page.getByText('Not found').waitFor();
    await page.getByText('No loaded source knows CVE-1999-0; nothing can be said about it.').waitFor();
    const viewer = await newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });
    const other = await bench.signIn(viewer);
    await other.page.route('**/v1/vulnerability/getVulnerability?**', async (route) => {
      const body = await (await route.fetch()).json();
      const products = Array.from({ length: 21 }, (_, index) => `cpe:2.3:a:acme:broken${index}`);
      await route.fulfill({ json: { ...body, data: { ...body.data, products, product_count: 1_234 } } });
    });
    await other.page.goto(`/o/${owner.orgId}/vulnerabilities/CVE-2024-1`);
    const named = other.page.getByRole('listitem').filter({ hasText: 'cpe:2.3:a:acme:broken' });
    await named.first().waitFor();
    expect(await named.count()).toBe(20);
    await other.page.getByText('20 of 1,234 shown. As CPE').waitFor();
    await other.page.getByRole('table', { name: 'Where it is' }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Say how it affects you' }).count()).toBe(0);
  });

  it('says the same of several vulnerabilities at once, and takes statements out and in as VEX', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken]);
    await scored(owner, [broken], 'Webshop');
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/vulnerabilities`);
    await page.getByRole('button', { name: 'Choose all shown' }).click();
    await page.getByText('2 vulnerabilities chosen').waitFor();
    await page.getByLabel('Choose GHSA-bbbb').uncheck();
    await page.getByText('1 vulnerability chosen').waitFor();
    await page.getByLabel('Choose GHSA-bbbb').check();
    await looked(page, 'vulnerabilities-chosen');
    await page.getByRole('button', { name: 'Say how they affect you' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These are up to 4 statements').waitFor();
    await dialog.getByLabel('Why').fill('never called');
    await looked(page, 'vulnerabilities-state');
    await dialog.getByRole('button', { name: 'Say how they affect you' }).click();
    await page.getByText('4 statements recorded, for 2 components in 2 SBOMs.').waitFor();
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}/vulnerabilities`);
    await page.getByRole('button', { name: 'Export statements (VEX)' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'OpenVEX' }).click(),
    ]);
    const document = readFileSync(await file.path());
    expect(JSON.parse(document.toString()).statements).toHaveLength(2);
    const copy = await scored(owner, [broken], 'Copy');
    await page.goto(`/o/${owner.orgId}/sboms/${copy}/vulnerabilities`);
    const input = page.getByLabel('Import statements (VEX)', { exact: true }).first();
    await input.setInputFiles({ name: 'vex.json', mimeType: 'application/json', buffer: Buffer.from('no JSON') });
    await page.getByText('vex.json is no JSON.').waitFor();
    const take = async (content: string): Promise<void> =>
      input.setInputFiles({ name: 'vex.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    // They are about the components of another product: each is left out, with the reason.
    await take(document.toString());
    await page.getByText('2 could not be taken over:').waitFor();
    await page.getByText('Neither the SBOM nor a component of it is the product').first().waitFor();
    const products = [{ '@id': 'pkg:npm/broken@1.0.0' }];
    const statements = [{ vulnerability: { name: 'GHSA-bbbb' }, products, status: 'fixed' }];
    await take(JSON.stringify({ '@context': 'https://openvex.dev/ns/v0.2.0', statements }));
    await page.getByText('1 statement read, on 1 component of the SBOM.').first().waitFor();
    const { body } = await owner.client.get('v1/vulnerability/getStatements', { sbom_id: copy });
    expect(body.data).toMatchObject([{ vulnerability: 'GHSA-bbbb', status: 'fixed', state: 'holds' }]);
  });

  it('compares two SBOMs, and calls nothing won that nobody looked at', async () => {
    const owner = await bench.organization();
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/compare`);
    await page.getByText('there is nothing to compare').waitFor();
    const from = await scored(owner, [broken, { name: 'gone', version: '1' }], 'Old');
    const to = await scored(owner, [{ ...broken, version: '2.0.0', purl: 'pkg:npm/broken@2.0.0' }, nothing], 'New');
    // Of a registry that no source covers.
    await scored(owner, [{ ...broken, purl: `${broken.purl}?repository_url=https://npm.example.com` }], 'Dark');
    await page.reload();
    await page.getByText('Choose two SBOMs').waitFor();
    await page.getByRole('combobox', { name: 'From' }).selectOption(from);
    await page.getByRole('combobox', { name: 'To' }).selectOption(to);
    const changes = page.getByRole('table', { name: 'Components' });
    await changes.waitFor();
    expect(await changes.locator('tbody tr').allTextContents()).toHaveLength(3);
    const vulnerabilities = page.getByRole('table', { name: 'Vulnerabilities' });
    expect(await vulnerabilities.locator('tbody tr').first().textContent()).toContain('CVE-2024-1');
    await page.getByText('0 gained · 1 lost · 1 in both').waitFor();
    await looked(page, 'compare');
    await page.getByRole('button', { name: 'Version 1' }).click();
    await page.waitForFunction(() => document.querySelectorAll('table[aria-label="Components"] tbody tr').length === 1);
    await page.reload();
    await page.getByRole('button', { name: 'Version 1', pressed: true }).waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Dark 3.1' });
    await page.getByText('2 cannot be compared').waitFor();
    await looked(page, 'compare-dark');
    await page.getByRole('combobox', { name: 'To' }).selectOption(from);
    await page.getByText('Both sides are the same.').waitFor();
  });

  it('says which components of a change it does not name, and what is compared where the imports are not listed', async () => {
    const owner = await bench.organization();
    const many = Array.from({ length: 12 }, (_, n) => ({ ...broken, name: `broken ${n}`, 'bom-ref': `b${n}` }));
    const sbomId = await scored(owner, many);
    await owner.client.upload('v1/project/importSBOM', cyclonedx([nothing]), { sbom_id: sbomId, wait: 'true' });
    const { page } = await bench.signIn(owner);
    await page.route('**/v1/project/getImports**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/o/${owner.orgId}/compare?from=${sbomId}&from_import=1&to=${sbomId}`);
    const row = page.getByRole('table', { name: 'Vulnerabilities' }).locator('tbody tr').first();
    await row.getByText('10 of 12 shown.').waitFor();
    const from = page.getByRole('group', { name: 'From' });
    await from.getByRole('alert').waitFor();
    const chosen = from.getByLabel('As of').locator('option:checked');
    expect(await chosen.textContent()).toBe('import 1');
    await page.unroute('**/v1/project/getImports**');
    await from.getByRole('button', { name: 'Try again' }).click();
    await from.getByRole('alert').waitFor({ state: 'detached' });
    expect(await chosen.textContent()).toContain('import 1 of');
    await looked(page, 'compare-many');
  });

  it('lists the imports of an SBOM, and compares each with the one before', async () => {
    const owner = await bench.organization();
    const sbomId = await scored(owner, [broken, nothing]);
    const fixed = { ...broken, version: '2.0.0', purl: 'pkg:npm/broken@2.0.0' };
    await owner.client.upload('v1/project/importSBOM', cyclonedx([fixed, nothing]), { sbom_id: sbomId, wait: 'true' });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}/imports`);
    await page.getByRole('table', { name: 'Imports' }).waitFor();
    await looked(page, 'sbom-imports');
    await page.getByRole('link', { name: 'Compare with the one before' }).click();
    await page.getByText('0 gained · 1 lost · 1 in both').waitFor();
    await page.getByText('as known today').waitFor();
    await looked(page, 'compare-imports');
    await page.getByRole('group', { name: 'To' }).getByLabel('As of').selectOption({ label: 'now' });
    await page.getByText('0 gained · 1 lost · 1 in both').waitFor();
    expect(new URL(page.url()).searchParams.get('to_import')).toBeNull();
  });
});
