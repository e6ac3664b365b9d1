import type { BomHash } from '../../model/document.js';
import type { ManifestEntry } from '../contents-builder.js';

/** Normalized name (PEP 503). Uses loops instead of a pattern that could backtrack on untrusted text. */
export const normalName = (name: string): string =>
  name
    .slice(0, 1_024)
    .split(/[-_.]/)
    .filter((part, index, parts) => part !== '' || index === 0 || index === parts.length - 1)
    .join('-')
    .toLowerCase();

const algorithms = new Map([
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

/** "sha256:<hex>" as a hash; anything else yields none. */
export function hashesOf(texts: Iterable<string>): BomHash[] {
  const hashes = new Map<string, BomHash>();
  for (const text of texts) {
    const [name = '', value = ''] = text.split(':', 2);
    const algorithm = algorithms.get(name);
    if (algorithm && /^[0-9a-fA-F]{32,128}$/.test(value)) hashes.set(text, { algorithm, value: value.toLowerCase() });
  }
  return [...hashes.values()];
}

export interface PypiPackage {
  readonly name: string;
  readonly version: string;
  readonly requirement?: string;
  /** The commit is appended with `@`: `git+https://host/o/r@commit`. */
  readonly vcs?: string;
  readonly download?: string;
  /** Another registry than the public one; empty for that. */
  readonly registry?: string;
  /** A path in the tree; such a package is in no registry. */
  readonly local?: string;
  readonly hashes?: readonly BomHash[];
  readonly line: number;
}

export function pypiComponent(found: PypiPackage): ManifestEntry {
  const { name, version, vcs, download, registry, local, ...rest } = found;
  const common = { ecosystem: 'pypi', name, version, ...rest };
  if (local !== undefined) return { ...common, source: local };
  const qualifiers: Record<string, string> = {};
  if (vcs) qualifiers['vcs_url'] = vcs;
  else if (download) qualifiers['download_url'] = download;
  else if (registry) qualifiers['repository_url'] = registry;
  const url = vcs ?? download;
  return {
    ...common,
    purl: { type: 'pypi', name, version, qualifiers },
    references: url ? [{ type: vcs ? 'vcs' : 'distribution', url }] : [],
  };
}

export interface PypiRequirement {
  readonly name: string;
  /** Version specifier without surrounding white space; empty for any version. */
  readonly specifier: string;
  /** Of `name @ url`. */
  readonly url: string;
}

/** A requirement (PEP 508) without its marker; null if it is invalid. */
export function parsePypiRequirement(text: string): PypiRequirement | null {
  const head = /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,255})\s{0,20}(?:\[[^\]]{0,1000}\])?\s{0,20}/.exec(text);
  if (!head) return null;
  const rest = text.slice(head[0].length);
  const name = head[1]!.replace(/[-_.]+$/, '');
  if (rest.startsWith('@')) return { name, specifier: '', url: rest.slice(1).trim().split(/\s/, 1)[0]! };
  const specifier = rest
    .split(';', 1)[0]!
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  if (specifier !== '' && !/^[<>=!~]/.test(specifier)) return null;
  return { name, specifier, url: '' };
}

/** The only version that a specifier allows ("==1.2.3", "===1.2.3"); empty if it allows more. */
export function pinnedVersion(specifier: string): string {
  const pinned = /^={2,3}\s*([^\s,;*]+)$/.exec(specifier.slice(0, 1_024))?.[1];
  return pinned ?? '';
}
