import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFetcher } from '../src/projects/sources/source-fetcher.js';
import { SourceFetchers } from '../src/projects/sources/source-fetchers.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How long an analysis takes beyond the clone, from the request to the finished SBOM of the project:
 * `npm run bench:analysis -- [files] [packages]`. The repository is a local one that counts as fetched.
 */
const files = Number(process.argv[2] ?? 5_000);
const packages = Number(process.argv[3] ?? 2_000);
const rounds = 5;

const root = mkdtempSync(join(tmpdir(), 'stocktake-bench-'));
const service = await openBenchService({ ROLES: 'api,worker' });
try {
  const gitDir = join(root, '.git');
  let commit = repository();
  const fetcher: SourceFetcher = {
    fetch: ({ knownRevision }) =>
      Promise.resolve({
        tree: knownRevision === commit ? null : { kind: 'git', gitDir, commit },
        revision: commit,
      }),
  };
  service.nest.get(SourceFetchers, { strict: false }).of = () => fetcher;
  const projectId = await newProject(service);
  const first = await analyze(service, projectId);
  const again: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    commit = committed(round + 1);
    again.push(await analyze(service, projectId));
  }
  const unchanged: number[] = [];
  for (let round = 0; round < rounds; round += 1) unchanged.push(await analyze(service, projectId));
  const what = `analysis of ${files} files with ${packages} locked packages, beyond the clone`;
  console.log(`${what}: ${first.toFixed(0)} ms (bar: 5000 ms)`);
  console.log(`  again after a commit that changes one package: ${percentile(again, 0.5).toFixed(0)} ms`);
  console.log(`  again without a change: ${percentile(unchanged, 0.5).toFixed(0)} ms (bar: 2000 ms)`);
} finally {
  await service.close();
  rmSync(root, { recursive: true, force: true });
}

function repository(): string {
  git('init', '--quiet');
  for (let n = 0; n < files - 1; n += 1) {
    const folder = join(root, `src/room-${n % 50}`);
    if (n < 50) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${n}.ts`), `export const value${n} = ${n};\n`.repeat(40));
  }
  return committed(0);
}

function committed(patch: number): string {
  writeFileSync(join(root, 'package-lock.json'), lock(patch));
  git('add', '--all');
  git('commit', '--quiet', '-m', 'work');
  return git('rev-parse', 'HEAD');
}

/** As npm writes it: the first hundred are asked for, each package needs three that come after it. */
function lock(patch: number): string {
  const name = (n: number): string => `package-${n}`;
  const version = (n: number): string => (n === 7 ? `1.0.${patch}` : `${1 + (n % 5)}.${n % 13}.0`);
  const asked = Object.fromEntries(Array.from({ length: Math.min(100, packages) }, (_, n) => [name(n), '*']));
  const locked = Array.from({ length: packages }, (_, n) => {
    const needed = [2 * n + 1, 2 * n + 2, n + 17].filter((other) => other < packages);
    return [
      `node_modules/${name(n)}`,
      {
        version: version(n),
        resolved: `https://registry.npmjs.org/${name(n)}/-/${name(n)}-${version(n)}.tgz`,
        integrity: `sha512-${Buffer.alloc(64, n).toString('base64')}`,
        license: 'MIT',
        dependencies: Object.fromEntries(needed.map((other) => [name(other), '*'])),
      },
    ];
  });
  const whole = { name: 'shop', version: '1.0.0', dependencies: asked };
  return JSON.stringify({ lockfileVersion: 3, packages: { '': whole, ...Object.fromEntries(locked) } }, null, 2);
}

function git(...args: string[]): string {
  const who = { GIT_AUTHOR_NAME: 'b', GIT_AUTHOR_EMAIL: 'b@example.org', GIT_COMMITTER_NAME: 'b' };
  const env = { PATH: process.env.PATH ?? '', HOME: root, ...who, GIT_COMMITTER_EMAIL: 'b@example.org' };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim();
}

async function newProject({ post, get }: BenchService): Promise<string> {
  const [team] = (await get('teams/getTeams')).data as { id: string }[];
  const { data } = await post('project/createProject', {
    team_id: team!.id,
    name: 'Shop',
    description: 'bench',
    type: 'git',
    branch: 'main',
    source: 'https://git.example.org/shop.git',
  });
  return data.id as string;
}

async function analyze({ post, get }: BenchService, project_id: string): Promise<number> {
  const { ms } = await timed(async () => {
    const { id } = (await post('scanner/analyzeProject', { project_id })).data as { id: string };
    for (let status = ''; status !== 'finished'; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const { data } = await get('scanner/getAnalysisStatus', { id });
      if (data.status === 'errored') throw new Error(data.message as string);
      status = data.status as string;
      if (status === 'finished' && data.components !== packages) throw new Error(`${data.components} components`);
    }
  });
  return ms;
}
