import { isObject, objectOf, objectsOf, optionalText, textEntries, textOf } from '../../../model/json.js';
import { repositoryOrNull } from '../../../model/repository.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** The Python Package Index (docs.pypi.org/api/json). */
export const pypiRegistry: LiveSource = {
  name: 'pypi',
  baseUrl: 'https://pypi.org',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['pypi'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const path = pathOf('pypi', subject.purl.name, 'json');
    const answer = path === null ? null : await ask(path);
    if (answer === null) return null;
    if (!isObject(answer) || !isObject(answer.info) || !isObject(answer.releases))
      throw new UnexpectedAnswer('A project without info and releases');
    const { info, releases } = answer;
    const dated = Object.entries(releases).map(([version, files]) => {
      const [first] = objectsOf(files);
      return [version, textOf(first?.upload_time_iso_8601)] as const;
    });
    const addresses = textEntries(objectOf(info.project_urls)).map(([, url]) => url);
    return registryAnswer(subject, {
      versions: dated.sort(([, one], [, other]) => (one < other ? 1 : -1)).map(([version]) => version),
      latest: optionalText(info.version),
      repositoryUrl: addresses.find((url) => repositoryOrNull(url) !== null),
      homepage: optionalText(info.home_page) || undefined,
      license: optionalText(info.license_expression) || shortLicense(textOf(info.license)),
    });
  },
};

/** The field holds the whole text as often as a name. */
const shortLicense = (text: string): string | undefined =>
  text !== '' && text.length < 100 && !text.includes('\n') ? text : undefined;
