import { buildPurl, type Purl, purlKey, PurlError, purlOrNull } from '../../model/purl.js';

/** A purl type, with the namespace where the ecosystem is one distribution. */
interface PackageHome {
  readonly type: string;
  readonly namespace?: string;
}

/** OSV ecosystems (ossf.github.io/osv-schema, "Defined ecosystems"), in lower case and without what follows the colon. */
const homes: ReadonlyMap<string, PackageHome> = new Map<string, PackageHome>([
  ['almalinux', { type: 'rpm', namespace: 'almalinux' }],
  ['alpine', { type: 'apk', namespace: 'alpine' }],
  ['bitnami', { type: 'bitnami' }],
  ['chainguard', { type: 'apk', namespace: 'chainguard' }],
  ['conancenter', { type: 'conan' }],
  ['cran', { type: 'cran' }],
  ['crates.io', { type: 'cargo' }],
  ['debian', { type: 'deb', namespace: 'debian' }],
  ['github actions', { type: 'github' }],
  ['go', { type: 'golang' }],
  ['hackage', { type: 'hackage' }],
  ['hex', { type: 'hex' }],
  ['julia', { type: 'julia' }],
  ['mageia', { type: 'rpm', namespace: 'mageia' }],
  ['maven', { type: 'maven' }],
  ['npm', { type: 'npm' }],
  ['nuget', { type: 'nuget' }],
  ['openeuler', { type: 'rpm', namespace: 'openeuler' }],
  ['opensuse', { type: 'rpm', namespace: 'opensuse' }],
  ['packagist', { type: 'composer' }],
  ['photon os', { type: 'rpm', namespace: 'photon' }],
  ['pub', { type: 'pub' }],
  ['pypi', { type: 'pypi' }],
  ['red hat', { type: 'rpm', namespace: 'redhat' }],
  ['rocky linux', { type: 'rpm', namespace: 'rocky-linux' }],
  ['rubygems', { type: 'gem' }],
  ['suse', { type: 'rpm', namespace: 'suse' }],
  ['swifturl', { type: 'swift' }],
  ['ubuntu', { type: 'deb', namespace: 'ubuntu' }],
  ['vscode', { type: 'vscode-extension' }],
  ['wolfi', { type: 'apk', namespace: 'wolfi' }],
]);

/** The package of a record as a purl without version: from its ecosystem and name, or the purl it carries; null if neither. */
export function packagePurl(ecosystem: string, name: string, statedPurl: string | undefined): Purl | null {
  const stated = statedPurl === undefined ? null : purlOrNull(statedPurl);
  const home = homes.get(ecosystem.split(':', 1)[0]!.trim().toLowerCase());
  if (stated || !home) return stated;
  const path = name.replace(/^https?:\/\//, '').replace(home.type === 'maven' ? ':' : /$^/, '/');
  const slash = home.namespace ? -1 : path.lastIndexOf('/');
  try {
    return buildPurl({
      type: home.type,
      namespace: home.namespace ?? path.slice(0, Math.max(0, slash)),
      name: path.slice(slash + 1),
    });
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

/** "Debian:12" is 12, "Alpine:v3.18" is 3.18, "Ubuntu:22.04:LTS" is 22.04; null for an ecosystem without releases. */
export function releaseOf(ecosystem: string): string | null {
  const colon = ecosystem.indexOf(':');
  return colon < 0 ? null : (/\d+(?:\.\d+)*/.exec(ecosystem.slice(colon))?.[0] ?? null);
}

const codenames: Readonly<Record<string, string>> = {
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
};

/** The release that a package comes from, by the qualifier `distro` ("debian-12", "jammy"); null where it is not said. */
export function releaseOfPurl(purl: Purl): string | null {
  const distro = purl.qualifiers['distro']?.toLowerCase();
  if (!distro) return null;
  const word = distro.split('-').at(-1)!;
  return Object.hasOwn(codenames, word) ? codenames[word]! : (/\d+(?:\.\d+)*/.exec(distro)?.[0] ?? null);
}

/** Whether a package of release `actual` (3.18.4) belongs to the release that a record speaks of (3.18). */
export function isSameRelease(stated: string, actual: string): boolean {
  return actual === stated || actual.startsWith(`${stated}.`);
}

/**
 * The keys under which advisories on a package are filed: its own, and for packages of a distribution the source package
 * it was built from (qualifier `upstream`, which scanners write), which is what distributions name.
 */
export function advisoryKeys(purl: Purl): readonly string[] {
  const known = keysOfPurl.get(purl);
  if (known) return known;
  const keys = readAdvisoryKeys(purl);
  keysOfPurl.set(purl, keys);
  return keys;
}

/** Every advisory asks for them again. */
const keysOfPurl = new WeakMap<Purl, readonly string[]>();

function readAdvisoryKeys(purl: Purl): string[] {
  const keys = [purlKey(purl)];
  for (const source of (purl.qualifiers['upstream'] ?? '').split(',')) {
    const name = source
      .trim()
      .split('@', 1)[0]!
      .replace(/-\d[^-]*-[^-]*\.src\.rpm$/, '');
    if (name !== '') keys.push(purlKey({ ...purl, name }));
  }
  return [...new Set(keys)];
}

/** The version as the package manager compares it: RPM keeps the epoch in a qualifier. */
export function comparableVersion(purl: Purl, version: string): string {
  const epoch = purl.type === 'rpm' ? purl.qualifiers['epoch'] : undefined;
  return epoch && !version.includes(':') ? `${epoch}:${version}` : version;
}
