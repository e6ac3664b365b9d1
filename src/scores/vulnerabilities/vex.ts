import { statementTime } from '../../vex/statement-time.js';
import { isClearing, type VexStatus } from '../../vex/vex-words.js';
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
  readonly label?: string | null;
  readonly response?: string | null;
  /** ISO 8601; null: it holds until another statement. */
  readonly expiresAt?: string | null;
  /** It does not hold any more. */
  readonly isExpired?: boolean;
  /** Why it has ended before its time; null: it has not. */
  readonly endReason?: string | null;
}

/**
 * The statement that counts for a vulnerability: a person's overrides a document's, then the latest counts. One that has
 * expired only shows that there was one: a document's counts instead, but no earlier one of a person, whatever name of
 * the vulnerability it is about. Of several of one time the last in the list counts; where those of a document contradict
 * each other, what takes the vulnerability away does not.
 */
export function decidingStatement(names: readonly string[], statements: readonly VexStatement[]): VexStatement | null {
  const nameSet = new Set(names);
  const latestOf = (by: VexStatement['statedBy']): VexStatement | null =>
    statements
      .filter(({ vulnerability, statedBy }) => statedBy === by && nameSet.has(vulnerability))
      .reduce<VexStatement | null>((best, one) => (best && isOverruled(one, best) ? best : one), null);
  const person = latestOf('person');
  return person?.isExpired ? (latestOf('document') ?? person) : (person ?? latestOf('document'));
}

/** By a later statement, or within one document by another one of the same time that does not take anything away. */
const isOverruled = (one: VexStatement, by: VexStatement): boolean =>
  isBefore(one, by) || (one.statedBy === 'document' && !isBefore(by, one) && isClearing(one) && !isClearing(by));

/** As instants: documents write times with all offsets. */
const isBefore = (one: VexStatement, other: VexStatement): boolean =>
  statementTime(one.statedAt) < statementTime(other.statedAt);

/** Status after a VEX statement; `under_investigation` and what has expired do not change it. */
export function statusByVex(assessed: VulnerabilityStatus, statement: VexStatement | null): VulnerabilityStatus {
  if (!statement || statement.isExpired || statement.status === 'under_investigation') return assessed;
  return statement.status === 'affected' ? 'affected' : 'not_affected';
}
