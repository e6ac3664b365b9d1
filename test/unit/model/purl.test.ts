import fc from 'fast-check';
import {
  buildPurl,
  formatPurl,
  maxPurlLength,
  parsePurl,
  purlKey,
  PurlError,
  purlOrNull,
  purlWithoutVersion,
} from '../../../src/model/purl.js';
import { purlTypes } from '../../../src/model/purl-types.js';

const repaired = (text: string): string => formatPurl(parsePurl(text, 'repair'));

describe('parsePurl', () => {
  it('reads every component', () => {
    expect(parsePurl('pkg:npm/%40angular/core@12.3.1?arch=x86&os=linux%20gnu#src/index.js')).toEqual({
      type: 'npm',
      namespace: '@angular',
      name: 'core',
      version: '12.3.1',
      qualifiers: { arch: 'x86', os: 'linux gnu' },
      subpath: 'src/index.js',
    });
  });

  it('gives null for what is absent', () => {
    expect(parsePurl('pkg:gem/rails')).toMatchObject({ namespace: null, version: null, subpath: null });
    expect(Object.getPrototypeOf(parsePurl('pkg:gem/rails').qualifiers)).toBeNull();
  });

  it.each([
    ['an unencoded scope', 'pkg:npm/@babel/core', 'pkg:npm/%40babel/core'],
    ['an unencoded scope and a version', 'pkg:npm/@babel/core@7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['a version with a slash', 'pkg:github/a/b@feature/x', 'pkg:github/a/b@feature%2Fx'],
    ['slashes after the scheme', 'pkg://maven/g/a@1', 'pkg:maven/g/a@1'],
    [
      'a query inside a qualifier',
      'pkg:generic/a?vcs_url=https://h/?p=a.git',
      'pkg:generic/a?vcs_url=https:%2F%2Fh%2F%3Fp%3Da.git',
    ],
    ['qualifiers out of order, some empty', 'pkg:conan/a@1?user=u&channel=&arch=x', 'pkg:conan/a@1?arch=x&user=u'],
    ['dots in a subpath', 'pkg:golang/h/a#/x/./../y/', 'pkg:golang/h/a#x/y'],
    ['white space around it and upper-case keys', ' pkg:RPM/Fedora/curl?Arch=i386\n', 'pkg:rpm/fedora/curl?arch=i386'],
    ['characters that encodeURIComponent leaves alone', "pkg:generic/a!b*c(d)'e", 'pkg:generic/a%21b%2Ac%28d%29%27e'],
    ['Unicode as it stands', 'pkg:generic/ünïcode', 'pkg:generic/%C3%BCn%C3%AFcode'],
    ['a Go standard library', 'pkg:golang/stdlib@1.21.0', 'pkg:golang/stdlib@1.21.0'],
  ])('repairs %s', (_what, text, canonical) => {
    expect(repaired(text)).toBe(canonical);
  });

  it.each([
    ['', 'must start with'],
    ['npm/foo', 'must start with'],
    ['pkg:', 'type and name'],
    ['pkg:npm', 'type and name'],
    ['pkg:npm/', 'name is missing'],
    ['pkg:npm/@1.0', 'name is missing'],
    ['pkg:n_pm/foo', 'the type must be'],
    ['pkg:npm/foo%', 'percent-encoded'],
    ['pkg:npm/foo%C0%80', 'percent-encoded'],
    ['pkg:npm/a%2Fb/foo', 'must not contain "/"'],
    ['pkg:npm/foo%00', 'control characters'],
    ['pkg:npm/foo?a=%0A', 'control characters'],
    ['pkg:npm/foo\ud800', 'control characters'],
    ['pkg:npm/foo?a=1&a=2', 'twice'],
    ['pkg:npm/foo?__proto__=1', 'key of a qualifier'],
    ['pkg:npm/foo@1?vers=vers:npm/1', 'not both'],
    ['pkg:maven/junit@4', 'needs a namespace'],
    ['pkg:cargo/a/b@4', 'has no namespace'],
    ['pkg:swid/a/b/c/d?tag_id=x', '1 to 2 segments'],
    ['pkg:swift/h/a', 'at least 2 segments'],
    ['pkg:cocoapods/.a', 'white space'],
    [`pkg:npm/${'a'.repeat(maxPurlLength)}`, 'more than'],
    [`pkg:npm/${'ü'.repeat(maxPurlLength / 2)}`, 'canonical form'],
  ])('refuses %p and says why', (text, message) => {
    expect(() => parsePurl(text)).toThrow(PurlError);
    expect(() => parsePurl(text)).toThrow(message);
    expect(purlOrNull(text)).toBeNull();
  });

  it('refuses a purl without a qualifier that its type needs, unless it repairs', () => {
    expect(() => parsePurl('pkg:swid/d')).toThrow('needs the qualifier "tag_id"');
    expect(purlOrNull('pkg:swid/d')).toMatchObject({ type: 'swid', name: 'd', qualifiers: {} });
  });
});

describe('keys', () => {
  it.each([
    ['pkg:pypi/Zope.Interface@5?file_name=x', 'pkg:pypi/zope.interface', 'pkg:pypi/zope-interface'],
    ['pkg:nuget/Newtonsoft.Json@13', 'pkg:nuget/Newtonsoft.Json', 'pkg:nuget/newtonsoft.json'],
    ['pkg:npm/JSONStream@1', 'pkg:npm/JSONStream', 'pkg:npm/jsonstream'],
    ['pkg:maven/Org.X/Y@1', 'pkg:maven/Org.X/Y', 'pkg:maven/Org.X/Y'],
    [
      'pkg:git/codeberg.org/Forgejo/Forgejo@1',
      'pkg:git/codeberg.org/forgejo/forgejo',
      'pkg:git/codeberg.org/forgejo/forgejo',
    ],
    ['pkg:git/git.example.org/A/b@1', 'pkg:git/git.example.org/A/b', 'pkg:git/git.example.org/A/b'],
  ])('%s', (text, plain, key) => {
    const purl = parsePurl(text);
    expect(purlWithoutVersion(purl)).toBe(plain);
    expect(purlKey(purl)).toBe(key);
  });
});

const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const input = fc.record({
  type: fc.constantFrom(...purlTypes.keys(), 'unregistered'),
  namespace: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'))),
  name: word,
  version: fc.option(word),
  qualifiers: fc.dictionary(fc.constantFrom('arch', 'uuid', 'tag_id', 'repository_url'), word),
  subpath: fc.option(word),
});

describe('laws', () => {
  it('what is built and written is read back as the same components, and writing is idempotent', () => {
    fc.assert(
      fc.property(input, (parts) => {
        let built;
        try {
          built = buildPurl(parts);
        } catch (error) {
          if (error instanceof PurlError) return;
          throw error;
        }
        const text = formatPurl(built);
        expect(text).toMatch(/^[!-~]+$/);
        expect(parsePurl(text)).toEqual(built);
        expect(repaired(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('any text is a purl or a PurlError', () => {
    const bait = fc.string({
      unit: fc.constantFrom(...'pkg:/@?#&=%2fF.~aZ\u0000ü', 'pkg:npm/', 'pkg:'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.oneof(bait, fc.string({ unit: 'binary' })), (text) => {
        const purl = purlOrNull(text);
        if (purl) expect(parsePurl(formatPurl(purl))).toEqual(purl);
      }),
      { numRuns: 1000 },
    );
  });
});
