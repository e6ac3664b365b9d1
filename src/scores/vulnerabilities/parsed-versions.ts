import { type ParsedVersion, parseVersion, type VersionSchemeName } from '../../model/versions/versions.js';

/** By scheme: one version is compared with those of many statements, and read once while it is in use. */
const parsedVersions = new Map<VersionSchemeName, Map<string, ParsedVersion | null>>();
const mostParsed = 5_000;

/** As `parseVersion`, which it asks only for what was not asked lately. */
export function parsedVersion(scheme: VersionSchemeName, text: string): ParsedVersion | null {
  let own = parsedVersions.get(scheme);
  const known = own?.get(text);
  if (known !== undefined) return known;
  const version = parseVersion(scheme, text);
  if (!own || own.size >= mostParsed) parsedVersions.set(scheme, (own = new Map()));
  own.set(text, version);
  return version;
}
