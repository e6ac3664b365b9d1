import { outsideHost } from '../platform/outside/outside-host.js';

export const projectTypes = ['git', 'artifact', 'svn', 's3', 'source_unavailable'] as const;
export type ProjectType = (typeof projectTypes)[number];

/** Where a project's source lies, checked and in one spelling; or what is wrong with it, by field. */
export type CheckedSource =
  | { readonly source: string; readonly branch: string; readonly wrong: null }
  | { readonly wrong: Readonly<Record<string, string>> };

/**
 * Checks a source address for its type, when it is saved and again when it is fetched (acceptance rules B-SRC). Only
 * https, ssh (git), svn+https and s3 are taken; credentials belong into their own fields; hosts must lead out.
 *
 * @param opened addresses (`host` or `host:port`) inside that the operator has opened
 */
export function checkSource(
  type: ProjectType,
  given: { readonly source: string; readonly branch: string },
  opened: ReadonlySet<string> = new Set(),
): CheckedSource {
  const wrong: Record<string, string> = {};
  const source = given.source.trim();
  const branch = given.branch.trim();
  let checked: string | { fault: string } = '';
  if (type !== 'source_unavailable') {
    if (source === '') checked = { fault: 'is required' };
    else if (type === 's3') checked = s3(source);
    else checked = fetched(type, source, opened);
  }
  if (typeof checked !== 'string') wrong.source = checked.fault;
  if (type === 'git') {
    if (branch === '') wrong.branch = 'is required for git';
    else if (!isBranch(branch)) wrong.branch = 'is no name that a branch can have';
  }
  if (Object.keys(wrong).length > 0) return { wrong };
  return { source: checked as string, branch: type === 'git' ? branch : '', wrong: null };
}

const strange = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"'`$<>\\^{|}]/;

/** git-check-ref-format(1), and nothing that a program could take for an option. */
export function isBranch(name: string): boolean {
  return (
    name.length <= 255 &&
    /^(?!-)(?!\/)[^\u0000-\u0020\u007f~^:?*[\\]+$/.test(name) &&
    !/\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[./]$|^@$|^\./.test(name)
  );
}

type Fetched = Exclude<ProjectType, 's3' | 'source_unavailable'>;

const schemes: Record<Fetched, readonly string[]> = {
  git: ['https:', 'ssh:'],
  artifact: ['https:'],
  svn: ['https:', 'svn+https:'],
};
const standardPort: Readonly<Record<string, string>> = { 'https:': '443', 'svn+https:': '443', 'ssh:': '22' };

function fetched(type: Fetched, source: string, opened: ReadonlySet<string>): string | { fault: string } {
  if (source.length > 2_048 || strange.test(source) || source.startsWith('-'))
    return { fault: 'must be an address without spaces, quotes and control characters' };
  const scpLike = type === 'git' ? /^([\w.-]+)@([^/:@\s]+):(?!\/\/)([^:]+)$/.exec(source) : null;
  const text = scpLike ? `ssh://${scpLike[1]}@${scpLike[2]}/${scpLike[3]!.replace(/^\//, '')}` : source;
  const match = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d{1,5}))?(\/[^#]*)?$/i.exec(text);
  const scheme = match?.[1]!.toLowerCase() ?? '';
  if (!match || !schemes[type].includes(scheme))
    return {
      fault: `must be an address of ${schemes[type].map((one) => `${one}//`).join(' or ')} for the type ${type}`,
    };
  const [, , user = '', rawHost = '', port = standardPort[scheme]!, path = ''] = match;
  if (scheme === 'ssh:' ? !/^[\w.-]*$/.test(user) || user.startsWith('-') : user !== '')
    return { fault: 'must not hold credentials; they have fields of their own' };
  const isOpened = opened.has(rawHost.toLowerCase()) || opened.has(`${rawHost.toLowerCase()}:${port}`);
  const host = isOpened ? rawHost.toLowerCase() : outsideHost(rawHost);
  if (host === null || rawHost.startsWith('-')) return { fault: 'must name a host outside' };
  if (port !== standardPort[scheme] && !isOpened) return { fault: `must use the port ${standardPort[scheme]}` };
  if (path.split('/').some((part) => part.startsWith('-')))
    return { fault: 'must not have a part that begins with "-"' };
  if (scpLike) return `${user}@${host}:${scpLike[3]}`;
  const authority = `${user === '' ? '' : `${user}@`}${host}${port === standardPort[scheme] ? '' : `:${port}`}`;
  return `${scheme}//${authority}${path}`;
}

/** `s3://bucket/prefix`; bucket names as S3 allows them. */
function s3(source: string): string | { fault: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(source);
  const key = match?.[2] ?? '';
  if (!match || match[1]!.includes('..') || key.length > 1_024 || key.split('/').includes('..') || strange.test(key))
    return { fault: 'must be s3://bucket/prefix for the type s3' };
  return source;
}
