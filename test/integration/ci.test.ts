import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { ciCommands } from '../../src/cli/ci/ci-commands.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { ForgeServer } from '../support/forge-server.js';
import { FirstAdministratorService } from '../../src/organizations/users/first-administrator.js';
import { firstAdmin, logIn, type Person, type TenantIds } from '../support/people.js';

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

  interface Ended {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
  }
  const shell = (script: string, more: Record<string, string>): Promise<Ended> => {
    const env = { PATH: process.env.PATH, ...environment, ...more };
    const done = promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    return done.then((ended) => ({ code: 0, ...ended })).catch((error: Ended) => error);
  };
  const runShell = async (script: string, more: Record<string, string>): Promise<number> =>
    (await shell(script, more)).code;

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
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient', STOCKTAKE_URL: `${app.url}/` })).toBe(0);
      expect(JSON.parse(readFileSync(join(folder, 'stocktake.json'), 'utf8')).data.verdict).toBe('passed');
      expect(await runShell(script, { ...where, SBOM_NAME: 'strict' })).toBe(1);
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient', SBOM_FILE: 'wrong.txt' })).toBe(1);
      expect(await runShell(script, { ...where, SBOM_NAME: 'lenient', STOCKTAKE_API_KEY: 'none' })).toBe(1);
    },
  );

  it('say which file or setting is missing', async () => {
    const script = snippets().gitlab!;
    const said = async (more: Record<string, string>) =>
      (await shell(script, { SBOM_NAME: 'lenient', ...more })).stderr;
    expect(await said({ SBOM_FILE: 'absent.json' })).toBe(
      'Stocktake: there is no file absent.json (SBOM_FILE); let an earlier step write it\n',
    );
    expect(await said({ STOCKTAKE_API_KEY: '' })).toContain('set STOCKTAKE_API_KEY, or STOCKTAKE_TRUST_RULE');
    expect(await said({ STOCKTAKE_URL: '' })).toContain('STOCKTAKE_URL: is the address of the service');
  });

  describe('of a service that answers before it has read the file', () => {
    let late: TestApp;
    let first: { username: string; password: string; orgId: string; teamId: string };

    beforeAll(async () => {
      late = await startApp({ IMPORT_WAIT_MS: '0' });
      first = (await late.nest.get(FirstAdministratorService).ensure())!;
      for (const name of ['samples', 'ci']) symlinkSync(join(projectRoot, name), join(folder, name));
    });
    afterAll(() => late.close());

    it('work as docs/ci.md tells, and tell a file that is refused late from what was there', async () => {
      const blocks = [...read('docs/ci.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
      expect(blocks).toHaveLength(2);
      const { code, stdout, stderr } = await shell(blocks.join('\n'), { STOCKTAKE_URL: late.url, PASSWORD: first.password }); // prettier-ignore
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^Stocktake: the ruleset does not pass$/m)]);
      expect(stdout).toMatch(/^stopped with 1$/m);
      expect(JSON.parse(readFileSync(join(folder, 'stocktake.json'), 'utf8')).data.sbom.entry_count).toBe(43);

      const key = stdout.split('\n')[0]!;
      const { client } = await logIn(late, first.username, first.password);
      const body = { name: 'none', team_id: first.teamId, rule_ids: [] };
      const { id } = (await client.post('v1/ruleset/createRuleset', body)).body.data;
      const made = await client.post('v1/project/createSBOM', { name: 'late', version: '1', org_id: first.orgId, ruleset_id: id, supplier: 's', contact_name: 'c', contact_email: 'c@example.com' }); // prettier-ignore
      expect([made.status, made.body.message]).toEqual([200, undefined]);
      const where = { STOCKTAKE_URL: late.url, STOCKTAKE_API_KEY: key, SBOM_NAME: 'late' };
      const script = snippets().jenkins!;
      expect(await runShell(script, where)).toBe(0);
      const refused = await shell(script, { ...where, SBOM_FILE: 'wrong.txt' });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('the file was not imported')]);

      const upload = async (file: string, name: string): Promise<number> => {
        const before = { ...process.env };
        Object.assign(process.env, where);
        const spies = [process.stdout, process.stderr].map((stream) =>
          jest.spyOn(stream, 'write').mockReturnValue(true),
        );
        const words = [join(folder, file), '--name', name, '--version', '1', '--fail-on', 'failed'];
        return ciCommands.upload!(words).finally(() => {
          process.env = before;
          spies.forEach((spy) => spy.mockRestore());
        });
      };
      expect(await upload('wrong.txt', 'late')).toBe(3);
      expect(await upload('sbom.csv', 'late')).toBe(0);
      expect(await upload('sbom.csv', 'new')).toBe(5);
    });
  });

  describe('that comment on a pull request', () => {
    const author = 'stocktake[bot]';
    let forge: ForgeServer;

    beforeEach(async () => void (forge = await ForgeServer.start('forge-token', author)));
    afterEach(() => forge.close());

    const where = (kind: string): Record<string, string> => ({
      GITHUB_ACTION_PATH: projectRoot,
      COMMENTS_TOKEN: 'forge-token',
      COMMENTS_AUTHOR: author,
      ...(kind === 'gitlab'
        ? { CI_API_V4_URL: `${forge.url}/api/v4`, CI_PROJECT_ID: '7', CI_MERGE_REQUEST_IID: '5' }
        : { COMMENTS_URL: forge.github }),
    });

    it.each(['gitlab', 'jenkins', 'action'])('by %s make one comment, and change only that', async (kind) => {
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
    });

    it('do not depend on the comment for their verdict', async () => {
      const script = snippets().action!;
      const refused = { ...where('action'), COMMENTS_TOKEN: 'expired', SBOM_NAME: 'lenient' };
      expect(await runShell(script, refused)).toBe(0);
      expect(await runShell(script, { ...refused, SBOM_NAME: 'strict' })).toBe(1);
      expect(forge.comments).toEqual([]);
      forge.requests.length = 0;
      expect(await runShell(script, { ...where('action'), COMMENTS_URL: '', SBOM_NAME: 'lenient' })).toBe(0);
      expect(forge.requests).toEqual([]);
    });

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
  });
});
