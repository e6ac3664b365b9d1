import type { ManifestContents } from '../../../src/manifests/manifest.js';
import { readFirst } from '../../support/manifests.js';

const purlsOf = (contents: ManifestContents): string[] => contents.components.map(({ purl, ref }) => purl ?? ref);

const own = 'https:%2F%2Fnpm.acme.example';
const npmrc = 'registry=https://proxy.acme.example/\n@acme:registry=https://npm.acme.example\n//npm.acme.example/:_authToken=x\n'; // prettier-ignore

describe('scopes that have a registry of their own', () => {
  it.each([
    ['package.json', { 'package.json': '{"dependencies": {"a": "^1.0.0", "@acme/b": "1.0.0"}}', '.npmrc': npmrc }],
    ['an .npmrc above', { 'x/package.json': '{"dependencies": {"a": "^1.0.0", "@acme/b": "1.0.0"}}', '.npmrc': npmrc }],
    [
      '.yarnrc.yml',
      {
        'package.json': '{"dependencies": {"a": "^1.0.0", "@acme/b": "1.0.0"}}',
        '.yarnrc.yml':
          'npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.example"\n  other:\n    npmAuthToken: x\n',
      },
    ],
    [
      'bunfig.toml',
      {
        'package.json': '{"dependencies": {"a": "^1.0.0", "@acme/b": "1.0.0"}}',
        'bunfig.toml': '[install.scopes]\nacme = { token = "$T", url = "https://npm.acme.example" }\n',
      },
    ],
  ])('requirements: %s', async (_, files) => {
    expect(purlsOf(await readFirst(files))).toEqual(['pkg:npm/a', `pkg:npm/%40acme/b@1.0.0?repository_url=${own}`]);
  });

  it.each([
    [
      'package-lock.json',
      `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/a": {"version": "1.0.0", "resolved": "https://proxy.acme.example/a/-/a-1.0.0.tgz"},
      "node_modules/@acme/b": {"version": "1.0.0", "resolved": "https://npm.acme.example/@acme/b/-/b-1.0.0.tgz"},
      "node_modules/@acme/c": {"version": "1.0.0", "resolved": "https://registry.npmjs.org/@acme/c/-/c-1.0.0.tgz"}}}`,
    ],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AAAA}\n  '@acme/b@1.0.0':\n    resolution: {integrity: sha512-AAAA}
  '@acme/c@1.0.0':\n    resolution: {tarball: 'https://registry.npmjs.org/@acme/c/-/c-1.0.0.tgz'}\nsnapshots:\n  a@1.0.0: {}\n  '@acme/b@1.0.0': {}\n  '@acme/c@1.0.0': {}\n`,
    ],
    [
      'yarn.lock',
      `# yarn lockfile v1\n\na@^1:\n  version "1.0.0"\n  resolved "https://proxy.acme.example/a/-/a-1.0.0.tgz#${'a'.repeat(40)}"
"@acme/b@^1":\n  version "1.0.0"\n  resolved "https://npm.acme.example/@acme/b/-/b-1.0.0.tgz#${'a'.repeat(40)}"
"@acme/c@^1":\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/@acme/c/-/c-1.0.0.tgz#${'a'.repeat(40)}"\n`,
    ],
    [
      'bun.lock',
      '{"lockfileVersion": 1, "workspaces": {"": {}}, "packages": {"a": ["a@1.0.0", "", {}, "sha512-AAAA"], "@acme/b": ["@acme/b@1.0.0", "", {}, "sha512-AAAA"],' +
        '"@acme/c": ["@acme/c@1.0.0", "https://registry.npmjs.org/@acme/c/-/c-1.0.0.tgz", {}, "sha512-AAAA"]}}',
    ],
  ])('locked: %s', async (name, text) => {
    expect(purlsOf(await readFirst({ [name]: text, '.npmrc': npmrc }))).toEqual([
      'pkg:npm/a@1.0.0',
      `pkg:npm/%40acme/b@1.0.0?repository_url=${own}`,
      'pkg:npm/%40acme/c@1.0.0',
    ]);
  });

  it('yarn.lock of yarn 4', async () => {
    const contents = await readFirst({
      'yarn.lock':
        '__metadata:\n  version: 8\n\n"@acme/b@npm:^1":\n  version: 1.0.0\n  resolution: "@acme/b@npm:1.0.0"\n  linkType: hard\n',
      '.yarnrc.yml': 'npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.example"\n',
    });
    expect(purlsOf(contents)).toEqual([`pkg:npm/%40acme/b@1.0.0?repository_url=${own}`]);
  });

  it('deno.lock, with addresses and what is optional', async () => {
    const contents = await readFirst({
      'deno.lock': JSON.stringify({
        version: '5',
        specifiers: { 'npm:a@1': '1.0.0' },
        npm: {
          'a@1.0.0': { integrity: 'sha512-AAAA', dependencies: ['@acme/b'], optionalDependencies: ['fast'] },
          '@acme/b@1.0.0': { integrity: 'sha512-AAAA' },
          'fast@2.0.0': { integrity: 'sha512-AAAA', os: ['linux'], tarball: 'https://npm.acme.example/fast.tgz' },
        },
        workspace: { dependencies: ['npm:a@1'] },
      }),
      '.npmrc': npmrc,
    });
    expect(contents.components.map(({ purl, scope }) => `${purl!} ${scope}`)).toEqual([
      'pkg:npm/a@1.0.0 runtime',
      `pkg:npm/%40acme/b@1.0.0?repository_url=${own} runtime`,
      `pkg:npm/fast@2.0.0?download_url=${own}%2Ffast.tgz optional`,
    ]);
  });

  it('packages of GitHub, which their address tells', async () => {
    const contents = await readFirst({
      'package-lock.json': `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/@acme/b": {"version": "1.0.0",
        "resolved": "https://npm.pkg.github.com/download/@acme/b/1.0.0/${'a'.repeat(64)}"}}}`,
    });
    expect(purlsOf(contents)).toEqual(['pkg:npm/%40acme/b@1.0.0?repository_url=https:%2F%2Fnpm.pkg.github.com']);
  });
});

describe('folders and archives that are asked for by their path', () => {
  it('package.json', async () => {
    const contents = await readFirst({
      'web/package.json': JSON.stringify({
        dependencies: { a: '../a', b: './b', c: '/srv/c', d: './d-1.0.0.tgz', e: 'o/e' },
      }),
    });
    expect(purlsOf(contents)).toEqual([
      'npm:d@#./d-1.0.0.tgz',
      'pkg:npm/e?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fe',
    ]);
    expect(contents.projects.map(({ name, path }) => [name, path])).toEqual([
      ['', 'web'],
      ['a', 'a'],
      ['b', 'web/b'],
      ['c', 'srv/c'],
    ]);
  });

  it('yarn.lock of yarn 1', async () => {
    const contents = await readFirst({ 'web/yarn.lock': '# yarn lockfile v1\n\n"a@../a":\n  version "1.0.0"\n' });
    expect(purlsOf(contents)).toEqual([]);
    expect(contents.projects).toMatchObject([{ name: 'a', path: 'a' }]);
  });
});

describe('packages of the workspace, which are asked for as those of the registry are', () => {
  const members = {
    'packages/b/package.json': '{"name": "@acme/b", "version": "1.2.0"}',
    'packages/old/package.json': '{"name": "old", "version": "1.0.0"}',
    'packages/left-out/package.json': '{"name": "left-out"}',
    'packages/plain/package.json': '{"name": "plain"}',
  };
  const app = JSON.stringify({
    dependencies: { '@acme/b': '^1.0.0', old: '^2.0.0', 'left-out': '*', plain: '*', a: '^1' },
  });

  it.each([
    ['npm', { 'package.json': '{"workspaces": ["packages/*", "!packages/left-out", "apps/*"]}' }],
    ['pnpm', { 'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - '!packages/left-out'\n  - apps/*\n" }],
  ])('%s', async (_, root) => {
    const contents = await readFirst({ 'apps/web/package.json': app, ...root, ...members });
    expect(purlsOf(contents)).toEqual(['pkg:npm/old', 'pkg:npm/left-out', 'pkg:npm/a']);
    expect(contents.projects.map(({ name, path }) => [name, path])).toEqual([
      ['', 'apps/web'],
      ['@acme/b', 'packages/b'],
      ['plain', 'packages/plain'],
    ]);
  });
});
