import type { PackageRow } from '../../../../src/scores/entities/entities.repository.js';
import { primaryPackage } from '../../../../src/scores/entities/primary-package.js';

const pack = (purl: string): PackageRow => {
  const [type = '', ...path] = purl.slice('pkg:'.length).split('/');
  const name = path.at(-1)!;
  const facts = { versions: [], latest_version: null, weight: 1, sources: [], observed_at: new Date(0) };
  return { id: 1, purl, type, name, ...facts };
};

describe('the package of a product or a repository', () => {
  it.each([
    ['quokka', ['pkg:pypi/typed-burrow'], null],
    ['quokka', ['pkg:npm/miniquokka', 'pkg:npm/quokka'], 'pkg:npm/quokka'],
    ['quokka', ['pkg:conan/libquokka', 'pkg:conan/burrow'], 'pkg:conan/libquokka'],
    ['quokka', ['pkg:maven/org.quokka/burrow', 'pkg:maven/org.acme/quokka-core'], 'pkg:maven/org.acme/quokka-core'],
    ['quokka_framework', ['pkg:maven/org.quokka/burrow-core'], 'pkg:maven/org.quokka/burrow-core'],
    ['quokka', ['pkg:npm/quokka', 'pkg:gem/quokka'], 'pkg:npm/quokka'],
    ['quokka', ['pkg:deb/debian/quokka', 'pkg:github/acme/quokka'], null],
    ['q', ['pkg:npm/some-q-thing'], null],
    ['quokka', [], null],
  ])('%s among %j is %s', (name, purls, expected) => {
    expect(primaryPackage(name, purls.map(pack))?.purl ?? null).toBe(expected);
  });
});
