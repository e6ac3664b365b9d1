import type { Advisory } from './advisory.js';
import type { CveCriteria } from './cve-criteria.js';
import type { VulnerabilityStatus } from './assessment.js';
import type { Severity } from './severity.js';

/** CISA: known to be exploited. Dates are ISO 8601 days. */
export interface KnownExploited {
  readonly addedOn: string | null;
  readonly dueOn: string | null;
  readonly isRansomware: boolean;
}

/** FIRST: chance of exploitation within 30 days and its percentile, both 0–1. */
export interface ExploitPrediction {
  readonly probability: number;
  readonly percentile: number;
}

/** What is known that may concern a package or product: all advisories and criteria filed under its keys, at least. */
export interface VulnerabilityRecords {
  readonly advisories: readonly Advisory[];
  readonly criteria: readonly CveCriteria[];
}

/** What is known of the exploitation of vulnerabilities, by CVE. */
export interface ExploitationData {
  readonly exploited: ReadonlyMap<string, KnownExploited>;
  readonly predictions: ReadonlyMap<string, ExploitPrediction>;
}

/** One vulnerability, under all its names, and what it means for one version of a package or product. */
export interface Finding extends MatchedVulnerability {
  readonly exploited: KnownExploited | null;
  readonly prediction: ExploitPrediction | null;
}

/** A finding as advisories and criteria alone tell it. */
export interface MatchedVulnerability {
  /** The CVE where there is one. */
  readonly id: string;
  readonly aliases: readonly string[];
  readonly status: VulnerabilityStatus;
  readonly reason: string;
  /** The smallest version named that is later than that and not affected; null where none is named. */
  readonly fixedIn: string | null;
  readonly severity: Severity;
  readonly isMalicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly summary: string;
}

/**
 * The finding with what is known of its exploitation under any of its names.
 *
 * @param previous made of the same; where nothing else is known now, it is what is returned
 */
export function withExploitation(
  matched: MatchedVulnerability,
  exploitation: ExploitationData,
  previous?: Finding,
): Finding {
  let exploited = exploitation.exploited.get(matched.id) ?? null;
  let prediction = exploitation.predictions.get(matched.id) ?? null;
  for (const name of matched.aliases) {
    exploited ??= exploitation.exploited.get(name) ?? null;
    const candidate = exploitation.predictions.get(name);
    if (candidate && (!prediction || candidate.probability > prediction.probability)) prediction = candidate;
  }
  if (previous && isSame(previous.exploited, exploited) && isSame(previous.prediction, prediction)) return previous;
  const { id, aliases, status, reason, fixedIn, severity, isMalicious, published, modified, summary } = matched;
  return {
    // Written out: spreading an object takes ten times as long, and there are many.
    id,
    aliases,
    status,
    reason,
    fixedIn,
    severity,
    exploited,
    prediction,
    isMalicious,
    published,
    modified,
    summary,
  };
}

/** Whether two records of plain values say the same. */
function isSame<T extends object>(a: T | null, b: T | null): boolean {
  if (a === null || b === null) return a === b;
  for (const name in a) if (a[name] !== b[name]) return false;
  return true;
}
