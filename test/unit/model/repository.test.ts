import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parsePurl } from '../../../src/model/purl.js';
import {
  maxRepositoryLength,
  parseRepository,
  repositoryFromPurl,
  repositoryOrNull,
  RepositoryError,
} from '../../../src/model/repository.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';
import { projectRoot } from '../../../src/platform/project-root.js';

const lodash = 'https://github.com/lodash/lodash';

describe('one canonical form', () => {
  it.each([
    'https://github.com/lodash/lodash',
    'http://www.GitHub.com/Lodash/lodash/',
    'https://github.com/lodash/lodash.git',
    'git://github.com/lodash/lodash.git',
    'git+https://github.com/lodash/lodash.git',
    'git+https://github.com/lodash/lodash.git@4.17.21#egg=x',
    'git+https://github.com/lodash/lodash@2da024c3b4f9947a48517639de7560457cd4ec6c',
    'git+ssh://git@github.com/lodash/lodash.git',
    'ssh://git@github.com:22/lodash/lodash.git',
    'ssh://git@github.com:lodash/lodash.git',
    'git@github.com:lodash/lodash.git',
    'git@github.com/lodash/lodash',
    'org-1234@github.com:lodash/lodash.git',
    'https://user:token@github.com/lodash/lodash.git',
    'github:lodash/lodash',
    'github:lodash/lodash#4.17.21',
    'github.com/lodash/lodash',
    'scm:git:git://github.com/lodash/lodash.git',
    'scm:git:git@github.com:lodash/lodash.git',
    'scm:git:https://github.com/lodash/lodash.git',
    'scm:https://github.com/lodash/lodash',
    'gitsm://github.com/lodash/lodash;protocol=https;branch=main',
    'https://github.com/lodash/lodash/tree/main/packages/x',
    'https://github.com/lodash/lodash/releases/tag/4.17.21',
    'https://github.com/lodash/lodash/archive/refs/tags/4.17.21.tar.gz',
    'https://github.com/lodash/lodash#readme',
    'https://github.com/lodash/lodash?tab=readme-ov-file',
    'https://raw.githubusercontent.com/lodash/lodash/main/package.json',
    'https://codeload.github.com/lodash/lodash/tar.gz/refs/heads/main',
    'https://api.github.com/repos/lodash/lodash/zipball',
    '<https://github.com/lodash/lodash>',
    ' "https://github.com/lodash/lodash" ',
  ])('%s', (text) => {
    expect(repositoryOrNull(text)?.url).toBe(lodash);
    expect(parseRepository(text).url).toBe(lodash);
  });

  it.each([
    ['https://gitlab.com/Group/Sub/project/-/tree/main', 'https://gitlab.com/group/sub/project'],
    ['https://gitlab.com/a/b/blob/main/x', 'https://gitlab.com/a/b'],
    ['https://gitlab.com/a/b.git/info/refs', 'https://gitlab.com/a/b'],
    ['git@gitlab.example.org:team/tool.git', 'https://gitlab.example.org/team/tool'],
    ['https://salsa.debian.org/debian/bash/-/commits/master', 'https://salsa.debian.org/debian/bash'],
    ['https://bitbucket.org/Owner/Repo/src/master/', 'https://bitbucket.org/owner/repo'],
    ['https://codeberg.org/forgejo/forgejo/releases', 'https://codeberg.org/forgejo/forgejo'],
    ['https://git.sr.ht/~emersion/kanshi/tree/master', 'https://git.sr.ht/~emersion/kanshi'],
    ['https://gitbox.apache.org/repos/asf?p=logging-log4j2.git;a=summary', 'https://github.com/apache/logging-log4j2'],
    ['https://gitbox.apache.org/repos/asf/commons-io.git', 'https://github.com/apache/commons-io'],
    ['https://git-wip-us.apache.org/repos/asf?p=maven.git', 'https://github.com/apache/maven'],
    ['scm:svn:https://svn.apache.org/repos/asf/ant/core/trunk', 'https://svn.apache.org/repos/asf/ant/core'],
    ['svn+ssh://svn.example.org/repo/branches/1.x', 'https://svn.example.org/repo'],
    ['http://foo.sourceforge.net/index.html', 'https://sourceforge.net/projects/foo'],
    ['https://sourceforge.net/p/Foo/code/HEAD/tree/', 'https://sourceforge.net/projects/foo'],
    ['https://sourceforge.net/projects/foo/files/1.0/foo.zip/download', 'https://sourceforge.net/projects/foo'],
    ['https://downloads.sourceforge.net/project/foo/foo-1.tar.gz', 'https://sourceforge.net/projects/foo'],
    ['svn://svn.code.sf.net/p/foo/code/trunk', 'https://sourceforge.net/projects/foo'],
    ['https://foo.svn.sourceforge.net/svnroot/foo', 'https://sourceforge.net/projects/foo'],
    ['git://git.kernel.org/pub/scm/git/git.git', 'https://git.kernel.org/pub/scm/git/git'],
    ['https://git.savannah.gnu.org/cgit/bash.git/tree/README', 'https://git.savannah.gnu.org/bash'],
    ['https://git.savannah.gnu.org/git/bash.git', 'https://git.savannah.gnu.org/bash'],
    ['https://sourceware.org/git/?p=glibc.git;a=summary', 'https://sourceware.org/git/glibc'],
    ['https://go.googlesource.com/crypto/+/refs/heads/master', 'https://go.googlesource.com/crypto'],
    ['https://chromium.googlesource.com/chromium/src/+log/main', 'https://chromium.googlesource.com/chromium/src'],
    ['https://opendev.org/openstack/nova/src/branch/master', 'https://opendev.org/openstack/nova'],
    ['https://git.example.org/team/tool.git', 'https://git.example.org/team/tool'],
    ['hg+https://hg.example.org/tool', 'https://hg.example.org/tool'],
  ])('%s', (text, url) => {
    expect(repositoryOrNull(text)?.url).toBe(url);
  });
});

describe('what is no repository', () => {
  it.each([
    '',
    'lodash',
    'https://github.com',
    'https://github.com/lodash',
    'https://github.com/topics/sbom',
    'https://github.com/sponsors/lodash',
    'https://lodash.github.io/lodash',
    'https://github.com/${project.groupId}/x',
    'https://github.com/a/..',
    'https://gitlab.com/group',
    'https://lists.sourceforge.net/lists/listinfo/foo',
    'https://go-review.googlesource.com/c/go/+/325829',
    'https://example.org/a/b',
    'ftp://ftp.gnu.org/gnu/bash',
    'javascript:alert(1)',
    'https://[::1]/a/b.git',
    'https://localhost/a/b.git',
    `https://github.com/a/${'b'.repeat(maxRepositoryLength)}`,
    'https://github.com/a/b\u0000',
  ])('%s', (text) => {
    expect(repositoryOrNull(text)).toBeNull();
  });

  it('takes an unknown host at its word when somebody says that it is a repository', () => {
    expect(parseRepository('https://code.example.org/Team/Tool/')).toEqual({
      url: 'https://code.example.org/team/tool',
      host: 'code.example.org',
      owner: 'Team',
      name: 'Tool',
    });
    expect(() => parseRepository('not a repository')).toThrow(RepositoryError);
    expect(() => parseRepository('https://github.com/topics/sbom')).toThrow('https://host/owner/name');
  });
});

describe('owner and name', () => {
  it.each([
    ['https://github.com/FasterXML/jackson-core', 'FasterXML', 'jackson-core'],
    ['https://gitlab.com/a/b/c', 'a/b', 'c'],
    ['https://git.sr.ht/~emersion/kanshi', 'emersion', 'kanshi'],
    ['https://sourceforge.net/projects/foo', '', 'foo'],
    ['https://pagure.io/koji', '', 'koji'],
  ])('%s', (text, owner, name) => {
    expect(parseRepository(text)).toMatchObject({ owner, name });
  });
});

describe('repositoryFromPurl', () => {
  it.each([
    ['pkg:github/Lodash/lodash@4', lodash],
    ['pkg:gitlab/a/b/c@1', 'https://gitlab.com/a/b/c'],
    ['pkg:bitbucket/a/b', 'https://bitbucket.org/a/b'],
    ['pkg:sourceforge/foo', 'https://sourceforge.net/projects/foo'],
    ['pkg:golang/github.com/gorilla/mux@v1.8.0', 'https://github.com/gorilla/mux'],
    ['pkg:golang/github.com/aws/aws-sdk-go-v2/service/s3', 'https://github.com/aws/aws-sdk-go-v2'],
    ['pkg:swift/github.com/Alamofire/Alamofire@5', 'https://github.com/alamofire/alamofire'],
    ['pkg:git/codeberg.org/forgejo/forgejo@1', 'https://codeberg.org/forgejo/forgejo'],
    ['pkg:npm/lodash?vcs_url=git%2Bssh:%2F%2Fgit%40github.com%2Flodash%2Flodash.git%404.17', lodash],
    ['pkg:generic/x?vcs_url=https:%2F%2Fcode.example.org%2Fteam%2Fx', 'https://code.example.org/team/x'],
    ['pkg:golang/k8s.io/api', undefined],
    ['pkg:npm/lodash', undefined],
  ])('%s', (text, url) => {
    expect(repositoryFromPurl(parsePurl(text))?.url).toBe(url);
  });
});

describe('laws', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abZ09-_.~'), minLength: 1, maxLength: 6 });
  const host = fc.constantFrom(
    'github.com',
    'gitlab.com',
    'sourceforge.net',
    'git.kernel.org',
    'go.googlesource.com',
    'x.example.org',
  );
  const text = fc
    .tuple(
      fc.constantFrom('https://', 'git@', 'scm:git:git://', 'git+ssh://git@', 'svn://'),
      host,
      fc.array(word, { maxLength: 6 }),
    )
    .map(([scheme, at, path]) => `${scheme}${at}${scheme === 'git@' ? ':' : '/'}${path.join('/')}`);

  it('a canonical URL is its own canonical form', () => {
    fc.assert(
      fc.property(text, (address) => {
        const url = repositoryOrNull(address)?.url;
        if (url) expect(parseRepository(url).url).toBe(url);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads hostile text in linear time', () => {
    const work = () => {
      for (const bait of ['/', ':', '@', '.git', ';', '?p=', '"', ')', 'git+', '-', '~'])
        for (const start of ['https://github.com/', 'git@', 'https://x.example.org/?', ''])
          repositoryOrNull(start + bait.repeat(Math.floor(1900 / bait.length)));
    };
    expect(cpuMilliseconds(work)).toBeLessThan(500);
  });
});

/** Canonical URLs of our own, and those of labelled rows beside the repository where they exist. */
const rows = join(projectRoot, '../shared/resolution/dev.jsonl');
const canonicalUrls = [
  'https://github.com/apache/logging-log4j2',
  'https://gitlab.com/gnutls/gnutls',
  'https://gitlab.freedesktop.org/cairo/cairo',
  'https://bitbucket.org/snakeyaml/snakeyaml',
  'https://codeberg.org/forgejo/forgejo',
  ...(existsSync(rows) ? readFileSync(rows, 'utf8').split('\n').filter(Boolean) : []).flatMap(
    (line) => (JSON.parse(line) as { truth: { repos?: string[] } }).truth.repos ?? [],
  ),
];

it('leaves canonical URLs as they are', () => {
  expect(canonicalUrls.filter((url) => repositoryOrNull(url)?.url !== url)).toEqual([]);
});
