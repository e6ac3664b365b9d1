import type { Json, JsonObject } from '../../model/document.js';
import { filledObjectsOf, objectOf, optionalText } from '../../model/json.js';
import { type CvssScore, cvssScore, type CvssVersion } from './cvss.js';
/** Qualitative severity (first.org/cvss, "Qualitative Severity Rating Scale"), most severe first. */
export const severityLevels = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type SeverityLevel = (typeof severityLevels)[number];

/** Severity declared by one source: a CVSS vector as written, or a level without a vector. */
export type DeclaredSeverity = { readonly vector: string } | { readonly level: SeverityLevel };

export interface Severity {
  readonly level: SeverityLevel;
  readonly score: number | null;
  readonly vector: string | null;
  readonly cvssVersion: CvssVersion | null;
}

export const unknownSeverity: Severity = { level: 'unknown', score: null, vector: null, cvssVersion: null };

/** Negative where `a` is less severe than `b`, zero where equal, positive where more severe. */
export function compareLevels(a: SeverityLevel, b: SeverityLevel): number {
  return severityLevels.indexOf(b) - severityLevels.indexOf(a);
}

/** NVD's scale of CVSS 2 has no "critical" and no "none". */
export function levelOfScore(score: number, version: CvssVersion = '3.1'): SeverityLevel {
  if (version === '2.0') return score < 4 ? 'low' : score < 7 ? 'medium' : 'high';
  if (score === 0) return 'none';
  if (score < 4) return 'low';
  if (score < 7) return 'medium';
  return score < 9 ? 'high' : 'critical';
}

/** Level names of GitHub, Debian, Ubuntu and Red Hat. */
const levelByWord: Readonly<Record<string, SeverityLevel>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  negligible: 'low',
  minor: 'low',
  none: 'none',
};

export function levelOfWord(word: string): SeverityLevel {
  const key = word.toLowerCase();
  return Object.hasOwn(levelByWord, key) ? levelByWord[key]! : 'unknown';
}

/** Severities declared by an OSV record or by one of its affected packages. */
export function parseSeverities(holder: JsonObject): DeclaredSeverity[] {
  const databaseSpecific = objectOf(holder.database_specific);
  const ecosystemSpecific = objectOf(holder.ecosystem_specific);
  const vectors = [
    optionalText(databaseSpecific.cvss),
    optionalText(objectOf(databaseSpecific.cvss).vector),
    optionalText(ecosystemSpecific.cvss),
  ];
  const { cvss_v4: v4, cvss_v3: v3, cvss_v2: v2 } = databaseSpecific;
  const bareScores = [bareScore(v4, '4.0'), bareScore(v3, '3.1')].filter((one) => one !== null);
  const formerScore = bareScores.length > 0 ? null : bareScore(v2, '2.0');
  const word = levelOfWord(optionalText(databaseSpecific.severity) ?? optionalText(ecosystemSpecific.severity) ?? '');
  return [
    ...filledObjectsOf(holder.severity).flatMap(severityOfEntry),
    ...vectors.flatMap((vector) => (vector === undefined ? [] : { vector })),
    ...bareScores,
    ...(formerScore ? [formerScore] : []),
    ...(word === 'unknown' ? [] : [{ level: word }]),
  ];
}

/** A vector, or the word of a scale of its own, as Ubuntu's has it (OSV schema, `severity[].type`), or a bare score. */
function severityOfEntry({ type, score }: JsonObject): DeclaredSeverity[] {
  const word = levelOfWord(optionalText(score)?.trim() ?? '');
  if (word !== 'unknown') return [{ level: word }];
  const bare = bareScore(score, type === 'CVSS_V2' ? '2.0' : '3.1');
  if (bare) return [bare];
  const vector = optionalText(score);
  return vector === undefined ? [] : [{ vector }];
}

/** The level of a score without a vector; 0 stands for none that is known. */
function bareScore(value: Json | undefined, version: CvssVersion): DeclaredSeverity | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,2}(?:\.\d+)?\s*$/.test(value));
  const score = isNumber ? Number(value) : 0;
  return score > 0 && score <= 10 ? { level: levelOfScore(score, version) } : null;
}

/**
 * A score overrides a level, and CVSS 3 and 4, which share a scale, override CVSS 2. Of equals the worse counts: a newer
 * version of CVSS hides nothing that another source rates worse. Of equal scores the newer version counts.
 */
const scaleRanks: Readonly<Record<CvssVersion, number>> = { '2.0': 1, '3.0': 2, '3.1': 2, '4.0': 2 };

const isWorse = (a: CvssScore, b: CvssScore): boolean =>
  (scaleRanks[a.version] - scaleRanks[b.version] || a.score - b.score || (a.version > b.version ? 1 : 0)) > 0;

export function worstSeverity(severities: readonly DeclaredSeverity[]): Severity {
  let best: CvssScore | null = null;
  let word: SeverityLevel = 'unknown';
  for (const severity of severities) {
    if ('level' in severity) {
      word = compareLevels(severity.level, word) > 0 ? severity.level : word;
      continue;
    }
    const cvss = cvssScore(severity.vector);
    if (!cvss) continue;
    if (!best || isWorse(cvss, best)) best = cvss;
  }
  if (!best) return { ...unknownSeverity, level: word };
  return {
    level: levelOfScore(best.score, best.version),
    score: best.score,
    vector: best.vector,
    cvssVersion: best.version,
  };
}
