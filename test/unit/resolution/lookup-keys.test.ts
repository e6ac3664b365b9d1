import { keyTiers } from '../../../src/model/catalog-entry.js';
import { lookupKey, namespaceText } from '../../../src/model/names/lookup-key.js';
import { parseName } from '../../../src/resolution/matching/query/parse-name.js';
import { sourceLookups } from '../../../src/resolution/matching/query/lookup-keys.js';

describe('the source of a found package’s siblings', () => {
  it.each([
    [{ name: '@quokka/reader', org: '', version: '' }, 'npm'],
    [{ name: 'reader', org: '@quokka', version: '' }, 'npm'],
    [{ name: 'quokka-reader', org: 'quokka', version: '', hint: 'maven' }, null],
    [{ name: 'quokka-reader', org: 'quokka.org', version: '', hint: 'maven' }, 'maven'],
  ])('is looked up by the namespace of %j', (component, type) => {
    const namespace = type === 'npm' ? 'quokka' : 'quokkaorg';
    const expected = {
      key: lookupKey(namespaceText(type ?? '', namespace)),
      tier: keyTiers.namespace,
      maxTier: keyTiers.namespace,
      onlyRepositories: true,
    };
    expect(sourceLookups(parseName(component))).toEqual(type === null ? [] : [expected]);
  });

  it.each([
    ['a plain name', 'quokka-reader', 'npm'],
    ['a Go path, which is an address', 'github.com/quokka/reader', ''],
  ])('is not looked up for %s', (_what, name, hint) => {
    expect(sourceLookups(parseName({ name, org: '', version: '', hint }))).toEqual([]);
  });
});
