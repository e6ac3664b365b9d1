import type { Json, JsonObject } from '../../model/document.js';
import { textOf } from '../../model/json.js';
import { spdxTimestamp } from '../shared/spdx-timestamps.js';
import { individuals, lastName } from '../shared/spdx3-vocabulary.js';

/* The words of CycloneDX vulnerabilities in the profile Security of SPDX 3.0.1, and back. */

export const assessmentClass = (name: string): string => `security_${name}VulnAssessmentRelationship`;

/** The end of an assessment that names no component: SPDX requires one. */
export const noTarget = individuals.get('NOASSERTION')!;
export const isNoTarget = (iri: string): boolean => /^(?:NoAssertion|None)Element$/.test(lastName(iri));
/** What is said of nothing must not become said of everything. */
export const isNothing = (iri: string): boolean => lastName(iri) === 'NoneElement';

/** The text of a required member that the document lacks. */
export const noAssertion = 'NOASSERTION';

interface StatusWords {
  readonly relationshipType: string;
  /** The state of `analysis` that it is read as. */
  readonly state: string;
}

/** The VEX classes by the middle of their names. */
export const vexClasses: ReadonlyMap<string, StatusWords> = new Map([
  ['VexAffected', { relationshipType: 'affects', state: 'exploitable' }],
  ['VexFixed', { relationshipType: 'fixedIn', state: 'resolved' }],
  ['VexNotAffected', { relationshipType: 'doesNotAffect', state: 'not_affected' }],
  ['VexUnderInvestigation', { relationshipType: 'underInvestigationFor', state: 'in_triage' }],
]);

export const vexClassOfState: ReadonlyMap<string, string> = new Map([
  ...[...vexClasses].map(([name, { state }]): [string, string] => [state, name]),
  ['resolved_with_pedigree', 'VexFixed'],
  ['false_positive', 'VexNotAffected'],
]);

/** Security/VexJustificationType; SPDX has no word for `requires_configuration`, `_dependency` and `_environment`. */
export const spdxJustifications: ReadonlyMap<string, string> = new Map([
  ['code_not_present', 'vulnerableCodeNotPresent'],
  ['code_not_reachable', 'vulnerableCodeNotInExecutePath'],
  ['protected_by_mitigating_control', 'inlineMitigationsAlreadyExist'],
  ['protected_by_compiler', 'inlineMitigationsAlreadyExist'],
  ['protected_at_runtime', 'inlineMitigationsAlreadyExist'],
  ['protected_at_perimeter', 'inlineMitigationsAlreadyExist'],
]);

/** Only words that say no less. */
export const justificationOfSpdx: ReadonlyMap<string, string> = new Map([
  ['componentNotPresent', 'code_not_present'],
  ['vulnerableCodeNotPresent', 'code_not_present'],
  ['vulnerableCodeNotInExecutePath', 'code_not_reachable'],
  ['inlineMitigationsAlreadyExist', 'protected_by_mitigating_control'],
]);

/** Members of a vulnerability that are times. */
export const vulnerabilityTimes: ReadonlyMap<string, string> = new Map([
  ['published', 'security_publishedTime'],
  ['updated', 'security_modifiedTime'],
  ['rejected', 'security_withdrawnTime'],
]);

/** Members of an analysis that are times. */
export const analysisTimes: ReadonlyMap<string, string> = new Map([
  ['firstIssued', 'security_publishedTime'],
  ['lastUpdated', 'security_modifiedTime'],
]);

/** Texts of a vulnerability that SPDX has no member for. */
export const carriedTexts: readonly string[] = ['recommendation', 'workaround', 'created'];

/** Classes of ratings by the middle of their names, with the method that they are read as. */
export const cvssClasses: ReadonlyMap<string, string> = new Map([
  ['CvssV2', 'CVSSv2'],
  ['CvssV3', 'CVSSv3'],
  ['CvssV4', 'CVSSv4'],
]);

export const cvssMethod = (name: string, vector: string): string | undefined =>
  name === 'CvssV3' && vector.startsWith('CVSS:3.1/') ? 'CVSSv31' : cvssClasses.get(name);

/** Security/CvssSeverityType. */
export const cvssSeverities: readonly string[] = ['critical', 'high', 'medium', 'low', 'none'];

/** Security/SsvcDecisionType. */
export const ssvcDecisions: readonly string[] = ['act', 'attend', 'track', 'trackStar'];

/** A forecast of EPSS as a rating of CycloneDX, which has no word for it. */
export const epssRating = (score: number, percentile: number, source = 'EPSS'): JsonObject => ({
  source: { name: source },
  score,
  method: 'other',
  justification: `percentile ${percentile}`,
});

/** A time as SPDX 3.0.1 has it; one without a zone is UTC, as in CycloneDX. */
export function spdx3Time(value: Json | undefined): string | undefined {
  const text = textOf(value).trim();
  return spdxTimestamp(/T\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text) ? `${text}Z` : text);
}

/** A number, or a text that is one; undefined for anything else. */
export function finiteNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
