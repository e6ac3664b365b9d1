import { checkSource, isBranch, type ProjectType } from '../../../src/projects/project-source.js';

const check = (type: ProjectType, source: string, branch = 'main', opened: string[] = []) =>
  checkSource(type, { source, branch }, new Set(opened));

describe('source addresses', () => {
  it.each<[ProjectType, string, string]>([
    ['git', 'https://github.com/a/b.git', 'https://github.com/a/b.git'],
    ['git', 'HTTPS://GitHub.com:443/a/b.git', 'https://github.com/a/b.git'],
    ['git', 'ssh://git@github.com/a/b.git', 'ssh://git@github.com/a/b.git'],
    ['git', 'ssh://git@github.com:22/a/b.git', 'ssh://git@github.com/a/b.git'],
    ['git', ' git@github.com:a/b.git ', 'git@github.com:a/b.git'],
    ['artifact', 'https://example.org/a.zip?x=1', 'https://example.org/a.zip?x=1'],
    ['svn', 'https://svn.example.org/repo/trunk', 'https://svn.example.org/repo/trunk'],
    ['svn', 'svn+https://svn.example.org/repo', 'svn+https://svn.example.org/repo'],
    ['s3', 's3://bucket/some/prefix', 's3://bucket/some/prefix'],
    ['source_unavailable', 'anything', ''],
  ])('%s takes %s', (type, source, expected) => {
    expect(check(type, source)).toEqual({ source: expected, branch: type === 'git' ? 'main' : '', errors: null });
  });

  it.each<[ProjectType, string]>([
    ...['--upload-pack=touch /tmp/x', 'ext::sh -c id', 'EXT::x', 'fd::17', '-c protocol.ext.allow=always'].map(
      (source): [ProjectType, string] => ['git', source],
    ),
    ...['ssh://-oProxyCommand=id/x', 'ssh://git@-host/x', 'git@-host:x', '-git@host.org:x'].map(
      (source): [ProjectType, string] => ['git', source],
    ),
    ...[
      'file:///etc',
      '/etc',
      '\\\\unc\\x',
      'git://host.org/x',
      'http://host.org/x',
      'ftp://host.org/x',
      'data:,x',
    ].map((source): [ProjectType, string] => ['git', source]),
    ...[
      'https://a.org/x\ny',
      'https://a.org/x\0',
      'https://a.org/x y',
      'https://a.org/`id`',
      'https://a.org/$(id)',
    ].map((source): [ProjectType, string] => ['git', source]),
    ['git', 'https://user:pass@host.org/x'],
    ['git', 'https://token@host.org/x'],
    ['git', 'ssh://git:pass@host.org/x'],
    ['git', 'https://127.1/x'],
    ['git', 'https://2130706433/x'],
    ['git', 'ssh://git@0x7f000001/x'],
    ['git', 'git@localhost:x'],
    ['git', 'git@10.0.0.1:x'],
    ['git', 'https://[::1]/x'],
    ['git', 'https://host.org:6379/x'],
    ['git', 'ssh://git@host.org:2222/x'],
    ['git', ''],
    ['artifact', 'ssh://git@host.org/x'],
    ['artifact', 'https://169.254.169.254/latest'],
    ['svn', 'svn+ssh://-oProxyCommand/x'],
    ['svn', 'svn://host.org/x'],
    ['s3', 's3://../x'],
    ['s3', 's3://bucket/../x'],
    ['s3', 's3://Bucket/x'],
    ['s3', 'https://bucket.s3.amazonaws.com/x'],
  ])('%s refuses %p', (type, source) => {
    expect(check(type, source)).toEqual({ errors: { source: expect.any(String) } });
  });

  it('goes inside where the operator has opened a host, or a host with its port', () => {
    expect(check('git', 'https://git.corp:8443/x', 'main', ['git.corp:8443']).errors).toBeNull();
    expect(check('git', 'https://10.1.2.3/x', 'main', ['10.1.2.3']).errors).toBeNull();
    expect(check('git', 'https://10.1.2.4/x', 'main', ['10.1.2.3']).errors).not.toBeNull();
    expect(check('git', 'https://git.corp:8444/x', 'main', ['git.corp:8443']).errors).not.toBeNull();
  });

  it('asks for a branch of git only, and names every fault at once', () => {
    expect(check('artifact', 'https://example.org/a.zip', '')).toMatchObject({ branch: '', errors: null });
    expect(check('git', '', '-x')).toEqual({
      errors: { source: 'is required', branch: 'must be a valid branch name' },
    });
    expect(check('git', 'https://example.org/a.git', '')).toMatchObject({ branch: '', errors: null });
  });
});

describe('branches', () => {
  it.each(['main', 'release/1.x', 'feature/ä', 'a@b', 'v1.0'])('%s is one', (name) =>
    expect(isBranch(name)).toBe(true),
  );
  it.each([
    ...['-x', '--upload-pack=id', 'a..b', 'a b', 'a\nb', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', 'a@{1}', '@'],
    ...['/a', 'a/', 'a//b', '.a', 'a/.b', 'a.lock', 'a.lock/b', 'a.', '', 'x'.repeat(256), 'a\0'],
  ])('%p is none', (name) => expect(isBranch(name)).toBe(false));
});
