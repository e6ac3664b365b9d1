import { compareParsedVersions, type ParsedVersion, type VersionSchemeName } from '../../model/versions/versions.js';
import type { Assessment } from './assessment.js';
import { parseVersionCached } from './version-cache.js';

/** A recommended update. */
export interface FixAdvice {
  readonly version: string;
  /** Name of the source package whose version it is; without it it is the component's own. */
  readonly source?: string;
  /** Number of vulnerabilities that the update removes. */
  readonly solved: number;
  /** Ids of vulnerabilities that still affect that version. */
  readonly remaining: readonly string[];
}

/** A version that removes vulnerabilities, of the component or of its source package. */
export type Fix = Pick<FixAdvice, 'version' | 'source'>;

/** A fix in words: a version of the source package with its name, because the component's own version is another. */
export const fixText = ({ version, source }: Fix): string => (source === undefined ? version : `${source} ${version}`);

/** The fixes that assessments name. */
export const fixesOf = (assessments: readonly Assessment[]): Fix[] =>
  assessments.flatMap(({ fixedIn, source }) =>
    fixedIn.map((version) => (source === undefined ? { version } : { version, source })),
  );

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
