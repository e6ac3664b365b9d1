import type { ManifestContents } from '../../../src/manifests/manifest.js';
import { readFirst } from '../../support/manifests.js';

/** `purl scope requirement` of each component. */
const requestsOf = (contents: ManifestContents): string[] =>
  contents.components.map((one) => `${one.purl ?? one.ref} ${one.scope} ${one.requirement ?? '-'}`);

describe('what is asked for where nothing is locked', () => {
  it('package.json', async () => {
    const contents = await readFirst({
      'package.json': JSON.stringify({
        name: 'shop',
        version: '1.0.0',
        dependencies: {
          a: '^1.0.0',
          b: '2.0.0',
          c: 'npm:@o/c@~3',
          d: 'github:o/d',
          e: 'file:../e',
          f: 'workspace:*',
          g: '*',
          h: 'https://example.org/h.tgz',
        },
        devDependencies: { t: '>=1 <3' },
        optionalDependencies: { o: 'latest' },
        peerDependencies: { p: '^5.0.0', r: '^6.0.0' },
        peerDependenciesMeta: { p: { optional: true } },
      }),
    });
    expect(requestsOf(contents).sort()).toEqual([
      'pkg:npm/%40o/c runtime ~3',
      'pkg:npm/a runtime ^1.0.0',
      'pkg:npm/b@2.0.0 runtime -',
      'pkg:npm/d?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fd runtime github:o/d',
      'pkg:npm/g runtime *',
      'pkg:npm/h?download_url=https:%2F%2Fexample.org%2Fh.tgz runtime https://example.org/h.tgz',
      'pkg:npm/o optional latest',
      'pkg:npm/p optional ^5.0.0',
      'pkg:npm/r runtime ^6.0.0',
      'pkg:npm/t development >=1 <3',
    ]);
    expect(contents.projects[0]).toMatchObject({ name: 'shop', version: '1.0.0' });
  });

  it('pyproject.toml: PEP 621, groups, Poetry, the build', async () => {
    const contents = await readFirst({
      'pyproject.toml': `[build-system]
requires = ["setuptools>=61"]
[project]
name = "shop"
dependencies = ["flask>=2; python_version > '3.8'", "requests==2.31.0", "own @ git+https://github.com/o/own@v1"]
[project.optional-dependencies]
fast = ["orjson"]
[dependency-groups]
test = ["pytest~=8.0", {include-group = "x"}]
[tool.poetry.dependencies]
python = "^3.9"
attrs = "^23"
near = {path = "../near"}
[tool.poetry.group.dev.dependencies]
black = {version = "24.1.0"}
`,
    });
    expect(requestsOf(contents)).toEqual([
      'pkg:pypi/flask runtime >=2',
      'pkg:pypi/requests@2.31.0 runtime -',
      'pkg:pypi/own?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fown%40v1 runtime -',
      'pkg:pypi/orjson optional -',
      'pkg:pypi/pytest test ~=8.0',
      'pkg:pypi/setuptools build >=61',
      'pkg:pypi/attrs runtime ^23',
      'pkg:pypi/black@24.1.0 development -',
    ]);
  });

  it('Pipfile, setup.cfg, and the literals of setup.py', async () => {
    const pipfile = await readFirst({ Pipfile: '[packages]\nflask = "*"\n[dev-packages]\npytest = "==8.0.0"\n' });
    expect(requestsOf(pipfile)).toEqual(['pkg:pypi/flask runtime -', 'pkg:pypi/pytest@8.0.0 development -']);
    const cfg = await readFirst({
      'setup.cfg': `[metadata]
name = shop
[options]
install_requires =
    flask>=2
    requests==2.31.0 # pinned
python_requires = >=3.8
setup_requires = wheel
[options.extras_require]
fast = orjson; python_version > "3.8"
tests =
    file: x.txt
[flake8]
ignore = E501
`,
    });
    expect(requestsOf(cfg)).toEqual([
      'pkg:pypi/flask runtime >=2',
      'pkg:pypi/requests@2.31.0 runtime -',
      'pkg:pypi/wheel build -',
      'pkg:pypi/orjson optional -',
    ]);
    expect(cfg.warnings).toMatchObject([{ place: { line: 12 } }]);
    const py = await readFirst({
      'setup.py': `setup(
    install_requires=[
        'flask>=2',  # "hidden"
        "requests[socks]==2.31.0",
    ],
    tests_require=read('tests.txt'),
)
`,
    });
    expect(requestsOf(py)).toEqual(['pkg:pypi/flask runtime >=2', 'pkg:pypi/requests@2.31.0 runtime -']);
    expect(py.warnings).toMatchObject([{ message: 'What tests_require holds is computed and was not read' }]);
  });

  it('Cargo.toml: what a workspace patches or replaces is not the crate of the registry', async () => {
    const contents = await readFirst({
      'crates/a/Cargo.toml': `[package]
name = "a"
[dependencies]
patched = "1.0"
forked = { version = "=2.0.0", package = "real" }
moved = { git = "https://github.com/o/moved" }
near = "3"
shared = { workspace = true }
old = "0.1"
plain = "=1.0.0"
`,
      'Cargo.toml': `[workspace]
members = ["crates/*"]
[workspace.dependencies]
shared = { path = "crates/shared" }
[patch.crates-io]
patched = { git = "https://github.com/me/patched", branch = "fix" }
forked-real = { git = "https://github.com/me/real", package = "real" }
near = { path = "vendor/near" }
plain-other = { path = "x" }
[patch."https://github.com/o/moved"]
moved = { git = "https://github.com/me/moved" }
[replace]
"old:0.1.0" = { git = "https://github.com/me/old" }
`,
    });
    expect(requestsOf(contents)).toEqual([
      'pkg:cargo/patched?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Fpatched%40fix runtime 1.0',
      'pkg:cargo/real@2.0.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Freal runtime -',
      'pkg:cargo/moved?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Fmoved runtime -',
      'pkg:cargo/old?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Fold runtime 0.1',
      'pkg:cargo/plain@1.0.0 runtime -',
    ]);
    expect(contents.projects.map(({ path }) => path)).toEqual(['crates/a', 'vendor/near', 'crates/shared']);
  });

  it('composer.json, Cargo.toml with its workspace, pubspec.yaml', async () => {
    const composer = await readFirst({
      'composer.json':
        '{"require": {"php": ">=8", "ext-json": "*", "monolog/monolog": "^3"}, "require-dev": {"a/b": "1.2.3"}}',
    });
    expect(requestsOf(composer)).toEqual([
      'pkg:composer/monolog/monolog runtime ^3',
      'pkg:composer/a/b@1.2.3 development -',
    ]);
    const cargo = await readFirst({
      'crates/a/Cargo.toml': `[package]
name = "a"
[dependencies]
serde = { workspace = true }
log = "0.4"
own = { path = "../own" }
renamed = { package = "real", version = "=1.2.3", optional = true }
[target.'cfg(unix)'.dev-dependencies]
nix = { git = "https://github.com/nix-rust/nix", rev = "abc" }
`,
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nserde = "1.0.100"\n',
    });
    expect(requestsOf(cargo)).toEqual([
      'pkg:cargo/serde runtime 1.0.100',
      'pkg:cargo/log runtime 0.4',
      'pkg:cargo/real@1.2.3 optional -',
      'pkg:cargo/nix?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fnix-rust%2Fnix%40abc development -',
    ]);
    const pubspec = await readFirst({
      'pubspec.yaml': `name: shop
dependencies:
  flutter:
    sdk: flutter
  http: ^1.0.0
  own:
    path: ../own
dev_dependencies:
  lints: 2.0.0
`,
    });
    expect(requestsOf(pubspec)).toEqual([
      'pub:flutter@#sdk flutter runtime -',
      'pkg:pub/http runtime ^1.0.0',
      'pkg:pub/lints@2.0.0 development -',
    ]);
    expect(pubspec.components[0]).toMatchObject({ name: 'flutter', purl: null });
  });

  it('pubspec_overrides.yaml in place of the overrides of the pubspec', async () => {
    const files = {
      'app/pubspec.yaml': `name: shop
dependencies:
  http: ^1.0.0
  near: ^1.0.0
dependency_overrides:
  http: 1.1.0
`,
      'app/pubspec_overrides.yaml': `dependency_overrides:
  near:
    path: ../near
  meta: 1.9.1
`,
    };
    const contents = await readFirst(files);
    expect(requestsOf(contents)).toEqual(['pkg:pub/http runtime ^1.0.0', 'pkg:pub/meta@1.9.1 unknown -']);
    expect(contents.projects.map(({ path }) => path)).toEqual(['app', 'near']);
  });

  it('Gemfile and gemspec, but nothing that they compute', async () => {
    const gemfile = await readFirst({
      Gemfile: `source "https://rubygems.org"
# gem "hidden"
gem "rails", "~> 7.1", ">= 7.1.2"
gem 'pg', '1.5.4'
gem "own", path: "../own"
gem "edge", git: "https://github.com/o/edge.git"
gem "guard", group: :development
gem name_of(:x)
group :test do
  gem "rspec"
end
gem "puma"
`,
    });
    expect(requestsOf(gemfile)).toEqual([
      'pkg:gem/rails runtime ~> 7.1, >= 7.1.2',
      'pkg:gem/pg@1.5.4 runtime -',
      'pkg:gem/edge?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fedge.git runtime -',
      'pkg:gem/guard development -',
      'pkg:gem/rspec test -',
      'pkg:gem/puma runtime -',
    ]);
    expect(gemfile.warnings).toMatchObject([{ place: { line: 8 } }]);
    const spec = await readFirst({
      'own.gemspec': `spec.add_dependency "rack", ">= 2"\nspec.add_development_dependency("rake")\ngem install x\nspec.add_dependency name\n`,
    });
    expect(requestsOf(spec)).toEqual(['pkg:gem/rack runtime >= 2', 'pkg:gem/rake development -']);
    expect(spec.warnings).toMatchObject([{ place: { line: 4 } }]);
  });

  it.each([
    ['gem "a", group: :development, require: false', 'development'],
    ['gem "a", groups: [:test, :development], platforms: :mri', 'development'],
    ['gem "a", :group => :test, :git => "https://example.org/a"', 'test'],
    ['gem "a", groups: %i[test]', 'test'],
    ['gem "a", groups: [:development, :staging]', 'runtime'],
    ['group :development, :staging do\n  gem "a"\nend', 'runtime'],
    ['group :test, optional: true do\n  gem "a"\nend', 'test'],
  ])('Gemfile: %s', async (text, scope) => {
    expect((await readFirst({ Gemfile: `${text}\n` })).components).toMatchObject([{ name: 'a', scope }]);
  });

  it('build.gradle with variables, a platform, and a version catalogue', async () => {
    const contents = await readFirst({
      'app/build.gradle.kts': `val okhttp = "4.12.0"
dependencies {
    implementation(platform("com.squareup.okhttp3:okhttp-bom:4.12.0"))
    implementation("com.squareup.okhttp3:okhttp:$okhttp")
    api(libs.androidx.core)
    testImplementation("junit:junit:4.+")
    // implementation("hidden:hidden:1")
    compileOnly group: 'javax.servlet', name: 'servlet-api', version: '2.5'
    implementation(libs.unknown.one)
    implementation(project(":own"))
    runtimeOnly("com.h2database:h2:\${unknown}")
}
`,
      'gradle/libs.versions.toml': `[versions]
core = { strictly = "1.12.0" }
[libraries]
androidx-core = { module = "androidx.core:core-ktx", version.ref = "core" }
`,
    });
    expect(requestsOf(contents)).toEqual([
      'pkg:maven/com.squareup.okhttp3/okhttp-bom@4.12.0 runtime -',
      'pkg:maven/com.squareup.okhttp3/okhttp@4.12.0 runtime -',
      'pkg:maven/androidx.core/core-ktx@1.12.0 runtime -',
      'pkg:maven/junit/junit test 4.+',
      'pkg:maven/javax.servlet/servlet-api@2.5 provided -',
      'pkg:maven/com.h2database/h2 runtime -',
    ]);
    expect(contents.warnings).toMatchObject([
      { place: { line: 9 } },
      { place: { line: 11 }, message: 'The version ${unknown} of h2 is unknown' },
    ]);
    const catalogue = await readFirst({
      'gradle/libs.versions.toml':
        '[libraries]\na = "g:a:1.0"\nb = { module = "g:b", version = { strictly = "[1.0,2.0[", prefer = "1.5" } }\n',
    });
    expect(requestsOf(catalogue)).toEqual(['pkg:maven/g/a@1.0 unknown -', 'pkg:maven/g/b@1.5 unknown -']);
  });

  it('build.gradle with versions in blocks, of properties, and of what is not known', async () => {
    const contents = await readFirst({
      'app/build.gradle': `dependencies {
    implementation('g:strict') { version { strictly '1.2' } }
    implementation("g:rich:2.0") {
        because 'strictly speaking'
        version {
            strictly("[1.7, 1.8[")
            prefer("1.7.25")
        }
        exclude group: 'x', module: 'y'
    }
    implementation 'g:short:[1.0,2.0[!!1.5'
    api 'g:exact:3.1!!'
    api "g:property:$springVersion"
    api 'g:sum:' + springVersion
    api group: 'g', name: 'map', version: springVersion
    api 'g:lost:' + versions.lost
    api group: 'g', name: 'lostmap', version: lostVersion
    runtimeOnly("g:last:1") { transitive = false }
}
`,
      'gradle.properties': 'springVersion=6.1.0\nother = x\n',
    });
    expect(requestsOf(contents)).toEqual([
      'pkg:maven/g/strict@1.2 runtime -',
      'pkg:maven/g/rich@1.7.25 runtime -',
      'pkg:maven/g/short@1.5 runtime -',
      'pkg:maven/g/exact@3.1 runtime -',
      'pkg:maven/g/property@6.1.0 runtime -',
      'pkg:maven/g/sum@6.1.0 runtime -',
      'pkg:maven/g/map@6.1.0 runtime -',
      'pkg:maven/g/lost runtime -',
      'pkg:maven/g/lostmap runtime -',
      'pkg:maven/g/last@1 runtime -',
    ]);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The version ${versions.lost} of lost is unknown',
      'The version ${lostVersion} of lostmap is unknown',
    ]);
  });

  it('Package.swift: frameworks that were built elsewhere', async () => {
    const swift = await readFirst({
      'Package.swift': `targets: [
  .binaryTarget(name: "Maps", url: "https://example.org/Maps.xcframework.zip", checksum: "${'a'.repeat(64)}"),
  .binaryTarget(name: "Own", path: "Own.xcframework"),
  .binaryTarget(name: "Any", url: address, checksum: sum),
]`,
    });
    expect(swift.components).toMatchObject([
      {
        purl: 'pkg:generic/Maps?download_url=https:%2F%2Fexample.org%2FMaps.xcframework.zip',
        hashes: [{ algorithm: 'SHA-256' }],
      },
    ]);
    expect(swift.warnings).toMatchObject([
      { place: { line: 3 }, message: 'The binary Own.xcframework was not looked at' },
      { place: { line: 4 } },
    ]);
    expect(swift.computed).toBe(1);
  });

  it('Package.swift, mix.exs and conanfile.txt', async () => {
    const swift = await readFirst({
      'Package.swift': `dependencies: [
  .package(url: "https://github.com/apple/swift-nio.git", from: "2.0.0"),
  .package(url: "https://github.com/o/exact", exact: "1.2.3"),
  .package(path: "../own"),
]`,
    });
    expect(requestsOf(swift)).toEqual([
      'pkg:swift/github.com/apple/swift-nio runtime from: "2.0.0"',
      'pkg:swift/github.com/o/exact@1.2.3 runtime -',
    ]);
    const mix = await readFirst({
      'mix.exs': `defp deps do
    [
      {:phoenix, "~> 1.7"},
      {:credo, "== 1.7.1", only: [:dev, :test]},
      {:own, path: "../own"},
      {:edge, github: "o/edge"}
    ]
  end`,
    });
    expect(requestsOf(mix)).toEqual([
      'pkg:hex/phoenix runtime ~> 1.7',
      'pkg:hex/credo@1.7.1 development -',
      'pkg:hex/edge?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fedge.git runtime -',
    ]);
    const conan = await readFirst({
      'conanfile.txt':
        '[requires]\nzlib/1.3 # x\nfmt/[>=10 <11]\n[generators]\nCMakeDeps\n[tool_requires]\ncmake/3.27.0@o/stable\n',
    });
    expect(requestsOf(conan)).toEqual([
      'pkg:conan/zlib@1.3 runtime -',
      'pkg:conan/fmt runtime >=10 <11',
      'pkg:conan/cmake@3.27.0?channel=stable&user=o build -',
    ]);
  });
});

it('Package.swift: several lines, comments, names of registries, what is computed', async () => {
  const contents = await readFirst({
    'Package.swift': `let base = "https://github.com/o/"
let package = Package(
  dependencies: [
    .package(
      url: "https://github.com/apple/swift-nio.git",
      from: "2.0.0"
    ),
    .package(id: "mona.LinkedList", .upToNextMajor(from: "1.0.0")),
    .package(url: base + "x.git", from: "1.0.0"),
    .package(url: "https://github.com/o/\\(name)", from: "1.0.0"),
    // .package(url: "https://github.com/o/commented", branch: "main"),
    .package(name: "Old", url: "https://github.com/o/old", .exact("1.2.3")),
    .package(url: "https://github.com/o/range", "1.0.0"..<"2.0.0"),
    .package(name: "Near", path: "../near"),
  ],
  targets: [.target(name: "App", dependencies: [.product(name: "NIO", package: "swift-nio")])]
)`,
  });
  expect(requestsOf(contents)).toEqual([
    'pkg:swift/github.com/apple/swift-nio runtime from: "2.0.0"',
    'swift:mona.LinkedList@ runtime .upToNextMajor(from: "1.0.0")',
    'pkg:swift/github.com/o/old@1.2.3 runtime -',
    'pkg:swift/github.com/o/range runtime "1.0.0"..<"2.0.0"',
  ]);
  expect(contents.components[0]!.place.line).toBe(4);
  expect(contents.warnings.map(({ place }) => place.line)).toEqual([9, 10]);
  expect(contents.computed).toBe(2);
});
