import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { Configuration } from '../../../platform/configuration/configuration.js';
import type { OutsideClient } from '../../../platform/outside/outside-client.js';
import type { Fetched, FetchOrder, SourceFetcher } from '../source-fetcher.js';
import { withinSize } from '../programs/folder-size.js';
import { outputOfGit } from './git-program.js';
import { httpsRoute, sshRoute, type GitRoute } from './git-route.js';

const fetchedRef = 'refs/heads/fetched';

/**
 * One commit of a branch, without its history, into a bare repository of ours. Nothing of it is checked out or run:
 * its files are read as objects.
 */
export class GitFetcher implements SourceFetcher {
  constructor(
    private readonly outside: OutsideClient,
    private readonly configuration: Configuration,
  ) {}

  async fetch(order: FetchOrder): Promise<Fetched> {
    const home = join(order.folder, 'git');
    await mkdir(home, { mode: 0o700 });
    const route = await this.route(order, home);
    try {
      return await this.fetchBy(route, order, home);
    } catch (error) {
      order.signal.throwIfAborted();
      throw route.refusal ?? error;
    } finally {
      await route.close();
    }
  }

  private route(order: FetchOrder, home: string): Promise<GitRoute> {
    if (order.project.source.startsWith('https:')) return httpsRoute(order, home, this.outside);
    return sshRoute(order, home, { outside: this.outside, knownHostsFile: this.configuration.sshKnownHostsFile });
  }

  private async fetchBy(route: GitRoute, order: FetchOrder, home: string): Promise<Fetched> {
    const { source, branch } = order.project;
    const gitDir = join(home, 'repository');
    const call = { home, ...route.call };
    const ref = `refs/heads/${branch}`;
    const refs = await outputOfGit(call, ['ls-remote', '--', source, ref], order.signal);
    const revision = commitOf(refs, ref);
    if (revision === order.known) return { revision, tree: null };
    await outputOfGit({ home }, ['init', '--quiet', '--bare', '--template=', '--', gitDir], order.signal);
    const packs = join(gitDir, 'objects', 'pack');
    await withinSize(packs, order, (signal) =>
      outputOfGit(
        { ...call, gitDir },
        [
          ...['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'],
          ...['--no-auto-maintenance', '--', source, `+${ref}:${fetchedRef}`],
        ],
        signal,
      ),
    );
    const head = await outputOfGit({ home, gitDir }, ['rev-parse', '--verify', fetchedRef], order.signal);
    const commit = head.trim();
    return { revision: commit, tree: { kind: 'git', gitDir, commit } };
  }
}

function commitOf(refs: string, ref: string): string {
  for (const line of refs.split('\n')) {
    const [id, name] = line.split('\t');
    if (name === ref && /^[0-9a-f]{40,64}$/.test(id ?? '')) return id!;
  }
  throw new CallerError(422, 'The repository has no such branch', { reason: 'branch' });
}
