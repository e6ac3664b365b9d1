import { Injectable } from '@nestjs/common';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError, TransientError } from '../../../model/errors.js';
import { Configuration } from '../../../platform/configuration/configuration.js';
import { OutsideClient } from '../../../platform/outside/outside-client.js';
import type { Fetched, FetchOrder, SourceFetcher } from '../source-fetcher.js';
import { gitFailure } from './git-failure.js';
import { endGit, startGit, type GitCall } from './git-program.js';
import { httpsRoute, sshRoute, type GitRoute } from './git-route.js';

const longestOutput = 64 * 1024;
const sizeCheckMs = 200;
const fetchedRef = 'refs/heads/fetched';

/**
 * One commit of a branch, without its history, into a bare repository of ours. Nothing of it is checked out or run:
 * its files are read as objects.
 */
@Injectable()
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
    const refs = await run(call, ['ls-remote', '--', source, ref], order);
    const revision = commitOf(refs, ref);
    if (revision === order.known) return { revision, tree: null };
    await run({ home }, ['init', '--quiet', '--bare', '--template=', '--', gitDir], order);
    const packs = join(gitDir, 'objects', 'pack');
    await withinSize(packs, order, (signal) =>
      run(
        { ...call, gitDir },
        [
          ...['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'],
          ...['--no-auto-maintenance', '--', source, `+${ref}:${fetchedRef}`],
        ],
        { signal },
      ),
    );
    const commit = (await run({ home, gitDir }, ['rev-parse', '--verify', fetchedRef], order)).trim();
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

/** What git prints. @throws as `gitFailure`, and the signal's reason */
async function run(call: GitCall, args: readonly string[], { signal }: Pick<FetchOrder, 'signal'>): Promise<string> {
  signal.throwIfAborted();
  const child = startGit(call, args);
  const end = (): void => endGit(child);
  signal.addEventListener('abort', end, { once: true });
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    if ((stdout += text).length > longestOutput) end();
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < longestOutput) stderr += text;
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw gitFailure(stderr);
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new TransientError('This worker has no git', 60, { cause: error });
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Ends the work when the files of a folder grow over the limit. @throws CallerError 413 */
async function withinSize(
  folder: string,
  { maxBytes, signal }: Pick<FetchOrder, 'maxBytes' | 'signal'>,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const exceeded = new AbortController();
  const look = async (): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
    if (sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0) > maxBytes)
      exceeded.abort(new CallerError(413, `The source is larger than ${maxBytes} bytes`, { reason: 'limit' }));
  };
  const timer = setInterval(() => void look(), sizeCheckMs);
  try {
    await work(AbortSignal.any([signal, exceeded.signal]));
    await look();
    exceeded.signal.throwIfAborted();
  } finally {
    clearInterval(timer);
  }
}
