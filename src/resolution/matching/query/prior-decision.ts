import { cpeWithVersion, formatCpe, parseCpe } from '../../../model/cpe.js';
import { fold } from '../../../model/names/normalise.js';
import { packageOf, parsePurl, purlOrNull } from '../../../model/purl.js';
import type { CandidateKind } from '../../../model/search-results.js';
import { organizationKey } from './organization.js';

/** A person's decision for components of this name and organization. */
export interface PriorDecision {
  readonly kind: CandidateKind;
  readonly verdict: 'selected' | 'refused';
  /** Canonical, without version: the decision holds for every version. */
  readonly identifier: string;
  readonly userName: string;
  /** Day of the decision, `YYYY-MM-DD`. */
  readonly day: string;
}

/** The key of a decision's name: case and separators do not count, but "C++" differs from "C". */
export const decisionName = (name: string): string =>
  fold(name)
    .trim()
    .replace(/[\s._-]+/g, '-');

/** The key of a decision's organization: legal forms and known aliases do not count. */
export const decisionOrganization = (org: string): string => organizationKey(org) || fold(org).trim();

/** A canonical identifier without its version. @throws {CallerError} 400 */
export function withoutVersion(kind: CandidateKind, identifier: string): string {
  if (kind === 'package') return packageOf(parsePurl(identifier, 'repair'));
  if (kind === 'product') return formatCpe({ ...cpeWithVersion(parseCpe(identifier), ''), update: '*' });
  return identifier;
}

/** The first valid purl of a component, without version; empty where it has none. */
export function declaredPackage(purls: readonly string[] | null | undefined): string {
  const purl = purls?.map(purlOrNull).find((one) => one !== null);
  return purl ? packageOf(purl) : '';
}

export const priorDecisionReason = ({ verdict, userName, day }: PriorDecision): string =>
  verdict === 'selected'
    ? `${userName} selected it for this name on ${day}`
    : `Against it: ${userName} refused it for this name on ${day}`;
