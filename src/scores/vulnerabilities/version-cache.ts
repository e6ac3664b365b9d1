import { type ParsedVersion, parseVersion, type VersionSchemeName } from '../../model/versions/versions.js';

/** By scheme: one version is compared with those of many statements, and read once while it is in use. */
const parsedVersions = new Map<VersionSchemeName, Map<string, ParsedVersion | null>>();
const maxCached = 5_000;
/** One version is compared with hundreds of statements in turn. */
let latestScheme: VersionSchemeName | null = null;
let latestText = '';
let latestVersion: ParsedVersion | null = null;

/** As `parseVersion`, which it asks only for what was not asked lately. */
export function parseVersionCached(scheme: VersionSchemeName, text: string): ParsedVersion | null {
  if (latestText === text && latestScheme === scheme) return latestVersion;
  let ofScheme = parsedVersions.get(scheme);
  let version = ofScheme?.get(text);
  if (version === undefined) {
    version = parseVersion(scheme, text);
    if (!ofScheme || ofScheme.size >= maxCached) parsedVersions.set(scheme, (ofScheme = new Map()));
    ofScheme.set(text, version);
  }
  latestScheme = scheme;
  latestText = text;
  latestVersion = version;
  return version;
}
