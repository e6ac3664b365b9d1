import { isObject, textOf, textsOf } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer, textBetween } from './registry-package.js';

/** NuGet's package content (learn.microsoft.com/nuget/api/package-base-address-resource). */
export const nugetRegistry: LiveSource = {
  name: 'nuget',
  baseUrl: 'https://api.nuget.org/v3-flatcontainer',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['nuget'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const id = subject.purl.name.toLowerCase();
    const path = pathOf(id);
    const answer = path === null ? null : await ask(`${path}/index.json`);
    if (answer === null) return null;
    if (!isObject(answer) || !Array.isArray(answer.versions)) throw new UnexpectedAnswer('A package without versions');
    const versions = textsOf(answer.versions).reverse();
    const latest = versions.find((version) => !version.includes('-')) ?? versions[0];
    const file = latest === undefined ? null : pathOf(latest, `${id}.nuspec`);
    const nuspec = textOf(file === null ? null : await ask(`${path}${file}`, undefined, 'application/xml'));
    const repository = textBetween(nuspec, '<repository', '>');
    return registryAnswer(subject, {
      versions,
      latest,
      repositoryUrl: repository && textBetween(repository, 'url="', '"'),
      homepage: textBetween(nuspec, '<projectUrl>', '</projectUrl>')?.trim(),
      license: textBetween(nuspec, '<license type="expression">', '</license>')?.trim(),
    });
  },
};
