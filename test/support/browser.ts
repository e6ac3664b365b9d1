import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { projectRoot } from '../../src/platform/project-root.js';

/** The first has no windows; the others load a page of their own for each tab, which takes half of their time. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const program = programs.map((name) => join('/usr/bin', name)).find((path) => existsSync(path));

export const hasBrowser = program !== undefined;

/** The workbench is served from the build. */
export const isWorkbenchBuilt = (): boolean => existsSync(join(projectRoot, 'dist', 'ui', 'index.html'));

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: program!, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });

/** A page that keeps what went wrong in it: errors of scripts, and breaches of the content security policy. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  /** Method and path of each request to the API. */
  readonly calls: string[];
}

export async function openPage(browser: Browser, url: string, options: object = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  const calls: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports each refused request; the tests ask for some on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/v1/')) calls.push(`${request.method()} ${path.slice(1)}`);
  });
  return { page, context, problems, calls };
}
