import fc from 'fast-check';
import { formatPurl } from '../../../src/model/purl.js';
import { purlFromRegistryAddress } from '../../../src/model/registry-address.js';

const purlAt = (address: string): string | null => {
  const purl = purlFromRegistryAddress(address);
  return purl && formatPurl(purl);
};

describe('addresses of registries', () => {
  it.each([
    ['https://www.npmjs.com/package/left-pad', 'pkg:npm/left-pad'],
    ['https://www.npmjs.com/package/@babel/core/v/7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['https://registry.npmjs.org/@babel/core/-/core-7.0.0.tgz', 'pkg:npm/%40babel/core@7.0.0'],
    ['https://registry.npmjs.org/@babel%2fcore', 'pkg:npm/%40babel/core'],
    ['https://unpkg.com/react@18.2.0/umd/react.js', 'pkg:npm/react@18.2.0'],
    ['https://cdn.jsdelivr.net/npm/vue@3.4.0/dist/vue.js', 'pkg:npm/vue@3.4.0'],
    ['https://pypi.org/project/Django/5.0/', 'pkg:pypi/django@5.0'],
    ['https://pypi.python.org/pypi/requests', 'pkg:pypi/requests'],
    ['https://www.nuget.org/packages/Newtonsoft.Json/13.0.1', 'pkg:nuget/Newtonsoft.Json@13.0.1'],
    ['https://rubygems.org/gems/rails/versions/7.1.0', 'pkg:gem/rails@7.1.0'],
    ['https://crates.io/crates/serde/1.0.0', 'pkg:cargo/serde@1.0.0'],
    ['https://docs.rs/serde/1.0.0/serde/', 'pkg:cargo/serde@1.0.0'],
    ['https://packagist.org/packages/symfony/console', 'pkg:composer/symfony/console'],
    ['https://pkg.go.dev/golang.org/x/text@v0.3.7', 'pkg:golang/golang.org/x/text@v0.3.7'],
    ['https://proxy.golang.org/golang.org/x/text/@v/v0.3.7.zip', 'pkg:golang/golang.org/x/text'],
    ['https://repo1.maven.org/maven2/org/slf4j/slf4j-api/2.0.0/', 'pkg:maven/org.slf4j/slf4j-api@2.0.0'],
    [
      'https://repo.maven.apache.org/maven2/org/slf4j/slf4j-api/2.0.0/slf4j-api-2.0.0.jar',
      'pkg:maven/org.slf4j/slf4j-api@2.0.0',
    ],
    ['https://mvnrepository.com/artifact/org.slf4j/slf4j-api/2.0.0', 'pkg:maven/org.slf4j/slf4j-api@2.0.0'],
    ['https://central.sonatype.com/artifact/org.slf4j/slf4j-api', 'pkg:maven/org.slf4j/slf4j-api'],
    ['https://hex.pm/packages/phoenix/1.7.0', 'pkg:hex/phoenix@1.7.0'],
    ['https://pub.dev/packages/http/versions/1.0.0', 'pkg:pub/http@1.0.0'],
    ['https://conan.io/center/recipes/zlib?version=1.3', 'pkg:conan/zlib'],
  ])('%s is %s', (address, purl) => expect(purlAt(address)).toBe(purl));

  it.each([
    'https://www.npmjs.com/',
    'https://www.npmjs.com/package/',
    'https://www.npmjs.com/~somebody',
    'https://pypi.org/user/somebody/',
    'https://repo1.maven.org/maven2/',
    'https://repo1.maven.org/maven2/org/slf4j/',
    'https://mvnrepository.com/artifact/',
    'https://example.org/package/left-pad',
    'https://npmjs.com.example.org/package/left-pad',
    'https://www.npmjs.com/package/%00',
    'https://www.npmjs.com/package/%E0%A4%A',
    'left-pad',
    'ftp://www.npmjs.com/package/left-pad',
    `https://www.npmjs.com/package/${'a'.repeat(3_000)}`,
  ])('%s names no package', (address) => expect(purlAt(address)).toBeNull());

  it('never fail otherwise, whatever stands behind the host', () => {
    const host = fc.constantFrom(
      'npmjs.com/package',
      'registry.npmjs.org',
      'pypi.org/project',
      'repo1.maven.org/maven2',
    );
    fc.assert(
      fc.property(host, fc.string({ unit: 'binary' }), fc.webPath(), (place, text, path) => {
        for (const rest of [text, path]) {
          const purl = purlFromRegistryAddress(`https://${place}/${rest}`);
          expect(purl === null || purl.name !== '').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
