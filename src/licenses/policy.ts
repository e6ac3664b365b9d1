import { LicenseError, type LicenseExpression, parseLicense } from '../model/license.js';
import { normalizeLicense } from '../model/license-normalization.js';
import { classOfTerm, licenseClasses } from './license-classes.js';

/**
 * What a policy says of a licence. unlisted: the policy does not name it, nor its class if it has one; unknown: nobody
 * knows the licence. Neither is allowed.
 */
export const licenseDecisions = ['allowed', 'review', 'denied', 'unlisted', 'unknown'] as const;
export type LicenseDecision = (typeof licenseDecisions)[number];

/** Licences (SPDX ids) and classes ("class:permissive") by what is decided on them. */
export interface UsagePolicy {
  readonly allowed: readonly string[];
  readonly review: readonly string[];
  readonly denied: readonly string[];
}

const classPrefix = 'class:';

/** The entry in the spelling that is compared, or null where it is no licence, reference or class. */
export function policyEntry(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.startsWith(classPrefix))
    return licenseClasses.some((one) => `${classPrefix}${one}` === trimmed) ? trimmed : null;
  const license = normalizeLicense(trimmed);
  return license === null || /\s(?:AND|OR)\s/.test(license) ? null : license;
}

/** From the mildest to the gravest, for AND; OR takes the mildest. */
const order: readonly LicenseDecision[] = ['allowed', 'review', 'unlisted', 'unknown', 'denied'];

/**
 * What the policy says of a licence expression: of AND the gravest, of OR the mildest part counts. A licence before its
 * class, and denied before review before allowed.
 *
 * @param license null: none is declared
 */
export function decideLicense(license: string | null, policy: UsagePolicy | undefined): LicenseDecision {
  if (license === null) return 'unknown';
  try {
    return decided(parseLicense(license), policy);
  } catch (error) {
    if (error instanceof LicenseError) return 'unknown';
    throw error;
  }
}

function decided(expression: LicenseExpression, policy: UsagePolicy | undefined): LicenseDecision {
  if (expression.kind !== 'license') {
    const ranks = expression.operands.map((one) => order.indexOf(decided(one, policy)));
    return order[expression.kind === 'and' ? Math.max(...ranks) : Math.min(...ranks)]!;
  }
  const { id, orLater, exception } = expression;
  const licenseClass = classOfTerm(expression);
  const bare = orLater ? `${id}+` : id;
  const byName = listed(
    [...spellings(exception ? `${bare} WITH ${exception}` : bare), ...(exception ? [] : [id])],
    policy,
  );
  if (byName) return byName;
  // An exception takes nothing back that is said against the licence; whether it is allowed is another question.
  const ofBare = exception ? listed([...spellings(bare), id], policy) : null;
  if (ofBare === 'denied' || ofBare === 'review') return ofBare;
  if (!expression.listed) return 'unknown';
  if (licenseClass === null) return 'unlisted';
  return listed([`${classPrefix}${licenseClass}`], policy) ?? 'unlisted';
}

/** Also as the entries of a policy are: beside a name that nobody knows, an expression keeps its deprecated ids. */
const spellings = (name: string): string[] => [name, normalizeLicense(name) ?? name];

function listed(names: readonly string[], policy: UsagePolicy | undefined): LicenseDecision | null {
  const has = (entries: readonly string[] = []): boolean => entries.some((entry) => names.includes(entry));
  if (has(policy?.denied)) return 'denied';
  if (has(policy?.review)) return 'review';
  return has(policy?.allowed) ? 'allowed' : null;
}
