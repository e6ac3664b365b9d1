import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitConnections } from '../../../src/projects/sources/git/git-connections.js';
import { fetchSubmodules } from '../../../src/projects/sources/git/git-submodules.js';
import type { FetchRequest } from '../../../src/projects/sources/source-fetcher.js';
import { GitRepository, hasGit } from '../../support/git-repository.js';
import { describeIf } from '../../support/requirement.js';

describeIf(hasGit, 'git is not installed')('a .gitmodules', () => {
  let home: string;
  let repository: GitRepository;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stocktake-submodules-'));
    repository = new GitRepository();
  });
  afterEach(() => {
    repository.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const module = '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n';
  const request = {
    project: {
      source: 'https://git.example.org/team/shop.git',
      username: '',
      include_paths: [],
      exclude_paths: [],
    },
    secrets: { deploy_key: null, password: null },
    signal: new AbortController().signal,
  } as unknown as FetchRequest;

  /** Why the submodule was not fetched, and the addresses that were asked. */
  const fetchWith = async (gitmodules: string) => {
    const first = repository.push({ '.gitmodules': gitmodules });
    repository.git('update-index', '--add', '--cacheinfo', `160000,${first},lib`);
    repository.git('commit', '--quiet', '-m', 'link');
    repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    const asked: string[] = [];
    const run = ({ project }: FetchRequest) => Promise.resolve(void asked.push(project.source));
    const { location } = await fetchSubmodules(
      request,
      { kind: 'git', gitDir: repository.bare, commit: repository.git('rev-parse', 'HEAD') },
      { home, connections: { run } as unknown as GitConnections, allowlist: new Set() },
    );
    return { asked, notFetched: location.notFetched };
  };
  const comment = (length: number): string => `#${'x'.repeat(length - 2)}\n`;

  it('of 1 MiB is read', async () => {
    expect(await fetchWith(module + comment(1024 * 1024 - module.length))).toEqual({
      asked: ['https://git.example.org/team/lib.git'],
      notFetched: [],
    });
  });

  it('above is not given to git, and the gap says why', async () => {
    expect(await fetchWith(module + comment(1024 * 1024 + 1 - module.length))).toEqual({
      asked: [],
      notFetched: [['lib', 'The submodule could not be fetched: .gitmodules is larger than 1048576 bytes']],
    });
  });
});
