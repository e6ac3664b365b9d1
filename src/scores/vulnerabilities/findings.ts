import type { Advisory } from './advisory.js';
import type { CveCriteria } from './cve-criteria.js';
import type { VulnerabilityStatus } from './judgement.js';
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
export interface Knowledge {
  readonly advisories: readonly Advisory[];
  readonly criteria: readonly CveCriteria[];
}

/** What is known of the exploitation of vulnerabilities, by CVE. */
export interface Exploits {
  readonly exploited: ReadonlyMap<string, KnownExploited>;
  readonly predictions: ReadonlyMap<string, ExploitPrediction>;
}

/** One vulnerability, under all its names, and what it means for one version of a package or product. */
export interface Finding extends FoundVulnerability {
  readonly exploited: KnownExploited | null;
  readonly prediction: ExploitPrediction | null;
}

/** A finding as advisories and criteria alone tell it. */
export interface FoundVulnerability {
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
 * @param before made of the same; where nothing else is known now, it is what is returned
 */
export function withExploits(found: FoundVulnerability, exploits: Exploits, before?: Finding): Finding {
  let exploited = exploits.exploited.get(found.id) ?? null;
  let prediction = exploits.predictions.get(found.id) ?? null;
  for (const name of found.aliases) {
    exploited ??= exploits.exploited.get(name) ?? null;
    const own = exploits.predictions.get(name);
    if (own && (!prediction || own.probability > prediction.probability)) prediction = own;
  }
  if (before && isSame(before.exploited, exploited) && isSame(before.prediction, prediction)) return before;
  const { id, aliases, status, reason, fixedIn, severity, isMalicious, published, modified, summary } = found;
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
function isSame<T extends object>(one: T | null, other: T | null): boolean {
  if (one === null || other === null) return one === other;
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}
