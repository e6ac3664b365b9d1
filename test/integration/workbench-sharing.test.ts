import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import { newUser, type Person, type TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

const markup = '<img src=x onerror=alert(1)>';

describeIf(hasBrowser, 'chromium is not installed')('sharing, accounts and signatures of the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => void (bench = await Workbench.start()));
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

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

  const viewerOf = (owner: Person & TenantIds): Promise<Person> =>
    newUser(bench.app, owner, { org_id: owner.orgId, role: 'viewer' });

  it('says what a link would show, makes it, and ends it', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: markup, version: '1' }], markup);
    await bench.imported(owner, [{ name: 'other', version: '1' }], 'Other');
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('link', { name: 'Shared links' }).click();
    await page.getByText('No link shows this SBOM.').waitFor();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('CycloneDX').uncheck();
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByText('Choose at least one thing to show.').waitFor();
    await dialog.getByLabel('Title').fill(markup);
    await dialog.getByLabel('SPDX').check();
    await dialog.getByLabel('Password').fill('short');
    await looked(page, 'share-create');
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByText('must have at least').first().waitFor();
    await dialog.getByLabel('Password').fill('');
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByText('no score and no verdict').waitFor();
    await looked(page, 'share-preview');
    // A second thought keeps what was typed.
    await dialog.getByRole('button', { name: 'Change' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe(markup);
    expect(await dialog.getByLabel('CycloneDX').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const url = (await page.locator('code').textContent())!;
    const table = page.getByRole('table', { name: 'Shared links' });
    await table.getByText('Works').waitFor();
    await table.getByText('nobody has used it').waitFor();
    await looked(page, 'shares');
    const path = new URL(url).pathname + new URL(url).search;
    const visitor = await fetch(`${bench.app.url}${path}`);
    expect([visitor.status, (await visitor.text()).includes('SPDX 2.3')]).toEqual([200, true]);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Shared links' }).click();
    await table.getByRole('link', { name: /last used/ }).click();
    await page.getByRole('table', { name: 'Who asked for what' }).getByText('The page').waitFor();
    await looked(page, 'share-uses');
    await page.goBack();
    await page.getByRole('button', { name: `End: ${markup}` }).click();
    await dialog.getByRole('button', { name: 'End' }).click();
    await table.getByText('Ended').waitFor();
    expect((await fetch(`${bench.app.url}${path}`)).status).toBe(404);
    // Several at once, which are chosen in the dialog.
    await page.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByText('Choose at least one SBOM.').waitFor();
    await dialog.getByLabel('Other 3.1').check();
    await dialog.getByLabel(`${markup} 3.1`).check();
    await dialog.getByRole('button', { name: 'Look at what it shows' }).click();
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await table.getByText('Works').waitFor();
    const shares = (await owner.client.get('v1/share/getShares')).body.data;
    expect(shares.map(({ state, sboms }: any) => [state, sboms.length])).toEqual([
      ['active', 2],
      ['revoked', 1],
    ]);
    const viewer = await bench.signIn(await viewerOf(owner));
    await viewer.page.goto(`/o/${owner.orgId}/sboms/${sbomId}/sharing`);
    await viewer.page.getByText('Only those who could make it see the link.').waitFor();
    expect(await viewer.page.getByRole('button', { name: /Make a link|End/ }).count()).toBe(0);
  });

  it('lets pipelines in by keys and by trust rules, and takes both back', async () => {
    const owner = await bench.organization();
    await owner.client.post('v1/teams/createTeam', { org_id: owner.orgId, name: markup });
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/accounts`);
    await page.getByText('No service account yet.').waitFor();
    await page.getByText('Create a service account first').waitFor();
    await page.getByRole('button', { name: 'Create a service account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('not a name');
    await dialog.getByRole('button', { name: 'Create a service account' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Name').fill('ci-shop');
    await dialog.getByLabel(markup).check();
    await dialog.getByRole('button', { name: 'Create a service account' }).click();
    const accounts = page.getByRole('table', { name: 'Service accounts' });
    await accounts.getByText(`only ${markup}`).waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(markup);
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('It is shown this once.').waitFor();
    expect(await page.locator('code').textContent()).toMatch(/^stk_/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Add a trust rule' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('main branch');
    await dialog.getByLabel('What the token must say').fill('repository');
    await dialog.getByRole('button', { name: 'Add a trust rule' }).click();
    await dialog.getByText('“repository” is not a claim and its value').waitFor();
    await dialog.getByLabel('What the token must say').fill('repository = acme/shop\nref=refs/heads/main');
    await dialog.getByLabel('Audience').fill('https://stocktake.example.org');
    await looked(page, 'trust-rule');
    await dialog.getByRole('button', { name: 'Add a trust rule' }).click();
    const rules = page.getByRole('table', { name: 'Pipelines without a stored key' });
    await rules.getByText('ref = refs/heads/main').waitFor();
    await looked(page, 'accounts');
    const [rule] = (await owner.client.get('v1/keyless/getTrustRules', { org_id: owner.orgId })).body.data;
    expect([rule.issuer, rule.claims]).toEqual([
      'https://token.actions.githubusercontent.com',
      [
        { claim: 'repository', value: 'acme/shop' },
        { claim: 'ref', value: 'refs/heads/main' },
      ],
    ]);
    await page.getByRole('button', { name: 'Remove: main branch' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No trust rule yet.').waitFor();
    await page.getByRole('button', { name: `Revoke: ${markup}` }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No key of the organization is valid.').waitFor();
    await page.getByRole('button', { name: 'Change: ci-shop' }).click();
    await dialog.getByLabel(markup).uncheck();
    await dialog.getByLabel(/^Disabled/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await accounts.getByText('Disabled').waitFor();
    await accounts.getByText('all teams').waitFor();
    await page.getByRole('button', { name: 'Remove: ci-shop' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No service account yet.').waitFor();
  });

  it('gives groups of the sign-in provider a role, and members their teams', async () => {
    const owner = await bench.organization();
    const team = await owner.client.post('v1/teams/createTeam', { org_id: owner.orgId, name: 'Embedded' });
    const member = await viewerOf(owner);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/settings/people`);
    await page.getByText('No group is mapped').waitFor();
    await page.getByRole('button', { name: 'Map a group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group').fill(markup);
    await dialog.getByLabel('Role').selectOption('member');
    await dialog.getByLabel('Where').selectOption({ label: 'Embedded' });
    await dialog.getByRole('button', { name: 'Map a group' }).click();
    const groups = page.getByRole('table', { name: 'Groups of the sign-in provider' });
    await groups.getByText(markup).waitFor();
    await page.getByRole('button', { name: `Teams of ${member.username}` }).click();
    await dialog.getByLabel('Embedded').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table', { name: 'Members' }).getByText('only Embedded').waitFor();
    await looked(page, 'people-groups');
    const { data } = (await owner.client.get('v1/organizations/getMembers', { org_id: owner.orgId })).body;
    expect(data.find(({ username }: any) => username === member.username).team_ids).toEqual([team.body.data.id]);
    await page.getByRole('button', { name: `Take back: ${markup}` }).click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('No group is mapped').waitFor();
  });

  it('makes the signing key, signs an export, and trusts the key of a supplier', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: 'lodash', version: '4.17.21' }]);
    const { page } = await bench.signIn(owner);
    const exportSigned = async (): Promise<void> => {
      await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: 'CycloneDX JSON, signed (JSF)' }).click();
    };
    await exportSigned();
    await page.getByRole('alert').getByText('signing key').waitFor();
    await page.goto(`/o/${owner.orgId}/settings/signatures`);
    await page.getByText('There is no key yet, so exports cannot be signed.').waitFor();
    await page.getByRole('button', { name: 'Make a signing key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make a signing key' }).click();
    await page.getByText('Signs now').waitFor();
    await page.getByRole('button', { name: 'Trust a key' }).click();
    await dialog.getByLabel('Whose key it is').fill(markup);
    await dialog.getByLabel('Public key or certificate').fill('no key');
    await dialog.getByRole('button', { name: 'Trust a key' }).click();
    await dialog.getByRole('alert').waitFor();
    const { publicKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await dialog.getByLabel('Public key or certificate').fill(publicKey);
    await dialog.getByRole('button', { name: 'Trust a key' }).click();
    await page.getByRole('table', { name: 'Keys that imports trust' }).getByText(markup).waitFor();
    await looked(page, 'signatures');
    await page.getByRole('button', { name: `Trust no more: ${markup}` }).click();
    await dialog.getByRole('button', { name: 'Trust no more' }).click();
    await page.getByText('No key is trusted').waitFor();
    const [downloaded] = await Promise.all([page.waitForEvent('download'), exportSigned()]);
    const document = readFileSync(await downloaded.path(), 'utf8');
    expect(JSON.parse(document).signature.algorithm).toBe('Ed25519');
    const sent = await owner.client.upload('v1/project/importSBOM', document, { sbom_id: sbomId, wait: 'true' });
    expect(sent.body.meta.import.signatures).toMatchObject([{ kind: 'jsf' }]);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}/imports`);
    await page
      .getByText(/^signed/)
      .first()
      .waitFor();
    const viewer = await bench.signIn(await viewerOf(owner));
    await viewer.page.goto(`/o/${owner.orgId}/settings/signatures`);
    await viewer.page.getByText('Signs now').waitFor();
    expect(await viewer.page.getByRole('button', { name: /signing key|Trust/ }).count()).toBe(0);
  });

  it('shows how good a delivered file is, and gives the letter to its supplier', async () => {
    const owner = await bench.organization();
    const sbomId = await bench.imported(owner, [{ name: markup, version: '' }]);
    const { page } = await bench.signIn(owner);
    await page.goto(`/o/${owner.orgId}/sboms/${sbomId}`);
    await page.getByRole('link', { name: 'Quality' }).click();
    const table = page.getByRole('table', { name: /NTIA/ });
    await table.getByRole('rowheader', { name: 'Version of the component' }).waitFor();
    await table.locator('summary').first().click();
    await table.getByText(markup).first().waitFor();
    await page.getByText('There is no delivery before it to compare with').waitFor();
    await looked(page, 'quality');
    const [letter] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Letter to the supplier' }).click(),
    ]);
    await letter.getByRole('heading', { level: 1 }).waitFor();
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Workbook to correct' }).click(),
    ]);
    expect(
      readFileSync(await workbook.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const empty = await owner.client.post('v1/project/createSBOM', {
      name: 'Empty',
      version: '1',
      supplier: '',
      contact_name: '',
      contact_email: 'a@example.org',
      org_id: owner.orgId,
    });
    await page.goto(`/o/${owner.orgId}/sboms/${empty.body.data.id}/quality`);
    await page.getByText('No file has been imported, so there is no delivery to judge.').waitFor();
  });
});
