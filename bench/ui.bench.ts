import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fillOrganization, fillSbom } from './ui/large-organization.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';
import { settled } from './service/settled.js';

/**
 * The workbench in a browser: bytes and time of the first page, scrolling through 100,000 entries, the queue of 10,000
 * names among a million components. `npm run bench:ui -- [components]`. The browser is Debian's
 * `chromium-headless-shell`: one with windows loads a page of its own beside each that is measured.
 */
const components = Number(process.argv[2] ?? 1_000_000);
const entries = 100_000;
const groups = 10_000;
const decisions = 100;

/** Of a throttled connection: what Chrome calls "Slow 4G". */
const slow = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Of the browser: functions given to `evaluate` run there. */
declare const document: any;
declare const requestAnimationFrame: (act: (at: number) => void) => void;

const line = (what: string, figure: string, bar: string): void =>
  console.log(`${what.padEnd(52)} ${figure}  (bar: ${bar})`);

const times = (values: readonly number[]): string =>
  `p50 ${percentile(values, 0.5).toFixed(1)} ms, p95 ${percentile(values, 0.95).toFixed(1)} ms`;

const service = await openBenchService({ RESOLUTION_THREADS: '0', EXPORT_THREADS: '0' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  await measureFirstPage(service.url);
  await measureStart(browser, service.url);
  await measureScrolling(browser, service);
  await measureQueue(browser, service);
} finally {
  await browser.close();
  await service.close();
}

async function measureFirstPage(url: string): Promise<void> {
  const text = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
  const page = await text('/');
  const read = new Map<string, string>();
  const add = async (path: string): Promise<void> => {
    if (read.has(path)) return;
    read.set(path, await text(path));
    for (const [, name] of read.get(path)!.matchAll(/(?:from|import)\s*"\.\/(part-\w+\.js)"/g))
      await add(`/assets/${name!}`);
  };
  const size = (): string => {
    const bytes = [page, ...read.values()].reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length, 0);
    return `${(bytes / 1_000).toFixed(1)} kB`;
  };
  for (const [, path] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await add(path!);
  line('sign-in, gzip', size(), '80 kB');
  // The pages are loaded by the script of the sign-in; what they load themselves comes later.
  const parts = [...read.values()].flatMap((script) => [...script.matchAll(/import\("\.\/(part-\w+\.js)"\)/g)]);
  for (const [, name] of parts) await add(`/assets/${name!}`);
  line('first page of somebody signed in, gzip', size(), '80 kB');
}

/** From the address to a field that takes keys, on a slow connection and with an empty cache. */
async function measureStart(browser: Browser, url: string): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('input[name=username]').waitFor();
    taken.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  line('sign-in takes keys, Slow 4G (150 ms, 1.6 Mbit/s)', times(taken), '1,000 ms');
}

async function signedIn(browser: Browser, { url, token }: BenchService): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: 'stocktake_session', value: token, url, httpOnly: true, sameSite: 'Strict' }]);
  return context.newPage();
}

/** The wheel turns for ten seconds; then the bar is dragged from end to end. */
async function measureScrolling(browser: Browser, bench: BenchService): Promise<void> {
  const sbomId = await fillSbom(bench, entries);
  const page = await signedIn(browser, bench);
  const { ms } = await timed(async () => {
    await page.goto(`${bench.url}/o/${bench.orgId}/sboms/${sbomId}`);
    await page.getByRole('button', { name: 'entry 0', exact: true }).waitFor();
  });
  line('SBOM of 100,000 entries opens', `${ms.toFixed(0)} ms`, '1,000 ms');
  const frames: number[] = await page.evaluate(async () => {
    const list = document.querySelector('.entries');
    const steps = 600;
    const gaps: number[] = [];
    let last = 0;
    for (let step = 0; step < steps; step += 1) {
      const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      if (last > 0) gaps.push(at - last);
      last = at;
      // The wheel first, later the bar.
      list.scrollTop = step < steps / 2 ? step * 100 : ((step - steps / 2) / (steps / 2)) * list.scrollHeight;
    }
    return gaps;
  });
  const late = frames.filter((gap) => gap > 50).length;
  line(
    'scrolling, frames over 50 ms',
    `${late} of ${frames.length}, longest ${Math.max(...frames).toFixed(0)} ms`,
    '0',
  );
  await page.locator('.entries').evaluate((list: any) => list.scrollTo(0, list.scrollHeight));
  await page.getByRole('button', { name: `entry ${entries - 1}`, exact: true }).waitFor();
  await page.context().close();
}

async function measureQueue(browser: Browser, bench: BenchService): Promise<void> {
  await fillOrganization(bench, { components, waiting: Math.min(components, 6 * groups), groups });
  const first: number[] = [];
  for (let round = 0; round < 20; round += 1)
    first.push((await timed(() => bench.get('review/getQueue', { org_id: bench.orgId }))).ms);
  const { meta } = await bench.get('review/getQueue', { org_id: bench.orgId });
  line(`queue, first page of ${meta.total_count} names`, times(first), '200 ms');
  const page = await signedIn(browser, bench);
  await page.goto(`${bench.url}/o/${bench.orgId}/review`);
  await page.locator('.subject').waitFor();
  const onServer: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/review/decide')) return;
    await response.finished();
    onServer.push(response.request().timing().responseStart);
  });
  const answered = await settleByKey(page);
  await page.waitForLoadState('networkidle');
  line('a key until the next name is drawn', times(answered), '17 ms and a frame');
  line('decide, as the browser waits for it', times(onServer), '100 ms');
  await page.context().close();
  line('decide, nothing else at work', times(await decideAlone(bench)), '100 ms');
  line('decisions that arrived', `${onServer.length} of ${decisions}`, String(decisions));
}

/** Each after what the one before had resolved and scored again. */
async function decideAlone(bench: BenchService): Promise<number[]> {
  const { data } = await bench.get('review/getQueue', { org_id: bench.orgId, limit: '20' });
  const taken: number[] = [];
  for (const { id: group, revision } of data) {
    await settled(bench.databaseUrl);
    const body = { org_id: bench.orgId, group, revision, choice: { disposition: 'not_software' } };
    taken.push((await timed(() => bench.post('review/decide', body))).ms);
  }
  return taken;
}

/** Each key is pressed in the page: the time to the frame after the next name stands there. */
async function settleByKey(page: Page): Promise<number[]> {
  const answered: number[] = [];
  for (let count = 0; count < decisions; count += 1) {
    // A settling key is ignored just after a name appears.
    await page.waitForTimeout(270);
    answered.push(
      await page.evaluate(async () => {
        const before = document.querySelector('.subject')?.textContent;
        const start = performance.now();
        document.activeElement.dispatchEvent(
          new (globalThis as any).KeyboardEvent('keydown', { key: 'n', code: 'KeyN', bubbles: true, cancelable: true }),
        );
        do await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        while (document.querySelector('.subject')?.textContent === before && performance.now() - start < 5_000);
        return performance.now() - start;
      }),
    );
  }
  return answered;
}
