import type { Purl } from '../../model/purl.js';
import {
  compareParsedVersions,
  type ParsedVersion,
  parseVersion,
  schemeForPurlType,
  type VersionSchemeName,
} from '../../model/versions/versions.js';
import type { Advisory } from './advisory.js';
import { judgePackage } from './package-judgement.js';

/** What to update to. */
export interface FixAdvice {
  readonly version: string;
  /** How many of the advisories that affect the component now no longer do in that version. */
  readonly solved: number;
  /** Ids of those that still do. */
  readonly remaining: readonly string[];
}

/** The smallest of some versions that is later than another; null where none is, or none can be ordered. */
export function smallestLater(scheme: VersionSchemeName, than: string, versions: readonly string[]): string | null {
  return laterVersions(scheme, than, versions)[0]?.text ?? null;
}

/**
 * The smallest version that rids the package of as many of its advisories as one of the named fixes can; null where no
 * advisory that affects it names a later version. `advisories` are all that are known for the package, so that a version
 * which is vulnerable itself is not advised.
 */
export function adviseFix(purl: Purl, version: string, advisories: readonly Advisory[]): FixAdvice | null {
  const current = advisories.filter((advisory) => !advisory.isWithdrawn);
  const affecting = current.filter((advisory) => judgePackage(purl, version, advisory)?.status === 'affected');
  const named = affecting.flatMap((advisory) => judgePackage(purl, version, advisory)!.fixedIn);
  let best: FixAdvice | null = null;
  for (const { text } of laterVersions(schemeForPurlType(purl.type), version, named)) {
    const remaining = current.filter((advisory) => judgePackage(purl, text, advisory)?.status === 'affected');
    if (best && remaining.length >= best.remaining.length) continue;
    const still = new Set(remaining);
    best = {
      version: text,
      solved: affecting.filter((advisory) => !still.has(advisory)).length,
      remaining: remaining.map(({ id }) => id),
    };
  }
  return best;
}

/** In ascending order, without repeats. */
function laterVersions(scheme: VersionSchemeName, than: string, versions: readonly string[]): ParsedVersion[] {
  const start = parseVersion(scheme, than);
  const parsed = [...new Set(versions)].flatMap((text) => parseVersion(scheme, text) ?? []);
  return parsed
    .filter((one) => start !== null && compareParsedVersions(one, start) > 0)
    .sort((a, b) => compareParsedVersions(a, b));
}
