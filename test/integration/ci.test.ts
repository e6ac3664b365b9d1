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

  describe('Idempotency-Key', () => {
    const create = (key: string, name: string, by: Person = admin) =>
      by.client.send('POST', 'v1/tag/createTag', {
        body: { team_id: admin.teamId, name },
        headers: { 'Idempotency-Key': key },
      });

    it('carries a request out once, and answers the same again', async () => {
      const [first, again] = [await create('one', 'a'), await create('one', 'a')];
      expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      const other = await create('one', 'b');
      expect([other.status, other.body.reason]).toEqual([409, 'idempotency_key_reused']);
    });

    it('carries it out once where two ask at the same time', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => create('race', 'race')));
      const tags = (await admin.client.get('v1/tag/getTags', { team_id: admin.teamId })).body.data;
      expect(tags.filter(({ name }: { name: string }) => name === 'race')).toHaveLength(1);
      for (const { status, body } of answers)
        expect(status === 200 || body.reason === 'request_in_progress').toBe(true);
    });

    it('stays free where the request is refused, and takes no empty or long one', async () => {
      expect((await create('free', '')).status).toBe(400);
      expect((await create('free', 'c')).status).toBe(200);
      expect((await create('x'.repeat(256), 'd')).status).toBe(400);
    });

    it('keeps no secret', async () => {
      const ask = () =>
        admin.client.send('POST', 'v1/users/createApiKey', {
          body: { name: 'k' },
          headers: { 'Idempotency-Key': 'k' },
        });
      const [first, again] = [await ask(), await ask()];
      expect([again.body.data.id, again.body.data.key]).toEqual([first.body.data.id, '********']);
    });
  });
});
