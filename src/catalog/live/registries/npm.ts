import { isObject, objectOf, optionalText } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** Versions without the manifests, which may have hundreds of megabytes. */
export const abbreviated = 'application/vnd.npm.install-v1+json';
/** What npm leaves in place of a malicious package. */
const placeholder = /^0\.0\.1-security/;

/** The npm registry (github.com/npm/registry, package metadata). */
export const npmRegistry: LiveSource = {
  name: 'npm',
  baseUrl: 'https://registry.npmjs.org',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['npm'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const { namespace, name } = subject.purl;
    const path = pathOf(namespace === null ? name : `${namespace}/${name}`);
    const answer = path === null ? null : await ask(path, undefined, abbreviated);
    if (answer === null) return null;
    if (!isObject(answer) || !isObject(answer.versions)) throw new UnexpectedAnswer('A package without versions');
    const latest = optionalText(objectOf(answer['dist-tags']).latest);
    const versions = Object.keys(answer.versions).reverse();
    if (versions.length === 0 || placeholder.test(latest ?? '')) return null;
    const manifest = objectOf(latest === undefined ? null : await ask(`${path}/${encodeURIComponent(latest)}`));
    const { repository, homepage, license } = manifest;
    return registryAnswer(subject, {
      versions,
      latest,
      repositoryUrl: optionalText(repository) ?? optionalText(objectOf(repository).url),
      homepage: optionalText(homepage),
      license: optionalText(license),
    });
  },
};
