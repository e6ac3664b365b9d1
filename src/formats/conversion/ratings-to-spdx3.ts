import type { JsonObject } from '../../model/document.js';
import { objectOf, textOf } from '../../model/json.js';
import { hasOnly } from '../shared/members.js';
import { extensionOf } from '../shared/spdx3-properties.js';
import {
  assessmentClass,
  cvssClasses,
  cvssMethod,
  cvssSeverities,
  epssRating,
  finiteNumber,
  ssvcDecisions,
} from './spdx3-security-words.js';

const ratingMembers = ['source', 'score', 'severity', 'method', 'vector', 'justification'];

/**
 * A rating of CycloneDX as the members of an assessment of SPDX 3.0.1; undefined where no class has what it says: a
 * severity alone, another method.
 */
export function ratingToSpdx3(rating: JsonObject, agentOf: (name: string) => string): JsonObject | undefined {
  if (!hasOnly(rating, ratingMembers) || !hasTexts(rating)) return undefined;
  const members = epssMembers(rating) ?? ssvcMembers(rating) ?? cvssMembers(rating);
  if (members === undefined || members.type === assessmentClass('Epss')) return members;
  const { name, url } = objectOf(rating.source);
  return {
    ...members,
    ...(textOf(rating.justification) !== '' && { comment: rating.justification! }),
    ...(textOf(name) !== '' && { suppliedBy: agentOf(textOf(name)) }),
    ...(textOf(url) !== '' && {
      externalRef: [{ type: 'ExternalRef', externalRefType: 'securityAdvisory', locator: [url!] }],
    }),
  };
}

/** A source or a text of another kind has no member of SPDX. */
const hasTexts = ({ source, justification }: JsonObject): boolean =>
  (justification === undefined || textOf(justification) !== '') &&
  (source === undefined ||
    (hasOnly(objectOf(source), ['name', 'url']) &&
      Object.keys(objectOf(source)).length > 0 &&
      Object.values(objectOf(source)).every((value) => textOf(value) !== '')));

function cvssMembers({ method, vector, score, severity }: JsonObject): JsonObject | undefined {
  const text = textOf(vector);
  const number = finiteNumber(score);
  const name = [...cvssClasses.keys()].find((each) => textOf(method).startsWith(cvssClasses.get(each)!));
  if (name === undefined || number === undefined || text === '') return undefined;
  const written = cvssSeverities.find((each) => each === severity) ?? severityOf(number);
  const carried: JsonObject = {
    ...(method !== cvssMethod(name, text) && { method: method! }),
    // Null: the rating has none.
    ...((name === 'CvssV2' ? severity !== undefined : severity !== written) && { severity: severity ?? null }),
  };
  return {
    type: assessmentClass(name),
    security_score: number,
    ...(name !== 'CvssV2' && { security_severity: written }),
    security_vectorString: text,
    ...extensionOf([], carried),
  };
}

/** Qualitative severity of a score (CVSS 3.1, section 5). */
function severityOf(score: number): string {
  if (score <= 0) return 'none';
  if (score < 4) return 'low';
  if (score < 7) return 'medium';
  return score < 9 ? 'high' : 'critical';
}

function ssvcMembers(rating: JsonObject): JsonObject | undefined {
  const decision = ssvcDecisions.find((each) => each === rating.vector);
  if (rating.method !== 'SSVC' || decision === undefined || rating.score !== undefined) return undefined;
  const carried: JsonObject = rating.severity === undefined ? {} : { severity: rating.severity };
  return { type: assessmentClass('Ssvc'), security_decisionType: decision, ...extensionOf([], carried) };
}

function epssMembers(rating: JsonObject): JsonObject | undefined {
  const score = finiteNumber(rating.score);
  const percentile = finiteNumber(/^percentile (\d{1,3}(?:\.\d{1,20})?)$/.exec(textOf(rating.justification))?.[1]);
  if (score === undefined || percentile === undefined) return undefined;
  const form = epssRating(score, percentile);
  const isSame = (name: string): boolean => JSON.stringify(form[name]) === JSON.stringify(rating[name]);
  if (!ratingMembers.every(isSame)) return undefined;
  return { type: assessmentClass('Epss'), security_probability: score, security_percentile: percentile };
}
