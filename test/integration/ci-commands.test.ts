import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ciCommands } from '../../src/cli/ci/ci-commands.js';
import { startApp, type TestApp } from '../support/app.js';
import { DependencyTrackServer, type ServedProject } from '../support/dependency-track-server.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const uuid = (n: number): string => `018f0000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe('commands against a running service', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let folder: string;
  const before = { ...process.env };

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    const { key } = (await admin.client.post('v1/users/createApiKey', { name: 'ci', role: 'member' })).body.data;
    Object.assign(process.env, { STOCKTAKE_URL: app.url, STOCKTAKE_API_KEY: key });
    folder = mkdtempSync(join(tmpdir(), 'stocktake-commands-'));
  });
  afterAll(async () => {
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  async function run(command: string, ...words: string[]): Promise<{ code: number; out: string; errors: string }> {
    let [out, errors] = ['', ''];
    const spies = [
      jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
      jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text)))),
    ];
    try {
      return { code: await ciCommands[command]!(words), out, errors };
    } finally {
      spies.forEach((spy) => spy.mockRestore());
    }
  }
  const sbomsNamed = async (name: string) =>
    (await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, name })).body.data.softwareLists;

  it('upload folders, and say which file is none', async () => {
    const files = join(folder, 'many');
    mkdirSync(join(files, 'deep', '.hidden'), { recursive: true });
    writeFileSync(join(files, 'one.csv'), 'name,version\nleft-pad,1.3.0\n');
    writeFileSync(join(files, 'deep', 'two.cdx.csv'), 'name,version\nis-odd,3.0.1\n');
    writeFileSync(join(files, 'deep', '.hidden', 'three.csv'), 'name,version\nx,1\n');
    writeFileSync(join(files, 'wrong.txt'), 'no SBOM');
    const { code, errors } = await run('upload', files, '--version', '7');
    expect([code, errors]).toEqual([3, expect.stringContaining('422')]);
    const made = await Promise.all(['one', 'two', 'three'].map(sbomsNamed));
    expect(made.map((list) => list.map(({ version }: { version: string }) => version))).toEqual([['7'], ['7'], []]);
    expect(errors).toContain(`${join(files, 'wrong.txt')}: The service answered 422`);
    await expect(run('upload', files, '--name', 'x')).rejects.toThrow('--name is for one FILE');
    const all = JSON.parse((await run('upload', files, '--version', '7', '--format', 'json')).out);
    expect(all.map(({ sbom }: any) => sbom.name)).toEqual(['two', 'one']);
    writeFileSync(join(files, 'deep', 'one.cdx.json'), '{}');
    await expect(run('upload', files, '--version', '8')).rejects.toThrow('would both be the SBOM "one"');
    expect((await sbomsNamed('two')).map(({ version }: { version: string }) => version)).toEqual(['7']);
  });

  it('show what is wrong with each field', async () => {
    const { code, errors } = await run('check', '--name', 'x', '--org', 'no-id');
    expect([code, errors]).toEqual([1, expect.stringMatching(/\n {2}org_id must be an identifier/)]);
  });

  it('share an SBOM by a link, and say before what it shows', async () => {
    const file = join(folder, 'shared.csv');
    writeFileSync(file, 'name,version\nleft-pad,1.3.0\n');
    await run('upload', file, '--name', 'Shared', '--version', '1');
    const named = ['--name', 'Shared', '--version', '1'];
    const dry = await run('share', 'create', ...named, '--dry-run', '--content', 'vex');
    expect([dry.code, dry.out, dry.errors]).toEqual([0, '', expect.stringContaining('the VEX statements that hold')]);
    const made = await run('share', 'create', ...named, '--days', '2', '--downloads', '3');
    const link = new URL(made.out.trim());
    expect((await fetch(`${app.url}${link.pathname}${link.search}`)).status).toBe(200);
    const id = link.searchParams.get('id')!;
    expect((await run('share', 'list', ...named)).out).toMatch(new RegExp(`${id} +active .* 0 +Shared 1`));
    expect((await run('share', 'log', id)).out).toMatch(/page +1/);
    expect((await run('share', 'revoke', id)).code).toBe(0);
    expect((await fetch(`${app.url}${link.pathname}${link.search}`)).status).toBe(404);
    await expect(run('share', 'create')).rejects.toThrow('--name and --version');
    await expect(run('share', 'create', ...named, '--days', '0')).rejects.toThrow('--days must be');
    await expect(run('share', 'revoke')).rejects.toThrow('revoke ID');
  });

  it('say what an update would touch', async () => {
    const file = join(folder, 'updated.csv');
    writeFileSync(file, 'name,version\nleft-pad,1.3.0\nis-odd,1.0.0\nis-odd,2.0.0\n');
    await run('upload', file, '--name', 'Updated', '--version', '1');
    const named = ['--name', 'Updated', '--version', '1'];
    const { code, out } = await run('update', 'left-pad', ...named, '--to', '2.0.0');
    expect([code, out]).toEqual([0, expect.stringContaining('left-pad 1.3.0 -> 2.0.0 (later)\n')]);
    expect(out).toContain('licence: not declared -> not known (unknown)');
    expect(out).toContain('what depends on it is not known');
    expect(out).toContain('which other SBOMs have it is not known');
    await expect(run('update', 'is-odd', ...named)).rejects.toThrow('NAME@VERSION (1.0.0, 2.0.0)');
    expect((await run('update', 'is-odd@2.0.0', ...named, '--format', 'json')).code).toBe(0);
    await expect(run('update', 'nothing', ...named)).rejects.toThrow('no component nothing');
  });

  it('report of an SBOM, and over the organization', async () => {
    const file = join(folder, 'reported.csv');
    writeFileSync(file, 'name,version\nleft-pad,1.3.0\n');
    await run('upload', file, '--version', '1');
    const [one, all] = [join(folder, 'one.html'), join(folder, 'all.json')];
    expect((await run('report', one, '--name', 'reported', '--version', '1')).code).toBe(0);
    expect(readFileSync(one, 'utf8')).toContain('reported 1: risk report');
    expect((await run('report', all, '--days', '7')).code).toBe(0);
    expect(JSON.parse(readFileSync(all, 'utf8')).data).toMatchObject({ org_id: admin.orgId, days: 7 });
    await expect(run('report', join(folder, 'all.docx'))).rejects.toThrow('report writes html, json, xlsx');
    await expect(run('report', one, '--name', 'reported', '--days', '7')).rejects.toThrow('--days');
  });

  it('export what is there, whole or not at all', async () => {
    const file = join(folder, 'shop.csv');
    writeFileSync(file, 'name,version,purl\nlodash,4.17.21,pkg:npm/lodash@4.17.21\n');
    expect((await run('upload', file, '--name', 'Shop', '--version', '1')).code).toBe(0);
    const of = ['--name', 'Shop', '--version', '1'];
    const out = mkdtempSync(join(folder, 'out-'));
    expect((await run('export', join(out, 'shop.json'), ...of)).code).toBe(0);
    const document = JSON.parse(readFileSync(join(out, 'shop.json'), 'utf8'));
    expect([document.bomFormat, document.components[0].purl]).toEqual(['CycloneDX', 'pkg:npm/lodash@4.17.21']);
    expect((await run('export', join(out, 'shop.spdx'), ...of, '--spec-version', '2.2')).code).toBe(0);
    expect(readFileSync(join(out, 'shop.spdx'), 'utf8')).toMatch(/^SPDXVersion: SPDX-2\.2$/m);
    expect((await run('export', join(out, 'none.json'), '--name', 'none')).code).toBe(1);
    expect((await run('export', join(out, 'bad.json'), ...of, '--encoding', 'PNG')).code).toBe(1);
    await expect(run('export', join(out, 'shop'), ...of)).rejects.toThrow('--encoding');
    expect(readdirSync(out).sort()).toEqual(['shop.json', 'shop.spdx']);
  });

  it.each([
    ['in a header', 2],
    ['in a trailer', 1_001],
  ])('say what an export cannot hold: %s', async (_where, count) => {
    const refs = Array.from({ length: count }, (_, index) => `c${index}`);
    const document = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: refs.map((ref) => ({ 'bom-ref': ref, type: 'library', name: ref, version: '1' })),
      dependencies: [{ ref: 'c0', dependsOn: ['c1'] }],
    };
    const [file, out] = [join(folder, `lossy-${count}.json`), join(folder, `lossy-${count}.csv`)];
    writeFileSync(file, JSON.stringify(document));
    const named = ['--name', `Lossy ${count}`, '--version', '1'];
    expect((await run('upload', file, ...named)).code).toBe(0);
    const { code, errors } = await run('export', out, ...named);
    expect([code, errors]).toEqual([0, expect.stringContaining('not included: dependencies (')]);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(count + 1);
  });

  /** Runs a command against a service that answers what the test says. */
  async function runAgainst(answerTo: (url: URL) => object | string, ...words: [string, ...string[]]) {
    const server = createServer((request, response) => {
      const answer = answerTo(new URL(request.url!, 'http://here'));
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }).listen(0);
    const url = process.env.STOCKTAKE_URL;
    process.env.STOCKTAKE_URL = `http://localhost:${(server.address() as AddressInfo).port}`;
    try {
      return await run(...words);
    } finally {
      process.env.STOCKTAKE_URL = url;
      server.close();
    }
  }

  it('say where the losses of an export did not arrive', async () => {
    const answerTo = ({ pathname }: URL) =>
      pathname.endsWith('checkSBOM') ? { data: { sbom: { id: uuid(1) } } } : 'name,version\n';
    const { errors } = await runAgainst(answerTo, 'export', join(folder, 'x.csv'), '--name', 'x', '--version', '1');
    expect(errors).toContain('not known what CSV could not include');
  });

  it('say how much of a log is not listed', async () => {
    const data = [{ day: '2026-01-01', what: 'page', sbom_id: null, count: 1 }];
    const { out } = await runAgainst(() => ({ data, meta: { total_count: 1_003 } }), 'share', 'log', uuid(1));
    expect(out).toMatch(/page +1\nand 1002 more\n$/);
  });

  it('find a component behind a page of others with its name in theirs', async () => {
    const file = join(folder, 'odd.csv');
    const names = [...Array.from({ length: 1_000 }, (_, index) => `a-is-odd-${index}`), 'is-odd'];
    writeFileSync(file, `name,version\n${names.map((name) => `${name},1\n`).join('')}`);
    await run('upload', file, '--name', 'Odd', '--version', '1');
    const { code, out } = await run('update', 'is-odd', '--name', 'Odd', '--version', '1', '--to', '2');
    expect([code, out]).toEqual([0, expect.stringContaining('is-odd 1 -> 2')]);
  });

  it('list open questions of one SBOM, or of all', async () => {
    const file = join(folder, 'open.csv');
    writeFileSync(file, 'name,version\nzzqx-unheard-of,1\n');
    expect((await run('upload', file, '--name', 'Open', '--wait')).code).toBe(0);
    const listed = await run('review', '--name', 'Open');
    expect(listed.out).toMatch(/^1 open questions\n/);
    expect(listed.out).toContain('zzqx-unheard-of 1');
    const all = JSON.parse((await run('review', '--format', 'json')).out);
    expect(all.map(({ name }: { name: string }) => name)).toContain('zzqx-unheard-of');
    await expect(run('review', '--format', 'junit')).rejects.toThrow('table or json');
    await expect(run('review', '--fail-on', 'failed')).rejects.toThrow('fail-on');
  });

  describe('that take over a Dependency-Track', () => {
    const decided = { component: uuid(11), vulnId: 'CVE-2020-1', isSuppressed: true };
    const projects: ServedProject[] = [
      {
        uuid: uuid(1),
        name: 'Portal',
        version: '2.0',
        components: [
          { uuid: uuid(11), name: 'lodash', purl: 'pkg:npm/lodash@4.17.20' },
          { uuid: uuid(12), name: 'minimist', purl: 'pkg:npm/minimist@1.2.0' },
        ],
        findings: [
          { ...decided, state: 'FALSE_POSITIVE', details: 'not our code' },
          { component: uuid(12), vulnId: 'CVE-2020-2', state: 'EXPLOITABLE', isSuppressed: false, response: 'UPDATE' },
          { component: uuid(12), vulnId: 'CVE-2020-3', state: 'NOT_SET', isSuppressed: false },
          { component: uuid(12), vulnId: 'CVE-2020-4', state: 'NOT_SET', isSuppressed: true },
        ],
      },
      { uuid: uuid(2), name: 'Broken', version: null, components: null, findings: [] },
      ...Array.from({ length: 99 }, (_, index) => ({
        uuid: uuid(100 + index),
        name: `P${index}`,
        version: null,
        findings: [],
        // All but the last cannot be exported: an import each would take minutes.
        components: index < 98 ? null : [{ uuid: uuid(1_000), name: 'is-odd', purl: 'pkg:npm/is-odd@3.0.1' }],
      })),
    ];

    it('make SBOMs of its projects and statements of its decisions, and say what they did not', async () => {
      const server = await DependencyTrackServer.start('secret', projects);
      Object.assign(process.env, { DEPENDENCY_TRACK_URL: `${server.url}/`, DEPENDENCY_TRACK_API_KEY: 'secret' });
      try {
        const { code, out, errors } = await run('import-dependency-track');
        expect(errors.split('\n')).toHaveLength(100);
        expect(errors).toContain('Broken: not taken over: Dependency-Track answered 500 to bom/cyclonedx/project/018f0000-0000-4000-8000-000000000002\n'); // prettier-ignore
        expect(out).toContain('Portal 2.0: 2 decisions; 1 findings suppressed without a decision are open again\n');
        expect([code, out.endsWith('2 projects taken over, 99 not\n')]).toEqual([1, true]);
      } finally {
        await server.close();
      }
      const [portal] = await sbomsNamed('Portal');
      expect([portal.version, portal.entry_count]).toEqual(['2.0', 2]);
      expect(await sbomsNamed('P98')).toHaveLength(1);
      const stored = await withClient(app.databaseUrl, (client) =>
        client.query(
          `SELECT c.name, s.vulnerability, s.status, s.label, s.response, s.justification FROM vulnerability_statements s
           JOIN components c ON c.id = s.component_id WHERE s.sbom_id = $1 ORDER BY 1`,
          [portal.id],
        ),
      );
      const why = (text: string) => expect.stringContaining(text);
      expect(stored.rows).toEqual([
        {
          name: 'lodash',
          vulnerability: 'CVE-2020-1',
          status: 'not_affected',
          label: 'vulnerable_code_not_in_execute_path',
          response: null,
          justification: why('FALSE_POSITIVE, CODE_NOT_REACHABLE: not our code'),
        },
        {
          name: 'minimist',
          vulnerability: 'CVE-2020-2',
          status: 'affected',
          label: null,
          response: 'update',
          justification: why('EXPLOITABLE, CODE_NOT_REACHABLE, UPDATE'),
        },
      ]);
    });

    it.each([
      ['4 where a suppressed finding is open again', 'Portal', 4],
      ['0 where every decision is taken over', 'P98', 0],
    ])('end with %s', async (_, name, expected) => {
      const server = await DependencyTrackServer.start('secret', [projects.find((one) => one.name === name)!]);
      Object.assign(process.env, { DEPENDENCY_TRACK_URL: server.url, DEPENDENCY_TRACK_API_KEY: 'secret' });
      try {
        const { code, errors } = await run('import-dependency-track');
        expect([code, errors]).toEqual([expected, '']);
      } finally {
        await server.close();
      }
    });

    it('name each finding of which something is not taken over', async () => {
      const [portal] = projects;
      const of = (vulnId: string, state: string, isSuppressed: boolean, source = 'NVD') =>
        ({ component: uuid(12), vulnId, state, isSuppressed, source }); // prettier-ignore
      const findings = [
        of('CVE-2020-5', 'EXPLOITABLE', true),
        of('CVE-2020-6', 'IN_TRIAGE', true),
        of('CVE-2020-7', 'RESOLVED', true),
        of('CVE-2020-8', 'NOT_AFFECTED', true),
        of('CVE-2020-9', 'TO_BE_INVENTED', false),
        of('INT-1', 'NOT_SET', false, 'INTERNAL'),
      ];
      const left = { ...portal!, uuid: uuid(3), name: 'Left', findings };
      const cut = { ...portal!, name: 'Cut', findings: [], findingCount: 3 };
      const server = await DependencyTrackServer.start('secret', [left, cut]);
      Object.assign(process.env, { DEPENDENCY_TRACK_URL: server.url, DEPENDENCY_TRACK_API_KEY: 'secret' });
      try {
        const { code, out, errors } = await run('import-dependency-track');
        expect(out).toContain('Left 2.0: 4 decisions; 2 suppressed findings are open again, because the decision about them does not say that they do not apply; 1 decisions are not known here and not taken over; 1 findings of vulnerabilities that were entered by hand are not taken over\n'); // prettier-ignore
        expect(errors).toContain(
          `Cut 2.0: not taken over: Dependency-Track answered 0 of 3 to finding/project/${uuid(1)}`,
        );
        expect(code).toBe(1);
      } finally {
        await server.close();
      }
    });

    it('go where they are told to, and need both keys', async () => {
      const server = await DependencyTrackServer.start('secret', projects.slice(0, 1));
      Object.assign(process.env, { DEPENDENCY_TRACK_URL: server.url, DEPENDENCY_TRACK_API_KEY: 'wrong' });
      try {
        await expect(run('import-dependency-track')).rejects.toThrow('answered 401 to project');
        process.env.DEPENDENCY_TRACK_API_KEY = 'secret';
        const foreign = await otherOrganization(app, admin);
        const refused = await run('import-dependency-track', '--org', foreign.orgId);
        expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('404')]);
        delete process.env.DEPENDENCY_TRACK_API_KEY;
        await expect(run('import-dependency-track')).rejects.toThrow('DEPENDENCY_TRACK_API_KEY');
      } finally {
        await server.close();
      }
    });
  });
});
