import { compareParsedVersions, type ParsedVersion, type VersionSchemeName } from '../../model/versions/versions.js';
import { parseVersionCached } from './version-cache.js';

/** What to update to. */
export interface FixAdvice {
  readonly version: string;
  /** How many of the vulnerabilities that affect the component now no longer do in that version. */
  readonly solved: number;
  /** Ids of those that still do. */
  readonly remaining: readonly string[];
}

/** Those of the versions that are later than another, in ascending order, without repeats; what cannot be ordered is left out. */
export function laterVersions(scheme: VersionSchemeName, than: string, versions: readonly string[]): ParsedVersion[] {
  const start = versions.length === 0 ? null : parseVersionCached(scheme, than);
  if (start === null) return [];
  const later = [...new Set(versions)].flatMap((text) => {
    const version = parseVersionCached(scheme, text);
    return version && compareParsedVersions(version, start) > 0 ? [version] : [];
  });
  return later.length > 1 ? later.sort((a, b) => compareParsedVersions(a, b)) : later;
}
