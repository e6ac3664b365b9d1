import { isObject, objectsOf, optionalText } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** The registry of Rust; it allows one request a second (crates.io/data-access). */
export const cratesIo: LiveSource = {
  name: 'crates.io',
  baseUrl: 'https://crates.io',
  requestsPerSecond: 1,
  answers: 'packages',
  types: ['cargo'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const path = pathOf('api', 'v1', 'crates', subject.purl.name);
    const answer = path === null ? null : await ask(path);
    if (answer === null) return null;
    if (!isObject(answer) || !isObject(answer.crate)) throw new UnexpectedAnswer('An answer without a crate');
    const { crate } = answer;
    const versions = objectsOf(answer.versions);
    return registryAnswer(subject, {
      versions: versions.flatMap(({ num }) => optionalText(num) ?? []),
      latest: optionalText(crate.max_stable_version) ?? optionalText(crate.newest_version),
      repositoryUrl: optionalText(crate.repository),
      homepage: optionalText(crate.homepage),
      license: optionalText(versions[0]?.license),
    });
  },
};
