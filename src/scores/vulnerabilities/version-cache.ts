import { isCommitHash, isComparableVersion } from '../../model/versions/declared-version.js';
import { type ParsedVersion, parseVersion, type VersionSchemeName } from '../../model/versions/versions.js';

/** Parsed versions by scheme: one version is compared with the ranges of many advisories. */
const parsedVersions = new Map<VersionSchemeName, Map<string, ParsedVersion | null>>();
const maxCached = 5_000;
/** The last lookup: one version is compared with hundreds of ranges in a row. */
let latestScheme: VersionSchemeName | null = null;
let latestText = '';
let latestVersion: ParsedVersion | null = null;

/** `parseVersion` with a cache; null also for commits and words, which some schemes order among versions. */
export function parseVersionCached(scheme: VersionSchemeName, text: string): ParsedVersion | null {
  if (latestText === text && latestScheme === scheme) return latestVersion;
  let ofScheme = parsedVersions.get(scheme);
  let version = ofScheme?.get(text);
  if (version === undefined) {
    version = isComparableVersion(text) && !isCommitHash(text) ? parseVersion(scheme, text) : null;
    if (!ofScheme || ofScheme.size >= maxCached) parsedVersions.set(scheme, (ofScheme = new Map()));
    ofScheme.set(text, version);
  }
  latestScheme = scheme;
  latestText = text;
  latestVersion = version;
  return version;
}
