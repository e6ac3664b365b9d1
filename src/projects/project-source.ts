import { normalizePublicHost } from '../platform/egress/public-host.js';

export const projectTypes = ['git', 'artifact', 'svn', 's3', 'source_unavailable'] as const;
export type ProjectType = (typeof projectTypes)[number];

/** The checked and normalized source of a project, or errors by field. */
export type CheckedSource =
  | { readonly source: string; readonly branch: string; readonly errors: null }
  | { readonly errors: Readonly<Record<string, string>> };

/**
 * Checks a source address for its type, when it is saved and again when it is fetched (acceptance rules B-SRC). Only
 * https, ssh (git), svn+https and s3 are taken; credentials belong into their own fields; hosts must lead out. What the
 * operator has opened may be asked unencrypted by svn, too.
 *
 * @param allowlist addresses (`host` or `host:port`) inside that the operator has opened
 */
export function checkSource(
  type: ProjectType,
  given: { readonly source: string; readonly branch: string },
  allowlist: ReadonlySet<string> = new Set(),
): CheckedSource {
  const errors: Record<string, string> = {};
  const source = given.source.trim();
  const branch = given.branch.trim();
  let checked: string | { fault: string } = '';
  if (type !== 'source_unavailable') {
    if (source === '') checked = { fault: 'is required' };
    else if (type === 's3') checked = checkS3(source, allowlist);
    else checked = checkUrl(type, source, allowlist);
  }
  if (typeof checked !== 'string') errors.source = checked.fault;
  if (type === 'git' && branch !== '' && !isBranch(branch)) errors.branch = 'must be a valid branch name';
  if (Object.keys(errors).length > 0) return { errors };
  return { source: checked as string, branch: type === 'git' ? branch : '', errors: null };
}

/** The text, and what projects of any type with this source have stored. */
export function storedSources(text: string, allowlist: ReadonlySet<string>): string[] {
  const checked = projectTypes.map((type) => checkSource(type, { source: text, branch: '' }, allowlist));
  return [...new Set([text, ...checked.flatMap((one) => (one.errors || one.source === '' ? [] : one.source))])];
}

const forbiddenCharacters = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"'`$<>\\^{|}]/;

/** git-check-ref-format(1), without names that a program could take for an option. */
export function isBranch(name: string): boolean {
  return (
    name.length <= 255 &&
    /^(?!-)(?!\/)[^\u0000-\u0020\u007f~^:?*[\\]+$/.test(name) &&
    !/\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[./]$|^@$|^\./.test(name)
  );
}

type UrlProjectType = Exclude<ProjectType, 's3' | 'source_unavailable'>;

const schemes: Record<UrlProjectType, readonly string[]> = {
  git: ['https:', 'ssh:'],
  artifact: ['https:'],
  svn: ['https:', 'svn+https:', 'svn:'],
};
const defaultPort: Readonly<Record<string, string>> = {
  'https:': '443',
  'svn+https:': '443',
  'ssh:': '22',
  'svn:': '3690',
};

function checkUrl(type: UrlProjectType, source: string, allowlist: ReadonlySet<string>): string | { fault: string } {
  if (source.length > 2_048 || forbiddenCharacters.test(source) || source.startsWith('-'))
    return { fault: 'must be an address without spaces, quotes or control characters' };
  const scpLike = type === 'git' ? /^([\w.-]+)@([^/:@\s]+):(?!\/\/)([^:]+)$/.exec(source) : null;
  const text = scpLike ? `ssh://${scpLike[1]}@${scpLike[2]}/${scpLike[3]!.replace(/^\//, '')}` : source;
  const match = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d{1,5}))?(\/[^#]*)?$/i.exec(text);
  const scheme = match?.[1]!.toLowerCase() ?? '';
  if (!match || !schemes[type].includes(scheme))
    return {
      fault: `must be an address of ${schemes[type].map((one) => `${one}//`).join(' or ')} for the type ${type}`,
    };
  const [, , user = '', rawHost = '', port = defaultPort[scheme]!, path = ''] = match;
  if (scheme === 'ssh:' ? !/^[\w.-]*$/.test(user) || user.startsWith('-') : user !== '')
    return { fault: 'must not contain credentials; use the fields username and password' };
  const isAllowlisted = allowlist.has(rawHost.toLowerCase()) || allowlist.has(`${rawHost.toLowerCase()}:${port}`);
  if (scheme === 'svn:' && !isAllowlisted) return { fault: 'must be an address of https://: svn:// is not encrypted' };
  const host = isAllowlisted ? rawHost.toLowerCase() : normalizePublicHost(rawHost);
  if (host === null || rawHost.startsWith('-')) return { fault: 'must name a public host' };
  if (port !== defaultPort[scheme] && !isAllowlisted) return { fault: `must use the port ${defaultPort[scheme]}` };
  if (path.split('/').some((part) => part.startsWith('-')))
    return { fault: 'must not have a path segment that begins with "-"' };
  if (scpLike) return `${user}@${host}:${scpLike[3]}`;
  const authority = `${user === '' ? '' : `${user}@`}${host}${port === defaultPort[scheme] ? '' : `:${port}`}`;
  return `${scheme}//${authority}${path}`;
}

/** An object or a folder of objects, at Amazon S3 or an S3-compatible service. */
export interface S3Target {
  readonly bucket: string;
  /** Key of the object or folder; empty: the whole bucket. */
  readonly key: string;
  /** `https://host:port` of the service; null: Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
}

const defaultRegion = 'us-east-1';
const s3Syntax = 's3://bucket/prefix, with ?endpoint=https://host for another service than Amazon’s and &region=';

/** @param source normalized by `checkSource` */
export function s3Target(source: string): S3Target {
  const [, bucket = '', key = '', query = ''] = /^s3:\/\/([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(source) ?? [];
  const parameters = new URLSearchParams(query);
  return { bucket, key, endpoint: parameters.get('endpoint'), region: parameters.get('region') ?? defaultRegion };
}

/** `s3://bucket/prefix?endpoint=https://host&region=name`; bucket names as S3 allows them. */
function checkS3(source: string, allowlist: ReadonlySet<string>): string | { fault: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?]*))?(?:\?(.*))?$/.exec(source);
  const [, bucket = '', key = '', query = ''] = match ?? [];
  if (
    !match ||
    bucket.includes('..') ||
    key.length > 1_024 ||
    key.split('/').includes('..') ||
    forbiddenCharacters.test(source)
  )
    return { fault: `must be ${s3Syntax} for the type s3` };
  const parameters = new URLSearchParams(query);
  const keptParameters: string[] = [];
  for (const name of new Set(parameters.keys())) {
    const value = parameters.get(name)!;
    if (name === 'endpoint') {
      const checked = checkUrl('artifact', value.replace(/\/?$/, '/'), allowlist);
      if (typeof checked !== 'string') return { fault: `has an endpoint that ${checked.fault}` };
      if (new URL(checked).pathname !== '/') return { fault: 'must have an endpoint without path' };
      keptParameters.push(`endpoint=${checked.slice(0, -1)}`);
    } else if (name !== 'region' || !/^[a-z0-9-]{1,40}$/.test(value)) return { fault: `must be ${s3Syntax}` };
    else keptParameters.push(`region=${value}`);
  }
  const location = source.slice(0, source.length - (source.includes('?') ? query.length + 1 : 0));
  return keptParameters.length === 0 ? location : `${location}?${keptParameters.sort().join('&')}`;
}
