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

const widths = [360, 1280, 1920];

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
      if (width !== 1920) findings.push(...(await seriousFindings(page)).map((one) => `${name} ${width}: ${one}`));
    }
    return findings;
  }
}

async function seriousFindings(page: Page): Promise<string[]> {
  // The policy lets no script in but the page's own: axe comes over the debugging protocol, which it does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(() => (globalThis as any).axe.run(document, { resultTypes: ['violations'] }));
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
