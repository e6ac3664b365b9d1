import type { VulnerabilityStatus } from './assessment.js';

/** A statement of a document or a person about a vulnerability in a component (CISA, "Minimum Requirements for VEX"). */
export interface VexStatement {
  /** One of the vulnerability's names. */
  readonly vulnerability: string;
  readonly status: VexStatus;
  /** A standard label such as "vulnerable_code_not_present", or free text; may be empty. */
  readonly justification: string;
  readonly statedBy: 'document' | 'person';
  /** ISO 8601; empty where the document has no date. */
  readonly statedAt: string;
}

export type VexStatus = 'not_affected' | 'affected' | 'fixed' | 'under_investigation';

const statusByWord: Readonly<Record<string, VexStatus>> = {
  // CycloneDX, vulnerabilities[].analysis.state
  exploitable: 'affected',
  false_positive: 'not_affected',
  in_triage: 'under_investigation',
  not_affected: 'not_affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  // OpenVEX, CSAF
  affected: 'affected',
  fixed: 'fixed',
  known_affected: 'affected',
  known_not_affected: 'not_affected',
  under_investigation: 'under_investigation',
};

/** VEX status of a term of CycloneDX, OpenVEX or CSAF; undefined for other terms. */
export function vexStatusOf(word: string): VexStatus | undefined {
  return Object.hasOwn(statusByWord, word) ? statusByWord[word] : undefined;
}

/** The statement that counts for a vulnerability: a person's overrides a document's, then the latest counts. */
export function decidingStatement(names: readonly string[], statements: readonly VexStatement[]): VexStatement | null {
  const nameSet = new Set(names);
  const rank = (statement: VexStatement): string => `${statement.statedBy === 'person' ? 1 : 0}${statement.statedAt}`;
  return statements
    .filter(({ vulnerability }) => nameSet.has(vulnerability))
    .reduce<VexStatement | null>((best, one) => (best === null || rank(one) >= rank(best) ? one : best), null);
}

/** Status after a VEX statement; `under_investigation` does not change it. */
export function statusByVex(assessed: VulnerabilityStatus, statement: VexStatement | null): VulnerabilityStatus {
  if (!statement || statement.status === 'under_investigation') return assessed;
  return statement.status === 'affected' ? 'affected' : 'not_affected';
}
