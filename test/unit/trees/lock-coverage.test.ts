import { filesOf, readFiles } from '../../support/trees.js';
import { packageLock } from '../../support/analyses.js';

type Content = Readonly<Record<string, string | object>>;

const read = (content: Content) =>
  readFiles(
    filesOf(
      Object.fromEntries(
        Object.entries(content).map(([path, value]) => [
          path,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    ),
  );

const named = async (content: Content): Promise<string[]> => (await read(content)).components.sort();

const gemLock = (gem: string): string =>
  `GEM\n  remote: https://rubygems.org/\n  specs:\n    ${gem} (1.0)\n\nDEPENDENCIES\n  ${gem}\n`;
const crate = (name: string, more = ''): string => `[package]\nname = "${name}"\nversion = "0.1.0"\n${more}`;
const uses = (name: string): string => `[dependencies]\n${name} = "0.9"\n`;
const lockedCrate = (name: string, source = ''): string =>
  `[[package]]\nname = "${name}"\nversion = "0.1.0"\n${source === '' ? '' : `source = "${source}"\n`}`;
const registry = 'registry+https://github.com/rust-lang/crates.io-index';
const pyproject = (name: string, ...dependencies: string[]): string =>
  `[project]\nname = "${name}"\ndependencies = ${JSON.stringify(dependencies)}\n`;

describe('a lock file', () => {
  it.each<[string, Content, string[]]>([
    [
      'of npm',
      {
        'package-lock.json': packageLock({ husky: '8.0.0' }),
        'package.json': {},
        'services/api/package.json': { dependencies: { lodash: '4.17.4' } },
      },
      ['husky', 'lodash'],
    ],
    [
      'of Composer',
      {
        'composer.json': {},
        'composer.lock': { packages: [{ name: 'a/locked', version: '1.0.0' }] },
        'app/composer.json': { require: { 'monolog/monolog': '1.0.0' } },
      },
      ['locked', 'monolog'],
    ],
    ['of Bundler', { 'Gemfile.lock': gemLock('rake'), 'engine/Gemfile': 'gem "rails", "4.0"\n' }, ['rails', 'rake']],
    [
      'of Cargo',
      {
        'Cargo.toml': crate('root', `[workspace]\nexclude = ["fuzz"]\n${uses('serde')}`),
        'Cargo.lock': `version = 3\n${lockedCrate('root')}\n${lockedCrate('serde', registry)}`,
        'fuzz/Cargo.toml': crate('fuzz', uses('openssl')),
      },
      ['openssl', 'serde'],
    ],
    [
      'of Gradle',
      {
        'gradle.lockfile': 'a:locked:1=runtimeClasspath\n',
        'app/build.gradle': "dependencies { implementation 'g:app:1' }",
      },
      ['app', 'locked'],
    ],
    [
      'of uv',
      {
        'pyproject.toml': pyproject('tools'),
        'uv.lock': 'version = 1\n[[package]]\nname = "tools"\nversion = "0"\nsource = { virtual = "." }\n',
        'services/api/pyproject.toml': pyproject('api', 'django==2.0'),
      },
      ['django'],
    ],
  ])('%s does not cover a project below that it does not name', async (_, content, components) => {
    expect(await read(content)).toMatchObject({ gaps: [], warnings: [] });
    expect(await named(content)).toEqual(components);
  });

  it.each<[string, Content, string[]]>([
    [
      'workspaces of npm',
      {
        'package.json': { workspaces: ['packages/*'] },
        'package-lock.json': {
          lockfileVersion: 3,
          packages: {
            '': { workspaces: ['packages/*'] },
            'packages/a': { name: '@acme/a', dependencies: { x: '^1.0.0' } },
            'packages/b': { name: '@acme/b', dependencies: { '@acme/a': '^1.0.0' } },
            'node_modules/@acme/a': { resolved: 'packages/a', link: true },
            'node_modules/x': { version: '1.0.1' },
          },
        },
        'packages/a/package.json': { name: '@acme/a', dependencies: { x: '^1.0.0' } },
        'packages/b/package.json': { name: '@acme/b', dependencies: { '@acme/a': '^1.0.0' } },
      },
      ['x'],
    ],
    [
      'workspaces of yarn 1',
      {
        'package.json': { workspaces: ['packages/*'] },
        'yarn.lock':
          '# yarn lockfile v1\n\nx@^1.0.0:\n  version "1.0.1"\n  resolved "https://registry.yarnpkg.com/x/-/x-1.0.1.tgz#0123456789012345678901234567890123456789"\n',
        'packages/a/package.json': { name: 'a', dependencies: { x: '^1.0.0' } },
        'packages/b/package.json': { name: 'b', dependencies: { a: '^1.0.0' } },
      },
      ['x'],
    ],
    [
      'workspaces of yarn 2',
      {
        'package.json': { name: 'root' },
        'yarn.lock':
          '__metadata:\n  version: 6\n\n"a@workspace:packages/a":\n  version: 0.0.0-use.local\n  resolution: "a@workspace:packages/a"\n  dependencies:\n    x: ^1.0.0\n\n"x@npm:^1.0.0":\n  version: 1.0.1\n  resolution: "x@npm:1.0.1"\n',
        'packages/a/package.json': { name: 'a', dependencies: { x: '^1.0.0' } },
      },
      ['x'],
    ],
    [
      'importers of pnpm',
      {
        'pnpm-lock.yaml':
          "lockfileVersion: '6.0'\nimporters:\n  .: {}\n  packages/a:\n    dependencies:\n      x:\n        specifier: ^1.0.0\n        version: 1.0.1\npackages:\n  /x@1.0.1:\n    resolution: {integrity: sha512-AA==}\n",
        'package.json': {},
        'packages/a/package.json': { name: 'a', dependencies: { x: '^1.0.0' } },
      },
      ['x'],
    ],
    [
      'crates of Cargo',
      {
        'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n',
        'Cargo.lock': `version = 3\n${lockedCrate('one')}\n${lockedCrate('two')}\n${lockedCrate('serde', registry)}`,
        'one/Cargo.toml': crate('one', `${uses('serde')}two = { path = "../two" }\n`),
        'two/Cargo.toml': crate('two', uses('serde')),
      },
      ['serde'],
    ],
    [
      'members of uv',
      {
        'uv.lock':
          'version = 1\n[[package]]\nname = "api"\nversion = "0"\nsource = { editable = "api" }\n[[package]]\nname = "django"\nversion = "4.0"\nsource = { registry = "https://pypi.org/simple" }\n',
        'api/pyproject.toml': pyproject('api', 'Django>=2'),
      },
      ['django'],
    ],
    [
      'folders of Bundler',
      {
        'Gemfile.lock': `PATH\n  remote: engine\n  specs:\n    engine (1.0)\n\n${gemLock('rails')}`,
        'engine/engine.gemspec': 'spec.add_dependency "rails", "~> 1.0"\n',
      },
      ['rails'],
    ],
    [
      'apps of an umbrella of Elixir',
      {
        'mix.exs': 'apps_path: "apps",\ndef deps, do: []\n',
        'mix.lock': '%{\n  "plug": {:hex, :plug, "1.0.0", "", [:mix], [], "hexpm", ""},\n}\n',
        'apps/web/mix.exs': 'defp deps do\n  [{:plug, "~> 1.0"}, {:core, in_umbrella: true}]\nend\n',
      },
      ['plug'],
    ],
    [
      'workspaces of Dart',
      {
        'pubspec.yaml': 'name: root\nworkspace:\n  - a\n',
        'pubspec.lock': 'packages:\n  http:\n    dependency: transitive\n    source: hosted\n    version: "1.0.1"\n',
        'a/pubspec.yaml': 'name: a\ndependencies:\n  http: ^1.0.0\n',
      },
      ['http'],
    ],
    [
      'folders of Swift',
      {
        'Package.swift': '.package(path: "Core"),',
        'Package.resolved': {
          pins: [
            {
              identity: 'nio',
              location: 'https://github.com/apple/swift-nio.git',
              state: { revision: 'a'.repeat(40), version: '2.0.0' },
            },
          ],
        },
        'Core/Package.swift': '.package(url: "https://github.com/apple/swift-nio.git", from: "2.0.0"),',
      },
      ['swift-nio'],
    ],
    [
      'the catalogue and the scripts beside Gradle',
      {
        'gradle.lockfile': 'g:a:1.1=runtimeClasspath\n',
        'build.gradle': "dependencies { implementation 'g:a:1.0'; implementation deps.computed }",
        'gradle/libs.versions.toml': '[libraries]\nb = "g:b:1.0"\n',
        'gradle/more.gradle': "dependencies { implementation 'g:a:1.0' }",
      },
      ['a'],
    ],
    [
      'what Composer installed',
      {
        'composer.json': { require: { 'a/b': '^1.0', 'psr/log-implementation': '*' } },
        'vendor/composer/installed.json': { packages: [{ name: 'a/b', version: '1.0.1' }] },
      },
      ['b'],
    ],
  ])('covers %s', async (_, content, components) => {
    expect(await read(content)).toMatchObject({ gaps: [], warnings: [] });
    expect(await named(content)).toEqual(components);
  });

  it.each([
    'buildscript-gradle.lockfile',
    'settings-gradle.lockfile',
    'gradle/dependency-locks/buildscript-classpath.lockfile',
  ])('of a build alone (%s) covers no project', async (lock) => {
    const build = "dependencies { implementation 'g:a:1.0'; implementation deps.computed }";
    const content = { [lock]: 'g:plugin:1.1=classpath\n', 'build.gradle': build };
    expect((await read(content)).gaps).toEqual(['computed gradle build.gradle']);
    expect((await named(content)).sort()).toEqual(['a', 'plugin']);
  });

  it('leaves what it does not lock to the manifest of its folder, and a warning names it', async () => {
    const content = {
      'package.json': { dependencies: { a: '1.0.0', lodash: '4.17.4' }, optionalDependencies: { fsevents: '2' } },
      'package-lock.json': packageLock({ a: '1.0.0' }),
    };
    const { components, gaps, warnings } = await read(content);
    expect([components.sort(), gaps]).toEqual([['a', 'lodash'], []]);
    expect(warnings).toEqual([
      {
        place: 'package.json',
        message: 'The lock file does not lock all that is asked for here; 2 missing: lodash, fsevents',
      },
    ]);
  });

  const swiftPins = {
    pins: [
      {
        identity: 'nio',
        location: 'https://github.com/apple/swift-nio.git',
        state: { revision: 'a'.repeat(40), version: '2.0.0' },
      },
    ],
  };
  const gradle = (...artifacts: string[]): string =>
    `dependencies {\n${artifacts.map((one) => `implementation "g:${one}:$unknown"\n`).join('')}}\n`;
  const composer = (...names: string[]): object => ({
    repositories: [{ type: 'composer', url: 'https://repo.acme.example' }],
    require: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
  });
  const composerLock = { packages: [{ name: 'a/locked', version: '1.0.0' }] };
  const pdmLock = '[[package]]\nname = "django"\nversion = "2.0"\n';
  const missing = (name: string): string =>
    `The lock file does not lock all that is asked for here; 1 missing: ${name}`;

  it.each<[string, Content, string[]]>([
    [
      'an entry that cannot be read',
      { 'pdm.lock': pdmLock, 'pyproject.toml': pyproject('svc', 'django==2.0', '!! broken') },
      ['This is no requirement of pip: !! broken'],
    ],
    [
      'what no lock file of its kind holds',
      {
        'Package.resolved': swiftPins,
        'Package.swift':
          '.package(url: "https://github.com/apple/swift-nio.git", from: "2.0.0"),\n.binaryTarget(name: "B", path: "b.xcframework"),\n.package(url: "nowhere", from: "1.0.0"),\n',
      },
      ['The binary b.xcframework was not looked at', 'The address nowhere is no repository'],
    ],
    [
      'the version of what it does not lock, and no other',
      { 'gradle.lockfile': 'g:a:1.1=runtimeClasspath\n', 'build.gradle': gradle('a', 'b') },
      ['The version $unknown of b is unknown', missing('g/b')],
    ],
    [
      'the registry of what it does not lock',
      { 'composer.lock': composerLock, 'composer.json': composer('a/locked', 'a/b') },
      [expect.stringMatching(/^Packages may be from https:\/\/repo\.acme\.example/), missing('a/b')],
    ],
  ])('does not silence the manifest on %s', async (_, content, messages) => {
    const { warnings } = await read(content);
    expect(warnings).toHaveLength(messages.length);
    expect(warnings.map(({ message }) => message)).toEqual(expect.arrayContaining(messages));
  });

  it.each<[string, Content]>([
    ['the version', { 'gradle.lockfile': 'g:a:1.1=runtimeClasspath\n', 'build.gradle': gradle('a') }],
    ['the registry', { 'composer.lock': composerLock, 'composer.json': composer('a/locked') }],
    [
      'the overrides',
      {
        'package.json': { dependencies: { a: '1.0.0' }, overrides: { deep: '2.0.0' } },
        'package-lock.json': packageLock({ a: '1.0.0' }),
      },
    ],
  ])('answers warnings of the manifest on %s', async (_, content) => {
    expect((await read(content)).warnings).toEqual([]);
    const lock = Object.keys(content).find((path) => path.includes('lock'))!;
    const { [lock]: _lock, ...alone } = content;
    expect((await read(alone)).warnings).not.toEqual([]);
  });

  it.each<[string, Content, string]>([
    ['yarn.lock', { 'package.json': { dependencies: { lodash: '4.17.4' } } }, 'lodash'],
    ['Gemfile.lock', { Gemfile: 'gem "rails", "4.0"\n' }, 'rails'],
    ['Cargo.lock', { 'Cargo.toml': crate('x', uses('openssl')) }, 'openssl'],
    ['poetry.lock', { 'pyproject.toml': pyproject('svc', 'django==2.0') }, 'django'],
  ])('%s covers nothing where it is empty', async (lock, content, component) => {
    expect(await named({ ...content, [lock]: '' })).toEqual([component]);
  });

  it.each<[string, Content, Content]>([
    [
      'Composer',
      {
        'composer.lock': {
          packages: [
            { name: 'a/locked', version: '1.0.0' },
            { name: 'a/moved', version: '1.0.0' },
          ],
        },
      },
      {
        'vendor/composer/installed.json': {
          packages: [
            { name: 'a/locked', version: '1.0.0' },
            { name: 'a/moved', version: '2.0.0' },
            { name: 'a/extra', version: '3.0.0' },
          ],
        },
      },
    ],
    [
      'NuGet',
      {
        'packages.lock.json': {
          version: 1,
          dependencies: {
            'net8.0': {
              locked: { type: 'Direct', resolved: '1.0.0' },
              moved: { type: 'Transitive', resolved: '1.0.0' },
            },
          },
        },
      },
      {
        'obj/project.assets.json': {
          targets: { 'net8.0': {} },
          libraries: {
            'locked/1.0.0': { type: 'package' },
            'moved/2.0.0': { type: 'package' },
            'extra/3.0.0': { type: 'package' },
          },
        },
      },
    ],
  ])('of %s leaves what is installed and not locked, and a warning names it', async (_, lock, installed) => {
    const { components, warnings } = await read({ ...lock, ...installed });
    expect(components.sort()).toEqual(['extra', 'locked', 'moved', 'moved']);
    expect(warnings).toEqual([
      {
        place: Object.keys(installed)[0],
        message: expect.stringMatching(
          /^2 packages are installed that the lock file does not have, or not in this version: (a\/)?moved 2\.0\.0, (a\/)?extra 3\.0\.0$/,
        ),
      },
    ]);
    expect((await read(lock)).warnings).toEqual([]);
  });

  it('says nothing of what is installed as it is locked', async () => {
    const packages = [{ name: 'a/locked', version: '1.0.0' }];
    const content = { 'composer.lock': { packages }, 'vendor/composer/installed.json': { packages } };
    expect(await read(content)).toMatchObject({ components: ['locked'], warnings: [], gaps: [] });
  });

  it('without entries is no answer for a program, nor for what no reader reads', async () => {
    const setup = 'setup(install_requires=read())\n';
    expect((await read({ 'poetry.lock': '', 'setup.py': setup })).gaps).toEqual(['computed setup-py setup.py']);
    expect((await read({ 'Podfile.lock': '', Podfile: "pod 'A'" })).gaps).toContain('not_supported podfile Podfile');
    const pods = 'PODS:\n  - A (1.0)\n\nDEPENDENCIES:\n  - A\n';
    expect((await read({ 'Podfile.lock': pods, Podfile: "pod 'A'", 'sub/Podfile': "pod 'B'" })).gaps).toEqual([
      'not_supported podfile sub/Podfile',
    ]);
  });
});
