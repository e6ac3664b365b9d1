import type { FetchRequest } from '../../../src/projects/sources/source-fetcher.js';
import { requestOf, resolvedAddress } from '../../../src/projects/sources/git/git-submodules.js';

const commit = 'a'.repeat(40);
const parentAt = (source: string): FetchRequest =>
  ({
    project: { source, branch: 'main', username: 'robot' },
    secrets: { deploy_key: 'key', password: 'secret' },
  }) as unknown as FetchRequest;
const asked = (source: string, address: string | null) => {
  const { project, secrets } = requestOf(parentAt(source), address, commit, new Set());
  return [project.source, project.username, secrets.password, secrets.deploy_key];
};

describe('a submodule is asked for', () => {
  it.each([
    ['https://git.example.org/acme/app.git', 'https://git.example.org/acme/lib.git'],
    ['https://git.example.org/acme/app.git', '../lib.git'],
    ['https://git.example.org/acme/app.git', 'git@git.example.org:acme/lib.git'],
  ])('with the credentials of the project at its own host: %s, %s', (source, address) => {
    expect(asked(source, address)).toEqual(['https://git.example.org/acme/lib.git', 'robot', 'secret', 'key']);
  });

  it.each([
    'https://git.example.org.evil.example/acme/lib.git',
    'https://evil.example/git.example.org/lib.git',
    'git@evil.example:acme/lib.git',
  ])('without any elsewhere: %s', (address) => {
    expect(asked('https://git.example.org/acme/app.git', address).slice(1)).toEqual(['', null, null]);
  });

  it.each([
    null,
    'file:///etc',
    '/srv/lib.git',
    '../../../../lib.git',
    'ext::sh -c id',
    '--upload-pack=x',
    'https://git.example.org:8443/acme/lib.git',
  ])('not at all at %s', (address) => {
    expect(() => asked('https://git.example.org/acme/app.git', address)).toThrow();
  });
});

it('a relative address is one beside the parent, also in the form of scp', () => {
  expect(resolvedAddress('git@git.example.org:acme/app.git', '../lib.git')).toBe('git@git.example.org:acme/lib.git');
});
