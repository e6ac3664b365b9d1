import type { CodeHost, RepositoryLayout } from './code-hosts.js';

/** The parts of an address: host without `www.`, path segments as written, the query without `?`. */
export interface RepositoryAddress {
  readonly host: string;
  readonly path: readonly string[];
  readonly query: string;
}

/** Segments that start a deep link and are not part of a repository's name. */
const deepLinks = new Set(
  (
    '- + tree blob commits commit issues releases tags raw archive wikis merge_requests log refs src snapshot shortlog ' +
    'rev file annotate diff plain about pull-request'
  ).split(' '),
);
/** GitLab has groups named `src`, `log` and so on: only its own routes after a project end the path. */
const gitlabDeepLinks = new Set(
  '- tree blob commits commit issues releases tags raw archive wikis merge_requests'.split(' '),
);

/** The segments of the repository in the path of its canonical URL, or null where there is none. */
type LayoutReader = (address: RepositoryAddress, host: CodeHost) => string[] | null;

export const layoutReaders: Readonly<Record<RepositoryLayout, LayoutReader>> = {
  'owner-name': ({ path }, host) => {
    const [owner, name] = path;
    if (!owner || !name || host.reserved?.has(owner.toLowerCase())) return null;
    return checked([owner, withoutGit(name)]);
  },
  groups: ({ path }) => {
    const segments = endedAtGit(upTo(path.slice(0, 4), gitlabDeepLinks));
    return segments.length < 2 ? null : checked(segments);
  },
  path: ({ path, query }, host) => {
    const project = gitwebProject(query);
    if (project) return checked([...path.filter((segment) => !/^(?:gitweb(?:\.cgi)?|\?)$/.test(segment)), ...project]);
    const segments = endedAtGit(upTo(path, host.deepLinks ?? deepLinks));
    return segments.length === 0 ? null : checked(segments);
  },
  sourceforge: ({ host, path }) => {
    const name = sourceforgeProject(host, path);
    return name && !name.endsWith('.php') ? checked(['projects', name]) : null;
  },
  'apache-git': ({ path, query }) => {
    const name = gitwebProject(query)?.at(-1) ?? endedAtGit(path).at(-1);
    return name && name !== 'asf' ? checked(['apache', name]) : null;
  },
  subversion: ({ path }) => {
    const segments = upTo(path, new Set(['trunk', 'branches', 'tags', '!svn']));
    return segments.length === 0 ? null : checked(segments);
  },
};

/** Labels before `.sourceforge.net` that are services of the site, not projects. */
const sourceforgeServices = new Set('svn cvs git hg bzr lists mailman downloads prdownloads dl master apps'.split(' '));

function sourceforgeProject(host: string, path: readonly string[]): string | undefined {
  const label = host.endsWith('.sourceforge.net') ? host.split('.').at(-3)! : '';
  const isProjectPath = path[0] === 'projects' || path[0] === 'project' || path[0] === 'p';
  if (label === 'downloads' || label === 'prdownloads') return isProjectPath ? path[1] : path[0];
  // x.svn.sourceforge.net: the project precedes the service.
  if (sourceforgeServices.has(label)) return host.split('.').at(-4) ?? (isProjectPath ? path[1] : undefined);
  if (isProjectPath) return path[1];
  return label || undefined;
}

/** `?p=group/name.git;a=summary` of gitweb. */
function gitwebProject(query: string): string[] | null {
  const project = /^(?:.*[&;])?p=([^;&]+)/.exec(query)?.[1];
  return project ? endedAtGit(project.split(/\/|%2f/i).filter((segment) => segment !== '')) : null;
}

function upTo(path: readonly string[], ends: ReadonlySet<string>): string[] {
  const end = path.findIndex((segment, index) => index > 0 && ends.has(segment));
  return path.slice(0, end < 0 ? undefined : end);
}

/** `.git` ends the path of a repository in any position. */
export function endedAtGit(path: readonly string[]): string[] {
  const end = path.findIndex((segment) => segment.length > 4 && segment.endsWith('.git'));
  return end < 0 ? [...path] : [...path.slice(0, end), withoutGit(path[end]!)];
}

function withoutGit(segment: string): string {
  return segment.replace(/;.*$/, '').replace(/(?:\.git)+$/, '');
}

/** Null where a segment is not a name: an unresolved placeholder (`${project.name}`), `..`, a stray character. */
export function checked(segments: string[]): string[] | null {
  return segments.every((segment) => /^[\w.~+%-]+$/.test(segment) && !/^\.+$/.test(segment)) ? segments : null;
}
