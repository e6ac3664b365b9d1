import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText, textOf } from '../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';

/** Weekly results of OpenSSF Scorecard (api.scorecard.dev, CDLA-Permissive-2.0). */
export const scorecardSource: LiveSource = {
  name: 'scorecard',
  baseUrl: 'https://api.scorecard.dev',
  requestsPerSecond: 5,
  answers: 'repositories',
  async lookUp(ask, subject) {
    if (subject.kind !== 'repository' || !/^(?:github|gitlab)\.com\//.test(subject.path)) return null;
    const answer = await ask(`/projects/${subject.path.split('/').map(encodeURIComponent).join('/')}`);
    return answer === null ? null : { records: [], facts: scorecardFacts(answer) };
  },
};

/** The score (0 to 10), its date, and the score of each check (-1: inconclusive). */
export function scorecardFacts(answer: Json): JsonObject {
  const score = isObject(answer) ? answer.score : undefined;
  if (!isObject(answer) || typeof score !== 'number' || score < -1 || score > 10)
    throw new UnexpectedAnswer('A scorecard without a score');
  const checks = objectsOf(answer.checks).flatMap((check) =>
    optionalText(check.name) && typeof check.score === 'number'
      ? [[optionalText(check.name)!, check.score] as const]
      : [],
  );
  return { score, date: textOf(answer.date), checks: Object.fromEntries(checks) };
}
