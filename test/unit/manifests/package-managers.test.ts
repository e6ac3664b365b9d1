/** What package managers write, and what they say of it: differences that a comparison with them has shown. */
import { manifestFor } from '../../../src/manifests/index.js';
import { knownManifestFor } from '../../../src/manifests/known-manifests.js';
import { edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const cratesIo = 'registry+https://github.com/rust-lang/crates.io-index';
const crate = (name: string, more: string): string => `[[package]]\nname = "${name}"\nversion = "1.0.0"\n${more}\n`;
const commit = '3f786850e387550fdab836ed7e6dc881de23001b';

describe('Cargo.lock', () => {
  it('tells crates of one name and version by their sources', async () => {
    const contents = await readFirst({
      'Cargo.lock': [
        'version = 3\n',
        crate('app', `dependencies = [\n "bar",\n "foo 1.0.0",\n "foo 1.0.0 (git+https://e.org/foo?tag=v1)",\n]`),
        crate('foo', ''),
        crate('foo', `source = "${cratesIo}"`),
        crate('foo', `source = "git+https://e.org/foo?tag=v1#${commit}"`),
        crate('bar', `source = "${cratesIo}"\ndependencies = [\n "foo 1.0.0 (${cratesIo})",\n]`),
      ].join('\n'),
    });
    const fork = `pkg:cargo/foo@1.0.0?vcs_url=git%2Bhttps:%2F%2Fe.org%2Ffoo%40${commit}`;
    expect(summaryOf(contents)).toEqual([
      'pkg:cargo/foo@1.0.0 transitive runtime 17',
      `${fork} direct runtime 22`,
      'pkg:cargo/bar@1.0.0 direct runtime 27',
    ]);
    expect(edgesOf(contents)).toEqual([
      'project:#app -> pkg:cargo/bar@1.0.0',
      'project:#app -> project:#foo',
      `project:#app -> ${fork}`,
      'pkg:cargo/bar@1.0.0 -> pkg:cargo/foo@1.0.0',
    ]);
  });

  it('has the crate itself in a table of its own before 2017, and no crate that is replaced', async () => {
    const contents = await readFirst({
      'Cargo.lock': [
        `[root]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "bar 1.0.0 (${cratesIo})",\n]\n`,
        crate('bar', `source = "${cratesIo}"\nreplace = "bar 1.0.0 (git+https://e.org/bar)"`),
        crate('bar', `source = "git+https://e.org/bar#${commit}"`),
      ].join('\n'),
    });
    expect(summaryOf(contents)).toEqual([
      `pkg:cargo/bar@1.0.0?vcs_url=git%2Bhttps:%2F%2Fe.org%2Fbar%40${commit} direct runtime 14`,
    ]);
    expect(contents.projects).toMatchObject([{ name: 'app', version: '0.1.0' }]);
  });
});

describe('installed.json of Composer', () => {
  const packages = [
    { name: 'acme/user', version: '1.2.0', require: { 'symfony/console': '^6', 'psr/log-implementation': '^3' } },
    { name: 'monolog/monolog', version: '3.5.0', provide: { 'psr/log-implementation': '3.0.0' } },
    { name: 'symfony/symfony', version: '6.4.1', replace: { 'symfony/console': 'self.version' } },
  ];
  const user = 'pkg:composer/acme/user@1.2.0';
  const edges = [`${user} -> pkg:composer/symfony/symfony@6.4.1`, `${user} -> pkg:composer/monolog/monolog@3.5.0`];

  it('connects what is provided and replaced, and is of another folder than vendor too', async () => {
    const contents = await readFirst({
      'app/lib/composer/installed.json': JSON.stringify({ packages, 'dev-package-names': ['monolog/monolog'] }),
      'app/composer.json': '{"name": "acme/app", "require": {"acme/user": "*"}}',
    });
    expect(summaryOf(contents)).toEqual([
      `${user} direct runtime 1`,
      'pkg:composer/monolog/monolog@3.5.0 transitive development 1',
      'pkg:composer/symfony/symfony@6.4.1 transitive runtime 1',
    ]);
    expect(edgesOf(contents)).toEqual([...edges, `project:app -> ${user}`]);
  });

  it('is a list in Composer 1, which does not say what is for development', async () => {
    const contents = await readFirst({ 'vendor/composer/installed.json': JSON.stringify(packages) });
    expect(contents.components.map(({ scope }) => scope)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(edgesOf(contents)).toEqual(edges);
    const empty = await readFirst({ 'vendor/composer/installed.json': '[]' });
    expect(empty.failure).toMatch(/no installed.json/);
  });

  it('says what the packages beside it are', async () => {
    const contents = await readFirst({
      'app/lib/acme/user/composer.json': JSON.stringify(packages[0]),
      'app/lib/composer/installed.json': JSON.stringify({ packages }),
    });
    expect([contents.components, contents.projects]).toEqual([[], []]);
  });
});

describe('copies of packages', () => {
  const lock = `${crate('x', '')}\n${crate('y', `source = "${cratesIo}"`)}`;

  it.each<[string, Record<string, string>]>([
    ['Cargo.lock', { 'deps/x/Cargo.lock': lock, 'deps/x/.cargo-checksum.json': '{}' }],
    ['Cargo.toml', { 'deps/x/Cargo.toml': '[dependencies]\ny = "1"\n', 'deps/x/.cargo-checksum.json': '{}' }],
    [
      'go.mod',
      { 'a/vendor/e.org/x/go.mod': 'module e.org/x\nrequire e.org/y v1.0.0\n', 'a/vendor/modules.txt': '# x' },
    ],
  ])('%s of one is not read, for nothing is built by it', async (_, files) => {
    const contents = await readFirst(files);
    expect([contents.components, contents.projects, contents.warnings]).toEqual([[], [], []]);
    const [[path, text]] = Object.entries(files) as [[string, string]];
    expect((await readFirst({ [path]: text })).components).toHaveLength(1);
  });
});

describe('go.mod before Go 1.17', () => {
  const mod = 'module e.org/a\n\ngo 1.16\n\nrequire e.org/b v1.1.0\n';

  it('needs what vendor/modules.txt has', async () => {
    const contents = await readFirst({
      'go.mod': mod,
      'go.sum': 'e.org/c v1.9.0 h1:x\n',
      'vendor/modules.txt':
        '# e.org/b v1.1.0\n## explicit\ne.org/b\n# e.org/c v1.2.0\ne.org/c\n# e.org/d v1.0.0 => e.org/fork v1.3.0\n# e.org/e v1.0.0 => ./e\n# e.org/d => e.org/fork v1.3.0\n',
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:golang/e.org/b@v1.1.0 direct runtime 5',
      'pkg:golang/e.org/c@v1.2.0 transitive unknown 1',
      'pkg:golang/e.org/fork@v1.3.0 transitive unknown 1',
    ]);
    expect(contents.warnings).toEqual([]);
  });

  it('says that they are unknown where nothing names them', async () => {
    const [warning] = (await readFirst({ 'go.mod': mod })).warnings;
    expect(warning!.message).toMatch(/those modules are unknown/);
    expect((await readFirst({ 'go.mod': mod.replace('1.16', '1.17') })).warnings).toEqual([]);
  });
});

const locked = (name: string, more: string): string => `[[package]]\nname = "${name}"\nversion = "1.0"\n${more}\n`;
const scopesOf = async (files: Record<string, string>): Promise<string[]> =>
  (await readFirst(files)).components.map(({ name, relation, scope }) => `${name} ${relation} ${scope}`);

describe('lock files of Python', () => {
  it('poetry.lock: what an extra brings is needed where it was asked for', async () => {
    const needs = 'optional = false\n[package.dependencies]\nfast = {version = "*", optional = true}\npg = {version = "*", optional = true}\n'; // prettier-ignore
    const scopes = await scopesOf({
      'poetry.lock': [
        locked('web', needs),
        locked('fast', 'optional = false'),
        locked('pg', 'optional = true'),
        '[metadata]\nlock-version = "2.0"\n',
      ].join('\n'),
      'pyproject.toml':
        '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\nweb = {version = "*", extras = ["fast"]}\n',
    });
    expect(scopes).toEqual(['web direct runtime', 'fast transitive runtime', 'pg transitive optional']);
  });

  it('uv.lock: extras of others are locked because they are needed, those of the project are for its users', async () => {
    const registry = 'source = { registry = "https://pypi.org/simple" }';
    const scopes = await scopesOf({
      'uv.lock': [
        'version = 1\n',
        locked('a', 'source = { virtual = "." }\ndependencies = [{ name = "web", extra = ["fast"] }]\n[package.optional-dependencies]\npg = [{ name = "pg" }]\n'), // prettier-ignore
        locked('web', `${registry}\n[package.optional-dependencies]\nfast = [{ name = "fast" }]\n`),
        locked('fast', registry),
        locked('pg', registry),
      ].join('\n'),
    });
    expect(scopes).toEqual(['web direct runtime', 'fast transitive runtime', 'pg direct optional']);
  });

  it('pylock.toml: a repository in a folder is in no registry', async () => {
    const contents = await readFirst({
      'pylock.toml': `lock-version = "1.0"\n[[packages]]\nname = "own"\n[packages.vcs]\ntype = "git"\npath = "../own"\ncommit-id = "${commit}"\n`,
    });
    expect(contents.components).toMatchObject([{ name: 'own', purl: null }]);
  });
});

it('requirements.txt: files of other names that it includes, each once', async () => {
  const contents = await readFirst({
    'py/requirements.txt': 'a==1.0\n-r deps.txt\n-r ../gone.txt\n-r requirements-dev.txt\n',
    'py/deps.txt': 'b==2.0\n-c pins.txt\nc\n-r more/base.pip\n',
    'py/pins.txt': 'c==3.0\n',
    'py/more/base.pip': '-r ../deps.txt\nd==4.0 # why\n',
    'py/requirements-dev.txt': 'read-by-itself==1.0\n',
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:pypi/a@1.0 direct runtime 1',
    'pkg:pypi/b@2.0 direct runtime 2',
    'pkg:pypi/c@3.0 direct runtime 2',
    'pkg:pypi/d@4.0 direct runtime 2',
  ]);
  expect(contents.warnings.map(({ place, message }) => `${place.line} ${message}`)).toEqual([
    '3 The file "../gone.txt" is not there, and the requirements in it were not read',
  ]);
});

describe('installed packages of images', () => {
  it('of Azure Linux without a package manager', async () => {
    const contents = await readFirst({
      'var/lib/rpmmanifest/container-manifest-2':
        'openssl\t1.1.1k-28.cm2\t1690000000\t1690000000\tMicrosoft Corporation\t(none)\t1\tx86_64\t0\topenssl-1.1.1k-28.cm2.src.rpm\n' +
        'shadow\t4.9-1.cm2\t1\t1\tMicrosoft Corporation\t2\t1\tx86_64\t2\tshadow-4.9-1.cm2.src.rpm\nbroken\n',
      'etc/os-release': 'ID=mariner\nVERSION_ID="2.0"\n',
    });
    const query = (epoch: string, upstream: string): string => `?arch=x86_64&distro=mariner-2.0${epoch}&upstream=${upstream}.src.rpm`; // prettier-ignore
    expect(summaryOf(contents)).toEqual([
      `pkg:rpm/azurelinux/openssl@1.1.1k-28.cm2${query('', 'openssl-1.1.1k-28.cm2')} unknown runtime 1`,
      `pkg:rpm/azurelinux/shadow@4.9-1.cm2${query('&epoch=2', 'shadow-4.9-1.cm2')} unknown runtime 2`,
    ]);
    expect(contents.warnings).toMatchObject([{ place: { line: 3 }, isLoss: true }]);
  });

  it('of apk, without the names of what was asked for together', async () => {
    const contents = await readFirst({
      'lib/apk/db/installed': 'P:.build-deps\nV:20240101.120000\nA:noarch\nD:gcc\n\nP:gcc\nV:13.2-r0\nA:x86_64\n',
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.19\n',
    });
    expect(contents.components.map(({ name }) => name)).toEqual(['gcc']);
  });
});

describe('names that package managers give to their files', () => {
  it.each([
    ['Dockerfile-dev', 'dockerfile'],
    ['Gemfile.next.lock', 'gemfile-lock'],
    ['Gemfile_next.lock', 'gemfile-lock'],
    ['opam.locked', 'opam-locked'],
    ['mlflow/conda.yaml', 'conda-environment'],
    ['pdm.prod.lock', 'pdm-lock'],
    ['scripts/a.py.lock', 'uv-lock'],
    ['Package@swift-5.9.swift', 'package-swift'],
    ['go.tool.mod', 'go-mod'],
  ])('%s is read', (path, kind) => {
    expect(manifestFor(path)?.id).toBe(kind);
  });

  it.each(['Dockerfile-guide.md', 'setup.py', 'a.locked', '.py.lock', 'x/go.tool/mod'])(
    '%s is none of them',
    (path) => {
      expect(['dockerfile', 'uv-lock', 'opam-locked', 'go-mod']).not.toContain(manifestFor(path)?.id);
    },
  );

  it.each([
    ['conda-linux-64.lock', 'conda-lock'],
    ['.forgejo/workflows/ci.yml', 'forge-workflow'],
    ['.gitea/workflows/ci.yaml', 'forge-workflow'],
    ['dependencies.sbt', 'sbt-plugins'],
    ['nix/sources.json', 'nix-pins'],
    ['esy.lock/index.json', 'esy'],
    ['dune.lock/lock.dune', 'dune-lock'],
    ['WORKSPACE.bzlmod', 'bazel-workspace'],
    ['project.lock.json', 'dotnet-project-lock'],
    ['Policyfile.lock.json', 'berksfile'],
    ['META6.json', 'raku'],
    ['versions.lock', 'gradle-versions'],
    ['shrinkwrap.yaml', 'pnpm-shrinkwrap'],
    ['ros/package.xml', 'ros'],
  ])('%s is a gap', (path, kind) => {
    expect([manifestFor(path), knownManifestFor(path)?.id]).toEqual([null, kind]);
  });

  it('a lock file of a program is for it alone, and not for the project beside it', () => {
    const { projectFolder } = manifestFor('a/b.py.lock')!;
    expect(['a/b.py.lock', 'a/uv.lock'].map((path) => projectFolder!(path))).toEqual(['a/b.py.lock', 'a']);
  });

  it('go.tool.mod has its sums beside it', async () => {
    const contents = await readFirst({
      'go.tool.mod': 'module e.org/a\ngo 1.24\nrequire e.org/b v1.0.0\n',
      'go.tool.sum': 'e.org/b v1.0.0 h1:x\n',
      'go.sum': 'e.org/b v1.0.0 h1:y\n',
    });
    expect(contents.components).toMatchObject([{ name: 'e.org/b', integrity: 'h1:x' }]);
  });
});
