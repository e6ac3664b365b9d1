import type { BomHash, BomReference } from '../../model/document.js';
import type { ManifestEntry } from '../contents-builder.js';
import { registryQualifier } from '../registries.js';
import { publicScopes, type ScopeRegistries } from './scope-registries.js';

/** Source of a package according to its lock file. */
interface Source {
  readonly kind: 'registry' | 'archive' | 'git' | 'local' | 'unstated';
  readonly url: string;
}

const algorithms = new Map([
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

/** Hashes of Subresource Integrity ("sha512-<base64>", separated by spaces); others are skipped. */
export function hashesOfIntegrity(integrity: string): BomHash[] {
  return integrity
    .slice(0, 4096)
    .split(/\s+/)
    .flatMap((text) => {
      const [name = '', digest = ''] = text.split('?', 1)[0]!.split('-', 2);
      const algorithm = algorithms.get(name);
      if (!algorithm || !/^[A-Za-z0-9+/]+={0,2}$/.test(digest)) return [];
      return [{ algorithm, value: Buffer.from(digest, 'base64').toString('hex') }];
    });
}

const gitAddress = /^(?:git(?:\+[a-z]+)?:|github:|gitlab:|bitbucket:|gist:|ssh:|git@)|\.git(?:#|$)/;

function sourceOf(resolved: string): Source {
  if (resolved === '') return { kind: 'unstated', url: '' };
  if (gitAddress.test(resolved)) return { kind: 'git', url: resolved };
  if (!/^https?:\/\//.test(resolved)) return { kind: 'local', url: resolved };
  // npm and yarn lock `github:owner/name` as an archive of the commit: it stands for the repository.
  if (/^https:\/\/codeload\.github\.com\//.test(resolved)) return { kind: 'git', url: resolved };
  return { kind: /\/-\/|\/_attachments\/|\/download\/@?[^/]/.test(resolved) ? 'registry' : 'archive', url: resolved };
}

export interface NpmPackage {
  /** Name in the registry, with scope. */
  readonly name: string;
  readonly version: string;
  /** Resolved address; empty: the default registry. */
  readonly resolved: string;
  readonly integrity: string;
  readonly line: number;
  /** Of the project that it is a dependency of. */
  readonly registries?: ScopeRegistries;
}

/**
 * A locked package as a manifest entry. Packages from other sources than a registry get a purl that names their source.
 */
export function npmComponent({ resolved, integrity, line, registries, ...declared }: NpmPackage): ManifestEntry {
  const archive = registryArchive(resolved);
  const name = archive?.name ?? declared.name;
  const version = declared.version || (archive?.version ?? '');
  const slash = name.startsWith('@') ? name.indexOf('/') : -1;
  const group = slash < 0 ? '' : name.slice(0, slash);
  const plainName = name.slice(slash + 1);
  const source = sourceOf(resolved);
  const common = { ecosystem: 'npm', name: plainName, group, version, integrity, line };
  const hashes = hashesOfIntegrity(integrity);
  if (source.kind === 'local') return { ...common, hashes, source: resolved };
  const qualifiers: Record<string, string> = {};
  const references: BomReference[] = [];
  if (source.kind === 'git') qualifiers['vcs_url'] = vcsUrl(source.url);
  if (source.kind === 'archive') qualifiers['download_url'] = source.url;
  if (source.kind === 'registry' || source.kind === 'unstated')
    qualifiers['repository_url'] = registryOf(group, resolved, registries);
  if (source.kind === 'git') references.push({ type: 'vcs', url: vcsUrl(source.url) });
  else if (source.kind !== 'unstated') references.push({ type: 'distribution', url: source.url });
  return {
    ...common,
    hashes,
    references,
    purl: { type: 'npm', namespace: group, name: plainName, version, qualifiers },
  };
}

const githubPackages = 'https://npm.pkg.github.com';

/** What another registry has only for the packages of a scope; an address alone may be that of a proxy. */
function registryOf(scope: string, resolved: string, registries: ScopeRegistries = publicScopes): string {
  if (scope === '' || (resolved !== '' && registryQualifier('npm', resolved) === '')) return '';
  return registries(scope) || (resolved.startsWith(`${githubPackages}/`) ? githubPackages : '');
}

/**
 * Name and version from the address of an archive: `…/@scope/name/-/name-1.0.0.tgz`. A package requested by address may
 * have any name in the lock file.
 */
function registryArchive(url: string): { readonly name: string; readonly version: string } | null {
  const parts = url.split(/[?#]/, 1)[0]!.split('/');
  const [scope = '', name = '', dash, file = ''] = parts.slice(-4);
  if (dash !== '-' || !/^https?:/.test(url) || !file.startsWith(`${name}-`) || !file.endsWith('.tgz')) return null;
  const version = file.slice(name.length + 1, -'.tgz'.length);
  return { name: scope.startsWith('@') ? `${scope}/${name}` : name, version };
}

/** SPDX 2.3, 7.7.1 ("Package download location"), for the spellings of npm: `git+https://host/owner/name@commit`. */
export function vcsUrl(address: string): string {
  const archive =
    /^https:\/\/codeload\.github\.com\/([^/]+\/[^/]+)\/(?:legacy\.)?tar\.gz\/(?:refs\/(?:heads|tags)\/)?(.+)$/.exec(
      address,
    );
  if (archive) return `git+https://github.com/${archive[1]!}.git@${archive[2]!}`;
  const [location = '', fragment = ''] = address.split('#', 2);
  const commit = fragment.replace(/^commit=/, '').split('&', 1)[0]!;
  const shorthand = /^(github|gitlab|bitbucket):(?!\/)(.+)$/.exec(location);
  const hosts: Record<string, string> = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' };
  let url = location;
  if (shorthand) url = `https://${hosts[shorthand[1]!]!}/${shorthand[2]!}`;
  else if (/^git@[^/:]+:/.test(location)) url = `ssh://${location.replace(':', '/')}`;
  const schemed = url.startsWith('git') ? url : `git+${url}`;
  return commit === '' ? schemed : `${schemed}@${commit}`;
}

const isArchivePath = (path: string): boolean => /\.(?:tgz|tar\.gz|tar)$/.test(path);

/** Folder of the tree that a range or address names ("file:../x", "link:x", "workspace:x", "../x"); else null. */
export function localFolder(range: string): string | null {
  // Yarn adds for whom the path is: `file:x.tgz::locator=…`.
  const written = range.split('::', 1)[0]!;
  if (/^(?:\.{1,2}|~)?(?:\/|\\|$)/.test(written)) return written === '' || isArchivePath(written) ? null : written;
  const [, protocol, path = ''] = /^(file|link|portal|workspace):([^#]*)/.exec(written) ?? [];
  return protocol === undefined || (protocol === 'file' && isArchivePath(path)) ? null : path;
}
