import { CallerError } from './errors.js';
import { foreignRegistry } from './foreign-registry.js';
import { type PurlParts, type PurlTypeRules, purlTypes } from './purl-types.js';
import { hasUnprintable } from './text.js';

/**
 * Package URL: `pkg:type/namespace/name@version?qualifiers#subpath` (ECMA-427; package-url/purl-spec). All components
 * are percent-decoded; the type's own normalisation has been applied, so equal packages have equal components.
 */
export interface Purl {
  readonly type: string;
  /** Segments joined with `/`; null where there is none. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  /** A dictionary without prototype, keys sorted. */
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly subpath: string | null;
}

/** The text or the components are not a purl. */
export class PurlError extends CallerError {
  constructor(message: string) {
    super(400, message, { reason: 'purl' });
  }
}

/** Characters of a purl, as given and in canonical form: below the limit of a b-tree index. */
export const maxPurlLength = 2500;

/**
 * `strict` is what ECMA-427 calls conforming. `repair` also accepts common mistakes with an obvious meaning (upper case
 * in the keys of qualifiers, surrounding white space), and purls without a qualifier that their type needs, as keys of
 * packages are.
 */
export type PurlMode = 'strict' | 'repair';

/** What a purl is built from; `null`, missing and empty are the same. */
export interface PurlInput {
  readonly type: string;
  readonly namespace?: string | null;
  readonly name: string;
  readonly version?: string | null;
  readonly qualifiers?: Readonly<Record<string, string | null>> | null;
  readonly subpath?: string | null;
}

/** Reads a purl (purl-spec, "How to parse a PURL"). @throws {PurlError} */
export function parsePurl(text: string, mode: PurlMode = 'strict'): Purl {
  if (text.length > maxPurlLength) throw new PurlError(`Invalid purl: it has more than ${maxPurlLength} characters`);
  const whole = mode === 'repair' ? text.trim() : text;
  const [beforeSubpath, subpath] = splitAt(whole, whole.lastIndexOf('#'));
  const [beforeQualifiers, qualifiers] = splitAt(beforeSubpath, beforeSubpath.indexOf('?'));
  if (!/^pkg:/i.test(beforeQualifiers)) throw new PurlError('Invalid purl: it must start with "pkg:"');
  const path = beforeQualifiers.slice(4).replace(/^\/+/, '');
  const slash = path.indexOf('/');
  if (slash < 0) throw new PurlError('Invalid purl: write type and name as pkg:type/name');
  const type = path.slice(0, slash);
  const coordinates = path.slice(slash + 1);
  const [names, version] = splitAt(coordinates, versionSign(coordinates));
  const segments = names.split('/').filter((segment) => segment !== '');
  const nameSegments = segments.splice(purlTypes.get(type.toLowerCase())?.nameIsPath ? 1 : -1);
  const parts = {
    type,
    namespace: segments.map((segment) => decodeSegment(segment, 'namespace')).join('/'),
    name: nameSegments.map((segment) => decode(segment, 'name')).join('/'),
    version: decode(version, 'version'),
    qualifiers: parseQualifiers(qualifiers, mode),
    subpath: subpathSegments(subpath)
      .map((segment) => decodeSegment(segment, 'subpath'))
      .join('/'),
  };
  return buildPurl(parts, mode);
}

/** As `parsePurl` with `repair`, for any text; null where it is not a purl. */
export function purlOrNull(text: string): Purl | null {
  if (!/^\s*pkg:/i.test(text)) return null;
  try {
    return parsePurl(text, 'repair');
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

/** Checks components and brings them to their canonical form (purl-spec, "Rules for each PURL component"). @throws {PurlError} */
export function buildPurl(input: PurlInput, mode: PurlMode = 'strict'): Purl {
  const type = (input.type ?? '').toLowerCase();
  if (!/^[a-z][a-z0-9.-]*$/.test(type))
    throw new PurlError('Invalid purl: the type must be letters, digits, "." and "-", and start with a letter');
  const parts: PurlParts = {
    namespace: (input.namespace ?? '')
      .split('/')
      .filter((segment) => segment !== '')
      .join('/'),
    name: trimSlashes(input.name ?? ''),
    version: input.version ?? '',
    qualifiers: checkedQualifiers(input.qualifiers ?? {}),
  };
  const rules = purlTypes.get(type);
  if (rules) applyTypeRules(type, parts, rules);
  for (const key of (mode === 'strict' && rules?.requiredQualifiers) || [])
    if (!(key in parts.qualifiers)) throw new PurlError(`Invalid purl: type ${type} needs the qualifier "${key}"`);
  if (parts.version !== '' && 'vers' in parts.qualifiers)
    throw new PurlError('Invalid purl: write a version or the qualifier "vers", not both');
  if (parts.name === '') throw new PurlError('Invalid purl: the name is missing; write pkg:type/name');
  const purl: Purl = {
    type,
    namespace: parts.namespace || null,
    name: parts.name,
    version: parts.version || null,
    qualifiers: parts.qualifiers,
    subpath: subpathSegments(input.subpath ?? '').join('/') || null,
  };
  if ([purl.namespace, purl.name, purl.version, purl.subpath].some((part) => part !== null && hasUnprintable(part)))
    throw new PurlError('Invalid purl: it has control characters or broken Unicode');
  if (formatPurl(purl).length > maxPurlLength)
    throw new PurlError(`Invalid purl: its canonical form has more than ${maxPurlLength} characters`);
  return purl;
}

/** Namespace and name as one path. */
export const qualifiedName = ({ namespace, name }: Pick<Purl, 'namespace' | 'name'>): string =>
  namespace === null ? name : `${namespace}/${name}`;

/** The reverse; the namespace is empty where the path has one element. */
export function splitPath(path: string): [namespace: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}

/** The canonical text of a purl (purl-spec, "How to build a PURL"). */
export function formatPurl(purl: Purl): string {
  const version = purl.version === null ? '' : `@${encode(purl.version)}`;
  const pairs = Object.keys(purl.qualifiers).map((key) => `${key}=${encode(purl.qualifiers[key]!)}`);
  const qualifiers = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const subpath = purl.subpath === null ? '' : `#${encodePath(purl.subpath)}`;
  return `${purlWithoutVersion(purl)}${version}${qualifiers}${subpath}`;
}

/** The package without version, qualifiers and subpath: `pkg:type/namespace/name`. */
export function purlWithoutVersion(purl: Purl): string {
  const namespace = purl.namespace === null ? '' : `${encodePath(purl.namespace)}/`;
  const name = purlTypes.get(purl.type)?.nameIsPath ? encodePath(purl.name) : encode(purl.name);
  return `pkg:${purl.type}/${namespace}${name}`;
}

/**
 * As `purlWithoutVersion`, with `repository_url` where that is not the public registry: what a package is, since the
 * same name in another registry is another package.
 */
export function packageOf(purl: Purl): string {
  const registry = foreignRegistry(purl);
  const plain = purlWithoutVersion(purl);
  return registry === null ? plain : `${plain}?repository_url=${encode(registry)}`;
}

/** Registries that accept more spellings of a name than the purl type normalizes. */
const registryFolds = new Map<string, (purl: string) => string>([
  ['pypi', (purl) => purl.replace(/[-_.]+/g, '-')], // PEP 503
  ['nuget', (purl) => purl.toLowerCase()],
  ['npm', (purl) => purl.toLowerCase()], // new names are lower case; a few old ones differ in case only
  ['docker', (purl) => purl.toLowerCase()],
  ['gitlab', (purl) => purl.toLowerCase()],
  ['gitee', (purl) => purl.toLowerCase()],
  ['sourceforge', (purl) => purl.toLowerCase()],
  ['swift', (purl) => purl.toLowerCase()], // repositories of hosts that tell no case
]);

/** The same for all purls of one package of its registry: a key for lookups, not for display. */
export function purlKey(purl: Purl): string {
  return registryKey(purl.type, packageOf(purl));
}

/** As `purlKey`, for the text of a canonical purl without version. */
export function registryKey(type: string, plain: string): string {
  return registryFolds.get(type)?.(plain) ?? plain;
}

function splitAt(text: string, index: number): [before: string, after: string] {
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

/**
 * The index of the version: the last `@`, unless it starts a segment before the last, which is a scope that should have
 * been encoded (`@babel/core`).
 */
function versionSign(coordinates: string): number {
  const at = coordinates.lastIndexOf('@');
  const opensSegment = at === 0 || coordinates[at - 1] === '/';
  return opensSegment && coordinates.includes('/', at) ? -1 : at;
}

/** Annex B of ECMA-427. They have one meaning for every type, so even `strict` accepts them in any case, as the test suite requires. */
const standardKeys = new Set(['checksum', 'download_url', 'file_name', 'repository_url', 'vcs_url', 'vers']);

function parseQualifiers(text: string, mode: PurlMode): Record<string, string> {
  const qualifiers: Record<string, string> = Object.create(null) as Record<string, string>;
  if (text === '') return qualifiers;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [rawKey, rawValue] = splitAt(pair, pair.indexOf('='));
    const lower = rawKey.toLowerCase();
    const key = mode === 'repair' || standardKeys.has(lower) ? lower : rawKey;
    if (key in qualifiers) throw new PurlError(`Invalid purl: the qualifier "${key}" occurs twice`);
    qualifiers[key] = decode(rawValue, 'qualifiers');
  }
  return qualifiers;
}

function checkedQualifiers(given: Readonly<Record<string, string | null>>): Record<string, string> {
  const qualifiers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const key of Object.keys(given).sort()) {
    if (!/^[a-z][a-z0-9._-]*$/.test(key))
      throw new PurlError(
        'Invalid purl: the key of a qualifier must be lower-case letters, digits, ".", "-" and "_", a letter first',
      );
    const value = given[key];
    if (!value) continue;
    if (hasUnprintable(value)) throw new PurlError('Invalid purl: it has control characters or broken Unicode');
    qualifiers[key] = value;
  }
  return qualifiers;
}

function applyTypeRules(type: string, parts: PurlParts, rules: PurlTypeRules): void {
  for (const component of rules.lowercase ?? []) parts[component] = parts[component].toLowerCase();
  rules.normalize?.(parts);
  if (rules.namespace === 'prohibited' && parts.namespace !== '')
    throw new PurlError(`Invalid purl: type ${type} has no namespace; write pkg:${type}/name`);
  if (rules.namespace === 'required' && parts.namespace === '')
    throw new PurlError(`Invalid purl: type ${type} needs a namespace; write pkg:${type}/namespace/name`);
  if (rules.namespaceSegments && parts.namespace !== '') {
    const [min, max] = rules.namespaceSegments;
    const count = parts.namespace.split('/').length;
    if (count < min || count > max)
      throw new PurlError(
        `The namespace of type ${type} has ${max === Infinity ? `at least ${min}` : `${min} to ${max}`} segments`,
      );
  }
  for (const component of ['name', 'version'] as const) {
    const rule = rules[component];
    if (rule && parts[component] !== '' && !rule.pattern.test(parts[component]))
      throw new PurlError(`Invalid purl: in type ${type} the ${component} ${rule.rule}`);
  }
}

function subpathSegments(text: string): string[] {
  return text.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** Loops: the pattern `/\/+$/` is quadratic for a long run of slashes before other text. */
function trimSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

function decode(text: string, component: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PurlError(`Invalid purl: the ${component} is not percent-encoded UTF-8; write "%" itself as %25`);
  }
}

function decodeSegment(text: string, component: string): string {
  const segment = decode(text, component);
  if (segment.includes('/')) throw new PurlError(`Invalid purl: a segment of the ${component} must not contain "/"`);
  return segment;
}

/** ECMA-427, "Character encoding": letters, digits, `.-_~` and the colon are not encoded. */
function encode(text: string): string {
  if (/^[A-Za-z0-9._~:-]*$/.test(text)) return text;
  return encodeURIComponent(text)
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function encodePath(text: string): string {
  return text.split('/').map(encode).join('/');
}
