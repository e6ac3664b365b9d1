import { join } from 'node:path';
import { source as axe } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { startApp, type TestApp } from './app.js';
import { isWorkbenchBuilt, launchBrowser, openPage, type WatchedPage } from './browser.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from './people.js';
import { cyclonedx, resolvedSbom } from './sboms.js';

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;
declare const window: any;

/** 320 and 640 px: what is left of 1280 at a zoom of 400 and of 200 %. */
const widths = [320, 640, 1280, 1920];

/** The service with the starter catalogue, and a browser that watches its pages. */
export class Workbench {
  readonly opened: WatchedPage[] = [];
  private count = 0;

  private constructor(
    readonly app: TestApp,
    readonly root: Person & TenantIds,
    private readonly browser: Browser,
    private readonly shots: string | undefined,
  ) {}

  static async start(): Promise<Workbench> {
    if (!isWorkbenchBuilt()) throw new Error('The workbench is not built: run "npm run build"');
    const app = await startApp();
    await app.nest.get(CatalogLoader).loadStarter();
    const root = await firstAdmin(app);
    return new Workbench(app, root, await launchBrowser(), process.env.WORKBENCH_SHOTS);
  }

  /** @returns what went wrong in the pages that were open */
  async closePages(): Promise<string[]> {
    const problems = this.opened.flatMap((one) => one.problems);
    // An answer that a route still waits for fails with the context, as an error of whatever test runs then.
    await Promise.all(this.opened.map(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(this.opened.map(({ context }) => context.close()));
    this.opened.length = 0;
    return problems;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.app.close();
  }

  organization(): Promise<Person & TenantIds> {
    return otherOrganization(this.app, this.root, `Workshop ${(this.count += 1)}`);
  }

  async open(options: object = {}): Promise<WatchedPage> {
    const one = await openPage(this.browser, this.app.url, options);
    this.opened.push(one);
    // Only what hangs shall fail by it: in a slow hour an answer takes ten times as long as in a quick one.
    one.page.setDefaultTimeout(60_000);
    return one;
  }

  async signIn(who: Person, options: object = {}): Promise<WatchedPage> {
    const one = await this.open(options);
    await one.page.goto('/');
    await one.page.getByLabel('User', { exact: true }).fill(who.username);
    await one.page.getByLabel('Password').fill(who.password);
    await one.page.getByRole('button', { name: 'Sign in' }).click();
    await one.page.getByRole('navigation', { name: 'Main' }).waitFor();
    return one;
  }

  /** An SBOM of the components, resolved. */
  async imported(
    owner: Person & TenantIds,
    components: object[],
    name = 'Gateway',
    more: object = {},
  ): Promise<string> {
    return resolvedSbom(owner, cyclonedx(components, more), {
      name,
      version: '3.1',
      supplier: 'Nordwind',
      contact_name: '',
    });
  }

  /** Entries whose rules were all evaluated. */
  async scored(owner: Person, sbomId: string): Promise<void> {
    for (let round = 0; round < 600; round += 1) {
      const { data } = (await owner.client.get('v1/project/getSBOM', { id: sbomId, limit: '1' })).body;
      if (data.verdict !== 'pending') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the evaluation does not end');
  }

  /**
   * Looks at the page at every width; writes pictures of it into the folder WORKBENCH_SHOTS, if there is one.
   *
   * @returns what does not fit, and serious findings of axe
   */
  async look(page: Page, name: string, colorScheme: string): Promise<string[]> {
    const findings: string[] = [];
    await page.waitForLoadState('networkidle');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      if (this.shots) await page.screenshot({ path: join(this.shots, `${name}-${width}-${colorScheme}.png`) });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) findings.push(`${name} ${width}: ${overflow} px too wide`);
      findings.push(...(await page.evaluate(cutOff)).map((one) => `${name} ${width}: ${one}`));
      if (width !== 1920) findings.push(...(await seriousFindings(page)).map((one) => `${name} ${width}: ${one}`));
    }
    return findings;
  }
}

/** Runs in the page: marks of which a part is hidden, and what scrolls sideways on a narrow screen besides tables. */
function cutOff(): string[] {
  const all = (selector: string): any[] => [...document.querySelectorAll(selector)].filter((one: any) => one.checkVisibility()); // prettier-ignore
  const overflowOf = (one: any): string => window.getComputedStyle(one).overflowX;
  const clipsOf = (one: any): any[] => (one ? [...(overflowOf(one) === 'hidden' ? [one] : []), ...clipsOf(one.parentElement)] : []); // prettier-ignore
  const right = (one: any): number => one.getBoundingClientRect().right;
  const marks = all('.mark').filter((one) => clipsOf(one).some((clip) => right(clip) < right(one) - 1));
  const scrolling = all('body *').filter(
    (one) =>
      window.innerWidth < 768 &&
      ['auto', 'scroll'].includes(overflowOf(one)) &&
      one.scrollWidth > one.clientWidth + 1 &&
      !one.querySelector('table'),
  );
  return [...marks.map((one) => `cut: ${one.outerHTML}`), ...scrolling.map((one) => `scrolls: ${one.outerHTML}`)].map(
    (one) => one.slice(0, 160),
  );
}

async function seriousFindings(page: Page): Promise<string[]> {
  // The policy lets no script in but the page's own: axe comes over the debugging protocol, which it does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as any).axe.run(document, {
      resultTypes: ['violations'],
      // Of WCAG 2.2, and off unless it is asked for.
      rules: { 'target-size': { enabled: true } },
    }),
  );
  return found.violations
    .filter(({ impact }: any) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }: any) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node: any) => `${node.html.slice(0, 160)} ${node.any?.[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
}
