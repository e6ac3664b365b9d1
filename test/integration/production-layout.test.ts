import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServerAccount } from '../../src/platform/embedded/binaries.js';
import { cloneDatabase, createDatabase, type TestDatabase } from '../support/postgres.js';
import { makeProductionLayout, type ProductionLayout } from '../support/production-layout.js';
import { freePort } from '../../src/platform/embedded/free-port.js';

/** Every command that `stocktake --help` lists runs in the image's layout, as a user who may not write there. */
/** Of the first administrator. */
async function newApiKey(url: string, password: string): Promise<string> {
  const post = async (path: string, authorization: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const { jwt } = await post('sessions/login', basic, {});
  return (await post('users/createApiKey', `Bearer ${jwt}`, { name: 'pipeline' })).key!;
}

describe('the program `stocktake` as it is installed', () => {
  // Who runs the tests as root becomes somebody else; others own the folder, and the system would let them write.
  const account = findServerAccount();
  let layout: ProductionLayout;
  let home: string;
  let database: TestDatabase;
  let empty: TestDatabase;
  const tried = new Set<string>();
  const nameOf = (words: readonly string[]): string =>
    words.slice(0, ['secrets', 'catalog', 'vex'].includes(words[0]!) ? 2 : 1).join(' ');

  beforeAll(async () => {
    layout = makeProductionLayout();
    home = mkdtempSync(join(tmpdir(), 'stocktake home ü-'));
    mkdirSync(join(home, 'data'), { mode: 0o700 });
    writeFileSync(join(home, 'master.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    if (account) for (const path of ['', 'data', 'master.key']) chownSync(join(home, path), account.uid, account.gid);
    [database, empty] = await Promise.all([cloneDatabase(), createDatabase()]);
  });
  afterAll(async () => {
    await database?.drop();
    await empty?.drop();
    layout?.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    NODE_ENV: 'production',
    DATA_DIR: join(home, 'data'),
    MASTER_KEY_FILE: join(home, 'master.key'),
    DATABASE_URL: database.url,
    SAMPLE: 'false',
    LOG_LEVEL: 'warn',
    ...more,
  });

  function start(words: readonly string[], more: Record<string, string> = {}) {
    const child = spawn(process.execPath, [join(layout.folder, 'dist/src/stocktake.js'), ...words], {
      cwd: home,
      env: environment(more),
      ...account,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += String(data)));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('close', (code) => {
        if (code === 0) tried.add(nameOf(words));
        resolve({ code, output });
      }),
    );
    return { child, ended };
  }
  const run = (words: readonly string[], more?: Record<string, string>) => start(words, more).ended;

  const sample = (): string => join(layout.folder, 'samples/webshop.cdx.json');

  it('has the packages of production only', () => {
    expect(layout.packages).toBeGreaterThan(100);
    for (const name of ['typescript', 'jest', '@nestjs/cli', 'eslint'])
      expect(existsSync(join(layout.folder, 'node_modules', name))).toBe(false);
  });

  it('runs wherever it was built: no file names another one by the whole path', () => {
    const built = readdirSync(join(layout.folder, 'dist/src'), { recursive: true }).map(String);
    const whole = built
      .filter((path) => path.endsWith('.js'))
      .filter((path) => readFileSync(join(layout.folder, 'dist/src', path), 'utf8').includes('openapi_import'));
    expect(built.length).toBeGreaterThan(1_000);
    expect(whole).toEqual([]);
  });

  it('reads, writes and judges files', async () => {
    expect(await run(['inspect', sample()])).toMatchObject({ code: 0, output: expect.stringContaining('43') });
    expect(await run(['convert', sample(), join(home, 'out.spdx')])).toMatchObject({ code: 0 });
    expect([0, 4]).toContain((await run(['validate', join(home, 'out.spdx')])).code);
    const letter = { code: 4, output: expect.stringContaining('Supplier or producer of the component') };
    expect(await run(['quality', sample()])).toMatchObject(letter);
    tried.add('quality');
    const unsigned = { code: 4, output: expect.stringContaining('not signed') };
    expect(await run(['verify', sample()])).toMatchObject(unsigned);
    tried.add('verify');
  });

  it('migrates an empty database, and its own embedded one', async () => {
    const message = expect.stringContaining('has the schema of this release');
    expect(await run(['migrate'], { DATABASE_URL: empty.url })).toEqual({ code: 0, output: message });
    const embedded = { DATABASE_URL: '', DATA_DIR: join(home, 'data/embedded') };
    expect(await run(['migrate'], embedded)).toMatchObject({ code: 0, output: message });
  });

  it('serves until it is told to stop, and works on the installation meanwhile', async () => {
    const port = await freePort();
    const { child, ended } = start(['serve'], {
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: 'Long enough 1',
    });
    try {
      let ready = false;
      for (const limit = Date.now() + 90_000; !ready && Date.now() < limit && child.exitCode === null;) {
        ready = (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.ok === true;
        if (!ready) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      if (!ready) throw new Error(`It did not come up: ${child.exitCode === null ? '' : (await ended).output}`);
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
      for (const words of [
        ['secrets', 'rotate'],
        ['secrets', 'retire'],
        ['secrets', 'check'],
        ['secrets', 'discard'],
        ['backup', join(home, 'backup')],
        ['catalog', 'export', join(home, 'catalog')],
        ['catalog', 'load', join(home, 'catalog')],
      ]) {
        const { code, output } = await run(words);
        expect({ words, code, output: code === 0 ? '' : output }).toEqual({ words, code: 0, output: '' });
      }
      const url = `http://127.0.0.1:${port}`;
      const pipeline = { STOCKTAKE_URL: url, STOCKTAKE_API_KEY: await newApiKey(url, 'Long enough 1') };
      for (const words of [
        ['upload', sample(), '--name', 'shop', '--version', '1'],
        ['check', '--name', 'shop', '--version', '1'],
      ])
        // prettier-ignore
        expect(await run(words, pipeline)).toMatchObject({ code: 0, output: expect.stringContaining('shop') });
      const ofShop = ['--name', 'shop', '--version', '1'];
      expect(await run(['export', join(home, 'shop.cdx.json'), ...ofShop], pipeline)).toMatchObject({ code: 0 });
      expect(readFileSync(join(home, 'shop.cdx.json'), 'utf8')).toContain('CycloneDX');
      expect(await run(['review', ...ofShop], pipeline)).toMatchObject({ code: 0 });
      const touched = { code: 0, output: expect.stringContaining('9.9.9') };
      expect(await run(['update', 'express', ...ofShop, '--to', '9.9.9'], pipeline)).toMatchObject(touched);
      const notice = await run(['notice', join(home, 'NOTICE'), ...ofShop], pipeline);
      expect([0, 4]).toContain(notice.code);
      expect(readFileSync(join(home, 'NOTICE'), 'utf8')).toContain('NOTICE of shop 1');
      tried.add('notice');
      expect(await run(['report', join(home, 'shop.html'), ...ofShop], pipeline)).toMatchObject({ code: 0 });
      expect(readFileSync(join(home, 'shop.html'), 'utf8')).toContain('shop 1: risk report');
      const statement = { vulnerability: { name: 'CVE-2024-1' }, status: 'fixed' };
      const [stated, left] = ['pkg:maven/org.apache.logging.log4j/log4j-core', 'pkg:npm/absent'].map((id) => ({
        ...statement,
        products: [{ '@id': id }],
      }));
      writeFileSync(
        join(home, 'vex.json'),
        JSON.stringify({ '@context': 'https://openvex.dev/ns', statements: [stated, left] }),
      );
      const importing = { code: 4, output: expect.stringMatching(/2 statements.*1 left out\n.*absent/s) };
      expect(await run(['vex', 'import', join(home, 'vex.json'), ...ofShop], pipeline)).toMatchObject(importing);
      tried.add('vex import');
      expect(
        await run(['vex', 'export', join(home, 'out.json'), ...ofShop, '--format', 'csaf'], pipeline),
      ).toMatchObject({ code: 0 });
      expect(readFileSync(join(home, 'out.json'), 'utf8')).toContain('csaf_vex');
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toMatchObject({ code: 0 });
    const there = { DATABASE_URL: empty.url, DATA_DIR: join(home, 'data/restored') };
    expect(await run(['restore', join(home, 'backup')], there)).toMatchObject({ code: 0 });
  });

  it('ends with 0 when it is told to stop before its modules are loaded', async () => {
    // The process tells itself, as soon as somebody listens: a signal from outside would come too early or too late.
    const early = `process.on('newListener', (name) => { if (name === 'SIGTERM' && !globalThis.told) {
      globalThis.told = true; setImmediate(() => process.kill(process.pid, 'SIGTERM')); } });`;
    const import_ = `--import data:text/javascript,${encodeURIComponent(early)}`;
    const { code, output } = await run(['serve'], { NODE_OPTIONS: import_, LOG_LEVEL: 'info' });
    // Nothing was started, so nothing was stopped either.
    expect([code, output]).toEqual([0, '']);
  });

  it('says what is wrong, and where', async () => {
    expect(await run(['catalog', 'sync', 'nowhere'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/nowhere/),
    });
    expect(await run(['secrets', 'nonsense'])).toMatchObject({
      code: 2,
      output: expect.stringMatching(/"secrets nonsense"/),
    });
    expect(await run(['backup'])).toMatchObject({ code: 2, output: expect.stringMatching(/backup takes one FOLDER/) });
    expect(await run(['serve', 'now'])).toMatchObject({ code: 2 });
  });

  it('was tried with every command that its help lists', async () => {
    const { code, output } = await run(['help']);
    expect(code).toBe(0);
    // One without a network has nothing to fetch: its refusal above is all that can be seen of it.
    tried.add('catalog sync').add('validate').delete('help');
    const listed = [...output.matchAll(/^ {2}((?:secrets |catalog |vex )?[a-z]+)(?= [ A-Z[])/gm)].map(
      ([, command]) => command,
    );
    expect(listed.length).toBeGreaterThan(10);
    expect([...tried].sort()).toEqual(listed.sort());
  });
});
