import { nameAndVersion } from '../../../src/manifests/npm/pnpm-keys.js';
import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const integrity = `sha512-${Buffer.alloc(64, 2).toString('base64')}`;

const nine = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      '@scope/a':
        specifier: ^1.0.0
        version: 1.2.3(react@18.0.0)
      renamed:
        specifier: npm:left-pad@^1
        version: left-pad@1.3.0
      x:
        specifier: workspace:*
        version: link:packages/x
    devDependencies:
      d:
        specifier: github:o/d
        version: https://codeload.github.com/o/d/tar.gz/0123abc

  packages/x:
    optionalDependencies:
      c:
        specifier: '1.10'
        version: '1.10'

packages:

  '@scope/a@1.2.3':
    resolution: {integrity: ${integrity}}
    peerDependencies:
      react: '*'

  c@1.10:
    resolution: {integrity: ${integrity}}

  d@https://codeload.github.com/o/d/tar.gz/0123abc:
    resolution: {tarball: https://codeload.github.com/o/d/tar.gz/0123abc}
    version: 0.1.0

  left-pad@1.3.0:
    resolution: {integrity: ${integrity}}

  react@18.0.0:
    resolution: {integrity: ${integrity}}

snapshots:

  '@scope/a@1.2.3(react@18.0.0)':
    dependencies:
      react: 18.0.0

  c@1.10: {}

  d@https://codeload.github.com/o/d/tar.gz/0123abc:
    dependencies:
      react: 18.0.0

  left-pad@1.3.0: {}

  react@18.0.0: {}
`;

const six = `lockfileVersion: '6.0'

dependencies:
  '@scope/a':
    specifier: ^1.0.0
    version: 1.2.3(react@18.0.0)
devDependencies:
  f:
    specifier: git+https://git.example.org/f.git
    version: git.example.org/f/0123abc

packages:

  /@scope/a@1.2.3(react@18.0.0):
    resolution: {integrity: ${integrity}}
    dependencies:
      react: 18.0.0
    dev: false

  git.example.org/f/0123abc:
    resolution: {commit: 0123abc, repo: https://git.example.org/f.git, type: git}
    name: f
    version: 3.0.0
    dev: true

  /react@18.0.0:
    resolution: {integrity: ${integrity}}
    dev: false
`;

const five = `lockfileVersion: 5.3

specifiers:
  '@scope/a': ^1.0.0
  renamed: npm:left-pad@^1
  local: file:../local

dependencies:
  '@scope/a': 1.2.3_react@18.0.0
  renamed: /left-pad/1.3.0
  local: file:../local

packages:

  /@scope/a/1.2.3_react@18.0.0:
    resolution: {integrity: ${integrity}}
    dependencies:
      react: 18.0.0
    dev: false

  /left-pad/1.3.0:
    resolution: {integrity: ${integrity}}
    dev: false

  /react/18.0.0:
    resolution: {integrity: ${integrity}}
    dev: false

  file:../local:
    resolution: {directory: ../local, type: directory}
    name: local
    dev: false
`;

describe('pnpm-lock.yaml', () => {
  it('reads version 9: packages apart from installations, importers, links, aliases, archives of a commit', async () => {
    const contents = await readFirst({ 'pnpm-lock.yaml': nine });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 direct runtime 32',
      'pkg:npm/c@1.10 direct optional 37',
      'pkg:npm/d@0.1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd.git%400123abc direct development 40',
      'pkg:npm/left-pad@1.3.0 direct runtime 44',
      'pkg:npm/react@18.0.0 transitive runtime 47',
    ]);
    expect(edgesOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 -> pkg:npm/react@18.0.0',
      'pkg:npm/d@0.1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd.git%400123abc -> pkg:npm/react@18.0.0',
      'project: -> pkg:npm/%40scope/a@1.2.3',
      'project: -> pkg:npm/left-pad@1.3.0',
      'project: -> project:packages/x',
      'project: -> pkg:npm/d@0.1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd.git%400123abc',
      'project:packages/x -> pkg:npm/c@1.10',
    ]);
    expect(componentOf(contents, 'react').hashes).toEqual([{ algorithm: 'SHA-512', value: '02'.repeat(64) }]);
    expect(contents.warnings).toEqual([]);
  });

  it('reads version 6', async () => {
    const contents = await readFirst({ 'app/pnpm-lock.yaml': six });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 direct runtime 14',
      'pkg:npm/f@3.0.0?vcs_url=git%2Bhttps:%2F%2Fgit.example.org%2Ff.git%400123abc direct development 20',
      'pkg:npm/react@18.0.0 transitive runtime 26',
    ]);
    expect(contents.warnings).toEqual([]);
  });

  it('reads version 5', async () => {
    const contents = await readFirst({ 'app/pnpm-lock.yaml': five });
    expect(summaryOf(contents)).toEqual([
      'pkg:npm/%40scope/a@1.2.3 direct runtime 15',
      'pkg:npm/left-pad@1.3.0 direct runtime 21',
      'pkg:npm/react@18.0.0 transitive runtime 25',
    ]);
    expect(edgesOf(contents)).toContain('project:app -> project:local');
    expect(contents.warnings).toEqual([]);
  });

  it.each([
    ['/foo/1.0.0', 'foo', '1.0.0'],
    ['/foo/1.0.0_react@17.0.0', 'foo', '1.0.0'],
    ['/@s/foo/1.0.0-rc.1_a@1.0.0+b@2.0.0', '@s/foo', '1.0.0-rc.1'],
    ['/foo@1.0.0', 'foo', '1.0.0'],
    ['/@s/foo@1.0.0(@t/bar@2.0.0)(baz@1.0.0)', '@s/foo', '1.0.0'],
    ['@s/foo@1.0.0', '@s/foo', '1.0.0'],
    ['foo@file:../x', 'foo', 'file:../x'],
    ['foo@https://example.org/a/b.tgz', 'foo', 'https://example.org/a/b.tgz'],
  ])('takes %s apart', (key, name, version) => expect(nameAndVersion(key)).toEqual({ name, version }));

  it('says what an importer needs that is not locked', async () => {
    const { warnings } = await readFirst({
      'pnpm-lock.yaml':
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      gone:\n        version: 1.0.0\nsnapshots: {}\n",
    });
    expect(warnings).toMatchObject([{ place: { line: 5 }, message: '"gone" is needed but is not locked' }]);
  });
});

it.each(['\n', '\r\n'])(
  'pnpm-lock.yaml of pnpm 11 and 12 is the project’s document, not that of pnpm itself',
  async (newline) => {
    const itself = [
      ...['---', "lockfileVersion: '9.0'", 'importers:', '  .:', '    packageManagerDependencies:', '      pnpm:'],
      ...['        specifier: 12.4.0', '        version: 12.4.0', 'packages:', '  pnpm@12.4.0:', '    resolution: {}'],
      ...['snapshots:', '  pnpm@12.4.0: {}', '---'],
    ];
    const project = [
      ...["lockfileVersion: '9.0'", 'importers:', '  .:', '    dependencies:', '      etag:'],
      ...['        specifier: ^1.0.0', '        version: 1.8.0', 'packages:', '  etag@1.8.0:', '    resolution: {}'],
      ...['snapshots:', '  etag@1.8.0: {}', ''],
    ];
    const contents = await readFirst({ 'pnpm-lock.yaml': [...itself, ...project].join(newline) });
    expect(summaryOf(contents)).toEqual([`pkg:npm/etag@1.8.0 direct runtime ${itself.length + 9}`]);
    expect(contents.warnings).toEqual([]);
    const own = itself.map((line) => line.replace('packageManagerDependencies', 'configDependencies'));
    const more = await readFirst({ 'pnpm-lock.yaml': [...own, ...project].join(newline) });
    expect(more.warnings.map(({ message }) => message)).toEqual([
      'The first document, about pnpm itself and its configDependencies, was not read',
    ]);
  },
);

it.each([
  ['[x, y]', 'x, y'],
  ['[a, b, c, d, e, f, g]', 'a, b, c, d, e and 2 more'],
  ['true', 'all that it needs'],
])('pnpm-lock.yaml: what a package brings in its own archive is not locked: %s', async (written, named) => {
  const { components, warnings } = await readFirst({
    'pnpm-lock.yaml': `lockfileVersion: '9.0'\n\npackages:\n\n  p@1.0.0:\n    resolution: {integrity: ${integrity}}\n    bundledDependencies: ${written}\n\nsnapshots:\n\n  p@1.0.0(q@1.0.0): {}\n\n  p@1.0.0(q@2.0.0): {}\n`,
  });
  expect(components).toHaveLength(1);
  expect(warnings).toMatchObject([{ isLoss: true, place: { line: 5 }, message: expect.stringContaining(`(${named})`) as string }]); // prettier-ignore
});
