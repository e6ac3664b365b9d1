import { alpm } from './alpm.js';
import { apk } from './apk.js';
import { bitnami } from './bitnami.js';
import { composer } from './composer.js';
import { conan } from './conan.js';
import { cpan } from './cpan.js';
import { cran } from './cran.js';
import { datetime } from './datetime.js';
import { deb } from './deb.js';
import { gem } from './gem.js';
import { generic } from './generic.js';
import { golang } from './golang.js';
import { intdot } from './intdot.js';
import { lexicographic } from './lexicographic.js';
import { maven } from './maven.js';
import { nuget } from './nuget.js';
import { pub } from './pub.js';
import { pypi } from './pypi.js';
import { rpm } from './rpm.js';
import { compareText, maxVersionLength, type VersionScheme } from './scheme.js';
import { semantic } from './semantic.js';

/** All version schemes by VERS type (which is the purl type where there is one). */
const schemes = {
  alpm,
  apk,
  bitnami,
  cargo: semantic,
  composer,
  conan,
  cpan,
  cran,
  datetime,
  deb,
  gem,
  generic,
  golang,
  hackage: cran,
  hex: semantic,
  intdot,
  lexicographic,
  maven,
  npm: semantic,
  nuget,
  pub,
  pypi,
  rpm,
  semver: semantic,
} as const;

export type VersionSchemeName = keyof typeof schemes;

/** purl types whose scheme has another name; types that are neither here nor a scheme are `generic`. */
const schemeOfType: Readonly<Record<string, VersionSchemeName>> = {
  bazel: 'semver',
  'chrome-extension': 'intdot',
  cocoapods: 'gem',
  // Builds of one version of a library (1.2.3+1) are numbered, and advisories say in which it is mended.
  julia: 'pub',
  opam: 'deb',
  swift: 'semver',
  'vscode-extension': 'semver',
};

export const versionSchemeNames = Object.keys(schemes) as readonly VersionSchemeName[];

export function isVersionScheme(name: string): name is VersionSchemeName {
  return Object.hasOwn(schemes, name);
}

export function schemeForPurlType(type: string): VersionSchemeName {
  if (isVersionScheme(type)) return type;
  return Object.hasOwn(schemeOfType, type) ? schemeOfType[type]! : 'generic';
}

/** A version parsed once for many comparisons. */
export interface ParsedVersion {
  readonly scheme: VersionSchemeName;
  readonly text: string;
  readonly value: unknown;
}

/** Null where the text is not a version of the scheme, or too long. */
export function parseVersion(scheme: VersionSchemeName, text: string): ParsedVersion | null {
  if (text.length > maxVersionLength) return null;
  const value: unknown = schemes[scheme].parse(text);
  return value === null ? null : { scheme, text, value };
}

/** Negative, zero or positive. Both are of the same scheme. */
export function compareParsedVersions(a: ParsedVersion, b: ParsedVersion): number {
  return (schemes[a.scheme] as VersionScheme).compare(a.value, b.value);
}

/**
 * Where a version lies from one that a bound or a list names: zero also for what the ecosystem counts as that one (PEP
 * 440: 2.0+cu118 where 2.0 is named).
 */
export function compareToNamedVersion(version: ParsedVersion, named: ParsedVersion): number {
  const scheme = schemes[version.scheme] as VersionScheme;
  return (scheme.compareToNamed ?? scheme.compare)(version.value, named.value);
}

/**
 * Orders any two texts: texts that are not versions of the scheme come before all versions, by code unit. Use
 * `parseVersion` where such texts must not be compared.
 */
export function compareVersions(scheme: VersionSchemeName, a: string, b: string): number {
  const [left, right] = [parseVersion(scheme, a), parseVersion(scheme, b)];
  if (left && right) return compareParsedVersions(left, right);
  if (left || right) return left ? 1 : -1;
  return compareText(a, b);
}
