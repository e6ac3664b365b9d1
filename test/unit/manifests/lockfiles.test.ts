import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

describe('go.mod', () => {
  const mod = `module example.org/shop // the shop

go 1.21

toolchain go1.22.0

require github.com/Foo/bar v1.2.3
require (
	golang.org/x/net v0.10.0 // indirect
	"gopkg.in/yaml.v3" v3.0.1
	example.org/local v0.0.0
	github.com/old/thing v1.0.0+incompatible
	github.com/gone/gone v1.0.0
)
replace (
	example.org/local => ./local
	github.com/old/thing v1.0.0+incompatible => github.com/new/thing/v2 v2.1.0
)
exclude github.com/gone/gone v1.0.0
retract [v1.0.0, v1.9.9]
nonsense
`;
  const sum = `github.com/Foo/bar v1.2.3 h1:AAAA=
github.com/Foo/bar v1.2.3/go.mod h1:BBBB=
github.com/unnamed/u v1.9.0 h1:C=
github.com/unnamed/u v1.10.0 h1:D=
`;

  it('reads requirements, replacements, exclusions, and hashes from go.sum', async () => {
    const contents = await readFirst({ 'app/go.mod': mod, 'app/go.sum': sum });
    expect(summaryOf(contents)).toEqual([
      'pkg:golang/github.com/foo/bar@v1.2.3 direct runtime 7',
      'pkg:golang/golang.org/x/net@v0.10.0 transitive runtime 9',
      'pkg:golang/gopkg.in/yaml.v3@v3.0.1 direct runtime 10',
      'pkg:golang/github.com/new/thing/v2@v2.1.0 direct runtime 12',
      'pkg:golang/github.com/gone/gone direct runtime 13',
    ]);
    expect(componentOf(contents, 'github.com/gone/gone').requirement).toBe('>v1.0.0');
    expect(componentOf(contents, 'github.com/Foo/bar').integrity).toBe('h1:AAAA=');
    expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
      ['app', 'example.org/shop'],
      ['app/local', 'example.org/local'],
    ]);
    expect(contents.warnings).toMatchObject([
      { place: { line: 21 } },
      { place: { line: 13 }, message: expect.stringContaining('which version is used instead is unknown') },
    ]);
  });

  it('before Go 1.17 takes what is not named from go.sum, the highest version', async () => {
    const contents = await readFirst({
      'go.mod': 'module m\ngo 1.16\nrequire github.com/Foo/bar v1.2.3\n',
      'go.sum': sum,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:golang/github.com/foo/bar@v1.2.3 direct runtime 3',
      'pkg:golang/github.com/unnamed/u@v1.10.0 transitive unknown 1',
    ]);
  });

  it('reads go.sum where it stands alone', async () => {
    expect((await readFirst({ 'go.sum': `${sum}bad line\n` })).components).toHaveLength(3);
    expect((await readFirst({ 'go.sum': sum, 'go.mod': mod })).components).toHaveLength(0);
  });
});

describe('Cargo.lock', () => {
  const lock = `version = 3

[[package]]
name = "app"
version = "0.1.0"
dependencies = [
 "cc",
 "gitdep",
 "helper",
 "rand 0.8.5",
 "tempfile",
]

[[package]]
name = "cc"
version = "1.0.79"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "${'a'.repeat(64)}"

[[package]]
name = "gitdep"
version = "0.2.0"
source = "git+https://github.com/o/gitdep?branch=main#abc123"

[[package]]
name = "helper"
version = "0.1.0"
dependencies = ["rand 0.7.3 (registry+https://github.com/rust-lang/crates.io-index)"]

[[package]]
name = "rand"
version = "0.7.3"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "rand"
version = "0.8.5"
source = "sparse+https://index.crates.io/"

[[package]]
name = "tempfile"
version = "3.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[metadata]
"checksum rand 0.7.3 (registry+https://github.com/rust-lang/crates.io-index)" = "${'b'.repeat(64)}"
`;

  it('reads crates, two of one name, git, checksums old and new; uses from the Cargo.toml files', async () => {
    const contents = await readFirst({
      'Cargo.lock': lock,
      'app/Cargo.toml': `[package]\nname = "app"\n[dependencies]\ngd = { git = "x", package = "gitdep", optional = true }
helper = { path = "../helper" }\nrand = "0.8"\n[build-dependencies]\ncc = "1"\n[target.'cfg(unix)'.dev-dependencies]\ntempfile = "3"`,
      'helper/Cargo.toml': '[package]\nname = "helper"\n[dependencies]\nrand = "0.7"',
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:cargo/cc@1.0.79 direct build 14',
      'pkg:cargo/gitdep@0.2.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fgitdep%40abc123 direct optional 20',
      'pkg:cargo/rand@0.7.3 direct runtime 30',
      'pkg:cargo/rand@0.8.5 direct runtime 35',
      'pkg:cargo/tempfile@3.0.0 direct development 40',
    ]);
    expect(edgesOf(contents)).toContain('project:helper -> pkg:cargo/rand@0.7.3');
    expect(contents.components.map(({ hashes }) => hashes[0]?.value[0])).toEqual(['a', undefined, 'b', undefined, undefined]); // prettier-ignore
  });

  it('reads it where there is no Cargo.toml', async () => {
    const contents = await readFirst({ 'x/Cargo.lock': lock });
    expect(contents.components).toHaveLength(5);
    expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
      ['x', 'app'],
      ['x', 'helper'],
    ]);
  });
});

it('Gemfile.lock: gems, platforms, git, path, checksums', async () => {
  const contents = await readFirst({
    'Gemfile.lock': `GIT
  remote: https://github.com/o/g.git
  revision: abc123
  branch: main
  specs:
    g (0.1.0)
      rack (>= 2)

PATH
  remote: engines/own
  specs:
    own (1.0.0)
      nokogiri

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.15.0-x86_64-linux)
      racc (~> 1.4)
    rack (2.2.7)
    racc (1.7.1)

PLATFORMS
  x86_64-linux

DEPENDENCIES
  g!
  own!
  rack (~> 2.2)

CHECKSUMS
  rack (2.2.7) sha256=${'d'.repeat(64)}

BUNDLED WITH
   2.4.10
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:gem/g@0.1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fg.git%40abc123 direct unknown 6',
    'pkg:gem/nokogiri@1.15.0?platform=x86_64-linux direct unknown 18',
    'pkg:gem/rack@2.2.7 direct unknown 20',
    'pkg:gem/racc@1.7.1 transitive unknown 21',
  ]);
  expect(componentOf(contents, 'rack').hashes).toEqual([{ algorithm: 'SHA-256', value: 'd'.repeat(64) }]);
  expect(contents.warnings).toEqual([]);
});

it('composer.lock: packages, dev packages, licences, virtual packages', async () => {
  const contents = await readFirst({
    'composer.lock': `{ "packages": [
  { "name": "Monolog/monolog", "version": "v2.9.1", "license": ["MIT", "GPL-2.0 or later"],
    "source": { "type": "git", "url": "https://github.com/Seldaek/monolog.git", "reference": "abc" },
    "dist": { "type": "zip", "url": "https://api.github.com/x.zip", "reference": "abc", "shasum": "" },
    "require": { "php": ">=7.2", "psr/log": "^1", "psr/log-implementation": "1" } },
  { "name": "psr/log", "version": "1.10", "provide": { "psr/log-implementation": "1" } } ],
  "packages-dev": [ { "name": "phpunit/phpunit", "version": "9.6.0" }, { "version": "1" } ] }`,
    'composer.json':
      '{ "name": "o/shop", "require": { "monolog/monolog": "^2" }, "require-dev": { "phpunit/phpunit": "*" } }',
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:composer/monolog/monolog@v2.9.1 direct runtime 2',
    'pkg:composer/psr/log@1.10 transitive runtime 6',
    'pkg:composer/phpunit/phpunit@9.6.0 direct development 7',
  ]);
  expect(componentOf(contents, 'monolog')).toMatchObject({
    group: 'Monolog',
    license: 'MIT OR (GPL-2.0 or later)',
    references: [
      { type: 'vcs', url: 'git+https://github.com/Seldaek/monolog.git@abc' },
      { type: 'distribution', url: 'https://api.github.com/x.zip' },
    ],
  });
  expect(contents.warnings).toMatchObject([{ place: { line: 7 }, message: 'An entry has no name' }]);
});
