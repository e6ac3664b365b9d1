import { expandIdentifierName } from '../../../src/resolution/matching/query/identifier-name.js';

const read = (name: string, more: { org?: string; version?: string; hint?: string } = {}) =>
  expandIdentifierName({
    name,
    org: more.org ?? '',
    version: more.version ?? '',
    ...(more.hint && { hint: more.hint }),
  });

describe('a name that is an identifier', () => {
  it.each([
    ['pkg:npm/%40babel/core@7.0.0', { name: 'core', org: '@babel', version: '7.0.0' }],
    [
      'https://pypi.org/project/requests/2.31.0/',
      { name: 'requests', version: '2.31.0', purls: ['pkg:pypi/requests@2.31.0'] },
    ],
    ['cpe:2.3:a:haxx:curl:8.0.0:*:*:*:*:*:*:*', { name: 'curl', org: 'haxx', version: '8.0.0' }],
    [
      'https://github.com/curl/curl/tree/master',
      { name: 'curl', org: 'curl', repositories: ['https://github.com/curl/curl'] },
    ],
    ['git@github.com:curl/curl.git', { name: 'curl', repositories: ['https://github.com/curl/curl'] }],
    ['github:curl/curl', { name: 'curl', repositories: ['https://github.com/curl/curl'] }],
    ['npm:left-pad@1.3.0', { name: 'left-pad@1.3.0', hint: 'npm' }],
    ['app/node_modules/@babel/core', { name: '@babel/core', hint: 'npm' }],
    ['WEB-INF/lib/quokka-2.11.0.jar', { name: 'quokka-2.11.0.jar' }],
    ['C:\\apps\\lib\\quokka-2.11.0.jar', { name: 'quokka-2.11.0.jar' }],
    ['celery[redis,auth]==5.2.0', { name: 'celery', version: '5.2.0', hint: 'pypi' }],
    ['Quokka.Json.13.0.1-beta1.nupkg', { name: 'Quokka.Json', version: '13.0.1-beta1', hint: 'nuget' }],
    ['zlib/1.3.1@conan/stable', { name: 'zlib', version: '1.3.1', hint: 'conan' }],
    [`implementation("org.slf4j:slf4j-api:2.0.0")`, { name: 'org.slf4j:slf4j-api:2.0.0', hint: 'maven' }],
    ['libssl3:amd64', { name: 'libssl3', hint: 'deb' }],
    ['openssl-libs.x86_64', { name: 'openssl-libs', hint: 'rpm' }],
    ['quokka 4.17.21 (npm)', { name: 'quokka 4.17.21', hint: 'npm' }],
    ['Quokka.Json [NuGet]', { name: 'Quokka.Json', hint: 'NuGet' }],
    ['quokka 6.1 (homebrew)', { name: 'quokka 6.1' }],
    [
      'docker.io/library/postgres:16.1-bookworm',
      { name: 'postgres', org: '', version: '16.1-bookworm', hint: 'docker' },
    ],
    ['quay.io/quokka/parser', { name: 'parser', org: 'quokka', version: '', hint: 'docker' }],
    ['ghcr.io/acme/tools/parser:latest', { name: 'parser', org: 'acme/tools', version: '', hint: 'docker' }],
    [
      'acme.azurecr.io/parser:v2@sha256:0a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b',
      { name: 'parser', org: '', version: 'v2', hint: 'docker' },
    ],
  ])('%s', (name, expected) => expect(read(name)).toMatchObject(expected));

  it.each([
    'lodash',
    'curl/curl',
    '@babel/core',
    'github.com/curl/curl',
    'org.slf4j:slf4j-api',
    'Net::SSLeay',
    'Perl::Critic',
    'python:3.12-slim',
    'Quokka (Python)',
    'quay.io',
    '(npm)',
    'n/a',
    'Customizer Export/Import',
    'quokka-2.11.0.jar',
    'https://example.org/about',
    'pkg:',
    'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*',
  ])('%s is unchanged', (name) => expect(read(name)).toEqual({ name, org: '', version: '' }));

  it('is the standard library where version or hint say that it is of Go', () => {
    const library = { version: '1.20.12', hint: 'golang', purls: ['pkg:golang/stdlib'] };
    expect(read('stdlib', { version: 'go1.20.12' })).toMatchObject(library);
    expect(read('stdlib', { version: '1.20.12', hint: 'go' })).toMatchObject(library);
    expect(read('stdlib', { version: '1.20.12' })).toEqual({ name: 'stdlib', org: '', version: '1.20.12' });
  });

  it.each([
    ['crypto/x509', { hint: 'golang' }],
    ['runtime', { version: 'go1.18.3' }],
    ['path/filepath', { org: 'Go standard library', version: '1.21.0' }],
    ['internal/poll', { version: 'go1.18' }],
  ])('%s is a package of the standard library where something says that it is of Go', (name, more) => {
    const go = ['cpe:2.3:a:golang:go:*:*:*:*:*:*:*:*'];
    expect(read(name, more)).toMatchObject({ name, org: '', hint: 'golang', purls: [`pkg:golang/${name}`], cpes: go });
  });

  it('is a package of the standard library also where words follow its path', () => {
    expect(read('path/filepath x64', { hint: 'golang' })).toMatchObject({ purls: ['pkg:golang/path/filepath'] });
  });

  it.each([
    ['runtime', {}],
    ['runtime environment', { hint: 'golang' }],
    ['internal/billing', { hint: 'golang' }],
    ['log', { hint: 'npm' }],
    ['log', { org: 'acme', hint: 'golang' }],
    ['mylog', { hint: 'golang' }],
  ])('%s of %o is none of the standard library', (name, more) => {
    expect(read(name, more)).toEqual({ name, org: '', version: '', ...more });
  });

  it('keeps declared organization, version and hint', () => {
    const more = { org: 'Acme', version: '2.0', hint: 'gem' };
    expect(read('https://www.npmjs.com/package/left-pad/v/1.3.0', more)).toMatchObject({ name: 'left-pad', ...more });
  });
});
