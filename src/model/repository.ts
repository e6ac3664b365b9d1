import { type CodeHost, codeHostOf, hostShorthands } from './code-hosts.js';
import { CallerError } from './errors.js';
import { type Purl, qualifiedName } from './purl.js';
import { checked, endedAtGit, layoutReaders, type RepositoryAddress } from './repository-layouts.js';
import { hasUnprintable } from './text.js';

/** A source repository. */
export interface Repository {
  /** Canonical: `https://host/path` in lower case, without `www.`, user, port, `.git`, deep link, query and fragment. */
  readonly url: string;
  readonly host: string;
  /** User, organization or group path, in the case given; empty where the host has none. */
  readonly owner: string;
  readonly name: string;
}

/** The text is not the address of a repository. */
export class RepositoryError extends CallerError {
  constructor(message: string) {
    super(400, message, { reason: 'repository' });
  }
}

export const maxRepositoryLength = 2000;

/**
 * Reads the address of a repository in any of the usual spellings: a web page, a clone URL, scp-like
 * (`git@host:o/r.git`), `github:o/r`, `scm:git:…`, `git+https://…@ref`, gitweb, Subversion. Any unknown host is
 * accepted. @throws {RepositoryError}
 */
export function parseRepository(text: string): Repository {
  const repository = read(text, true);
  if (!repository)
    throw new RepositoryError('Invalid repository: write https://host/owner/name, or a clone URL of git, svn or hg');
  return repository;
}

/** As `parseRepository`, for any URL: that of an unknown host must show a sign of version control. */
export function repositoryOrNull(text: string): Repository | null {
  return read(text, false);
}

/** As `repositoryOrNull` of `https://host/path`, for a path of letters, digits and `-_.` alone between its slashes. */
export function repositoryOn(host: string, path: string): Repository | null {
  const known = codeHostOf(host);
  return known ? fromHost({ host, path: path.split('/'), query: '' }, known) : null;
}

/** The repository in a package URL: its `vcs_url`, or coordinates that are an address. */
export function repositoryFromPurl(purl: Purl): Repository | null {
  const vcs = purl.qualifiers['vcs_url'];
  const declared = vcs ? read(vcs, true) : null;
  if (declared) return declared;
  const path = qualifiedName(purl);
  const host = hostShorthands.get(purl.type);
  if (host) return read(`https://${host}/${path}`, false);
  if (purl.type === 'sourceforge') return read(`https://sourceforge.net/projects/${purl.name}`, false);
  if (purl.type === 'golang' || purl.type === 'swift') return read(`https://${path}`, false);
  if (purl.type === 'git') return read(`https://${path}`, true);
  return null;
}

function read(text: string, trusted: boolean): Repository | null {
  if (text.length > maxRepositoryLength || hasUnprintable(text)) return null;
  const found = locate(text.trim().replace(/^["'<(]+|["'>),;]+$/g, ''));
  if (!found) return null;
  const host = codeHostOf(found.address.host);
  if (!host) return trusted || found.marked ? unknownHost(found.address) : null;
  return fromHost(found.address, host);
}

function fromHost(address: RepositoryAddress, host: CodeHost): Repository | null {
  const segments = layoutReaders[host.layout](
    { ...address, path: withoutMount(address.path, host.mounts ?? []) },
    host,
  );
  return segments && repositoryAt(host.canonicalHost ?? address.host, segments);
}

/** `.git` or GitLab's `/-/` ends the path; otherwise all of it is the repository. */
function unknownHost({ host, path }: RepositoryAddress): Repository | null {
  const dash = path.indexOf('-');
  const segments = checked(endedAtGit(dash > 0 ? path.slice(0, dash) : path));
  return segments && segments.length > 0 ? repositoryAt(host, segments) : null;
}

function repositoryAt(host: string, segments: readonly string[]): Repository {
  const owners = segments.slice(0, -1).filter((_, index) => !(host === 'sourceforge.net' && index === 0));
  return {
    url: `https://${host}/${segments.join('/')}`.toLowerCase(),
    host,
    owner: owners.join('/').replace(/^~/, ''),
    name: segments.at(-1)!,
  };
}

function withoutMount(path: readonly string[], mounts: readonly string[]): readonly string[] {
  for (const mount of mounts) {
    const segments = mount.split('/');
    if (path.length > segments.length && segments.every((segment, index) => path[index] === segment))
      return path.slice(segments.length);
  }
  return path;
}

const schemes = /^(?:https?|git|ssh|gitsm|svn|hg|bzr):\/\//i;

/** Splits an address. `marked`: its syntax shows that this is version control. */
function locate(text: string): { address: RepositoryAddress; marked: boolean } | null {
  const plain = text.replace(/^scm:(?:[a-z]+:)?(?=[a-z0-9])/i, '').replace(/^(?:git|hg|bzr|svn)\+(?=[a-z])/i, '');
  const shorthand = /^([a-z]+):(?!\/)(.+)$/i.exec(plain);
  const shorthandHost = shorthand && hostShorthands.get(shorthand[1]!.toLowerCase());
  if (shorthandHost) return split(`${shorthandHost}/${shorthand[2]!}`, true);
  const scheme = schemes.exec(plain)?.[0];
  if (scheme) return split(plain.slice(scheme.length), plain !== text || !/^https?:/i.test(scheme));
  const scp = /^[\w.+-]+@([\w.-]+)[:/](.+)$/.exec(plain);
  if (scp) return split(`${scp[1]!}/${scp[2]!}`, true);
  return codeHostOf(
    plain
      .split('/', 1)[0]!
      .toLowerCase()
      .replace(/^www\./, ''),
  )
    ? split(plain, plain !== text)
    : null;
}

/** `rest` is everything after the scheme: `[user@]host[:port]/path[?query][#fragment]`, with a pip-like `@ref` at the end. */
function split(rest: string, marked: boolean): { address: RepositoryAddress; marked: boolean } | null {
  const [beforeFragment = ''] = rest.split('#', 1);
  const [location, query = ''] = cut(beforeFragment, '?');
  const [authority, rawPath] = cut(location, '/');
  const userless = authority.slice(authority.lastIndexOf('@') + 1);
  const [host, port = ''] = cut(userless, ':');
  const hostName = host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(hostName) || !hostName.includes('.')) return null;
  // Package managers accept ssh://git@host:owner/name, a mixture of two spellings.
  const path = [/^\d*$/.test(port) ? '' : port, ...(rawPath ?? '').split('/')].filter((segment) => segment !== '');
  const last = path.length - 1;
  const ref = last >= 0 ? path.findIndex((segment) => /.\.git@/.test(segment) || (marked && /.@/.test(segment))) : -1;
  const named = ref < 0 ? path : [...path.slice(0, ref), path[ref]!.slice(0, path[ref]!.indexOf('@', 1))];
  return {
    address: { host: hostName, path: named, query },
    marked: marked || named.some((segment) => segment.length > 4 && segment.endsWith('.git')),
  };
}

function cut(text: string, sign: string): [before: string, after?: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
