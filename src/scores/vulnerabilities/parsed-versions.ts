import { type ParsedVersion, parseVersion, type VersionSchemeName } from '../../model/versions/versions.js';

/** By scheme: one version is compared with those of many statements, and read once while it is in use. */
const parsedVersions = new Map<VersionSchemeName, Map<string, ParsedVersion | null>>();
const mostParsed = 5_000;
/** One version is compared with hundreds of statements in turn. */
let latestScheme: VersionSchemeName | null = null;
let latestText = '';
let latestVersion: ParsedVersion | null = null;

/** As `parseVersion`, which it asks only for what was not asked lately. */
export function parsedVersion(scheme: VersionSchemeName, text: string): ParsedVersion | null {
  if (latestText === text && latestScheme === scheme) return latestVersion;
  let own = parsedVersions.get(scheme);
  let version = own?.get(text);
  if (version === undefined) {
    version = parseVersion(scheme, text);
    if (!own || own.size >= mostParsed) parsedVersions.set(scheme, (own = new Map()));
    own.set(text, version);
  }
  latestScheme = scheme;
  latestText = text;
  latestVersion = version;
  return version;
}
