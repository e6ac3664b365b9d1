import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import { PathSelection } from '../../../trees/path-selection.js';
import { maxGitmodulesBytes } from '../../../trees/submodules.js';
import { checkSource } from '../../project-source.js';
import type { FetchRequest } from '../source-fetcher.js';
import type { GitLocation } from '../source-location.js';
import { fetchRef, type GitConnections } from './git-connections.js';
import { outputOfGit } from './git-program.js';
import { gitTree, type GitTreeEntry } from './git-tree.js';

const maxSubmodules = 100;
const maxDepth = 5;

/** A repository of which a commit was fetched; `request` has its address, and credentials only where they are its own. */
export interface FetchedRepository {
  /** Folder in the whole; empty: the top. */
  readonly path: string;
  readonly commit: string;
  readonly request: FetchRequest;
}

export interface FetchedSubmodules {
  readonly location: GitLocation;
  readonly repositories: readonly FetchedRepository[];
}

interface SubmoduleFetching {
  readonly home: string;
  readonly connections: GitConnections;
  readonly allowlist: ReadonlySet<string>;
}

/**
 * Fetches the submodules of a commit and theirs, into the same repository and under the same limits. One that cannot be
 * fetched is a gap with its reason; the others count.
 */
export async function fetchSubmodules(
  request: FetchRequest,
  location: GitLocation,
  fetching: SubmoduleFetching,
): Promise<FetchedSubmodules> {
  const { gitDir, commit } = location;
  const repositories: FetchedRepository[] = [{ path: '', commit, request }];
  const notFetched: (readonly [path: string, message: string])[] = [];
  const depths = new Map([['', 0]]);
  const isWanted = selection(request);
  let isFull = false;
  for (const parent of repositories)
    for (const { link, address, isTooLarge } of await submodulesOf(parent, gitDir, fetching.home)) {
      const path = parent.path === '' ? link.path : `${parent.path}/${link.path}`;
      if (!isWanted(path)) continue;
      const depth = depths.get(parent.path)! + 1;
      try {
        if (isFull || repositories.length > maxSubmodules || depth > maxDepth)
          throw refused(`the limit of submodules is reached: ${maxSubmodules} of them, ${maxDepth} within each other, and the size of a source`); // prettier-ignore
        if (isTooLarge) throw refused(`.gitmodules is larger than ${maxGitmodulesBytes} bytes`);
        const own = requestOf(parent.request, address, link.id, fetching.allowlist);
        await fetchSubmodule(own, { gitDir, commit: link.id, number: repositories.length }, fetching);
        repositories.push({ path, commit: link.id, request: own });
        depths.set(path, depth);
      } catch (error) {
        request.signal.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        isFull ||= error instanceof CallerError && error.status === 413;
        notFetched.push([path, `The submodule could not be fetched: ${error.message}`]);
      }
    }
  const submodules = repositories.slice(1).map(({ path, commit: fetched }) => [path, fetched] as const);
  return { location: { ...location, submodules, notFetched }, repositories };
}

const refused = (message: string): CallerError => new CallerError(422, message, { reason: 'source' });

/** Where manifests would not be read, nothing is fetched. */
function selection({ project: { include_paths: include, exclude_paths: exclude } }: FetchRequest) {
  const paths = new PathSelection({ include: include.length > 0 ? ['**'] : [], exclude });
  return (path: string): boolean => paths.takes(`${path}/any`, 'content');
}

/** The submodules of a commit; the address is null where `.gitmodules` has none, or is too large to be read. */
async function submodulesOf({ commit, request }: FetchedRepository, gitDir: string, home: string) {
  const links: GitTreeEntry[] = [];
  let isTooLarge = false;
  for await (const entry of gitTree(home, gitDir, commit))
    if (entry.kind === 'submodule') links.push(entry);
    else if (entry.path === '.gitmodules') isTooLarge = entry.size > maxGitmodulesBytes;
  if (links.length === 0) return [];
  // The git process that reads it has no limit of its memory.
  const addresses = isTooLarge ? null : await addressesOf({ gitDir, home, commit }, request.signal);
  request.signal.throwIfAborted();
  return links.map((link) => ({ link, address: addresses?.get(link.path) ?? null, isTooLarge }));
}

/** The addresses that `.gitmodules` of the commit has, by path; none where git cannot read it. */
async function addressesOf(
  { gitDir, home, commit }: { gitDir: string; home: string; commit: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const args = ['config', '--no-includes', '--null', '--list', '--blob', `${commit}:.gitmodules`];
  const output = await outputOfGit({ home, gitDir }, args, signal).catch(() => '');
  const modules = new Map<string, Map<string, string>>();
  for (const entry of output.split('\0')) {
    const [, name, key, value] = /^submodule\.([^]*)\.(path|url)\n([^]*)$/.exec(entry) ?? [];
    if (name === undefined) continue;
    modules.set(name, (modules.get(name) ?? new Map<string, string>()).set(key!, value!));
  }
  return new Map(
    [...modules.values()].flatMap((module) => {
      const [path, url] = [module.get('path'), module.get('url')];
      return path === undefined || url === undefined ? [] : [[path.replace(/\/+$/, ''), url] as const];
    }),
  );
}

/** What to ask for a submodule. Credentials of the project go to its own host only. @throws CallerError for a refused address */
export function requestOf(
  parent: FetchRequest,
  address: string | null,
  commit: string,
  allowlist: ReadonlySet<string>,
): FetchRequest {
  if (address === null) throw refused('.gitmodules says no address for it');
  const absolute = resolvedAddress(parent.project.source, address);
  const checked = checkSource('git', { source: absolute, branch: commit }, allowlist);
  if (checked.errors !== null) throw refused(`its address ${Object.values(checked.errors).join(', ')}`);
  const source = overHttps(checked.source, parent.project.source);
  const isOwnHost = originOf(source) === originOf(parent.project.source);
  return {
    ...parent,
    project: { ...parent.project, source, branch: commit, username: isOwnHost ? parent.project.username : '' },
    secrets: isOwnHost ? parent.secrets : { deploy_key: null, password: null },
  };
}

/** Relative addresses begin with `./` or `../` (gitmodules); above the host there is nothing. */
export function resolvedAddress(base: string, address: string): string {
  if (!/^\.\.?(?:\/|$)/.test(address)) return address;
  const [, host = '', path = ''] = /^([a-z+]+:\/\/[^/]+\/|[^/:]+:)(.*)$/.exec(base) ?? [];
  const segments = path.split('/').filter((segment) => segment !== '');
  for (const segment of address.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) throw refused('its address leads above the host');
  }
  return `${host}${segments.join('/')}`;
}

const hostPattern = /^(?:(https|ssh):\/\/)?(?:([^@/]*)@)?([^/:]+)(?::(\d+)(?=\/))?[:/]+(.*)$/;

const originOf = (source: string): string => {
  const [, scheme = 'ssh', , host = '', port = ''] = hostPattern.exec(source) ?? [];
  return `${scheme}://${host}:${port}`;
};

/** Forges give the same repository out both ways, and the project may have no key. */
function overHttps(source: string, projectSource: string): string {
  const [, scheme = 'ssh', , host = '', port, path = ''] = hostPattern.exec(source) ?? [];
  const isSibling = scheme === 'ssh' && port === undefined && originOf(projectSource) === `https://${host}:`;
  return isSibling ? `https://${host}/${path}` : source;
}

async function fetchSubmodule(
  request: FetchRequest,
  { gitDir, commit, number }: { gitDir: string; commit: string; number: number },
  { home, connections }: SubmoduleFetching,
): Promise<void> {
  const own = join(home, `submodule-${number}`);
  await mkdir(own, { mode: 0o700, recursive: true });
  await connections.run(request, own, (call) =>
    fetchRef({ ...call, gitDir }, { ref: commit, to: `refs/submodules/${number}` }, request),
  );
}
