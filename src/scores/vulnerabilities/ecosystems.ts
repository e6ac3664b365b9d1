import { withoutGoPrefix } from '../../model/go-paths.js';
import { isDistributionEcosystem } from '../../model/osv-package.js';
import type { Purl } from '../../model/purl.js';
import { purlTypes } from '../../model/purl-types.js';
import { withoutPlatform } from '../../model/versions/gem.js';

/**
 * Release of an OSV ecosystem: "Debian:12" is 12, "Alpine:v3.18" is 3.18, "Ubuntu:22.04:LTS" is 22.04, "SUSE:Linux
 * Enterprise Server 15 SP5" is 15.5, "openSUSE:Tumbleweed" is tumbleweed; null for an ecosystem without releases.
 */
export function releaseOf(ecosystem: string): string | null {
  const colon = ecosystem.indexOf(':');
  if (colon < 0 || !isDistributionEcosystem(ecosystem)) return null;
  const product = ecosystem.slice(colon + 1);
  if (!/^red hat:/i.test(ecosystem)) return parseRelease(product);
  // Other products of Red Hat have their own versions; some declare the release that they are built for.
  const built = /::el(\d+)/.exec(product)?.[1];
  return built ?? (/^(?:enterprise_linux|rhel_(?!software))/.test(product) ? parseRelease(product) : null);
}

/** Releases that have no end, by their names in ecosystems and in `distro`, where the day of an image may follow. */
const rolling = /tumbleweed|microos|(?<=^|alpaquita-|bellsoft-hardened-containers-)stream$/i;

/** A rolling release, or the first dotted number in the text, and the service pack after it. */
function parseRelease(text: string): string | null {
  const [name] = rolling.exec(text) ?? [];
  // MicroOS is Tumbleweed, with the same packages.
  if (name !== undefined) return /stream/i.test(name) ? 'stream' : 'tumbleweed';
  const [, release, pack] = /(\d+(?:\.\d+)*)(?:[ -]LTS)?(?:[ -]?SP(\d+))?/i.exec(text) ?? [];
  return release === undefined ? null : pack === undefined ? release : `${release}.${pack}`;
}

const codenames: Readonly<Record<string, string>> = {
  jessie: '8',
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
  trusty: '14.04',
  xenial: '16.04',
  bionic: '18.04',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
  oracular: '24.10',
  plucky: '25.04',
  questing: '25.10',
};

/** Release of a package by the qualifier `distro` ("debian-12", "jammy"), else by its version; null where it has none. */
export function releaseOfPurl(purl: Purl): string | null {
  const distro = purl.qualifiers['distro']?.toLowerCase();
  if (!distro) return purl.type === 'rpm' ? releaseOfBuild(purl) : null;
  const word = distro.split('-').at(-1)!;
  return Object.hasOwn(codenames, word) ? codenames[word]! : parseRelease(distro);
}

/** `1.1.1k-9.el8_6` is a build for release 8; Tumbleweed is in the namespace. */
function releaseOfBuild({ namespace, version }: Purl): string | null {
  const [mark, release] = /[.+_]el(\d+)|tumbleweed/.exec(`${namespace} ${version}`) ?? [];
  return release ?? mark ?? null;
}

/** Whether release `actual` (3.18.4) is part of the declared release (3.18). */
export function isSameRelease(declared: string, actual: string): boolean {
  return actual === declared || actual.startsWith(`${declared}.`);
}

/**
 * The version in the form that the package manager compares: scanners write the epoch as a qualifier, and the platform of
 * a gem into its version; Go calls its releases `go1.21.3`, Drupal its modules' `8.x-1.5`, and Maven a snapshot by the time
 * of its deployment.
 */
export function comparableVersion({ type, namespace, qualifiers }: Purl, version: string): string {
  if (type === 'gem') return withoutPlatform(version);
  if (type === 'golang') return withoutGoPrefix(version);
  // packages.drupal.org names release 8.x-1.5 of a module 1.5.0.
  if (type === 'composer' && namespace === 'drupal') return version.replace(/^8\.x-(?=\d)/, '');
  if (type === 'maven') return version.replace(deployedSnapshot, '-SNAPSHOT');
  const epoch = type === 'rpm' || type === 'deb' ? qualifiers['epoch'] : undefined;
  return epoch && !version.includes(':') ? `${epoch}:${version}` : normalizeVersionCase(type, version);
}

/** `2.0-20240101.120000-1` is a build of `2.0-SNAPSHOT`, which the order of versions puts after 2.0. */
const deployedSnapshot = /-\d{8}\.\d{6}-\d+$/;

/** Lower case where the purl type definition requires it. */
export const normalizeVersionCase = (type: string, version: string): string =>
  purlTypes.get(type)?.lowercase?.includes('version') ? version.toLowerCase() : version;
