import type { Page } from 'playwright-core';
import { hasBrowser } from '../support/browser.js';
import type { Person, TenantIds } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { Workbench } from '../support/workbench.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const window: any;

describeIf(hasBrowser, 'chromium is not installed')('the workbench for people who see it otherwise', () => {
  let bench: Workbench;
  let owner: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    bench = await Workbench.start();
    owner = await bench.organization();
    const part = (name: string, more: object = {}): object => ({ name, version: '1', 'bom-ref': name, ...more });
    const named = ['Quibblish', 'Vexatron-averyveryverylongnameofacomponentthatgoesonandon'].map((name) => part(name));
    sbomId = await bench.imported(owner, [...named, part('openssl', { version: '3.0.1' })]);
    await bench.scored(owner, sbomId);
  });
  afterEach(async () => expect(await bench.closePages()).toEqual([]));
  afterAll(() => bench?.close());

  const pages = (): Record<string, string> => ({ home: '', sbom: `/sboms/${sbomId}`, review: '/review' });

  it('fits narrow and enlarged windows: no mark is cut, and nothing scrolls sideways besides tables', async () => {
    const { page } = await bench.signIn(owner);
    const findings: string[] = [];
    for (const [name, path] of Object.entries(pages())) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`/o/${owner.orgId}${path}`);
      await page.locator('h1').waitFor();
      findings.push(...(await bench.look(page, `viewing-${name}`, 'light')));
    }
    expect(findings).toEqual([]);
  });

  /** What is drawn with the colours of the viewer: grounds and shadows are taken away. */
  const drawn = (page: Page, selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const { backgroundColor, borderBottomColor, borderLeftColor, outlineStyle, outlineColor } =
          window.getComputedStyle(one);
        // A ground that nothing is seen of has the colour of the page.
        const ground = backgroundColor.replace('rgba', 'rgb').replace(', 0)', ')');
        return [ground, borderBottomColor, borderLeftColor, outlineStyle === 'none' ? '' : outlineColor].join(' ');
      });

  it.each([
    ['/review', '.nav a[aria-current]', '.nav a:not([aria-current])'],
    ['/review', '.facet[aria-pressed=true]', '.facet[aria-pressed=false]'],
    ['/review', '.names li[aria-selected=true]', '.names li[aria-selected=false]'],
    ['/review', '.cand.marked', '.cand:not(.marked)'],
    ['sbom', '.tabs a[aria-current]', '.tabs a:not([aria-current])'],
    ['sbom', '.virtual tr.here', '.virtual tbody tr:not(.here, .filler)'],
  ])('shows in the colours of the viewer what is open, chosen or marked (%s, %s)', async (path, marked, other) => {
    const { page } = await bench.signIn(owner, { forcedColors: 'active' });
    await page.goto(`/o/${owner.orgId}${path === 'sbom' ? pages().sbom : path}`);
    if (marked.includes('here')) await page.getByRole('button', { name: 'Quibblish', exact: true }).click();
    await page.locator(marked).first().waitFor();
    expect(await drawn(page, marked)).not.toBe(await drawn(page, other));
  });
});
