import { manifestFor } from '../../../src/manifests/index.js';
import { knownManifestFor } from '../../../src/manifests/known-manifests.js';
import type { ManifestContents } from '../../../src/manifests/manifest.js';
import { readFirst } from '../../support/manifests.js';

const shown = (contents: ManifestContents): string[] =>
  contents.components.map(({ purl, ref, scope }) => `${purl ?? ref} ${scope}`);

it('project files of .NET: cases, several items in one, central versions by condition', async () => {
  const contents = await readFirst({
    'src/App.csproj': `<Project Sdk="Microsoft.NET.Sdk">
      <ItemGroup><PackageReference Include="A; B" Version="1.0.0" /><PackageReference Include="Multi" /></ItemGroup>
      <Choose>
        <When Condition="x"><ItemGroup><PackageReference Include="Chosen" Version="2.0.0" /></ItemGroup></When>
        <Otherwise><ItemGroup><PackageReference Include="Other" Version="3.0.0" /></ItemGroup></Otherwise>
      </Choose>
    </Project>`,
    'Directory.Packages.props': `<Project><ItemGroup>
      <PackageVersion Include="Multi" Version="6.0.0" Condition="net6" />
      <PackageVersion Include="Multi" Version="8.0.0" Condition="net8" />
    </ItemGroup></Project>`,
  });
  expect(shown(contents)).toEqual([
    'pkg:nuget/A@1.0.0 runtime',
    'pkg:nuget/B@1.0.0 runtime',
    'pkg:nuget/Multi@6.0.0 runtime',
    'pkg:nuget/Multi@8.0.0 runtime',
    'pkg:nuget/Chosen@2.0.0 runtime',
    'pkg:nuget/Other@3.0.0 runtime',
  ]);
});

it('go.mod: replacements of its workspace', async () => {
  const contents = await readFirst({
    'a/go.mod': `module example.org/a
go 1.21
require example.org/b v1.0.0
require example.org/c v1.0.0
require(
  example.org/d v1.0.0
)
replace example.org/c => example.org/own/c v1.0.5
`,
    'go.work': `go 1.21
use ./a
replace example.org/b => ./forks/b // ours
replace (
  example.org/c v1.0.0 => github.com/fork/c v1.1.0
)
`,
  });
  expect(shown(contents)).toEqual([
    'pkg:golang/github.com/fork/c@v1.1.0 runtime',
    'pkg:golang/example.org/d@v1.0.0 runtime',
  ]);
  expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
    ['a', 'example.org/a'],
    ['forks/b', 'example.org/b'],
  ]);
  expect(contents.warnings).toEqual([]);
});

it.each(['app/composer.lock', 'app/vendor/composer/installed.json'])(
  '%s: packages of folders are projects',
  async (path) => {
    const contents = await readFirst({
      [path]: JSON.stringify({
        packages: [
          {
            name: 'acme/local',
            version: 'dev-main',
            dist: { type: 'path', url: '../packages/local', reference: 'x' },
            require: { 'monolog/monolog': '^3' },
          },
          { name: 'monolog/monolog', version: '3.0.0', dist: { type: 'zip', url: 'https://api.github.com/x' } },
        ],
        'packages-dev': [],
      }),
    });
    expect(shown(contents)).toEqual(['pkg:composer/monolog/monolog@3.0.0 runtime']);
    expect(contents.projects).toMatchObject([{ path: 'packages/local', name: 'acme/local' }]);
  },
);

it('pom.xml: what profiles manage and build with, and reports', async () => {
  const contents = await readFirst({
    'pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>
      <dependencies><dependency><groupId>m</groupId><artifactId>managed</artifactId></dependency></dependencies>
      <reporting><plugins><plugin><artifactId>maven-site</artifactId><version>1.0</version></plugin></plugins></reporting>
      <profiles><profile><id>x</id>
        <dependencyManagement><dependencies>
          <dependency><groupId>m</groupId><artifactId>managed</artifactId><version>2.0</version></dependency>
        </dependencies></dependencyManagement>
        <build><plugins><plugin><artifactId>maven-x</artifactId><version>1.1</version></plugin></plugins></build>
      </profile></profiles>
    </project>`,
  });
  expect(shown(contents)).toEqual([
    'pkg:maven/org.apache.maven.plugins/maven-site@1.0 build',
    'pkg:maven/org.apache.maven.plugins/maven-x@1.1 build',
    'pkg:maven/m/managed@2.0 runtime',
  ]);
});

it('requirements.txt: versions of constraints, and only of what is asked for', async () => {
  const contents = await readFirst({
    'requirements.txt': '-c constraints.txt\n--constraint=https://example.org/c.txt\nflask>=2\nrequests==2.31.0\n',
    'constraints.txt': 'Flask==3.0.0  # why\nwerkzeug==3.0.1\nrequests==2.30.0\n',
  });
  expect(shown(contents)).toEqual(['pkg:pypi/flask@3.0.0 runtime', 'pkg:pypi/requests@2.31.0 runtime']);
  expect(contents.warnings).toMatchObject([{ place: { line: 2 } }]);
});

it('setup.py: extras', async () => {
  const literal = await readFirst({
    'setup.py': `setup(install_requires=['a>=1'], extras_require={
      'fast': ['orjson>=3', 'x[y]==1.0'], # 'no': ['z']
      "dev": ["pytest"],
    })`,
  });
  expect(shown(literal)).toEqual([
    'pkg:pypi/a runtime',
    'pkg:pypi/orjson optional',
    'pkg:pypi/x@1.0 optional',
    'pkg:pypi/pytest optional',
  ]);
  expect(literal.computed).toBe(0);
  expect((await readFirst({ 'setup.py': 'setup(install_requires=[], extras_require=extras)' })).computed).toBe(1);
});

it('Dockerfile: images that are mounted or copied from', async () => {
  const contents = await readFirst({
    Dockerfile: `FROM alpine:3.19 AS tools
COPY --from=curl:8 /x /y
FROM debian:12
RUN --mount=type=cache,target=/c --mount=type=bind,from=golang:1.22,target=/go go build
RUN --mount=from=tools,target=/t x --mount=from=no:1
COPY --from=busybox:1.36 /x /y
`,
  });
  expect(shown(contents)).toEqual([
    'pkg:docker/alpine@3.19 build',
    'pkg:docker/curl@8 build',
    'pkg:docker/debian@12 runtime',
    'pkg:docker/golang@1.22 build',
    'pkg:docker/busybox@1.36 runtime',
  ]);
});

it('pubspec.yaml: packages of the workspace', async () => {
  const contents = await readFirst({
    'app/pubspec.yaml': 'name: app\nresolution: workspace\ndependencies:\n  shared: ^1.0.0\n  http: ^1.0.0\n',
    'pubspec.yaml': 'name: _\nworkspace:\n  - app\n  - libs/shared\n',
    'libs/shared/pubspec.yaml': 'name: shared\n',
  });
  expect(shown(contents)).toEqual(['pkg:pub/http runtime']);
  expect(contents.projects).toMatchObject([{ path: 'app' }, { path: 'libs/shared', name: 'shared' }]);
});

it('composer.json: packages of folders', async () => {
  const contents = await readFirst({
    'composer.json': JSON.stringify({
      repositories: [{ type: 'path', url: 'packages/*' }, { packagist: false }],
      require: { 'acme/Local': '*', 'monolog/monolog': '^3' },
    }),
    'packages/local/composer.json': '{"name": "acme/local"}',
  });
  expect(shown(contents)).toEqual(['pkg:composer/monolog/monolog runtime']);
  expect(contents.projects).toMatchObject([{ path: '' }, { path: 'packages/local', name: 'acme/Local' }]);
});

it('pyproject.toml: what is left to the build', async () => {
  const text = (more: string): string => `[project]\nname = "x"\ndynamic = ["version", "dependencies", "optional-dependencies"]\n${more}`; // prettier-ignore
  const files = await readFirst({
    'pyproject.toml': text(`[tool.setuptools.dynamic]
version = {attr = "x.v"}
dependencies = {file = ["deps.txt", "requirements.txt"]}
optional-dependencies.fast = {file = "fast.txt"}
`),
    'deps.txt': '# why\nflask==3.0.0  # web\n-c c.txt\n',
    'requirements.txt': 'read-by-itself\n',
  });
  expect(shown(files)).toEqual(['pkg:pypi/flask@3.0.0 runtime']);
  expect(files.warnings.map(({ message }) => message)).toEqual([
    'The file "fast.txt" is not there, and the requirements in it were not read',
  ]);
  expect(files.computed).toBe(0);
  expect((await readFirst({ 'pyproject.toml': text('') })).computed).toBe(2);
  expect((await readFirst({ 'a/pyproject.toml': text(''), 'a/setup.py': '' })).computed).toBe(0);
  expect((await readFirst({ 'pyproject.toml': text('[tool.poetry.dependencies]\na = "1.0"\n') })).computed).toBe(0);
});

it('pdm.lock: archives by their path', async () => {
  const contents = await readFirst({
    'pdm.lock':
      '[[package]]\nname = "a"\nversion = "1.0"\npath = "./a-1.0-py3-none-any.whl"\n\n[[package]]\nname = "b"\nversion = "2.0"\npath = "./b"\n',
  });
  expect(shown(contents)).toEqual(['pypi:a@1.0#./a-1.0-py3-none-any.whl unknown']);
  expect(contents.projects).toMatchObject([{ name: 'b', path: 'b' }]);
});

it('requirements.txt: another index', async () => {
  const contents = await readFirst({
    'requirements.txt':
      '--index-url https://pypi.org/simple\n--extra-index-url=https://me:secret@pypi.acme.example/simple\na==1.0\n',
  });
  expect(contents.warnings).toMatchObject([
    { place: { line: 2 }, message: 'Packages may be from https://pypi.acme.example/simple: they are taken for those of the public registry' }, // prettier-ignore
  ]);
});

it.each([
  [
    'gemfiles/rails-7.gemfile.lock',
    'GEM\n  remote: https://rubygems.org/\n  specs:\n    rails (7.1.0)\n\nDEPENDENCIES\n  rails\n',
    'pkg:gem/rails@7.1.0 unknown',
  ],
  ['settings-gradle.lockfile', 'com.example:plugin:1.0=classpath\nempty=\n', 'pkg:maven/com.example/plugin@1.0 build'],
  ['buildscript-gradle.lockfile', 'com.example:plugin:1.0=classpath\n', 'pkg:maven/com.example/plugin@1.0 build'],
])('%s is a lock file', async (path, text, expected) => {
  expect(shown(await readFirst({ [path]: text }))).toEqual([expected]);
});

it('pnpm-lock.yaml: Node.js itself is no package of npm', async () => {
  const text = `lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      node: { specifier: 'runtime:^22', version: 'runtime:22.19.0' }
packages:
  node@runtime:22.19.0:
    hasBin: true
    resolution: { type: variations }
    version: 22.19.0
snapshots:
  node@runtime:22.19.0: {}
`;
  expect(shown(await readFirst({ 'pnpm-lock.yaml': text }))).toEqual(['pkg:generic/node@22.19.0 development']);
});

it.each([
  ['main.tf.json', 'terraform-json'],
  ['a/devbox.lock', 'devbox'],
  ['spack.yaml', 'spack'],
  ['manifest.toml', 'gleam'],
])('%s is known, and not read', (path, id) => {
  expect(manifestFor(path)).toBeNull();
  expect(knownManifestFor(path)?.id).toBe(id);
});

it('Gemfile and gemspec: calls over several lines, and what another file adds', async () => {
  const gemfile = await readFirst({
    Gemfile: `gem "forked", # ours
    # not yet merged
    "~> 1.0",
    git: "https://github.com/me/forked"
gem("exact",
  "1.2.3")
group :development,
      :test do
  gem 'dev'
end
eval_gemfile "gems/common"
`,
  });
  expect(gemfile.components.map(({ purl, requirement, place }) => [purl, requirement, place.line])).toEqual([
    ['pkg:gem/forked?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Fforked', '~> 1.0', 1],
    ['pkg:gem/exact@1.2.3', null, 5],
    ['pkg:gem/dev', null, 9],
  ]);
  expect(gemfile.components[2]!.scope).toBe('development');
  expect(gemfile.computed).toBe(1);
  const gemspec = await readFirst({ 'a.gemspec': 'spec.add_development_dependency "rspec",\n  "3.0.0"\n' });
  expect(shown(gemspec)).toEqual(['pkg:gem/rspec@3.0.0 development']);
});

it('project files of .NET: what Update sets later, and packages that are only fetched', async () => {
  const contents = await readFirst({
    'App.csproj': `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
      <PackageReference Include="Late" Version="1.0.0" /><PackageReference Include="Own" VersionOverride="1.0.0" />
      <PackageReference Include="Sometimes" Version="1.0.0" />
      <PackageReference Update="Own" Version="9.0.0" />
      <PackageReference Update="Sometimes" Version="9.0.0" Condition="net6" />
      <PackageDownload Include="Tool" Version="[1.0.0];[2.0.0]" /><DotNetCliToolReference Include="Cli" Version="3.0.0" />
    </ItemGroup></Project>`,
    'Directory.Build.targets': '<Project><ItemGroup><PackageReference Update="Late" Version="2.0.0" /></ItemGroup></Project>',
  }); // prettier-ignore
  expect(shown(contents)).toEqual([
    'pkg:nuget/Late@2.0.0 runtime',
    'pkg:nuget/Own@1.0.0 runtime',
    'pkg:nuget/Sometimes@1.0.0 runtime',
    'pkg:nuget/Cli@3.0.0 development',
    'pkg:nuget/Tool@1.0.0 development',
    'pkg:nuget/Tool@2.0.0 development',
  ]);
});

it('objects of Kubernetes with collections in braces', async () => {
  const contents = await readFirst({
    'k8s/pod.yaml': `apiVersion: v1
kind: Pod
spec: {containers: [{name: a, image: "nginx:1"}, {'image': 'redis:7'}], initContainers: [{image: busybox}]}
# {image: "no:1"}
`,
  });
  expect(shown(contents)).toEqual([
    'pkg:docker/nginx@1 runtime',
    'pkg:docker/redis@7 runtime',
    'pkg:docker/busybox@latest runtime',
  ]);
});

it('renv.lock: another repository than CRAN', async () => {
  const from = (name: string, repository: string) => [name, { Package: name, Version: '1.0', Source: 'Repository', Repository: repository }] as const; // prettier-ignore
  const contents = await readFirst({
    'renv.lock': JSON.stringify({
      R: { Repositories: [{ Name: 'CRAN', URL: 'https://mirror.example/cran' }, { Name: 'own', URL: 'https://r.example' }] },
      Packages: Object.fromEntries([from('a', 'CRAN'), from('b', 'own'), from('c', 'RSPM'), from('d', 'https://x.r-universe.dev')]),
    }),
  }); // prettier-ignore
  expect(contents.components.map(({ purl }) => decodeURIComponent(purl!))).toEqual([
    'pkg:cran/a@1.0',
    'pkg:cran/b@1.0?repository_url=https://r.example',
    'pkg:cran/c@1.0',
    'pkg:cran/d@1.0?repository_url=https://x.r-universe.dev',
  ]);
});

it('whole repositories of paket.lock, folders of them in rebar.lock, folders of flake.lock', async () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  const paket = await readFirst({
    'paket.lock': `GIT\n  remote: git@github.com:o/whole.git\n     (${commit})\n      build: build.cmd\n`,
  });
  const rebar = await readFirst({
    'rebar.lock': `{"1.2.0",\n[{<<"part">>,{git_subdir,"https://github.com/o/r.git",{ref,"${commit}"},"sub"},0}]}.\n`,
  });
  const vcs = [paket, rebar].flatMap(({ components }) => components.map(({ purl }) => decodeURIComponent(purl!)));
  expect(vcs).toEqual([
    `pkg:generic/whole@${commit}?vcs_url=git+ssh://git@github.com/o/whole.git@${commit}`,
    `pkg:hex/part?vcs_url=git+https://github.com/o/r.git@${commit}`,
  ]);
  expect([...paket.warnings, ...rebar.warnings]).toEqual([]);
  const nodes = { root: { inputs: { own: 'own' } }, own: { locked: { type: 'path', path: './own' } } };
  const flake = await readFirst({ 'nix/flake.lock': JSON.stringify({ version: 7, root: 'root', nodes }) });
  expect(flake.projects.map(({ path }) => path)).toEqual(['nix', 'nix/own']);
});

it('keeps a component whose name no package URL can hold', async () => {
  const contents = await readFirst({ 'Podfile.lock': 'PODS:\n  - NSDate+TimeAgo (1.0.6)\n\nDEPENDENCIES:\n  - NSDate+TimeAgo\n' }); // prettier-ignore
  expect(contents.components).toMatchObject([{ name: 'NSDate+TimeAgo', version: '1.0.6', purl: null, relation: 'direct' }]); // prettier-ignore
  expect(contents.warnings).toHaveLength(1);
});

it('pom.xml: what processes annotations', async () => {
  const path = (artifact: string, more = ''): string => `<path><groupId>org.p</groupId><artifactId>${artifact}</artifactId>${more}</path>`; // prettier-ignore
  const plugin = `<plugin><artifactId>maven-compiler-plugin</artifactId><version>3.12.0</version><configuration><annotationProcessorPaths>
${path('named', '<version>1.5.0</version>')}${path('managed')}</annotationProcessorPaths></configuration></plugin>`;
  const managed =
    '<dependency><groupId>org.p</groupId><artifactId>managed</artifactId><version>2.0.0</version></dependency>';
  const contents = await readFirst({
    'pom.xml': `<project><artifactId>a</artifactId><dependencyManagement><dependencies>${managed}</dependencies></dependencyManagement><build><plugins>${plugin}</plugins></build></project>`,
  }); // prettier-ignore
  expect(shown(contents)).toEqual([
    'pkg:maven/org.apache.maven.plugins/maven-compiler-plugin@3.12.0 build',
    'pkg:maven/org.p/named@1.5.0 build',
    'pkg:maven/org.p/managed@2.0.0 build',
  ]);
});

it('Cargo.toml: lists with an underscore', async () => {
  const contents = await readFirst({ 'Cargo.toml': '[dev_dependencies]\na = "=1.0.0"\n[build_dependencies]\nb = "1"\n' });
  expect(shown(contents)).toEqual(['pkg:cargo/a@1.0.0 development', 'pkg:cargo/b build']);
}); // prettier-ignore

it('composer.json: packages that it describes itself, and other repositories', async () => {
  const described = { name: 'x/x', version: '1.2.3', dist: { url: 'https://example.org/x.zip', type: 'zip' } };
  const repositories = [
    { type: 'package', package: described },
    { type: 'vcs', url: 'https://github.com/me/fork' },
    { type: 'composer', url: 'https://repo.packagist.org' },
  ];
  const contents = await readFirst({
    'composer.json': JSON.stringify({ require: { 'x/x': '1.2.3', 'v/v': '^1' }, repositories }),
  });
  expect(contents.components.map(({ purl }) => decodeURIComponent(purl!))).toEqual([
    'pkg:composer/x/x@1.2.3?download_url=https://example.org/x.zip',
    'pkg:composer/v/v',
  ]);
  expect(contents.warnings.map(({ message }) => message)).toEqual([
    'Packages may be from https://github.com/me/fork: they are taken for those of the public registry, for only a lock file says which',
  ]);
});

it('pnpm-lock.yaml: a link out of the tree is one', async () => {
  const { warnings } = await readFirst({
    'pnpm-lock.yaml': `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      shared:
        specifier: link:../shared
        version: link:../shared
`,
  });
  expect(warnings.map(({ message }) => message)).toEqual([
    '"shared" is linked to a folder outside the tree, which is not read',
  ]);
});

describe('mix.lock beside what asks for it', () => {
  const lock = `%{
  "jason": {:hex, :jason, "1.4.1", "aa", [:mix], [], "hexpm", "bb"},
  "credo": {:hex, :credo, "1.7.0", "aa", [:mix], [{:bunt, "~> 1.0", [hex: :bunt, repo: "hexpm", optional: false]}], "hexpm", "bb"},
  "bunt": {:hex, :bunt, "1.0.0", "aa", [:mix], [], "hexpm", "bb"},
}
`;
  const facts = (contents: ManifestContents): string[] =>
    contents.components.map(({ name, relation, scope }) => `${name} ${relation} ${scope}`);
  const unknown = ['jason unknown unknown', 'credo unknown unknown', 'bunt unknown unknown'];

  it('says what is direct, and what for', async () => {
    const exs = `defmodule A.MixProject do
  def project, do: [app: :a, deps: deps()]
  defp deps do
    [
      {:jason, "~> 1.4"}, # {:old, "1.0"}
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false}
    ]
  end
end
`;
    const known = ['jason direct runtime', 'credo direct development', 'bunt transitive development'];
    expect(facts(await readFirst({ 'mix.lock': lock, 'mix.exs': exs }))).toEqual(known);
    const apps = {
      'mix.lock': lock,
      'mix.exs': 'def project, do: [apps_path: "apps"]\n  defp deps do\n    []\n  end\n',
    };
    const app = 'defp deps, do: [{:jason, "~> 1.4"}, {:credo, "~> 1.7", only: :dev}, {:b, in_umbrella: true}]\n';
    expect(facts(await readFirst({ ...apps, 'apps/a/mix.exs': app }))).toEqual(known);
  });

  it('leaves both unknown where more than literals asks', async () => {
    for (const deps of ['[{:credo, "1.0", only: :dev}] ++ extra()', 'Extra.deps()', '[{:credo, @version, only: :dev}]'])
      expect(facts(await readFirst({ 'mix.lock': lock, 'mix.exs': `defp deps do\n  ${deps}\nend\n` }))).toEqual(
        unknown,
      );
    expect(
      facts(await readFirst({ 'mix.lock': lock, 'mix.exs': 'def project, do: [deps: [{:jason, "1.0"}]]' })),
    ).toEqual(unknown);
  });
});

it('Chart.yaml: a repository that only the machine knows is not the public one', async () => {
  const { components } = await readFirst({
    'Chart.yaml': `name: shop
version: 1.0.0
dependencies:
  - {name: a, version: 1.0.0, repository: "@acme"}
  - {name: b, version: 1.0.0, repository: "alias:acme"}
`,
  });
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:helm/a@1.0.0?repository_url=acme',
    'pkg:helm/b@1.0.0?repository_url=acme',
  ]);
});

it('objects of Kubernetes: volumes that are images', async () => {
  const contents = await readFirst({
    'k8s/pod.yaml': `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: a
      image: nginx:1.25.1
  volumes:
    - name: model
      image:
        # an artifact
        pullPolicy: IfNotPresent
        reference: quay.io/acme/model:v2
    - image:
      name: other
    - name: last
      image:
    - name: reference
      reference: none:1
`,
  });
  expect(contents.components.map(({ name, place }) => `${name} ${place.line}`)).toEqual(['nginx 6', 'model 9']);
});

it('project files of .NET: what a project takes out of what lies above it', async () => {
  const contents = await readFirst({
    'src/App.csproj': `<Project Sdk="Microsoft.NET.Sdk">
      <ItemGroup><PackageReference Remove="stylecop" /><PackageReference Remove="Kept" Condition="x" /></ItemGroup>
      <ItemGroup><PackageReference Include="Own" Version="1.0.0" /><PackageReference Include="Late" Version="1.0.0" /></ItemGroup>
    </Project>`,
    'Directory.Build.props': `<Project><ItemGroup>
      <PackageReference Include="StyleCop;Kept" Version="2.0.0" />
    </ItemGroup></Project>`,
    'Directory.Build.targets': `<Project><ItemGroup>
      <PackageReference Remove="Late" /><PackageReference Include="Always" Version="3.0.0" />
    </ItemGroup></Project>`,
  });
  expect(shown(contents)).toEqual([
    'pkg:nuget/Own@1.0.0 runtime',
    'pkg:nuget/Kept@2.0.0 runtime',
    'pkg:nuget/Always@3.0.0 runtime',
  ]);
});

it('pyproject.toml: environments of Hatch, old tables of Flit, Rye and Pixi', async () => {
  const contents = await readFirst({
    'pyproject.toml': `[tool.flit.metadata]
module = "shop"
requires = ["requests>=2"]
dev-requires = ["black==24.1.0"]
[tool.flit.metadata.requires-extra]
fast = ["orjson==3.9.0"]
[tool.hatch.envs.test]
dependencies = ["pytest==8.0.0"]
[tool.hatch.envs.docs]
dependencies = ["replaced==1.0.0"]
[tool.rye]
dev-dependencies = ["mypy==1.8.0"]
[tool.pixi.dependencies]
numpy = "*"
`,
    'hatch.toml': `[envs.docs]
dependencies = ["mkdocs==1.5.0"]
extra-dependencies = ["mkdocs-material==9.0.0"]
`,
  });
  expect(contents.projects[0]!.name).toBe('shop');
  expect(shown(contents)).toEqual([
    'pkg:pypi/requests runtime',
    'pkg:pypi/black@24.1.0 development',
    'pkg:pypi/orjson@3.9.0 optional',
    'pkg:pypi/mypy@1.8.0 development',
    'pkg:pypi/pytest@8.0.0 test',
    'pkg:pypi/mkdocs@1.5.0 development',
    'pkg:pypi/mkdocs-material@9.0.0 development',
  ]);
  expect(contents.warnings.map(({ message }) => message)).toEqual(['The dependencies of [tool.pixi] were not read']);
});

describe('*.cabal', () => {
  const description = `cabal-version: 3.0
name: shop
version: 1.2.0

flag fast
  default: False

common shared
  build-depends: base >=4.16 && <5

library
  import: shared
  -- build-depends: gone
  build-depends:
      aeson ==2.1.0.0
    , containers
        ^>=0.6
    -- , old
    , amazonka:{core, s3} >= 2.0,
      core

  exposed-modules: Shop
  if os(windows)
    build-depends: Win32 ==2.*
  build-tool-depends: alex:alex >=3
Executable shop
  build-depends: shop, shop:internal, text
test-suite spec
  type: exitcode-stdio-1.0
  build-depends: hspec, ??
custom-setup
  setup-depends: Cabal
`;

  it('is read by its layout, with the scopes of its sections', async () => {
    const contents = await readFirst({ 'shop/shop.cabal': description, 'core/core.cabal': 'name: core' });
    expect(
      contents.components.map(({ name, version, requirement, scope, place }) => [
        name,
        version || requirement,
        scope,
        place.line,
      ]),
    ).toEqual([
      ['base', '>=4.16 && <5', 'runtime', 9],
      ['aeson', '2.1.0.0', 'runtime', 15],
      ['containers', '^>=0.6', 'runtime', 16],
      ['amazonka', '>= 2.0', 'runtime', 19],
      ['Win32', '==2.*', 'runtime', 24],
      ['alex', '>=3', 'build', 25],
      ['text', null, 'runtime', 27],
      ['hspec', null, 'test', 30],
      ['Cabal', null, 'build', 32],
    ]);
    expect(contents.projects.map(({ path, name, version }) => [path, name, version])).toEqual([
      ['shop', 'shop', '1.2.0'],
      ['core', 'core', ''],
    ]);
    expect(contents.warnings).toMatchObject([{ place: { line: 30 }, message: 'This is no dependency of Cabal: ??' }]);
  });
});
