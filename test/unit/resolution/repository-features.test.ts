import { buildQuery } from '../../../src/resolution/matching/compare/component-query.js';
import { repositoryFeatures } from '../../../src/resolution/matching/rank/repository-features.js';
import { trainedModel } from '../../../src/resolution/matching/rank/trained-model.js';
import { scoredRepository } from '../../support/selection-facts.js';

const languageOf = (hint: string | undefined, name: string, component = 'quokka') => {
  const query = buildQuery({ name: component, org: '', version: '', hint }, trainedModel);
  const { features } = repositoryFeatures(query, scoredRepository({ candidate: { name, entry: null } }).candidate);
  return [features.languageAgrees, features.languageOther];
};

describe('the language at the end of a repository’s name', () => {
  it.each([
    ['gem', 'quokka-rb', [1, 0]],
    ['gem', 'quokka.py', [0, 1]],
    ['npm', 'quokka-js', [1, 0]],
    ['gem', 'quokka', [0, 0]],
    ['gem', 'rb', [0, 0]],
    [undefined, 'quokka-rb', [0, 0]],
  ])('is compared with the ecosystem: %s and %s', (hint, name, expected) =>
    expect(languageOf(hint, name)).toEqual(expected),
  );

  it('says nothing where the component has the same name', () =>
    expect(languageOf('pypi', 'quokka-js', 'quokka-js')).toEqual([0, 0]));
});
