import type { Json, JsonObject } from '../../model/document.js';
import { objectsOf, textOf, textsOf } from '../../model/json.js';
import { carriedIn, isPropertiesExtension, propertiesOf } from '../shared/spdx3-properties.js';
import {
  analysisTimes,
  assessmentClass,
  cvssClasses,
  cvssMethod,
  epssRating,
  finiteNumber,
  isNoTarget,
  justificationOfSpdx,
  noAssertion,
  spdxJustifications,
  vexClasses,
  vexClassOfState,
} from './spdx3-security-words.js';

export interface AssessmentContext {
  /** The name of an agent, by its IRI. */
  readonly agentOf: (iri: string) => string;
  readonly onLoss: (what: string) => void;
}

/** Members of every relationship. */
const commonMembers = 'type @type spdxId @id creationInfo from to relationshipType extension';
const ratingMembers = new Set(`${commonMembers} comment suppliedBy externalRef security_assessedElement`.split(' '));

const scoreMembers: readonly (readonly [type: string, members: ReadonlySet<string>])[] = [
  ...[...cvssClasses.keys()].map(
    (name) =>
      [assessmentClass(name), new Set(['security_score', 'security_severity', 'security_vectorString'])] as const,
  ),
  [assessmentClass('Ssvc'), new Set(['security_decisionType'])],
  [assessmentClass('Epss'), new Set(['security_probability', 'security_percentile'])],
];
const membersOfScore = new Map(scoreMembers);

/** An assessment with a score or a decision as a rating of CycloneDX; undefined for one of another class. */
export function ratingFromSpdx3(data: JsonObject, { agentOf, onLoss }: AssessmentContext): JsonObject | undefined {
  const type = textOf(data.type);
  const own = membersOfScore.get(type);
  if (own === undefined) return undefined;
  for (const name in data) if (!ratingMembers.has(name) && !own.has(name)) onLoss(name);
  const carried = carriedOf(data, onLoss);
  const agent = textOf(data.suppliedBy);
  const name = agent === '' ? '' : agentOf(agent);
  if (agent === '' && data.suppliedBy !== undefined) onLoss('suppliedBy');
  if (type === assessmentClass('Epss')) {
    for (const lost of ['comment', 'externalRef']) if (data[lost] !== undefined) onLoss(lost);
    const [score, percentile] = [finiteNumber(data.security_probability), finiteNumber(data.security_percentile)];
    return epssRating(score ?? 0, percentile ?? 0, name || undefined);
  }
  const url = urlIn(data.externalRef, onLoss);
  const source = { ...(name !== '' && { name }), ...(url !== '' && { url }) };
  return {
    ...(Object.keys(source).length > 0 && { source }),
    ...scoreOf(data, carried),
    ...(textOf(data.comment) !== '' && { justification: data.comment! }),
  };
}

function scoreOf(data: JsonObject, carried: JsonObject): JsonObject {
  if (data.type === assessmentClass('Ssvc'))
    return {
      ...(typeof carried.severity === 'string' && { severity: carried.severity }),
      method: 'SSVC',
      vector: textOf(data.security_decisionType),
    };
  const name = [...cvssClasses.keys()].find((each) => data.type === assessmentClass(each))!;
  const vector = textOf(data.security_vectorString);
  const score = finiteNumber(data.security_score);
  const carriedMethod = textOf(carried.method);
  const method = carriedMethod.startsWith(cvssClasses.get(name)!) ? carriedMethod : cvssMethod(name, vector)!;
  const severity = carried.severity === undefined ? data.security_severity : carried.severity;
  return {
    ...(score !== undefined && { score }),
    ...(typeof severity === 'string' && { severity }),
    method,
    ...(vector !== '' && { vector }),
  };
}

function urlIn(refs: Json | undefined, onLoss: (what: string) => void): string {
  const locators = objectsOf(refs).flatMap(({ locator }) => textsOf([locator ?? []].flat()));
  if (locators.length > 1) onLoss('externalRef');
  return locators[0] ?? '';
}

const catalogMembers = new Set(
  `${commonMembers} security_assessedElement security_catalogType security_exploited security_locator`.split(' '),
);

/** What an exploit catalogue says, as the property that CycloneDX has for it. */
export function catalogProperty(data: JsonObject, { onLoss }: AssessmentContext): JsonObject | undefined {
  if (data.type !== assessmentClass('ExploitCatalog')) return undefined;
  const { security_catalogType: type, security_exploited: exploited, security_locator: locator } = data;
  for (const name in data) if (!catalogMembers.has(name)) onLoss(name);
  if (data.extension !== undefined) onLoss('extension');
  const isKnown = typeof exploited === 'boolean';
  if (!isKnown && exploited !== undefined) onLoss('security_exploited');
  const words = [textOf(type), isKnown ? (exploited ? 'exploited' : 'not exploited') : '', textOf(locator)];
  return { name: 'spdx:vulnerability:exploit-catalog', value: words.filter((word) => word !== '').join(' ') };
}

/** A VEX statement in the words of CycloneDX. */
export interface Statement {
  readonly analysis: JsonObject;
  readonly recommendation: string;
  /** IRIs; none: the statement names no component. */
  readonly targets: readonly string[];
}

const vexMembers = new Set(
  (
    `${commonMembers} security_assessedElement security_publishedTime security_modifiedTime security_statusNotes ` +
    'security_justificationType security_impactStatement security_actionStatement'
  ).split(' '),
);

/** Undefined for an assessment of another class. */
export function statementFromSpdx3(data: JsonObject, { onLoss }: AssessmentContext): Statement | undefined {
  const name = [...vexClasses.keys()].find((each) => data.type === assessmentClass(each));
  if (name === undefined) return undefined;
  for (const member in data) if (!vexMembers.has(member)) onLoss(member);
  const carried = carriedOf(data, onLoss);
  const state = textOf(carried.state);
  const justification = justificationIn(data, carried, onLoss);
  const details = [data.security_impactStatement, data.security_statusNotes].map(textOf);
  const detail = details.filter((text) => text !== '' && text !== carried.justification).join('\n');
  const response = textsOf(carried.response);
  const action = textOf(data.security_actionStatement);
  const isText = action !== noAssertion && action !== response.join(', ');
  const analysis: JsonObject = {
    state: vexClassOfState.get(state) === name ? state : vexClasses.get(name)!.state,
    ...(justification !== '' && { justification }),
    ...(response.length > 0 && { response }),
    ...(detail !== '' && { detail }),
  };
  for (const [member, time] of analysisTimes) if (textOf(data[time]) !== '') analysis[member] = data[time]!;
  return { analysis, recommendation: isText ? action : '', targets: targetsOf(data, onLoss) };
}

/** The carried word, as long as it is what the statement still says. */
function justificationIn(data: JsonObject, carried: JsonObject, onLoss: (what: string) => void): string {
  const word = textOf(data.security_justificationType);
  const original = textOf(carried.justification);
  if (original !== '' && (spdxJustifications.get(original) ?? '') === word) return original;
  if (original !== '' && word === '') return original;
  const read = justificationOfSpdx.get(word) ?? '';
  if (word !== '' && read === '') onLoss('security_justificationType');
  return read;
}

/** The assessed element is a part of what the relationship leads to. */
export function targetsOf(data: JsonObject, onLoss: (what: string) => void): string[] {
  const assessed = textOf(data.security_assessedElement);
  const to = textsOf([data.to ?? []].flat());
  if (assessed !== '' && to.some((iri) => iri !== assessed && !isNoTarget(iri))) onLoss('to');
  return (assessed === '' ? to : [assessed]).filter((iri) => !isNoTarget(iri));
}

function carriedOf({ extension }: JsonObject, onLoss: (what: string) => void): JsonObject {
  const properties = propertiesOf(extension);
  const carried = carriedIn(properties);
  const isOther = objectsOf(extension).some((item) => !isPropertiesExtension(item));
  if (isOther || properties.length > (Object.keys(carried).length > 0 ? 1 : 0)) onLoss('extension');
  return carried;
}
