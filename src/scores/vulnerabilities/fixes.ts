import { compareParsedVersions, type ParsedVersion, type VersionSchemeName } from '../../model/versions/versions.js';
import { parseVersionCached } from './version-cache.js';

/** A recommended update. */
export interface FixAdvice {
  readonly version: string;
  /** Number of vulnerabilities that the update removes. */
  readonly solved: number;
  /** Ids of vulnerabilities that still affect that version. */
  readonly remaining: readonly string[];
}

/** Distinct versions later than `than`, ascending; versions that the scheme cannot parse are left out. */
export function laterVersions(scheme: VersionSchemeName, than: string, versions: readonly string[]): ParsedVersion[] {
  const start = versions.length === 0 ? null : parseVersionCached(scheme, than);
  if (start === null) return [];
  const later = [...new Set(versions)].flatMap((text) => {
    const version = parseVersionCached(scheme, text);
    return version && compareParsedVersions(version, start) > 0 ? [version] : [];
  });
  return later.length > 1 ? later.sort((a, b) => compareParsedVersions(a, b)) : later;
}
