import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { Configuration } from '../../../platform/configuration/configuration.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { FetchedSource, FetchRequest, SourceFetcher } from '../source-fetcher.js';
import { withSizeLimit } from '../programs/folder-size.js';
import { outputOfGit } from './git-program.js';
import { httpsTransport, sshTransport, type GitTransport } from './git-transport.js';

/** Not a branch, so that it may be a tag. */
const fetchedRef = 'refs/fetched';

/**
 * Fetches one commit of a branch or tag, or a commit itself, without history into a bare repository. Nothing is checked out or executed; files are
 * read as objects.
 */
export class GitFetcher implements SourceFetcher {
  constructor(
    private readonly egress: EgressClient,
    private readonly configuration: Configuration,
  ) {}

  async fetch(request: FetchRequest): Promise<FetchedSource> {
    const home = join(request.folder, 'git');
    await mkdir(home, { mode: 0o700 });
    const transport = await this.openTransport(request, home);
    try {
      return await this.fetchOver(transport, request, home);
    } catch (error) {
      request.signal.throwIfAborted();
      throw transport.refusal ?? error;
    } finally {
      await transport.close();
    }
  }

  private openTransport(request: FetchRequest, home: string): Promise<GitTransport> {
    if (request.project.source.startsWith('https:')) return httpsTransport(request, home, this.egress);
    return sshTransport(request, home, { egress: this.egress, knownHostsFile: this.configuration.sshKnownHostsFile });
  }

  private async fetchOver(transport: GitTransport, request: FetchRequest, home: string): Promise<FetchedSource> {
    const { source, branch } = request.project;
    const gitDir = join(home, 'repository');
    const call = { home, ...transport.call };
    const patterns = candidatesOf(branch).flatMap((ref) => [ref, `${ref}^{}`]);
    const remoteRefs = (...options: string[]): Promise<string> =>
      outputOfGit(call, ['ls-remote', ...options], request.signal);
    const target = isCommit(branch)
      ? { ref: branch, revision: branch }
      : targetOf(await remoteRefs('--', source, 'HEAD', ...patterns), branch);
    if (target === null) throw missingRef(branch, await remoteRefs('--heads', '--', source).catch(() => null));
    const { ref, revision } = target;
    if (revision === request.knownRevision) return { revision, tree: null };
    await outputOfGit({ home }, ['init', '--quiet', '--bare', '--template=', '--', gitDir], request.signal);
    const packs = join(gitDir, 'objects', 'pack');
    await withSizeLimit(packs, request, (signal) =>
      outputOfGit(
        { ...call, gitDir },
        [
          'fetch',
          '--quiet',
          '--depth=1',
          '--no-tags',
          '--no-recurse-submodules',
          '--no-write-fetch-head',
          '--no-auto-maintenance',
          '--',
          source,
          `+${ref}:${fetchedRef}`,
        ],
        signal,
      ),
    );
    const head = await outputOfGit(
      { home, gitDir },
      ['rev-parse', '--verify', `${fetchedRef}^{commit}`],
      request.signal,
    );
    const commit = head.trim();
    return { revision: commit, tree: { kind: 'git', gitDir, commit } };
  }
}

const isCommit = (branch: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(branch);

/** A whole ref, else a branch, else a tag of that name; empty and HEAD are the default branch. */
function candidatesOf(branch: string): readonly string[] {
  if (branch === '' || branch === 'HEAD') return ['HEAD'];
  return branch.startsWith('refs/') ? [branch] : [`refs/heads/${branch}`, `refs/tags/${branch}`];
}

/** An annotated tag has a second line, `ref^{}`, with its commit. */
function targetOf(lines: string, branch: string): { ref: string; revision: string } | null {
  const ids = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const [id = '', name = ''] = line.split('\t');
    if (/^[0-9a-f]{40,64}$/.test(id)) ids.set(name, id);
  }
  for (const ref of candidatesOf(branch)) {
    const revision = ids.get(`${ref}^{}`) ?? ids.get(ref);
    if (revision !== undefined) return { ref, revision };
  }
  return null;
}

/** @param heads the branches that the repository has; null: too many to list */
function missingRef(branch: string, heads: string | null): CallerError {
  const names = [...(heads ?? '').matchAll(/^[0-9a-f]{40,64}\trefs\/heads\/(.+)$/gm)].map((match) => match[1]!);
  if (heads !== null && names.length === 0)
    return new CallerError(422, 'The repository is empty: it has no branch with a commit', { reason: 'empty' });
  const some = names.slice(0, 5).map((name) => name.slice(0, 100)).join(', '); // prettier-ignore
  const missing =
    branch === '' || branch === 'HEAD'
      ? 'The repository has no default branch: its HEAD names a branch without a commit'
      : `The repository has no branch or tag "${branch}"`;
  const hint = /^[0-9a-f]{4,39}$/.test(branch) ? '; a commit is named by all of its digits' : '';
  const present = names.length === 0 ? '' : `. It has ${some}${names.length > 5 ? ' …' : ''}`;
  return new CallerError(422, `${missing}${hint}${present}`, { reason: 'branch' });
}
