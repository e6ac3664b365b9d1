import { cpeWithVersion, formatCpe, parseCpe } from '../../../model/cpe.js';
import { fold } from '../../../model/names/normalise.js';
import { parsePurl, purlOrNull, purlWithoutVersion } from '../../../model/purl.js';
import type { CandidateKind } from '../../../model/search-results.js';
import { organizationKey } from './organization.js';

/** What a person of the organization once decided for components of this name and organization. */
export interface PriorDecision {
  readonly kind: CandidateKind;
  readonly verdict: 'selected' | 'refused';
  /** Canonical, without version: the next component may have another one. */
  readonly identifier: string;
  readonly userName: string;
  /** Day of the decision, `YYYY-MM-DD`. */
  readonly day: string;
}

/** The form of a name under which decisions are remembered: case and kind of separator aside, "C++" stays apart from "C". */
export const decisionName = (name: string): string =>
  fold(name)
    .trim()
    .replace(/[\s._-]+/g, '-');

/** The form of an organization: legal forms and known aliases aside. */
export const decisionOrganization = (org: string): string => organizationKey(org) || fold(org).trim();

/** A canonical identifier without what changes from one version to the next. @throws {CallerError} 400 */
export function withoutVersion(kind: CandidateKind, identifier: string): string {
  if (kind === 'package') return purlWithoutVersion(parsePurl(identifier));
  if (kind === 'product') return formatCpe({ ...cpeWithVersion(parseCpe(identifier), ''), update: '*' });
  return identifier;
}

/** The package that a file names for a component, without version; empty where it names none. */
export function declaredPackage(purls: readonly string[] | null | undefined): string {
  const purl = purls?.map(purlOrNull).find((one) => one !== null);
  return purl ? purlWithoutVersion(purl) : '';
}

export const priorDecisionReason = ({ verdict, userName, day }: PriorDecision): string =>
  verdict === 'selected'
    ? `${userName} selected it for this name on ${day}`
    : `Against it: ${userName} refused it for this name on ${day}`;
