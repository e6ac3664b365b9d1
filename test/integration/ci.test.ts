import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { ciCommands } from '../../src/cli/ci/ci-commands.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { ForgeServer } from '../support/forge-server.js';
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

  describe('that comment on a pull request', () => {
    const author = 'stocktake[bot]';
    let forge: ForgeServer;

    beforeEach(async () => void (forge = await ForgeServer.start('forge-token', author)));
    afterEach(() => forge.close());

    const where = (kind: string): Record<string, string> => ({
      ...{ GITHUB_ACTION_PATH: projectRoot, COMMENTS_TOKEN: 'forge-token', COMMENTS_AUTHOR: author },
      ...(kind === 'gitlab'
        ? { CI_API_V4_URL: `${forge.url}/api/v4`, CI_PROJECT_ID: '7', CI_MERGE_REQUEST_IID: '5' }
        : { COMMENTS_URL: forge.github }),
    });

    it.each(['gitlab', 'jenkins', 'action'])(
      'by %s make one comment, and change only that',
      async (kind) => {
        const script = snippets()[kind]!;
        const run = (name: string): Promise<number> => runShell(script, { ...where(kind), SBOM_NAME: name });
        forge.write('somebody', 'Nice.');
        expect(await run('strict')).toBe(1);
        const [, made] = forge.comments;
        expect(made!.body).toMatch(/^<!-- stocktake [0-9a-f-]{36} -->\n### ❌ strict 1: failed/);
        expect(made!.body).toContain('| left-pad 1.3.0 | license.known |');
        // Another author's text with the mark, in a long list that is written in another way.
        forge.comments.unshift({ id: 7, author: 'mallory', body: made!.body });
        for (let n = 0; n < 100; n += 1) forge.comments.unshift({ id: 1_000 + n, author, body: `"body": "${n}"` });
        forge.isPretty = kind !== 'gitlab';
        made!.body = `${made!.body.split('\n')[0]}\nold`;
        expect(await run('strict')).toBe(1);
        expect(made!.body).toContain('### ❌ strict 1: failed');
        expect([forge.comments.length, forge.comments[100]!.author]).toEqual([103, 'mallory']);
        expect(await run('lenient')).toBe(0);
        expect(forge.comments).toHaveLength(104);
        expect(forge.comments.at(-1)!.body).toContain('### ✅ lenient 1: passed');
        expect(forge.comments.at(-1)!.body).toContain('- 1 of 1 components were not examined for vulnerabilities.');
      },
      120_000,
    );

    it('do not depend on the comment for their verdict', async () => {
      const script = snippets().action!;
      const refused = { ...where('action'), COMMENTS_TOKEN: 'expired', SBOM_NAME: 'lenient' };
      expect(await runShell(script, refused)).toBe(0);
      expect(await runShell(script, { ...refused, SBOM_NAME: 'strict' })).toBe(1);
      expect(forge.comments).toEqual([]);
      forge.requests.length = 0;
      expect(await runShell(script, { ...where('action'), COMMENTS_URL: '', SBOM_NAME: 'lenient' })).toBe(0);
      expect(forge.requests).toEqual([]);
    }, 60_000);

    it('are one script', () => {
      const script = read('ci/stocktake-upload.sh')
        .replace(/^.*?(?=^set -eu$)/ms, '')
        .trim();
      const { gitlab, jenkins } = snippets();
      expect(gitlab!.slice(gitlab!.indexOf('set -eu')).trim()).toBe(script);
      expect(jenkins!.replace(/^ {10}/gm, '').trim()).toBe(script);
    });
  });

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
