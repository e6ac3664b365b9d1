import type { Json, JsonObject } from '../../model/document.js';
import { isObject, optionalText } from '../../model/json.js';
import { depsDev } from './deps-dev.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';

/** Projects of deps.dev: stars, forks, issues and licence of a repository. */
export const depsDevProjects: LiveSource = {
  name: 'deps.dev-projects',
  baseUrl: depsDev.baseUrl,
  requestsPerSecond: depsDev.requestsPerSecond,
  answers: 'repositories',
  async lookUp(ask, subject) {
    if (subject.kind !== 'repository' || !/^(?:github\.com|gitlab\.com|bitbucket\.org)\//.test(subject.path))
      return null;
    const answer = await ask(`/v3/projects/${encodeURIComponent(subject.path)}`);
    return answer === null ? null : { records: [], facts: projectFacts(answer) };
  },
};

/** Reads the answer to GetProject. */
export function projectFacts(answer: Json): JsonObject {
  if (!isObject(answer) || !isObject(answer.projectKey)) throw new UnexpectedAnswer('GetProject without a key');
  const counts = ['starsCount', 'forksCount', 'openIssuesCount'] as const;
  const numbers = counts.flatMap((name) => (typeof answer[name] === 'number' ? [[name, answer[name]] as const] : []));
  const license = optionalText(answer.license);
  return { ...Object.fromEntries(numbers), ...(license ? { license } : {}) };
}
