import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin } from '../support/people.js';

const run = promisify(execFile);
const limitMs = 300_000;

const options = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
  },
  include: ['.'],
};

describe('clients that generators make from openapi.json', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    // Below node_modules: what is generated imports packages.
    mkdirSync(join(projectRoot, 'node_modules', '.cache'), { recursive: true });
    folder = mkdtempSync(join(projectRoot, 'node_modules', '.cache', 'clients-'));
    await run(process.execPath, ['scripts/openapi/clients.mjs', folder], { cwd: projectRoot, timeout: limitMs });
    copyFileSync(join(projectRoot, 'test/support/generated-clients/main-job.ts.txt'), join(folder, 'main-job.ts'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    app = await startApp();
  }, limitMs);
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'compile in strict mode: openapi-typescript, @hey-api/openapi-ts, swagger-typescript-api',
    async () => {
      const compiler = join(projectRoot, 'node_modules', '.bin', 'tsc');
      const compiled = run(compiler, ['-p', folder], { cwd: folder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
      expect(await compiled).toBe('');
    },
    limitMs,
  );

  it(
    'do the main job: log in, create, import, correct, list, export, upload',
    async () => {
      const { username, password } = await firstAdmin(app);
      const program = join(folder, 'main-job.mjs');
      const bundled = { bundle: true, format: 'esm', platform: 'node', target: 'node20' } as const;
      await build({ ...bundled, entryPoints: [join(folder, 'main-job.ts')], outfile: program });
      const { stdout } = await run(process.execPath, [program, app.url, username, password], { timeout: limitMs });
      expect(JSON.parse(stdout)).toEqual({
        entries: 2,
        selected: 'pkg:npm/own@1',
        listed: ['Shop'],
        total: 1,
        components: 2,
        verdict: expect.stringMatching(/^(passed|failed|pending)$/),
        missing: [404, 'not_found'],
      });
    },
    limitMs,
  );
});
