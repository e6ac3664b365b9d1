import { isObject, objectOf, objectsOf, optionalText, ownMember, textsOf } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** Packagist's metadata (packagist.org/apidoc): the newest version first, with what differs from it in the others. */
export const packagist: LiveSource = {
  name: 'packagist',
  baseUrl: 'https://repo.packagist.org',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['composer'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package' || subject.purl.namespace === null) return null;
    const { namespace, name } = subject.purl;
    const path = pathOf('p2', namespace, `${name}.json`);
    const answer = path === null ? null : await ask(path);
    if (answer === null) return null;
    if (!isObject(answer) || !isObject(answer.packages)) throw new UnexpectedAnswer('An answer without packages');
    const versions = objectsOf(ownMember(answer.packages, `${namespace}/${name}`));
    const [newest] = versions;
    if (!newest) return null;
    return registryAnswer(subject, {
      versions: versions.flatMap(({ version }) => optionalText(version) ?? []),
      repositoryUrl: optionalText(objectOf(newest.source).url),
      homepage: optionalText(newest.homepage) || undefined,
      license: textsOf(newest.license)[0],
    });
  },
};
