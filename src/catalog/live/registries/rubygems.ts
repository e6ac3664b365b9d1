import { isObject, objectsOf, optionalText, textsOf } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** RubyGems (guides.rubygems.org/rubygems-org-api). */
export const rubyGems: LiveSource = {
  name: 'rubygems',
  baseUrl: 'https://rubygems.org',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['gem'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const file = `${subject.purl.name}.json`;
    const [gems, versions] = [pathOf('api', 'v1', 'gems', file), pathOf('api', 'v1', 'versions', file)];
    const gem = gems === null ? null : await ask(gems);
    if (gem === null) return null;
    if (!isObject(gem) || !optionalText(gem.name)) throw new UnexpectedAnswer('A gem without a name');
    const listed = objectsOf(versions === null ? [] : ((await ask(versions)) ?? []));
    const latest = optionalText(gem.version);
    return registryAnswer(subject, {
      versions: listed.length > 0 ? listed.flatMap((one) => optionalText(one.number) ?? []) : latest ? [latest] : [],
      latest,
      repositoryUrl: optionalText(gem.source_code_uri) ?? optionalText(gem.homepage_uri),
      homepage: optionalText(gem.homepage_uri),
      license: textsOf(gem.licenses)[0],
    });
  },
};
