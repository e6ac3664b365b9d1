import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { ciCommands } from '../../src/cli/ci/ci-commands.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('pipelines', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    folder = mkdtempSync(join(tmpdir(), 'stocktake-ci-'));
    writeFileSync(join(folder, 'sbom.csv'), 'name,version\nleft-pad,1.3.0\n');
    writeFileSync(join(folder, 'wrong.txt'), 'no SBOM');
    const { key } = (await admin.client.post('v1/users/createApiKey', { name: 'ci', role: 'member' })).body.data;
    environment = { STOCKTAKE_URL: app.url, STOCKTAKE_API_KEY: key, SBOM_FILE: 'sbom.csv', SBOM_VERSION: '1' };
    // One SBOM whose ruleset asks for nothing, and one that asks for what the file lacks.
    for (const [name, rule_ids] of Object.entries({ lenient: [], strict: ['license.known'] })) {
      const body = { name, team_id: admin.teamId, rule_ids };
      const { id } = (await admin.client.post('v1/ruleset/createRuleset', body)).body.data;
      const query = { name, version: '1', ruleset_id: id };
      expect((await admin.client.upload('v1/project/uploadSBOM', 'name\nx\n', query)).status).toBe(200);
    }
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const runShell = async (script: string, more: Record<string, string>): Promise<number> => {
    const env = { PATH: process.env.PATH, ...environment, ...more };
    const done = promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    return done.then(() => 0).catch((error: { code: number }) => error.code);
  };

  const snippets = (): Record<string, string> => {
    const gitlab = load(read('ci/gitlab.yml')) as { stocktake: { script: string[] } };
    const action = load(read('action.yml')) as { runs: { steps: { run: string }[] } };
    const jenkins = /sh '''\n(.*?)'''/s.exec(read('ci/Jenkinsfile'))![1]!.replaceAll('\\\\', '\\');
    return { gitlab: gitlab.stocktake.script.join('\n'), jenkins, action: action.runs.steps[0]!.run };
  };

  it.each(['gitlab', 'jenkins', 'action'])(
    'of %s pass and fail with the ruleset, and fail without an SBOM',
    async (kind) => {
      const script = snippets()[kind]!;
      const where = { GITHUB_ACTION_PATH: projectRoot };
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient' })).toBe(0);
      expect(JSON.parse(readFileSync(join(folder, 'stocktake.json'), 'utf8')).data.verdict).toBe('passed');
      expect(await runShell(script, { ...where, SBOM_NAME: 'strict' })).toBe(1);
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient', SBOM_FILE: 'wrong.txt' })).toBe(1);
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient', STOCKTAKE_API_KEY: 'none' })).toBe(1);
    },
    120_000,
  );

  it('use the command line, with exit codes', async () => {
    const before = { ...process.env };
    Object.assign(process.env, environment);
    let out = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
    try {
      const run = async (command: string, ...words: string[]): Promise<number> => {
        out = '';
        return ciCommands[command]!([...words]);
      };
      const file = join(folder, 'sbom.csv');
      const of = (name: string): string[] => ['--name', name, '--version', '1'];
      expect(await run('upload', file, ...of('lenient'), '--fail-on', 'failed')).toBe(0);
      expect(await run('upload', file, ...of('strict'), '--fail-on', 'failed', '--format', 'json')).toBe(5);
      expect(JSON.parse(out)).toMatchObject({ verdict: 'failed', gate: { outcome: 'stopped' } });
      expect(await run('check', ...of('strict'))).toBe(0);
      expect(out).toContain('license.known');
      expect(await run('check', ...of('strict'), '--fail-on', 'license.known')).toBe(5);
      expect(await run('upload', join(folder, 'wrong.txt'), ...of('lenient'))).toBe(3);
      expect(await run('check', ...of('absent'))).toBe(1);
      await expect(run('upload', file, '--fail-on', 'severe')).rejects.toThrow('--fail-on takes');
      await expect(run('upload')).rejects.toThrow('FILE');
    } finally {
      write.mockRestore();
      process.env = before;
    }
  }, 120_000);
});
