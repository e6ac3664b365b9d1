import { enclosingModules, isGoRelease, withoutGoPrefix } from '../../../src/model/go-paths.js';

describe('the modules of Go that may hold a package', () => {
  it.each([
    ['github.com/docker/docker/pkg/archive', ['github.com/docker/docker', 'github.com/docker/docker/pkg']],
    ['golang.org/x/crypto/ssh', ['golang.org/x/crypto']],
    ['k8s.io/client-go/testing', ['k8s.io/client-go']],
    ['gopkg.in/yaml.v3/internal', ['gopkg.in/yaml.v3']],
    ['crypto/x509', ['stdlib']],
    ['runtime', ['stdlib']],
    ['cmd/go', ['toolchain']],
  ])('%s', (path, modules) => expect(enclosingModules(path)).toEqual(modules));

  it.each([
    'github.com/docker/docker',
    'golang.org/x/crypto',
    'k8s.io/client-go',
    'stdlib',
    'cmd',
    'acme/tool',
    'main',
  ])('none for %s', (path) => expect(enclosingModules(path)).toEqual([]));

  it('a next major version is a module beside the former one, not a package in it', () => {
    expect(enclosingModules('github.com/go-git/go-git/v5')).toEqual([]);
    expect(enclosingModules('github.com/go-git/go-git/v5/plumbing')).toEqual(['github.com/go-git/go-git/v5']);
    expect(enclosingModules('github.com/a/b/v1/c')).toContain('github.com/a/b');
  });

  it('are few, however long the path is', () => {
    expect(enclosingModules(`github.com/${'a/'.repeat(10_000)}b`).length).toBeLessThan(30);
  });
});

it('versions of Go begin with 1, and may begin with its name', () => {
  expect(['1', '1.21.3', 'go1.18', '1.22rc1'].map(isGoRelease)).toEqual([true, true, true, true]);
  expect(['', '0.3.1', '12.0', 'v1.2.3', '2.0', 'devel'].map(isGoRelease)).toEqual(Array(6).fill(false));
  expect(['go1.18', 'gold', 'v1.2'].map(withoutGoPrefix)).toEqual(['1.18', 'gold', 'v1.2']);
});
