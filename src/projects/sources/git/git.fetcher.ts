import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { Configuration } from '../../../platform/configuration/configuration.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { FetchedSource, FetchRequest, SourceFetcher } from '../source-fetcher.js';
import type { GitLocation } from '../source-location.js';
import { fetchRef, GitConnections } from './git-connections.js';
import { fetchLfs } from './git-lfs.js';
import { outputOfGit, type GitCall } from './git-program.js';
import { fetchSubmodules } from './git-submodules.js';

/** Not a branch, so that it may be a tag. */
const fetchedRef = 'refs/fetched';

/**
 * Fetches one commit of a branch or tag, or a commit itself, without history into a bare repository. Nothing is checked
 * out or executed; files are read as objects.
 */
export class GitFetcher implements SourceFetcher {
  private readonly connections: GitConnections;

  constructor(
    private readonly egress: EgressClient,
    private readonly configuration: Configuration,
  ) {
    this.connections = new GitConnections(egress, configuration);
  }

  async fetch(request: FetchRequest): Promise<FetchedSource> {
    const home = join(request.folder, 'git');
    await mkdir(home, { mode: 0o700 });
    const fetched = await this.connections.run(request, home, (call) => this.fetchOver(call, request));
    if (fetched.tree === null) return fetched;
    return { ...fetched, tree: await this.withParts(request, fetched.tree, home) };
  }

  private async fetchOver(
    call: GitCall,
    request: FetchRequest,
  ): Promise<{ readonly revision: string; readonly tree: GitLocation | null }> {
    const { home } = call;
    const { source, branch } = request.project;
    const gitDir = join(home, 'repository');
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
    await fetchRef({ ...call, gitDir }, { ref, to: fetchedRef }, request);
    const head = await outputOfGit(
      { home, gitDir },
      ['rev-parse', '--verify', `${fetchedRef}^{commit}`],
      request.signal,
    );
    const commit = head.trim();
    return { revision: commit, tree: { kind: 'git', gitDir, commit } };
  }

  /** What the project wants of submodules and Git LFS. */
  private async withParts(request: FetchRequest, tree: GitLocation, home: string): Promise<GitLocation> {
    const { fetch_submodules: withSubmodules, fetch_lfs: withLfs } = request.project;
    const fetching = { home, connections: this.connections, allowlist: this.configuration.egressAllowlist };
    const { location, repositories } = withSubmodules
      ? await fetchSubmodules(request, tree, fetching)
      : { location: tree, repositories: [{ path: '', commit: tree.commit, request }] };
    return withLfs ? fetchLfs(location, repositories, { home, egress: this.egress }) : location;
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
