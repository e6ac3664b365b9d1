import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const sha256 = (sign: string): string => sign.repeat(64);

describe('deno.lock', () => {
  it('reads version 5: npm and JSR, peers, single and several versions, the workspace', async () => {
    const contents = await readFirst({
      'app/deno.lock': JSON.stringify({
        version: '5',
        specifiers: {
          'jsr:@std/assert@1': '1.0.6',
          'npm:chalk@5': '5.3.0',
          'npm:react-dom@18': '18.2.0_react@18.2.0',
          'jsr:@std/internal@^1.0.4': '1.0.4',
        },
        jsr: {
          '@std/assert@1.0.6': { integrity: sha256('a'), dependencies: ['jsr:@std/internal@^1.0.4'] },
          '@std/internal@1.0.4': { integrity: sha256('b') },
        },
        npm: {
          'chalk@5.3.0': { integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}` },
          'react-dom@18.2.0_react@18.2.0': { dependencies: ['react', 'scheduler@0.23.0'] },
          'react@18.2.0': {},
          'scheduler@0.23.0': {},
          'scheduler@0.22.0': {},
        },
        remote: { 'https://deno.land/std@0.200.0/fs/mod.ts': sha256('c'), 'https://example.org/x.ts': sha256('d') },
        workspace: {
          dependencies: ['jsr:@std/assert@1', 'npm:chalk@5'],
          packageJson: { dependencies: ['npm:react-dom@18'] },
        },
      }),
    });
    const found = contents.components.map(({ ref, relation }) => `${ref} ${relation}`);
    expect(found).toEqual([
      'pkg:npm/chalk@5.3.0 direct',
      'pkg:npm/react-dom@18.2.0 direct',
      'pkg:npm/react@18.2.0 transitive',
      'pkg:npm/scheduler@0.23.0 transitive',
      'pkg:npm/scheduler@0.22.0 transitive',
      'pkg:jsr/%40std/assert@1.0.6 direct',
      'pkg:jsr/%40std/internal@1.0.4 transitive',
      'pkg:generic/std@0.200.0?download_url=https:%2F%2Fdeno.land%2Fstd%400.200.0 transitive',
      'generic:https://example.org/x.ts@#https://example.org/x.ts transitive',
    ]);
    expect(edgesOf(contents)).toEqual(
      expect.arrayContaining([
        'pkg:npm/react-dom@18.2.0 -> pkg:npm/react@18.2.0',
        'pkg:npm/react-dom@18.2.0 -> pkg:npm/scheduler@0.23.0',
        'pkg:jsr/%40std/assert@1.0.6 -> pkg:jsr/%40std/internal@1.0.4',
        'project:app -> pkg:npm/react-dom@18.2.0',
      ]),
    );
    expect(componentOf(contents, 'chalk').hashes).toEqual([{ algorithm: 'SHA-512', value: '01'.repeat(64) }]);
  });

  it('reads versions 2 and 3', async () => {
    const npm = { 'a@1.0.0': { dependencies: { b: 'b@2.0.0' } }, 'b@2.0.0': { dependencies: {} } };
    const two = { version: '2', npm: { specifiers: { 'a@1': 'a@1.0.0' }, packages: npm } };
    const three = { version: '3', packages: { specifiers: { 'npm:a@1': 'npm:a@1.0.0' }, npm }, remote: {} };
    for (const lock of [two, three]) {
      const contents = await readFirst({ 'deno.lock': JSON.stringify(lock) });
      expect(contents.components.map(({ ref }) => ref)).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0']);
      expect(edgesOf(contents)).toEqual(['pkg:npm/a@1.0.0 -> pkg:npm/b@2.0.0']);
    }
  });
});

it('pylock.toml: files of an index, commits, folders, dependencies', async () => {
  const contents = await readFirst({
    'pylock.dev.toml': `lock-version = "1.0"
[[packages]]
name = "attrs"
version = "25.1.0"
wheels = [{name = "attrs.whl", url = "https://files.example.org/attrs.whl", hashes = {sha256 = "${sha256('1')}"}}]
[[packages]]
name = "cattrs"
version = "24.1.2"
dependencies = [{name = "attrs"}]
[[packages]]
name = "gitdep"
vcs = {type = "git", url = "https://github.com/o/gitdep", commit-id = "abc"}
[[packages]]
name = "own"
directory = {path = "libs/own"}
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:pypi/attrs@25.1.0 unknown unknown 2',
    'pkg:pypi/cattrs@24.1.2 unknown unknown 6',
    'pkg:pypi/gitdep?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fgitdep%40abc unknown unknown 10',
  ]);
  expect(componentOf(contents, 'attrs')).toMatchObject({
    hashes: [{ algorithm: 'SHA-256', value: sha256('1') }],
    references: [{ type: 'distribution', url: 'https://files.example.org/attrs.whl' }],
  });
  expect(edgesOf(contents)).toEqual(['pkg:pypi/cattrs@24.1.2 -> pkg:pypi/attrs@25.1.0']);
  expect(contents.projects.map(({ path }) => path)).toEqual(['libs/own']);
});

it('Chart.lock and Chart.yaml: repositories, ranges, folders', async () => {
  const lock = await readFirst({
    'chart/Chart.lock': `dependencies:
- name: postgresql
  repository: oci://registry.example.org/charts
  version: 15.2.5
- name: common
  repository: file://../common
  version: 1.0.0
digest: sha256:${sha256('e')}
generated: "2024-01-01T00:00:00Z"
`,
  });
  expect(summaryOf(lock)).toEqual([
    'pkg:helm/postgresql@15.2.5?repository_url=oci:%2F%2Fregistry.example.org%2Fcharts direct runtime 2',
  ]);
  expect(lock.projects.map(({ path }) => path)).toEqual(['chart', 'common']);
  const declared = await readFirst({
    'Chart.yaml': `name: shop\nversion: 0.1.0\ndependencies:\n  - name: redis\n    version: ~18.0.0\n    repository: "@bitnami"\n`,
  });
  expect(componentOf(declared, 'redis')).toMatchObject({ version: '', requirement: '~18.0.0', purl: 'pkg:helm/redis?repository_url=bitnami' }); // prettier-ignore
  expect(declared.projects).toMatchObject([{ name: 'shop', version: '0.1.0' }]);
});

it('.terraform.lock.hcl: providers, other registries, hashes of archives', async () => {
  const contents = await readFirst({
    '.terraform.lock.hcl': `# This file is maintained automatically by "terraform init".
provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.31.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:abc=",
    "zh:${sha256('2')}",
  ]
}

provider "registry.example.org/acme/own" {
  version = "1.0.0"
}
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:terraform/hashicorp/aws@5.31.0 direct build 2',
    'pkg:terraform/acme/own@1.0.0?repository_url=registry.example.org direct build 11',
  ]);
  expect(componentOf(contents, 'aws').hashes).toEqual([{ algorithm: 'SHA-256', value: sha256('2') }]);
});

describe('images', () => {
  it('of a Compose file, but not what is built there', async () => {
    const contents = await readFirst({
      'docker-compose.yml': `services:
  web:
    build: .
    image: shop:latest
  db:
    image: "postgres:16"
  cache:
    image: redis:\${REDIS_VERSION:-7.2}
  other:
    image: \${OTHER}
`,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:docker/postgres@16 direct runtime 6',
      'pkg:docker/redis@7.2 direct runtime 8',
    ]);
    expect(contents.warnings).toMatchObject([{ place: { line: 10 } }]);
  });

  it('of a Compose file that others belong to', async () => {
    const contents = await readFirst({
      'app/compose.yml': `include:
  - ../compose.base.yml
  - path: [monitoring.yml, gone/compose.yml]
services:
  web:
    extends:
      file: common.yml
      service: web
  job:
    extends: web
  near:
    extends: { file: ../compose.base.yml, service: x }
  inline:
    build:
      dockerfile_inline: |
        FROM alpine:3.19
`,
      'compose.base.yml': 'services: {}\n',
      'app/common.yml': 'services: {}\n',
      'app/monitoring.yml': 'services: {}\n',
    });
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The Dockerfile in this file was not read',
      'The file that "monitoring.yml" names was not read',
      'The file that "gone/compose.yml" names was not read',
      'The file that "common.yml" names was not read',
    ]);
  });

  it('of GitLab CI, with its tags', async () => {
    const contents = await readFirst({
      '.gitlab-ci.yml': `image: node:20
include:
  - local: ci/build.yml
  - local: /.gitlab/ci/test.yml
  - .gitlab/ci/test.yml
  - /.gitlab/ci/*.yml
  - project: group/templates
    file: a.yml
build:
  image:
    name: docker.example.org/builder:1
  services:
    - postgres:16
    - name: redis:7
  script: !reference [.setup, script]
`,
      '.gitlab/ci/test.yml': 'test: {}\n',
      'ci/build.yml': 'build: {}\n',
    });
    expect(summaryOf(contents).map((one) => one.split(' ')[0])).toEqual([
      'pkg:docker/node@20',
      'pkg:docker/builder@1?repository_url=docker.example.org',
      'pkg:docker/postgres@16',
      'pkg:docker/redis@7',
    ]);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The file that "ci/build.yml" names was not read',
      'The file that {"project":"group/templates","file":"a.yml"} names was not read',
    ]);
  });

  it('of GitLab CI below its inputs, and the pipelines that it triggers', async () => {
    const contents = await readFirst({
      'templates/x.gitlab-ci.yml': `spec:
  inputs:
    stage:
      default: test
---
test:
  image: node:20
child:
  trigger:
    include:
      - local: ci/child.yml
      - local: ci/child.gitlab-ci.yml
other:
  trigger:
    include: ci/other.yml
downstream:
  trigger: group/project
`,
      'ci/child.gitlab-ci.yml': 'test: {}\n',
    });
    expect(summaryOf(contents)).toEqual(['pkg:docker/node@20 direct build 7']);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The file that "ci/child.yml" names was not read',
      'The file that "ci/other.yml" names was not read',
    ]);
  });

  it('of Kubernetes, in templates too', async () => {
    const contents = await readFirst({
      'k8s/web.yaml': `apiVersion: apps/v1
kind: Deployment
spec:
  containers:
    - image: nginx:1.25 # the web
    - name: b
      image: "ghcr.io/o/b@sha256:${sha256('3')}"
    - image: {{ .Values.image }}
`,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:docker/nginx@1.25 direct runtime 5',
      `pkg:docker/o/b@sha256:${sha256('3')}?repository_url=ghcr.io direct runtime 7`,
    ]);
    expect(contents.warnings).toMatchObject([{ place: { line: 8 } }]);
    const none = await readFirst({ 'templates/mail.yaml': 'image: nginx:1.25\n' });
    expect(none.components).toEqual([]);
  });
});

describe('.NET', () => {
  const target = {
    'net8.0': {
      'A/1.0.0': { type: 'package', dependencies: { b: '2.0.0' } },
      'B/2.0.0': { type: 'package' },
      'Own/1.0.0': { type: 'project', dependencies: { A: '1.0.0' } },
    },
  };
  const libraries = {
    'A/1.0.0': { type: 'package', sha512: 'abc' },
    'B/2.0.0': { type: 'package' },
    'Own/1.0.0': { type: 'project' },
  };

  it('project.assets.json', async () => {
    const contents = await readFirst({
      'src/obj/project.assets.json': JSON.stringify({
        version: 3,
        targets: target,
        libraries,
        project: {
          version: '1.2.3',
          restore: { projectName: 'Shop' },
          frameworks: { 'net8.0': { dependencies: { a: { target: 'Package' }, B: { suppressParent: 'All' } } } },
        },
      }),
    });
    expect(contents.components.map((one) => `${one.purl} ${one.relation} ${one.scope} ${one.integrity}`)).toEqual([
      'pkg:nuget/A@1.0.0 direct runtime abc',
      'pkg:nuget/B@2.0.0 direct runtime null',
    ]);
    expect(contents.projects.map(({ path, name }) => `${path} ${name}`)).toEqual(['src Own', 'src Shop']);
    expect(edgesOf(contents)).toContain('pkg:nuget/A@1.0.0 -> pkg:nuget/B@2.0.0');
  });

  it('deps.json', async () => {
    const contents = await readFirst({ 'bin/Shop.deps.json': JSON.stringify({ targets: target, libraries }) });
    expect(contents.components.map(({ purl, relation }) => `${purl} ${relation}`)).toEqual([
      'pkg:nuget/A@1.0.0 direct',
      'pkg:nuget/B@2.0.0 transitive',
    ]);
  });

  it('paket.lock', async () => {
    const contents = await readFirst({
      'paket.lock': `STORAGE: NONE
NUGET
  remote: https://api.nuget.org/v3/index.json
    Argu (6.1.1)
      FSharp.Core (>= 4.3.2)
    FSharp.Core (6.0.1) - restriction: >= net45
GITHUB
  remote: fsharp/FAKE
    src/app/x.fs (abc123)
GROUP Build
NUGET
  remote: https://api.nuget.org/v3/index.json
    FAKE (5.16)
`,
    });
    expect(contents.components.map(({ purl, relation }) => `${purl} ${relation}`)).toEqual([
      'pkg:nuget/Argu@6.1.1 direct',
      'pkg:nuget/FSharp.Core@6.0.1 transitive',
      'pkg:github/fsharp/fake@abc123#src/app/x.fs direct',
      'pkg:nuget/FAKE@5.16 direct',
    ]);
    expect(edgesOf(contents)).toContain('pkg:nuget/Argu@6.1.1 -> pkg:nuget/FSharp.Core@6.0.1');
  });
});

it('rebar.lock: packages with their outer hash, commits, levels', async () => {
  const contents = await readFirst({
    'rebar.lock': `{"1.2.0",
[{<<"cowboy">>,{pkg,<<"cowboy">>,<<"2.9.0">>},0},
 {<<"cowlib">>,{pkg,<<"cowlib">>,<<"2.11.0">>},1},
 {<<"gun">>,
  {git,"https://github.com/ninenines/gun.git",
       {ref,"abc"}},
  0}]}.
[
{pkg_hash,[
 {<<"cowboy">>, <<"${'A'.repeat(64)}">>}]},
{pkg_hash_ext,[
 {<<"cowboy">>, <<"${'B'.repeat(64)}">>}]}
].
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:hex/cowboy@2.9.0 direct runtime 2',
    'pkg:hex/cowlib@2.11.0 transitive unknown 3',
    'pkg:hex/gun?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fninenines%2Fgun.git%40abc direct runtime 4',
  ]);
  expect(componentOf(contents, 'cowboy').hashes).toEqual([{ algorithm: 'SHA-256', value: 'b'.repeat(64) }]);
  expect(contents.warnings).toEqual([]);
});

it('renv.lock: CRAN, Bioconductor, repositories', async () => {
  const contents = await readFirst({
    'renv.lock': JSON.stringify({
      R: { Version: '4.3.0' },
      Packages: {
        dplyr: {
          Package: 'dplyr',
          Version: '1.1.4',
          Source: 'Repository',
          Repository: 'CRAN',
          Requirements: ['R', 'rlang'],
        },
        rlang: { Package: 'rlang', Version: '1.1.3', Source: 'Repository' },
        Biobase: { Package: 'Biobase', Version: '2.62.0', Source: 'Bioconductor' },
        own: {
          Package: 'own',
          Version: '0.1',
          Source: 'GitHub',
          RemoteType: 'github',
          RemoteUsername: 'o',
          RemoteRepo: 'own',
          RemoteSha: 'abc',
        },
      },
    }),
  });
  expect(contents.components.map(({ ref }) => ref)).toEqual([
    'pkg:cran/dplyr@1.1.4',
    'pkg:cran/rlang@1.1.3',
    'pkg:bioconductor/Biobase@2.62.0',
    'pkg:cran/own@0.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fown.git%40abc',
  ]);
  expect(edgesOf(contents)).toEqual(['pkg:cran/dplyr@1.1.4 -> pkg:cran/rlang@1.1.3']);
});

it('flake.lock: hosts, addresses, inputs that follow others', async () => {
  const contents = await readFirst({
    'flake.lock': JSON.stringify({
      nodes: {
        nixpkgs: { locked: { type: 'github', owner: 'NixOS', repo: 'nixpkgs', rev: 'abc', narHash: 'sha256-x' } },
        utils: {
          inputs: { nixpkgs: ['nixpkgs'] },
          locked: { type: 'git', url: 'https://git.example.org/utils', rev: 'def' },
        },
        tar: { locked: { type: 'tarball', url: 'https://example.org/x.tar.gz' } },
        root: { inputs: { nixpkgs: 'nixpkgs', utils: 'utils' } },
      },
      root: 'root',
      version: 7,
    }),
  });
  expect(contents.components.map(({ ref, relation }) => `${ref} ${relation}`)).toEqual([
    'pkg:github/nixos/nixpkgs@abc direct',
    'pkg:generic/utils@def?vcs_url=git%2Bhttps:%2F%2Fgit.example.org%2Futils%40def direct',
    'pkg:generic/tar?download_url=https:%2F%2Fexample.org%2Fx.tar.gz transitive',
  ]);
  expect(edgesOf(contents)).toContain(
    'pkg:generic/utils@def?vcs_url=git%2Bhttps:%2F%2Fgit.example.org%2Futils%40def -> pkg:github/nixos/nixpkgs@abc',
  );
});

describe('MODULE.bazel.lock', () => {
  it('takes those of a registry in a folder', async () => {
    const registryFileHashes = { 'file:///srv/registry/modules/own/2.0/source.json': 'x' };
    const contents = await readFirst({ 'MODULE.bazel.lock': JSON.stringify({ lockFileVersion: 11, registryFileHashes }) }); // prettier-ignore
    expect(summaryOf(contents)).toEqual([
      'pkg:bazel/own@2.0?repository_url=file:%2F%2F%2Fsrv%2Fregistry unknown unknown 1',
    ]);
  });

  it('takes the chosen modules of the registry', async () => {
    const at = (path: string): string => `https://bcr.bazel.build/modules/${path}`;
    const contents = await readFirst({
      'MODULE.bazel.lock': JSON.stringify({
        lockFileVersion: 11,
        registryFileHashes: {
          [at('rules_cc/0.0.1/MODULE.bazel')]: 'a',
          [at('rules_cc/0.0.9/MODULE.bazel')]: 'b',
          [at('rules_cc/0.0.9/source.json')]: 'c',
          'https://registry.example.org/modules/own/1.0/source.json': 'd',
        },
      }),
    });
    expect(contents.components.map(({ ref }) => ref)).toEqual([
      'pkg:bazel/rules_cc@0.0.9',
      'pkg:bazel/own@1.0?repository_url=https:%2F%2Fregistry.example.org',
    ]);
  });

  it('reads the graph of older versions', async () => {
    const contents = await readFirst({
      'MODULE.bazel.lock': JSON.stringify({
        lockFileVersion: 3,
        moduleDepGraph: {
          '<root>': { name: '', version: '', deps: { rules_cc: 'rules_cc@0.0.9' } },
          'rules_cc@0.0.9': { name: 'rules_cc', version: '0.0.9', deps: { platforms: 'platforms@0.0.7' } },
          'platforms@0.0.7': { name: 'platforms', version: '0.0.7', deps: {} },
        },
      }),
    });
    expect(contents.components.map(({ ref, relation }) => `${ref} ${relation}`)).toEqual([
      'pkg:bazel/rules_cc@0.0.9 direct',
      'pkg:bazel/platforms@0.0.7 transitive',
    ]);
  });
});

it('stack.yaml.lock and cabal.project.freeze', async () => {
  const stack = await readFirst({
    'stack.yaml.lock': `packages:
- completed:
    hackage: acme-missiles-0.3@sha256:${sha256('f')},613
  original:
    hackage: acme-missiles-0.3
- completed:
    name: own
    version: '1.0'
    git: https://github.com/o/own
    commit: abc
  original: {}
snapshots:
- completed:
    url: https://example.org/lts-21.yaml
  original: lts-21.0
`,
  });
  expect(summaryOf(stack)).toEqual([
    'pkg:hackage/acme-missiles@0.3 direct runtime 3',
    'pkg:hackage/own@1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fown%40abc direct runtime 7',
  ]);
  expect(stack.warnings).toHaveLength(1);
  const freeze = await readFirst({
    'cabal.project.freeze': `active-repositories: hackage.haskell.org:merge
constraints: any.aeson ==2.0.3.0,
             aeson -cffi +ordered-keymap,
             any.base ==4.16.4.0
-- any.hidden ==1.0
`,
  });
  expect(summaryOf(freeze)).toEqual([
    'pkg:hackage/aeson@2.0.3.0 unknown unknown 2',
    'pkg:hackage/base@4.16.4.0 unknown unknown 4',
  ]);
});

it('build.sbt.lock', async () => {
  const contents = await readFirst({
    'build.sbt.lock': JSON.stringify({
      lockVersion: 1,
      dependencies: [
        {
          org: 'org.typelevel',
          name: 'cats_2.13',
          version: '2.10.0',
          artifacts: [{ hash: `sha1:${'a'.repeat(40)}` }],
          configurations: ['compile', 'test'],
        },
        { org: 'org.scalatest', name: 'scalatest_2.13', version: '3.2.17', configurations: ['test'] },
      ],
    }),
  });
  expect(contents.components.map(({ ref, scope, hashes }) => `${ref} ${scope} ${hashes.length}`)).toEqual([
    'pkg:maven/org.typelevel/cats_2.13@2.10.0 runtime 1',
    'pkg:maven/org.scalatest/scalatest_2.13@3.2.17 test 0',
  ]);
});

it('Cartfile.resolved', async () => {
  const contents = await readFirst({
    'Cartfile.resolved': `github "ReactiveCocoa/ReactiveSwift" "6.1.0"
git "https://git.example.org/own.git" "abc"
binary "https://example.org/Lib.json" "2.0"
what is this
`,
  });
  expect(summaryOf(contents).map((one) => one.split(' ')[0])).toEqual([
    'pkg:swift/github.com/ReactiveCocoa/ReactiveSwift@6.1.0',
    'pkg:generic/own@abc?vcs_url=git%2Bhttps:%2F%2Fgit.example.org%2Fown.git%40abc',
    'pkg:generic/Lib@2.0?download_url=https:%2F%2Fexample.org%2FLib.json',
  ]);
  expect(contents.warnings).toMatchObject([{ place: { line: 4 } }]);
});

it('installed.json of Composer', async () => {
  const contents = await readFirst({
    'vendor/composer/installed.json': JSON.stringify({
      packages: [
        { name: 'monolog/monolog', version: '3.5.0', require: { 'psr/log': '^3', php: '>=8' } },
        { name: 'psr/log', version: '3.0.0' },
        { name: 'phpunit/phpunit', version: '10.0.0' },
      ],
      'dev-package-names': ['phpunit/phpunit'],
    }),
  });
  expect(contents.components.map(({ ref, scope }) => `${ref} ${scope}`)).toEqual([
    'pkg:composer/monolog/monolog@3.5.0 runtime',
    'pkg:composer/psr/log@3.0.0 runtime',
    'pkg:composer/phpunit/phpunit@10.0.0 development',
  ]);
  expect(edgesOf(contents)).toEqual(['pkg:composer/monolog/monolog@3.5.0 -> pkg:composer/psr/log@3.0.0']);
});

describe('package databases', () => {
  const release = 'ID=debian\nVERSION_ID="12"\n';

  it('of dpkg: installed packages with their source, and what they depend on', async () => {
    const contents = await readFirst({
      'rootfs/var/lib/dpkg/status': `Package: libc6
Status: install ok installed
Architecture: amd64
Source: glibc
Version: 2.36-9+deb12u4
Provides: libc

Package: bash
Status: install ok installed
Architecture: amd64
Version: 5.2.15-2+b2
Pre-Depends: libc6 (>= 2.36)
Depends: none | libc, missing

Package: old
Status: deinstall ok config-files
Version: 1
`,
      'rootfs/etc/os-release': release,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:deb/debian/libc6@2.36-9%2Bdeb12u4?arch=amd64&distro=debian-12&upstream=glibc unknown runtime 1',
      'pkg:deb/debian/bash@5.2.15-2%2Bb2?arch=amd64&distro=debian-12 unknown runtime 8',
    ]);
    expect(edgesOf(contents)).toHaveLength(1);
  });

  it('of apk', async () => {
    const contents = await readFirst({
      'lib/apk/db/installed': `C:Q1abc=
P:musl
V:1.2.4-r2
A:x86_64
L:MIT
o:musl
p:so:libc.musl-x86_64.so.1=1

P:busybox
V:1.36.1-r5
A:x86_64
L:GPL-2.0-only
o:busybox
D:so:libc.musl-x86_64.so.1
`,
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.18.4\n',
    });
    expect(contents.components.map(({ ref, license }) => `${ref} ${license}`)).toEqual([
      'pkg:apk/alpine/musl@1.2.4-r2?arch=x86_64&distro=alpine-3.18.4 MIT',
      'pkg:apk/alpine/busybox@1.36.1-r5?arch=x86_64&distro=alpine-3.18.4 GPL-2.0-only',
    ]);
    expect(edgesOf(contents)).toHaveLength(1);
  });

  it('name no distribution where none is known', async () => {
    const contents = await readFirst({ 'lib/apk/db/installed': 'P:a\nV:1\n' });
    expect(contents.components).toMatchObject([{ name: 'a', version: '1', purl: null }]);
    expect(contents.warnings).toHaveLength(1);
  });
});
