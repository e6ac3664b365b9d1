import { beginningOf } from '../../model/text.js';
import { type Advisory, maxSummaryLength } from './advisory.js';
import type { CveCriteria } from './cve-criteria.js';
import type { VulnerabilityStatus } from './assessment.js';
import { compareLevels, type Severity, type SeverityLevel } from './severity.js';

/** Entry of CISA's catalogue of known exploited vulnerabilities. Dates are ISO 8601 days. */
export interface KnownExploited {
  readonly addedOn: string | null;
  readonly dueOn: string | null;
  readonly isRansomware: boolean;
}

/** FIRST EPSS: probability of exploitation within 30 days and its percentile, both 0–1. */
export interface ExploitPrediction {
  readonly probability: number;
  readonly percentile: number;
}

/** Records that may apply to a package or product: at least all advisories and criteria under its keys. */
export interface VulnerabilityRecords {
  readonly advisories: readonly Advisory[];
  readonly criteria: readonly CveCriteria[];
}

/** What the records of a CVE itself say, whatever product they name. */
export interface CveFacts {
  readonly severity: Severity;
  readonly description: string;
  /** ISO 8601. */
  readonly published: string | null;
  readonly modified: string | null;
  /** All of its records are rejected. */
  readonly isRejected: boolean;
  readonly sources: readonly string[];
}

/** How a source rates a CVE, whatever product it is in. */
export interface CveRating {
  readonly severity: Severity;
  /** In words: "NVD". */
  readonly source: string;
}

/** How another source rates the CVE of a finding, worse than the advisory whose severity the finding has. */
export interface WorseRating {
  readonly cve: string;
  readonly severity: SeverityLevel;
  /** CVSS base score; null: the source has none. */
  readonly score: number | null;
  /** In words: "NVD". */
  readonly source: string;
}

/** Exploitation of vulnerabilities, by CVE. */
export interface ExploitationData {
  /** For those that no matched record rates, or dates. */
  readonly records: ReadonlyMap<string, CveFacts>;
  /** The worst that a record of the CVE itself rates it, of those that an advisory rates. */
  readonly ratings: ReadonlyMap<string, CveRating>;
  readonly exploited: ReadonlyMap<string, KnownExploited>;
  readonly predictions: ReadonlyMap<string, ExploitPrediction>;
  /** CVEs all records of which are rejected, while an advisory still names them. */
  readonly rejected: ReadonlySet<string>;
}

/** One vulnerability with its status for one version of a package or product. */
export interface Finding extends MatchedVulnerability {
  readonly exploited: KnownExploited | null;
  readonly prediction: ExploitPrediction | null;
  /** Null: no source rates it worse. */
  readonly worseRating: WorseRating | null;
}

/** A finding from advisories and criteria alone, without exploitation data. */
export interface MatchedVulnerability {
  /** The CVE where there is one. */
  readonly id: string;
  readonly aliases: readonly string[];
  /** Vulnerabilities of others that its advisories pass on; empty where the finding was stored. */
  readonly upstream: readonly string[];
  readonly status: VulnerabilityStatus;
  readonly reason: string;
  /**
   * The smallest later version that a source names as not affected, with the name of the source package before it where
   * it is not a version of the component; null where there is none.
   */
  readonly fixedIn: string | null;
  readonly severity: Severity;
  readonly isMalicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly summary: string;
  /** Path of the module of Go that may hold the component, where advisories on that module alone make the finding. */
  readonly module: string | null;
}

/**
 * Adds exploitation data found under any of the vulnerability's names, or of those that it passes on; the worst counts.
 *
 * @param previous finding of the same match; returned where the exploitation data is unchanged
 */
export function withExploitation(
  matched: MatchedVulnerability,
  exploitation: ExploitationData,
  previous?: Finding,
): Finding {
  let exploited = exploitation.exploited.get(matched.id) ?? null;
  let prediction = exploitation.predictions.get(matched.id) ?? null;
  for (const name of [...matched.aliases, ...matched.upstream]) {
    const known = exploitation.exploited.get(name);
    if (known && (!exploited || known.isRansomware)) exploited = known;
    const candidate = exploitation.predictions.get(name);
    if (candidate && (!prediction || candidate.probability > prediction.probability)) prediction = candidate;
  }
  const { severity, summary, published, modified } = withRecords(matched, exploitation.records);
  const worseRating = worseRatingOf(matched, exploitation.ratings);
  const reason = withRejection(matched, exploitation.rejected) + (worseRating ? ` (${disagreement(matched.severity.level, worseRating)})` : ''); // prettier-ignore
  if (
    previous &&
    previous.reason === reason &&
    isSame(previous.exploited, exploited) &&
    isSame(previous.prediction, prediction) &&
    isSame(previous.severity, severity) &&
    isSame(previous.worseRating, worseRating) &&
    previous.summary === summary &&
    previous.published === published &&
    previous.modified === modified
  )
    return previous;
  const { id, aliases, upstream, status, fixedIn, isMalicious, module } = matched;
  return {
    // Members are written out, because a spread is ten times slower.
    id,
    aliases,
    upstream,
    status,
    reason,
    fixedIn,
    severity,
    exploited,
    prediction,
    worseRating,
    isMalicious,
    published,
    modified,
    summary,
    module,
  };
}

/** An advisory outlives its CVE: it counts, and the reason says that nobody stands for the CVE any more. */
function withRejection({ id, aliases, reason }: MatchedVulnerability, rejected: ReadonlySet<string>): string {
  if (rejected.size === 0) return reason;
  const names = [id, ...aliases].filter((name) => rejected.has(name));
  return names.length === 0 ? reason : `${reason} (${names.join(' and ')} was rejected)`;
}

/** The rating of the advisory on the package counts; null where no record of the CVE rates it worse. */
function worseRatingOf(
  { id, aliases, severity: { level } }: MatchedVulnerability,
  ratings: ExploitationData['ratings'],
): WorseRating | null {
  if (level === 'unknown' || ratings.size === 0) return null;
  let worst: WorseRating | null = null;
  for (const cve of [id, ...aliases]) {
    const rating = ratings.get(cve);
    if (!rating || rating.severity.level === 'unknown') continue;
    const { level: severity, score } = rating.severity;
    if (compareLevels(severity, worst?.severity ?? level) > 0) worst = { cve, severity, score, source: rating.source };
  }
  return worst;
}

/** That another source rates a finding worse than its severity, in words. */
export function disagreement(level: SeverityLevel, { cve, severity, score, source }: WorseRating): string {
  const rated = score === null ? severity : `${severity}, CVSS ${score.toFixed(1)}`;
  return `rated ${level} by its advisory, which counts, and by ${source} worse: ${cve} ${rated}`;
}

type Described = Pick<MatchedVulnerability, 'severity' | 'summary' | 'published' | 'modified'>;

/** Each member as matched records say it, else as the records of its CVEs do: criteria of products say none of them. */
function withRecords(matched: MatchedVulnerability, records: ExploitationData['records']): Described {
  const { id, aliases } = matched;
  let described: Described = matched;
  for (const name of [id, ...aliases]) {
    const record = records.get(name);
    if (!record) continue;
    described = {
      severity: described.severity.level === 'unknown' ? record.severity : described.severity,
      summary: described.summary || beginningOf(record.description, maxSummaryLength),
      published: described.published ?? record.published,
      modified: described.modified ?? record.modified,
    };
  }
  return described;
}

/** Shallow equality of records of primitive values. */
function isSame<T extends object>(a: T | null, b: T | null): boolean {
  if (a === null || b === null) return a === b;
  for (const name in a) if (a[name] !== b[name]) return false;
  return true;
}
