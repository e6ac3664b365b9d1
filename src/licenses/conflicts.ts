import { LicenseError, type LicenseExpression, type LicenseTerm, parseLicense } from '../model/license.js';

/** Two licences that one work cannot keep both, and who says so. */
interface KnownConflict {
  readonly one: RegExp;
  readonly other: RegExp;
  readonly reason: string;
  readonly source: string;
}

const licenseList = 'https://www.gnu.org/licenses/license-list.html';
const matrix = 'https://www.gnu.org/licenses/gpl-faq.html#AllCompatibility';
const anyGpl = /^A?GPL-\d/;
const gpl2Only = /^GPL-2\.0$/;

/** Keys are ids without `-only`; `GPL-2.0-or-later` is another licence, which permits version 3. */
const knownConflicts: readonly KnownConflict[] = [
  { one: gpl2Only, other: /^A?GPL-3\.0/, reason: 'Version 2 only and version 3 ask for different licences of the whole work', source: matrix },
  { one: gpl2Only, other: /^LGPL-3\.0/, reason: 'LGPL 3 adds to GPL 3, which version 2 only does not permit', source: matrix },
  { one: gpl2Only, other: /^Apache-2\.0$/, reason: 'Its patent terms are restrictions that GPL 2 does not have', source: licenseList },
  { one: anyGpl, other: /^Apache-1\.[01]$/, reason: 'Its terms on advertising and names are further restrictions', source: licenseList },
  { one: anyGpl, other: /^BSD-4-Clause/, reason: 'Its advertising clause is a further restriction', source: licenseList },
  { one: anyGpl, other: /^CDDL-1\.0$/, reason: 'Each asks that the work stays under itself', source: licenseList },
  { one: anyGpl, other: /^(?:CPL-1\.0|EPL-1\.0|IPL-1\.0)$/, reason: 'Its copyleft and choice of law are further restrictions', source: licenseList },
  { one: anyGpl, other: /^MPL-1\.[01]$/, reason: 'Each asks that the code stays under itself', source: licenseList },
  { one: anyGpl, other: /^OpenSSL$/, reason: 'Its advertising clause is a further restriction', source: licenseList },
  { one: anyGpl, other: /^PHP-3\.0/, reason: 'Its terms on the name are further restrictions', source: licenseList },
  { one: anyGpl, other: /^(?:MS-PL|MS-RL)$/, reason: 'It asks that the code stays under itself', source: licenseList },
  { one: anyGpl, other: /^(?:QPL-1\.0|SPL-1\.0|NPL-1\.[01]|OSL-|AFL-|APSL-|LPPL-1\.[0-2])/, reason: 'It has terms beyond those of the GPL', source: licenseList },
  { one: anyGpl, other: /^JSON$/, reason: 'It limits what the software may be used for', source: licenseList },
]; // prettier-ignore

/** Permissive licences that the FSF lists as compatible with every version of the GPL, and that ask the least of others. */
const simple = /^(?:MIT|MIT-0|X11|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Zlib|Unlicense|CC0-1\.0|BSL-1\.0)$/;
const takesSimple = /^(?:A?GPL-|LGPL-|Apache-2\.0$|MPL-2\.0$)/;

/** unknown: the table says nothing of these two, which is no permission. */
export type LicenseRelation = 'conflict' | 'compatible' | 'unknown';

export interface RelationFinding {
  readonly relation: LicenseRelation;
  /** Of a conflict. */
  readonly reason: string;
  readonly source: string;
}

const unknown: RelationFinding = { relation: 'unknown', reason: '', source: '' };
const compatible: RelationFinding = { relation: 'compatible', reason: '', source: '' };

/** Pairs of terms that are compared: an expression may have thousands, and nobody waits for millions of pairs. */
const maxPairs = 2_500;

/**
 * Whether one work can be under both expressions. Of a choice (OR) the best counts, of AND the worst. An exception
 * changes what a licence asks, so that nothing is known of it.
 *
 * @param one null: no licence is known
 * @returns unknown where they have too many terms to compare
 */
export function relationOf(one: string | null, other: string | null): RelationFinding {
  const [first, second] = [expressionOf(one), expressionOf(other)];
  if (!first || !second || termsIn(first).length * termsIn(second).length > maxPairs) return unknown;
  return ofExpressions(first, second);
}

/** Whether the licence may be in conflict with any other: only these need a look at the graph. */
export function isCopyleftOfTable(license: string): boolean {
  const expression = expressionOf(license);
  return expression !== null && termsIn(expression).some((term) => anyGpl.test(keyOf(term)));
}

function expressionOf(license: string | null): LicenseExpression | null {
  if (license === null) return null;
  try {
    return parseLicense(license);
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}

const rank: Readonly<Record<LicenseRelation, number>> = { compatible: 0, unknown: 1, conflict: 2 };

function ofExpressions(one: LicenseExpression, other: LicenseExpression): RelationFinding {
  if (one.kind !== 'license') return combined(one, (operand) => ofExpressions(operand, other));
  if (other.kind !== 'license') return combined(other, (operand) => ofExpressions(one, operand));
  return ofTerms(one, other);
}

function combined(
  { kind, operands }: Exclude<LicenseExpression, LicenseTerm>,
  find: (operand: LicenseExpression) => RelationFinding,
): RelationFinding {
  const isBetter = (a: RelationFinding, b: RelationFinding): boolean =>
    kind === 'or' ? rank[a.relation] < rank[b.relation] : rank[a.relation] > rank[b.relation];
  return operands.map(find).reduce((best, finding) => (isBetter(finding, best) ? finding : best));
}

function ofTerms(one: LicenseTerm, other: LicenseTerm): RelationFinding {
  const [a, b] = [keyOf(one), keyOf(other)];
  if (!one.listed || !other.listed || one.exception || other.exception) return unknown;
  if (a === b) return compatible;
  const known = knownConflicts.find((pair) => (pair.one.test(a) && pair.other.test(b)) || (pair.one.test(b) && pair.other.test(a))); // prettier-ignore
  if (known) return { relation: 'conflict', reason: known.reason, source: known.source };
  const isSimple = (first: string, second: string): boolean =>
    simple.test(first) && (simple.test(second) || takesSimple.test(second));
  return isSimple(a, b) || isSimple(b, a) ? compatible : unknown;
}

const keyOf = ({ id, orLater }: LicenseTerm): string => (orLater ? `${id}-or-later` : id.replace(/-only$/, ''));

const termsIn = (expression: LicenseExpression): LicenseTerm[] =>
  expression.kind === 'license' ? [expression] : expression.operands.flatMap(termsIn);
