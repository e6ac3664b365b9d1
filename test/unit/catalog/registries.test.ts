import type { Json } from '../../../src/model/document.js';
import { parsePurl, purlWithoutVersion } from '../../../src/model/purl.js';
import { readLiveAddresses } from '../../../src/catalog/live/live-addresses.js';
import { UnexpectedAnswer, type LiveSource } from '../../../src/catalog/live/live-source.js';
import { liveSources } from '../../../src/catalog/live/live-sources.js';

const sourceOf = (name: string): LiveSource => liveSources.find((source) => source.name === name)!;

/** Asks a registry that has these pages. */
async function lookUp(name: string, text: string, pages: Record<string, Json>) {
  const asked: string[] = [];
  const purl = parsePurl(text);
  const versions = purl.version === null ? [] : [purl.version];
  const subject = { kind: 'package', key: text, purl, versions } as const;
  const answer = await sourceOf(name).lookUp((path) => {
    asked.push(path);
    return Promise.resolve(Object.hasOwn(pages, path) ? pages[path]! : null);
  }, subject);
  return { answer, asked };
}

const scm = 'https://github.com/acme/quokka';

/** By registry: a package, the pages about it, and what is expected of them. */
const cases: [
  string,
  string,
  Record<string, Json>,
  { versions: string[]; latestVersion: string; homepage?: string },
][] = [
  [
    'npm',
    'pkg:npm/%40acme/quokka@1.0.0',
    {
      '/%40acme%2Fquokka': { 'dist-tags': { latest: '2.0.0' }, versions: { '1.0.0': {}, '2.0.0': {}, '3.0.0-rc': {} } },
      '/%40acme%2Fquokka/2.0.0': {
        repository: { url: `git+${scm}.git` },
        license: 'MIT',
        homepage: 'https://q.example',
      },
    },
    { versions: ['1.0.0', '3.0.0-rc', '2.0.0'], latestVersion: '2.0.0', homepage: 'https://q.example' },
  ],
  [
    'pypi',
    'pkg:pypi/quokka@1.0',
    {
      '/pypi/quokka/json': {
        info: {
          version: '2.0',
          license: 'MIT',
          home_page: '',
          project_urls: { Docs: 'https://q.example/d', Source: scm },
        },
        releases: {
          '1.0': [{ upload_time_iso_8601: '2020-01-01T00:00:00Z' }],
          '2.0': [{ upload_time_iso_8601: '2021-01-01T00:00:00Z' }],
        },
      },
    },
    { versions: ['1.0', '2.0'], latestVersion: '2.0' },
  ],
  [
    'maven-central',
    'pkg:maven/org.acme/quokka@1.0',
    {
      '/org/acme/quokka/maven-metadata.xml':
        '<metadata><versioning><release>2.0</release><versions><version>1.0</version>\n<version> 2.0 </version></versions></versioning></metadata>',
      '/org/acme/quokka/2.0/quokka-2.0.pom': `<project><licenses><license><name>MIT</name></license></licenses><scm><url>${scm}</url></scm></project>`,
    },
    { versions: ['1.0', '2.0'], latestVersion: '2.0' },
  ],
  [
    'crates.io',
    'pkg:cargo/quokka@1.0.0',
    {
      '/api/v1/crates/quokka': {
        crate: { max_stable_version: '2.0.0', repository: scm, homepage: 'https://q.example' },
        versions: [{ num: '2.0.0', license: 'MIT' }, { num: '1.0.0' }],
      },
    },
    { versions: ['1.0.0', '2.0.0'], latestVersion: '2.0.0', homepage: 'https://q.example' },
  ],
  [
    'rubygems',
    'pkg:gem/quokka@1.0.0',
    {
      '/api/v1/gems/quokka.json': { name: 'quokka', version: '2.0.0', source_code_uri: scm, licenses: ['MIT'] },
      '/api/v1/versions/quokka.json': [{ number: '2.0.0' }, { number: '1.0.0' }],
    },
    { versions: ['1.0.0', '2.0.0'], latestVersion: '2.0.0' },
  ],
  [
    'nuget',
    'pkg:nuget/Acme.Quokka@1.0.0',
    {
      '/acme.quokka/index.json': { versions: ['1.0.0', '2.0.0', '3.0.0-beta'] },
      '/acme.quokka/2.0.0/acme.quokka.nuspec': `<package><license type="expression">MIT</license><projectUrl>https://q.example</projectUrl><repository type="git" url="${scm}" /></package>`,
    },
    { versions: ['1.0.0', '3.0.0-beta', '2.0.0'], latestVersion: '2.0.0', homepage: 'https://q.example' },
  ],
  [
    'packagist',
    'pkg:composer/acme/quokka@1.0.0',
    {
      '/p2/acme/quokka.json': {
        packages: {
          'acme/quokka': [{ version: '2.0.0', source: { url: scm }, license: ['MIT'] }, { version: '1.0.0' }],
        },
      },
    },
    { versions: ['1.0.0', '2.0.0'], latestVersion: '2.0.0' },
  ],
];

describe('registries', () => {
  it.each(cases)('%s tells versions, repository and licence of a package', async (name, purl, pages, expected) => {
    const { answer, asked } = await lookUp(name, purl, pages);
    expect(asked).toEqual(Object.keys(pages));
    expect(answer!.records).toEqual([
      {
        kind: 'package',
        purl: purlWithoutVersion(parsePurl(purl)),
        weight: 1,
        repositoryUrl: expect.stringContaining(scm),
        ...expected,
      },
    ]);
    expect(answer!.facts).toEqual({ license: 'MIT' });
  });

  it.each(cases)('%s does not know what it has no page of', async (name, purl) => {
    const { answer, asked } = await lookUp(name, purl, {});
    expect(answer).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it.each(cases)('%s is not taken at its word where its answer is strange', async (name, purl, pages) => {
    const first = Object.keys(pages)[0]!;
    for (const strange of [[], {}, 'x', 5, { versions: 5, packages: 5, info: 5, crate: 5 }] as Json[])
      await expect(lookUp(name, purl, { [first]: strange })).rejects.toThrow(UnexpectedAnswer);
    const again = await lookUp(name, purl, { ...pages, ...(Object.keys(pages)[1] && { [Object.keys(pages)[1]!]: 5 }) });
    expect(again.answer!.records).toHaveLength(1);
  });

  it('go-proxy tells versions, and the repository where it has it', async () => {
    const pages = {
      '/github.com/!burnt!sushi/toml/@v/list': 'v1.0.0\nv1.1.0\n',
      '/github.com/!burnt!sushi/toml/@latest': { Version: 'v1.1.0', Origin: { URL: scm } },
    };
    const subject = { ...parsePurl('pkg:golang/x/toml@v1.0.0'), namespace: 'github.com/BurntSushi' };
    const asked: string[] = [];
    const answer = await sourceOf('go-proxy').lookUp(
      (path) => {
        asked.push(path);
        return Promise.resolve(pages[path as keyof typeof pages] ?? null);
      },
      { kind: 'package', key: 'k', purl: subject, versions: ['v1.0.0'] },
    );
    expect(asked).toEqual(Object.keys(pages));
    expect(answer!.records[0]).toMatchObject({ versions: ['v1.0.0', 'v1.1.0'], repositoryUrl: scm });
    const empty = await lookUp('go-proxy', 'pkg:golang/github.com/acme/x', { '/github.com/acme/x/@v/list': '' });
    expect(empty.answer).toBeNull();
  });

  it('npm does not vouch for what it removed', async () => {
    const removed = { 'dist-tags': { latest: '0.0.1-security' }, versions: { '0.0.1-security': {} } };
    expect((await lookUp('npm', 'pkg:npm/quokka', { '/quokka': removed })).answer).toBeNull();
  });

  it('keep the versions that components have, and not all others', async () => {
    const versions = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`1.${index}.0`, {}]));
    const pages = { '/quokka': { 'dist-tags': { latest: '1.199.0' }, versions } };
    const { answer } = await lookUp('npm', 'pkg:npm/quokka@1.3.0', pages);
    const record = answer!.records[0] as { readonly versions?: readonly string[] };
    expect(record.versions).toHaveLength(60);
    expect(record.versions!.slice(0, 2)).toEqual(['1.3.0', '1.199.0']);
  });

  it.each(liveSources.filter((source) => source.isRegistry))(
    '$name is asked for no path above its own',
    async (source) => {
      const asked: string[] = [];
      for (const name of ['..', '.', '']) {
        const purl = { ...parsePurl('pkg:npm/x'), type: source.types![0]!, namespace: '..', name };
        await source
          .lookUp((path) => (asked.push(path), Promise.resolve(null)), { kind: 'package', key: 'k', purl })
          .catch(() => undefined);
      }
      expect(asked.filter((path) => path.split('/').some((part) => part === '..' || part === '.'))).toEqual([]);
    },
  );
});

describe('addresses of mirrors', () => {
  const names = ['npm', 'pypi'];

  it('have a source, and may have credentials', () => {
    const items = ['npm=https://user:p%40ss@nexus.example/repository/npm/', 'pypi=https://nexus.example:8443'];
    expect([...readLiveAddresses(items, names)]).toEqual([
      ['npm', { baseUrl: 'https://nexus.example/repository/npm', credentials: { username: 'user', password: 'p@ss' } }],
      ['pypi', { baseUrl: 'https://nexus.example:8443' }],
    ]);
  });

  it.each([
    'npm',
    'maven=https://x.example',
    'npm=http://x.example',
    'npm=secret',
    'npm=https://x.example?a=secret',
    '=x',
  ])('refuse %s without repeating it', (item) => {
    const read = (): unknown => readLiveAddresses([item], names);
    expect(read).toThrow(/Wrong settings: LIVE_URLS/);
    expect(read).not.toThrow(/secret/);
  });
});
