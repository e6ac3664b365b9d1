import { parseEcosystemWord } from '../ecosystem-words.js';

/** A package named in one text with its version, as registries and scanners write it. */
export interface PackageCoordinates {
  /** The purl type, where the text names one. */
  readonly ecosystem?: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}

/** Nobody writes longer ones, and no pattern below is to be tried on them. */
const maxLength = 500;

/** JFrog Xray: `gav://org.apache:x:1.0`, `npm://@a/b:1.0`, `deb://debian:bookworm:zlib1g:1:1.2.13`. */
const xray = /^([a-z]{2,12}):\/\/(\S+)$/;
/** ORT: `Maven:org.apache:x:1.0`, `NPM:@a:b:1.0`, `PyPI::requests:2.31.0`. */
const ort = /^([A-Za-z]{2,20}):([^:\s]*):([^:\s]+):([^:\s]*)$/;
/** FOSSA: `npm+@a/b$1.0`, `mvn+org.apache:x$1.0`, `deb+zlib1g#debian#12$1:1.2.13`, `git+github.com/a/b$3f6c0a9`. */
const fossa = /^([a-z][a-z-]{1,14})\+([^\s$]+)\$(\S*)$/;
/** Sonatype shows `org.apache : x : 1.0` and `lodash : 4.17.21`. */
const spaced = /^(?:(\S+) : )?(\S+) : (v?\d\S*)$/;
/** `org.apache:x:1.0`, `lodash:4.17.21` */
const colons = /^(?:([^:\s/]+):)?([^:\s]+):(v?\d[^:\s]*)$/;
/** `lodash@4.17.21`, `@babel/core@7.1.0` */
const atSign = /^(@?[^@\s]+)@(v?\d\S*)$/;

const fossaEcosystems: Readonly<Record<string, string | undefined>> = {
  mvn: 'maven',
  pip: 'pypi',
  comp: 'composer',
  pod: 'cocoapods',
  hackage: 'hackage',
  'rpm-generic': 'rpm',
  git: undefined,
};

const xrayEcosystems: Readonly<Record<string, string>> = {
  gav: 'maven',
  go: 'golang',
  crates: 'cargo',
  rubygems: 'gem',
  alpine: 'apk',
};

/**
 * Identifiers that name their scheme: nothing else looks like them.
 *
 * @param known version of the row, where the text may leave it out
 */
export function parseSchemeCoordinates(text: string, known = ''): PackageCoordinates | undefined {
  if (text.length > maxLength) return undefined;
  return parseXray(text, known) ?? parseFossa(text, known) ?? parseOrt(text) ?? parseSpaced(text, known);
}

/** Beside its version, a text that ends with it is surely not all name. */
function parseSpaced(text: string, known: string): PackageCoordinates | undefined {
  const [, group, name, version] = (known !== '' && spaced.exec(text)) || [];
  if (name === undefined || version !== known) return undefined;
  return { name, version, ...(group !== undefined && { group }) };
}

/** Any text of a name and a version between signs; only where nothing else in its row says the version. */
export function parseCoordinates(text: string): PackageCoordinates | undefined {
  if (text.length > maxLength) return undefined;
  const known = parseSchemeCoordinates(text);
  if (known) return known;
  const [, group, name, version] = spaced.exec(text) ?? colons.exec(text) ?? [];
  if (name !== undefined && version !== undefined) return { name, version, ...(group !== undefined && { group }) };
  const [, scoped, last] = atSign.exec(text) ?? [];
  return scoped === undefined || last === undefined ? undefined : { name: scoped, version: last };
}

function parseXray(text: string, known: string): PackageCoordinates | undefined {
  const [, scheme = '', rest = ''] = xray.exec(text) ?? [];
  const ecosystem = xrayEcosystems[scheme] ?? parseEcosystemWord(scheme);
  const parts = rest.split(':');
  if (ecosystem === undefined || parts.includes('')) return undefined;
  // `gav://g:a` and `npm://x` beside a version
  if (!saysVersion(ecosystem, parts, known)) {
    const [name = '', group] = [...parts].reverse();
    return { ecosystem, name, version: '', ...(ecosystem === 'maven' && group !== undefined && { group }) };
  }
  // Distributions write an epoch before the version.
  const hasEpoch = ['deb', 'rpm'].includes(ecosystem) && parts.length > 2 && /^\d{1,3}$/.test(parts.at(-2)!);
  const versionParts = hasEpoch ? 2 : 1;
  const version = parts.slice(-versionParts).join(':').replace(/^0:/, '');
  const [name = '', group] = parts.slice(0, -versionParts).reverse();
  if (name === '' || version === '') return undefined;
  return { ecosystem, name, version, ...(ecosystem === 'maven' && group !== undefined && { group }) };
}

const saysVersion = (ecosystem: string, parts: readonly string[], known: string): boolean =>
  ecosystem === 'maven'
    ? parts.length > 2
    : parts.length > 1 && (known === '' || parts.slice(1).some((part) => known.includes(part)));

/** A revision of git is the address of a repository, and names no ecosystem. */
function parseFossa(text: string, known: string): PackageCoordinates | undefined {
  const [, fetcher = '', locator = '', revision = ''] = fossa.exec(text) ?? [];
  const ecosystem = Object.hasOwn(fossaEcosystems, fetcher) ? fossaEcosystems[fetcher] : parseEcosystemWord(fetcher);
  if (ecosystem === undefined && fetcher !== 'git') return undefined;
  const [named = ''] = locator.split('#');
  const [name = '', group] = ecosystem === 'maven' ? named.split(':').reverse() : [named];
  if (name === '') return undefined;
  return {
    ...(ecosystem !== undefined && { ecosystem }),
    ...(group !== undefined && { group }),
    name,
    version: revision || known,
  };
}

function parseOrt(text: string): PackageCoordinates | undefined {
  const [, type = '', group = '', name, version] = ort.exec(text) ?? [];
  const ecosystem = parseEcosystemWord(type);
  if (ecosystem === undefined || name === undefined || version === undefined) return undefined;
  return { ecosystem, name, version, ...(group !== '' && { group }) };
}
