import type { TreeReport } from '../../../src/trees/tree-report.js';
import { readTree } from '../../../src/trees/tree-reading.js';
import { manifestFor, manifestKinds } from '../../../src/manifests/index.js';
import { knownManifestFor, knownManifests } from '../../../src/manifests/known-manifests.js';
import { packageLock } from '../../support/analyses.js';
import { filesOf, readFiles as read } from '../../support/trees.js';

const subject = { ref: 's', name: 'shop', org: '', version: '' };
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;

/** A path that fits a pattern. */
const sampleOf = (pattern: string): string => pattern.replaceAll('*', 'x');

describe('the known manifests', () => {
  it('have ids of their own, and none is read', () => {
    const ids = [...manifestKinds, ...knownManifests].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { files, id } of knownManifests)
      for (const file of files) {
        expect(manifestFor(sampleOf(file))).toBeNull();
        for (const path of [sampleOf(file), `a/b/${sampleOf(file)}`]) expect(knownManifestFor(path)?.id).toBe(id);
      }
    for (const path of ['README.md', 'a/b/', '', 'x.lock', '__proto__', 'packages.json'])
      expect(knownManifestFor(path)).toBeNull();
  });

  it('are covered by kinds that exist', () => {
    const ids = new Set([...manifestKinds, ...knownManifests].map(({ id }) => id));
    for (const { coveredBy = [] } of [...manifestKinds, ...knownManifests])
      for (const id of coveredBy) expect(ids).toContain(id);
  });

  it('are told apart from the files that readers name', () => {
    for (const { id, files } of manifestKinds)
      for (const file of files.filter((name) => !/\*\.(?:deb|rpm|gem|[jwe]ar|tgz)$/.test(name)))
        expect(manifestFor(sampleOf(file))?.id).toBe(id);
  });
});

describe('gaps of a tree', () => {
  it('are none where everything was read', async () => {
    const files = filesOf({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), 'package.json': '{}' });
    const edges = ['s -> pkg:npm/lodash@4.17.21'];
    expect(await read(files)).toEqual({ gaps: [], components: ['lodash'], edges, parts: [], warnings: [] });
  });

  it.each([
    ['nix-store nix/store', 'nix/store/00bgd045z0d4icpbc2yyz4gx48ak44la-openssl-3.0.13/lib/libssl.so'],
    ['guix-store gnu/store', 'gnu/store/00bgd045z0d4icpbc2yyz4gx48ak44la-hello-2.12/bin/hello'],
    ['portage var/db/pkg', 'var/db/pkg/dev-libs/openssl-3.0.13/CONTENTS'],
    ['homebrew home/linuxbrew/.linuxbrew/Cellar', 'home/linuxbrew/.linuxbrew/Cellar/jq/1.7.1/INSTALL_RECEIPT.json'],
    ['opkg usr/lib/opkg/status', 'usr/lib/opkg/status'],
    ['xbps var/db/xbps/pkgdb-0.38.plist', 'var/db/xbps/pkgdb-0.38.plist'],
    ['freebsd-pkg var/db/pkg/local.sqlite', 'var/db/pkg/local.sqlite'],
    [
      'bottlerocket usr/share/bottlerocket/application-inventory.json',
      'usr/share/bottlerocket/application-inventory.json',
    ],
    ['slackware var/lib/pkgtools/packages', 'var/lib/pkgtools/packages/openssl-3.0.13-x86_64-1'],
  ])('is one for an installation that no reader reads: %s', async (gap, path) => {
    const files = filesOf({ [path]: '', [path.replace(/[^/]+$/, 'other')]: '', 'etc/os-release': 'ID=x\n' });
    expect((await read(files)).gaps).toEqual([`not_supported ${gap}`]);
  });

  it.each([
    ['devcontainer', '.devcontainer.json', '{}', null],
    ['cargo-bazel', 'cargo-bazel-lock.json', '{}', null],
    ['cmake-modules', 'cmake/deps.cmake', 'FetchContent_Declare(fmt)\n', 'set(A 1)\n'],
    ['sbt-build', 'project/Deps.scala', 'val a = "g" %% "a" % "1"\n', 'object A\n'],
    ['dotnet-script', 'build.fsx', '#r "nuget: FAKE, 6.0.0"\n', '#r "a.dll"\n'],
    ['powershell', 'Own.psd1', "@{\n  RequiredModules = @('Az')\n}\n", '@{\n # RequiredModules = @()\n}\n'],
    ['nomad', 'web.nomad.hcl', 'config {\n image = "nginx:1"\n}\n', 'job "a" {}\n'],
    ['quadlet', 'web.container', '[Container]\nImage=nginx:1\n', '[Container]\n'],
    ['bicep', 'main.bicep', "module a 'br/public:avm/a:1.0' = {}\n", "module a './a.bicep' = {}\n"],
    ['fleet', 'fleet.yaml', 'helm:\n  chart: redis\n', 'namespace: a\n'],
    ['jsr', 'jsr.json', '{"imports": {}}', '{"name": "@a/b"}'],
    ['eclipse-target', 'a.target', '<target><unit id="a"/></target>', '[Unit]\n'],
    ['bnd', 'a.bndrun', '-runbundles: a\n', '-runfw: a\n'],
    ['ansible-role', 'roles/a/meta/main.yml', 'dependencies:\n  - role: b\n', 'dependencies: []\n'],
    ['puppet-module', 'metadata.json', '{"version_requirement": ">= 1"}', '{}'],
    ['jenkins-plugins', 'plugins.txt', 'git:5.2.1\n', 'no plugins\n'],
    ['gradle-versions', 'versions.lock', 'org.slf4j:slf4j-api:2.0.0 (3 constraints: 4a1b)\n', 'a:'.repeat(200_000)],
    ['gradle-versions', 'versions.props', 'org.slf4j:* = 2.0.0\n', 'a = b\n'],
  ])('is one for a file that names dependencies and is not read: %s', async (kind, path, naming, silent) => {
    expect((await read(filesOf({ [path]: naming }))).gaps).toEqual([`not_supported ${kind} ${path}`]);
    if (silent !== null) expect((await read(filesOf({ [path]: silent }))).gaps).toEqual([]);
  });

  it('are none for folders that only look like installations', async () => {
    const paths = ['docs/nix/store/README.md', 'var/db/pkg/README', 'var/log/packages/openssl', 'usr/lib/opkg/info/a.control'];
    expect((await read(filesOf(Object.fromEntries(paths.map((path) => [path, '']))))).gaps).toEqual([]);
  }); // prettier-ignore

  it('are none for what readers of files below took into account', async () => {
    const project = '<Project><ItemGroup><PackageReference Include="Serilog" /></ItemGroup></Project>';
    const props = '<Project><ItemGroup><PackageVersion Include="Serilog" Version="3.0.1" /></ItemGroup></Project>';
    const tree = { 'Directory.Packages.props': props, 'src/App/App.csproj': project, 'go.work': 'go 1.21\n', 'a/go.mod': 'module a\n' }; // prettier-ignore
    expect(await read(filesOf(tree))).toMatchObject({ gaps: [], components: ['Serilog'] });
    const { gaps } = await read(filesOf({ 'x/Directory.Packages.props': props, 'y/App.csproj': project }));
    expect(JSON.stringify(gaps)).toContain('x/Directory.Packages.props');
  });

  it('make the SBOM incomplete', async () => {
    const { parts } = await read(filesOf({ 'ivy.xml': '<ivy/>' }));
    expect(parts).toEqual([{ aggregate: 'incomplete', assemblies: ['s'] }]);
  });

  it('are manifests that no lock file of their folder, or above, covers', async () => {
    const lock = packageLock({ lodash: '4.17.21' });
    const manifest = '{"dependencies": {"a": "^1"}}';
    expect((await read(filesOf({ 'package-lock.json': lock, 'bun.lockb': 'x', 'x/bun.lockb': 'x' }))).gaps).toEqual([
      'not_supported bun-lockb bun.lockb',
      'not_supported bun-lockb x/bun.lockb',
    ]);
    const broken = await read(filesOf({ 'Cargo.lock': '[[', 'sub/mix.exs': manifest, 'mix.lock': '%{}' }));
    expect(broken.gaps).toEqual(['unreadable cargo-lock Cargo.lock']);
  });

  it('are not manifests that say what a lock file does not', async () => {
    const manifest = '{"dependencies": {"a": "^1"}}';
    const locked = await read(filesOf({ 'package-lock.json': packageLock({ a: '1.0.0' }), 'package.json': manifest }));
    expect(locked).toMatchObject({ gaps: [], components: ['a'], parts: [] });
    const broken = await read(filesOf({ 'package-lock.json': '{', 'package.json': manifest }));
    expect(broken).toMatchObject({ gaps: ['unreadable npm-lock package-lock.json'], components: ['a'] });
    expect((await read(filesOf({ 'a.jar!/package.json': manifest }))).components).toEqual([]);
  });

  it('are not test data, nor requirements of copied packages, which warnings name', async () => {
    const lock = packageLock({ b: '1.0.0' });
    const manifest = '{"dependencies": {"a": "^1"}}';
    const { components, gaps, warnings } = await read(
      filesOf({
        'test/fixtures/x/package-lock.json': lock,
        'test/fixtures/y/package.json': manifest,
        'vendor/z/package.json': manifest,
        'vendor/z/package-lock.json': packageLock({ c: '1.0.0' }),
        'test/fixtures/ivy.xml': '<ivy/>',
      }),
    );
    expect([components, gaps]).toEqual([['c'], []]);
    expect(warnings.map(({ place, message }) => `${place} ${message.split(' ').at(-1)}`)).toEqual([
      ...['test/fixtures/ 3', 'vendor/ 1'],
    ]);
  });

  it('are archives, SBOMs and submodules of copied packages, and warnings count those of test data', async () => {
    const bom = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [] });
    const tree = {
      'third_party/log4j-core-2.14.1.jar': 'PK',
      'vendor/x.tgz': 'x',
      'Pods/bom.json': bom,
      'testdata/a.jar': 'PK',
      'testdata/bom.json': bom,
      'vendor/Podfile': "pod 'A'",
    };
    const { gaps, warnings } = await read(filesOf(tree, [{ path: 'third_party/zlib', reason: 'submodule' }]));
    expect(gaps).toEqual([
      'not_merged sbom Pods/bom.json',
      'not_unpacked archive third_party/log4j-core-2.14.1.jar',
      'submodule submodule third_party/zlib',
      'not_unpacked archive vendor/x.tgz',
    ]);
    expect(warnings.map(({ place, message }) => `${place} ${message.split(' ').at(-1)}`)).toEqual([
      'testdata/ 2',
      'vendor/ 1',
    ]);
    const excluded = await read(filesOf({ 'lib/a.jar': 'PK' }), { paths: { include: [], exclude: ['lib'] } });
    expect(excluded).toMatchObject({ gaps: [], warnings: [{ place: 'exclude_paths' }] });
  });

  it('are only in the paths that the project takes', async () => {
    const files = filesOf({
      'web/package-lock.json': packageLock({ a: '1.0.0' }),
      'api/package-lock.json': packageLock({ b: '1.0.0' }),
      'web/fixtures/package-lock.json': packageLock({ c: '1.0.0' }),
      'api/ivy.xml': '<ivy/>',
      'web/ivy.xml': '',
    });
    const web = await read(files, { paths: { include: ['web'], exclude: [] } });
    expect([web.components, web.gaps]).toEqual([['c', 'a'], ['not_supported ivy web/ivy.xml']]);
    expect(web.warnings).toEqual([
      { place: 'include_paths', message: 'Manifests, archives and SBOMs were left out: 2' },
    ]);
    const rest = await read(files, { paths: { include: [], exclude: ['**/web', '*/*.xml'] } });
    expect([rest.components, rest.gaps]).toEqual([['b'], []]);
  });

  it('are not links and submodules in paths that are left out', async () => {
    const files = filesOf({}, [
      { path: 'testdata/values.yaml', reason: 'link' },
      { path: 'old/lib', reason: 'submodule' },
      { path: 'lib', reason: 'submodule' },
    ]);
    const { gaps, warnings } = await read(files, { paths: { include: [], exclude: ['old'] } });
    expect(gaps).toEqual(['submodule submodule lib']);
    expect(warnings).toEqual([
      {
        place: 'testdata/',
        message: 'Manifests, archives and SBOMs of test data or of copied packages were left out: 1',
      },
      { place: 'exclude_paths', message: 'Manifests, archives and SBOMs were left out: 1' },
    ]);
  });

  it('are not what copied packages ask for, in their documentation or a local repository of Maven', async () => {
    const pom = `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies><dependency>
      <groupId>g</groupId><artifactId>b</artifactId><version>2</version></dependency></dependencies></project>`;
    const files = {
      'root/.m2/repository/g/a/1/a-1.pom': pom,
      'usr/share/maven-repo/g/a/1/a-1.pom': pom,
      'root/.gradle/caches/modules-2/files-2.1/g/a/1/0a/a-1.pom': pom,
      'usr/share/doc/tool/requirements.txt': 'flask==3.0.0\n',
      'etc/os-release': 'ID=x\n',
    };
    const { components, gaps, warnings } = await read(filesOf(files), { isArtifact: true });
    expect([components, gaps]).toEqual([[], []]);
    expect(warnings).toMatchObject([{ place: 'usr/share/doc/', message: expect.stringMatching(/left out: 1$/) }]);
    expect((await read(filesOf({ 'lib/a-1.pom': pom }))).components).toEqual(['b']);
  });

  it('are files of a kind that often names nothing only where they name something', async () => {
    const { gaps } = await read(
      filesOf({
        'a/dune-project': '(lang dune 3.0)',
        'b/dune-project': '(package (name b) (depends\n (fmt (>= 0.9))))',
        'a/meson.build': "project('a')",
        'b/meson.build': "zlib = dependency('zlib')",
      }),
    );
    expect(gaps).toEqual(['not_supported dune-project b/dune-project', 'not_supported meson b/meson.build']);
  });

  it('are pointers, archives, submodules and links', async () => {
    const files = filesOf(
      { 'yarn.lock': pointer, 'a.jar': 'PK', 'b.whl': pointer, 'sbom.cdx.json': pointer, 'ivy.xml': pointer, 'a.txt': pointer },
      [
        { path: 'lib', reason: 'submodule' },
        { path: 'poetry.lock', reason: 'link' },
        { path: 'README.md', reason: 'link' },
        { path: 'node_modules/a', reason: 'submodule' },
      ],
    ); // prettier-ignore
    const { gaps, components } = await read(files);
    expect(components).toEqual([]);
    expect(gaps).toEqual([
      'not_unpacked archive a.jar',
      'lfs_pointer archive b.whl',
      'lfs_pointer ivy ivy.xml',
      'submodule submodule lib',
      'link poetry-lock poetry.lock',
      'lfs_pointer sbom sbom.cdx.json',
      'lfs_pointer yarn-lock yarn.lock',
    ]);
  });

  it('are not the build files of packages, nor copies of other trees', async () => {
    const content = { 'a.jar!/META-INF/x/ivy.xml': '<ivy/>', 'node_modules/a/ivy.xml': '<ivy/>' };
    expect((await read(filesOf(content))).gaps).toEqual([]);
    expect((await read(filesOf({ 'ivy.xml': '<ivy/>' }), { isPackage: true })).gaps).toEqual([]);
  });

  it('are not the build files of installed gems, but their archives are', async () => {
    const root = 'usr/lib/ruby/gems/3.1.0';
    const gem = (name: string, folder = '') => ({
      [`${root}/specifications/${folder}${name}.gemspec`]: `# stub: ${name.replace('-', ' ')} ruby lib\n`,
      [`${root}/gems/${name}/Gemfile`]: 'gem "x", "1.0"\n',
      [`${root}/gems/${name}/Gemfile.lock`]: 'GEM\n  remote: https://rubygems.org/\n  specs:\n    y (1.0)\n\nDEPENDENCIES\n  y\n',
      [`${root}/gems/${name}/Berksfile`]: 'cookbook "z"\n',
    }); // prettier-ignore
    const content = { ...gem('rbs-2.1.0'), ...gem('a-1.0', 'default/'), [`${root}/gems/rbs-2.1.0/x.jar`]: 'PK', 'gems/own-1.0/Gemfile': 'gem "w", "2.0"\n' }; // prettier-ignore
    for (const isArtifact of [true, false]) {
      const { components, gaps } = await read(filesOf(content), { isArtifact });
      expect(components.sort()).toEqual(['a', 'rbs', 'w']);
      expect(gaps).toEqual([`not_unpacked archive ${root}/gems/rbs-2.1.0/x.jar`]);
    }
  });

  it('are submodules of an archive, which does not contain them', async () => {
    const modules =
      '[submodule "a"]\n\tpath = libs/a\n\turl = https://example.org/a\n[submodule "b"]\n\tpath = "libs/b"\n';
    const { gaps } = await read(
      filesOf({ '.gitmodules': modules, 'libs/b/README': 'x', 'sub/.gitmodules': 'path = c' }),
    );
    expect(gaps).toEqual(['submodule submodule libs/a', 'submodule submodule sub/c']);
    const git = filesOf({ '.gitmodules': modules }, [{ path: 'libs/a', reason: 'submodule' }]);
    expect((await read(git)).gaps).toEqual(['submodule submodule libs/a']);
  });

  it('are none for archives of a kind that is not unpacked, which an artifact is warned of', async () => {
    const files = { 'lib/b.7z': '7z', 'lib/c.rar': 'Rar!', 'lib/d.jmod': 'JM', 'lib/a.tar.bz2': 'BZh', 'requirements.txt': 'flask==3.0.0\n' }; // prettier-ignore
    const { warnings } = await read(filesOf(files), { isArtifact: true });
    expect(warnings).toEqual([
      { place: 'lib/a.tar.bz2', message: '4 archives were not unpacked: no reader reads this kind, and what is in it is unknown' },
    ]); // prettier-ignore
    expect((await read(filesOf(files))).warnings).toEqual([]);
  });

  it('are programs that compute what they need, and none for a wrapper or what names nothing', async () => {
    const wrapper = 'distributionUrl=https\\://services.gradle.org/distributions/gradle-8.7-bin.zip';
    const tree = {
      'build.gradle': "dependencies { implementation deps.x; implementation 'g:a:1' }",
      'gradle/wrapper/gradle-wrapper.jar': 'PK',
      'gradle/wrapper/gradle-wrapper.properties': wrapper,
      'x.xcodeproj/project.pbxproj': 'objects = {}',
      'y.xcodeproj/project.pbxproj': 'isa = XCRemoteSwiftPackageReference;',
      'any.yaml': 'apiVersion: v1\nkind: Pod\nspec:\n  image: nginx:1\n',
      'other.yaml': 'image: redis:1\n',
    };
    expect(await read(filesOf(tree))).toMatchObject({
      gaps: ['computed gradle build.gradle', 'not_supported xcode y.xcodeproj/project.pbxproj'],
      components: ['nginx', 'gradle', 'a'],
    });
  });

  it('are archives of other packages, and the same warning is told once', async () => {
    const pom = (name: string) =>
      `<project><parent><groupId>g</groupId><artifactId>far</artifactId><version>1</version></parent><artifactId>${name}</artifactId></project>`;
    const { gaps, warnings } = await read(
      filesOf({ 'charts/x-1.tgz': 'x', 'a/pom.xml': pom('a'), 'b/pom.xml': pom('b') }),
    );
    expect(gaps).toEqual(['not_unpacked archive charts/x-1.tgz']);
    expect(warnings).toMatchObject([{ place: 'a/pom.xml, line 1', message: expect.stringMatching(/^The parent g:far:1 .* \(and at 1 more place\)$/) }]); // prettier-ignore
  });

  it('are counted where they are too many to list', async () => {
    const content = Object.fromEntries(Array.from({ length: 1_005 }, (_, index) => [`${index}/ivy.xml`, '<ivy/>']));
    let last: TreeReport['gaps'][number] | undefined;
    for await (const _ of readTree(filesOf(content), { subject }, ({ gaps }) => (last = gaps.at(-1))));
    expect(last).toEqual({
      path: '',
      kind: '',
      ecosystem: '',
      reason: 'limit',
      message: '5 more files were seen and not read',
    });
  });
});

it('packages of Cabal have the versions of the lock file above them', async () => {
  const { edges, gaps } = await read(
    filesOf({
      'cabal.project.freeze': 'constraints: any.aeson ==2.2.1.0,\n             any.text ==2.0.2\n',
      'a/a.cabal': 'name: a\nlibrary\n  build-depends: aeson >=2 && <3, open ^>=1.0\n',
    }),
  );
  expect(edges.sort()).toEqual([
    's -> pkg:hackage/aeson@2.2.1.0',
    's -> pkg:hackage/open',
    's -> pkg:hackage/text@2.0.2',
  ]);
  expect(gaps).toEqual([]);
});
