import { coversPackage } from '../../../src/model/coverage.js';
import { foreignRegistry } from '../../../src/model/foreign-registry.js';
import { packageOf, parsePurl, purlKey } from '../../../src/model/purl.js';

describe('a package of another registry', () => {
  it.each([
    ['pkg:npm/acme-x@1.0.0?repository_url=https://npm.acme.example', 'https:%2F%2Fnpm.acme.example'],
    [
      'pkg:npm/acme-x@1?arch=x&repository_url=npm.acme.example/registry.npmjs.org',
      'npm.acme.example%2Fregistry.npmjs.org',
    ],
    [
      'pkg:npm/acme-x?repository_url=https://registry.npmjs.org.evil.example/',
      'https:%2F%2Fregistry.npmjs.org.evil.example%2F',
    ],
    [
      'pkg:npm/acme-x?repository_url=https://registry.npmjs.org@npm.acme.example',
      'https:%2F%2Fregistry.npmjs.org%40npm.acme.example',
    ],
    ['pkg:npm/acme-x?repository_url=https://pypi.org/simple', 'https:%2F%2Fpypi.org%2Fsimple'],
    ['pkg:npm/acme-x?repository_url=registry.npmjs.org:8443@', 'registry.npmjs.org:8443%40'],
    ['pkg:npm/acme-x?repository_url=https://test.npm.example', 'https:%2F%2Ftest.npm.example'],
    [
      'pkg:npm/acme-x?repository_url=https://github.com/rust-lang/crates.io-index',
      'https:%2F%2Fgithub.com%2Frust-lang%2Fcrates.io-index',
    ],
  ])('%s is not the public one', (text, registry) => {
    const purl = parsePurl(text);
    expect(packageOf(purl)).toBe(`pkg:npm/acme-x?repository_url=${registry}`);
    expect(purlKey(purl)).not.toBe('pkg:npm/acme-x');
    const everything = { kind: 'vulnerabilities', scopes: ['*', 'pkg:npm'], completeSince: null } as const;
    expect(coversPackage(everything, purl)).toBe(false);
    expect(coversPackage(everything, parsePurl('pkg:npm/acme-x@1.0.0?arch=x'))).toBe(true);
  });

  it.each([
    'pkg:npm/acme-x@1.0.0?repository_url=https://registry.npmjs.org/',
    'pkg:npm/acme-x@1.0.0?repository_url=registry.npmjs.org',
    'pkg:npm/acme-x@1.0.0?repository_url=',
    'pkg:npm/acme-x@1.0.0?repository_url=https://registry.npmmirror.com',
    'pkg:npm/acme-x@1.0.0?repository_url=https://mirrors.cloud.tencent.com/npm/',
    'pkg:npm/acme-x@1.0.0?arch=x#lib',
  ])('%s is the public one', (text) => expect(packageOf(parsePurl(text))).toBe('pkg:npm/acme-x'));

  it.each([
    'pkg:cargo/serde@1?repository_url=https://github.com/rust-lang/crates.io-index',
    'pkg:maven/a/b@1?repository_url=https://maven-central.storage.googleapis.com/maven2/',
    'pkg:golang/x.example/y@1?repository_url=https://goproxy.cn',
    'pkg:pypi/requests@2?repository_url=https://pypi.tuna.tsinghua.edu.cn/simple',
    'pkg:composer/drupal/token@1.5.0?repository_url=https://packages.drupal.org/8',
    'pkg:apk/chainguard/git@2.43.0-r0?repository_url=https://apk.cgr.dev/chainguard',
    'pkg:rpm/openeuler/curl@7.79.1-23.oe2203?repository_url=https://repo.openeuler.org/openEuler-22.03-LTS/',
    'pkg:julia/Example@0.5.3?uuid=7876af07-990d-54b4-ab0e-23690620f79a&repository_url=https://pkg.julialang.org',
  ])('%s is the public one of a mirror', (text) => {
    expect(foreignRegistry(parsePurl(text))).toBeNull();
  });

  it.each([
    ['pkg:pypi/requests@2?repository_url=https://test.pypi.org/simple', 'https://test.pypi.org/simple'],
    [
      'pkg:cargo/serde@1?repository_url=https://github.com/acme/crates.io-index',
      'https://github.com/acme/crates.io-index',
    ],
    ['pkg:unheard/x@1?repository_url=https://mirrors.163.com/x', 'https://mirrors.163.com/x'],
  ])('%s is that of %s', (text, registry) => {
    expect(foreignRegistry(parsePurl(text))).toBe(registry);
  });

  it('keeps its registry whatever its version', () => {
    const purl = 'pkg:maven/com.acme/x?repository_url=https://nexus.acme.example/a b';
    const key = packageOf(parsePurl(purl));
    expect(packageOf(parsePurl(key))).toBe(key);
    expect(packageOf(parsePurl(purl.replace('/x?', '/x@2?')))).toBe(key);
  });
});
