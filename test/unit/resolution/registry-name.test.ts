import { withRegistryAsHint } from '../../../src/resolution/matching/query/registry-name.js';

const given = (org: string, name = 'left-pad') => ({ name, org, version: '1.0' });

describe('a supplier that is a registry', () => {
  it.each([
    ['npm', 'npm'],
    ['npmjs.com', 'npm'],
    ['https://www.npmjs.com/', 'npm'],
    ['PyPI', 'pypi'],
    ['Python Package Index', 'python'],
    ['rubygems.org', 'rubygems'],
    ['crates.io', 'crates'],
    ['NuGet', 'nuget'],
    [' Packagist ', 'packagist'],
    ['Maven Central', 'maven'],
    ['pub.dev', 'pub'],
  ])('is the ecosystem and not the maker: %s', (org, hint) => {
    expect(withRegistryAsHint(given(org))).toEqual({ name: 'left-pad', org: '', version: '1.0', hint });
  });

  it.each(['Python', 'Rust', 'Node.js', 'npm, Inc.', 'pub', 'hex', 'maven', 'nuget-team', 'npm.example', ''])(
    'is none where it may make software: %s',
    (org) => expect(withRegistryAsHint(given(org))).toEqual(given(org)),
  );

  it('keeps its own client, and a hint that says more', () => {
    expect(withRegistryAsHint(given('npm', 'NPM'))).toEqual(given('npm', 'NPM'));
    expect(withRegistryAsHint({ ...given('npm'), hint: 'yarn' }).hint).toBe('yarn');
    expect(withRegistryAsHint({ ...given('npm'), hint: 'unheard of' }).hint).toBe('npm');
  });
});
