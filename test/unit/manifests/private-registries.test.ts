import type { ManifestContents } from '../../../src/manifests/manifest.js';
import { readFirst } from '../../support/manifests.js';

const purlsOf = (contents: ManifestContents): (string | null)[] => contents.components.map(({ purl, ref }) => purl ?? ref); // prettier-ignore

describe('lock files that name another registry than the public one', () => {
  it('Cargo.lock', async () => {
    const contents = await readFirst({
      'Cargo.lock': `version = 4
[[package]]
name = "serde"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]
name = "billing"
version = "0.3.0"
source = "registry+https://git.acme.example/crates/index"
[[package]]
name = "ledger"
version = "0.4.0"
source = "sparse+https://token:secret@cargo.acme.example/index/"
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:cargo/serde@1.0.0',
      'pkg:cargo/billing@0.3.0?repository_url=https:%2F%2Fgit.acme.example%2Fcrates%2Findex',
      'pkg:cargo/ledger@0.4.0?repository_url=https:%2F%2Fcargo.acme.example%2Findex%2F',
    ]);
  });

  it('mix.lock', async () => {
    const contents = await readFirst({
      'mix.lock': `%{
  "jason": {:hex, :jason, "1.4.1", "aa", [:mix], [], "hexpm", "bb"},
  "billing": {:hex, :billing, "1.0.0", "aa", [:mix], [], "hexpm:acme", "bb"},
  "oban_pro": {:hex, :oban_pro, "1.5.0", "aa", [:mix], [], "oban", "bb"},
}
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:hex/jason@1.4.1',
      'pkg:hex/acme/billing@1.0.0',
      'pkg:hex/oban_pro@1.5.0?repository_url=oban',
    ]);
  });

  it.each(['composer.lock', 'vendor/composer/installed.json'])('%s', async (path) => {
    const packagist = { 'notification-url': 'https://packagist.org/downloads/' };
    const source = { type: 'git', url: 'https://git.acme.example/billing.git', reference: 'abc' };
    const packages = [
      { name: 'psr/log', version: '1.0', ...packagist },
      { name: 'acme/billing', version: '1.0', source },
      { name: 'acme/ledger', version: '2.0', 'notification-url': 'https://repo.packagist.com/acme/downloads/' },
      { name: 'acme/zip', version: '3.0', dist: { type: 'zip', url: 'https://satis.acme.example/zip.zip' } },
      { name: 'drupal/token', version: '1.9.0', 'notification-url': 'https://packages.drupal.org/8/downloads' },
    ];
    expect(purlsOf(await readFirst({ [path]: JSON.stringify({ packages }) }))).toEqual([
      'pkg:composer/psr/log@1.0',
      'pkg:composer/acme/billing@1.0?vcs_url=git%2Bhttps:%2F%2Fgit.acme.example%2Fbilling.git%40abc',
      'pkg:composer/acme/ledger@2.0?repository_url=https:%2F%2Frepo.packagist.com%2Facme',
      'pkg:composer/acme/zip@3.0?download_url=https:%2F%2Fsatis.acme.example%2Fzip.zip',
      'pkg:composer/drupal/token@1.9.0',
    ]);
    // A mirror may leave it out.
    const mirrored = await readFirst({ [path]: JSON.stringify({ packages: packages.slice(1, 2) }) });
    expect(purlsOf(mirrored)).toEqual(['pkg:composer/acme/billing@1.0']);
  });

  it.each([
    ['src/packages.lock.json', JSON.stringify({ version: 1, dependencies: { 'net8.0': Object.fromEntries(['Acme.Billing', 'Acme.Open', 'Serilog', 'Own'].map((name) => [name, { type: 'Direct', resolved: '1.0.0' }])) } })],
    ['src/packages.config', `<packages>${['Acme.Billing', 'Acme.Open', 'Serilog', 'Own'].map((id) => `<package id="${id}" version="1.0.0" />`).join('')}</packages>`],
    ['src/Shop.csproj', `<Project><ItemGroup>${['Acme.Billing', 'Acme.Open', 'Serilog', 'Own'].map((id) => `<PackageReference Include="${id}" Version="1.0.0" />`).join('')}</ItemGroup></Project>`],
    ['src/obj/project.assets.json', JSON.stringify({ targets: { 'net8.0': {} }, libraries: Object.fromEntries(['Acme.Billing', 'Acme.Open', 'Serilog', 'Own'].map((name) => [`${name}/1.0.0`, { type: 'package' }])) })],
  ])('%s, by the mapping of NuGet.config', async (path, text) => {
    const contents = await readFirst({
      [path]: text,
      'NuGet.Config': `<configuration>
        <packageSources><add key="Public" value="https://api.nuget.org/v3/index.json" /><add key="Inside" value="https://nuget.acme.example/v3/index.json" /></packageSources>
        <packageSourceMapping>
          <packageSource key="public"><package pattern="*" /><package pattern="Acme.Open" /></packageSource>
          <packageSource key="inside"><package pattern="acme.*" /><package pattern="Acme.Open" /></packageSource>
          <packageSource key="lost"><package pattern="Own" /></packageSource>
        </packageSourceMapping></configuration>`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:nuget/Acme.Billing@1.0.0?repository_url=https:%2F%2Fnuget.acme.example%2Fv3%2Findex.json',
      'pkg:nuget/Acme.Open@1.0.0',
      'pkg:nuget/Serilog@1.0.0',
      'pkg:nuget/Own@1.0.0?repository_url=lost',
    ]);
  }); // prettier-ignore

  it('paket.lock', async () => {
    const contents = await readFirst({
      'paket.lock': `NUGET
  remote: https://api.nuget.org/v3/index.json
    Argu (6.1.1)
  remote: https://nuget.acme.example/v3/index.json
    Acme.Billing (1.0)
  remote: vendor/packages
    Acme.Local (2.0)
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:nuget/Argu@6.1.1',
      'pkg:nuget/Acme.Billing@1.0?repository_url=https:%2F%2Fnuget.acme.example%2Fv3%2Findex.json',
      'pkg:nuget/Acme.Local@2.0?repository_url=vendor%2Fpackages',
    ]);
  });

  it('pubspec.lock', async () => {
    const contents = await readFirst({
      'pubspec.lock': `packages:
  http:
    dependency: "direct main"
    description:
      name: http
      sha256: "${'a'.repeat(64)}"
      url: "https://pub.dev"
    source: hosted
    version: "1.2.0"
  billing:
    dependency: "direct main"
    description:
      name: billing
      url: "https://dart.acme.example"
    source: hosted
    version: "0.1.0"
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pub/http@1.2.0',
      'pkg:pub/billing@0.1.0?repository_url=https:%2F%2Fdart.acme.example',
    ]);
  });

  it('Podfile.lock', async () => {
    const contents = await readFirst({
      'Podfile.lock': `PODS:
  - AFNetworking (4.0.1)
  - Billing/Core (1.0.0)

DEPENDENCIES:
  - AFNetworking
  - Billing/Core

SPEC REPOS:
  "https://git.acme.example/ios/specs.git":
    - Billing
  trunk:
    - AFNetworking
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:cocoapods/AFNetworking@4.0.1',
      'pkg:cocoapods/Billing@1.0.0?repository_url=https:%2F%2Fgit.acme.example%2Fios%2Fspecs.git#Core',
    ]);
  });

  const gems = (second: string): string => `GEM
  remote: https://rubygems.org/
  specs:
    rake (13.0.6)

GEM
  remote: ${second}
  specs:
    billing (1.0.0)

DEPENDENCIES
  billing!
  rake
`;

  it('Gemfile.lock', async () => {
    const contents = await readFirst({ 'Gemfile.lock': gems('https://gems.acme.example/') });
    expect(purlsOf(contents)).toEqual([
      'pkg:gem/rake@13.0.6',
      'pkg:gem/billing@1.0.0?repository_url=https:%2F%2Fgems.acme.example%2F',
    ]);
    expect(contents.warnings).toEqual([]);
  });

  it('Gemfile.lock of an old Bundler, which does not say which of several remotes a gem is from', async () => {
    const both = 'https://rubygems.org/\n  remote: https://gems.acme.example/';
    expect(purlsOf(await readFirst({ 'Gemfile.lock': gems(both) }))).toEqual([
      'pkg:gem/rake@13.0.6',
      'pkg:gem/billing@1.0.0',
    ]);
  });

  const uv = (registry: string): string => `version = 1
[[package]]
name = "six"
version = "1.16.0"
source = { registry = "${registry}" }
[[package]]
name = "torch"
version = "2.1.0+cpu"
source = { registry = "https://download.pytorch.org/whl/cpu" }
[[package]]
name = "billing"
version = "1.0.0"
source = { registry = "https://user:secret@pypi.acme.example/simple" }
[[package]]
name = "app"
version = "0.1.0"
source = { editable = "." }
`;

  it('uv.lock', async () => {
    const contents = await readFirst({ 'uv.lock': uv('https://pypi.org/simple') });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six@1.16.0',
      'pkg:pypi/torch@2.1.0%2Bcpu',
      'pkg:pypi/billing@1.0.0?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
    ]);
  });

  it('takes the only registry of a lock file for a mirror of the public one, and says so', async () => {
    const one = uv('https://proxy.acme.example/simple').replaceAll(/https:\/\/(?:download|user)[^"]*/g, 'https://proxy.acme.example/simple'); // prettier-ignore
    const contents = await readFirst({ 'uv.lock': one });
    expect(purlsOf(contents)).toEqual(['pkg:pypi/six@1.16.0', 'pkg:pypi/torch@2.1.0%2Bcpu', 'pkg:pypi/billing@1.0.0']);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The packages of https://proxy.acme.example/simple are taken for those of the public registry, for the file names no other',
    ]);
  });

  it('poetry.lock', async () => {
    const contents = await readFirst({
      'poetry.lock': `[[package]]
name = "six"
version = "1.16.0"
[[package]]
name = "billing"
version = "1.0.0"
[package.source]
type = "legacy"
url = "https://pypi.acme.example/simple"
reference = "acme"
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six@1.16.0',
      'pkg:pypi/billing@1.0.0?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
    ]);
  });

  it('pylock.toml', async () => {
    const contents = await readFirst({
      'pylock.toml': `lock-version = "1.0"
[[packages]]
name = "six"
version = "1.16.0"
index = "https://pypi.org/simple"
[[packages]]
name = "billing"
version = "1.0.0"
index = "https://pypi.acme.example/simple"
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six@1.16.0',
      'pkg:pypi/billing@1.0.0?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
    ]);
  });

  it('Pipfile.lock', async () => {
    const sources = [
      { name: 'pypi', url: 'https://pypi.org/simple', verify_ssl: true },
      { name: 'acme', url: 'https://pypi.acme.example/simple', verify_ssl: true },
    ];
    const contents = await readFirst({
      'Pipfile.lock': JSON.stringify({
        _meta: { sources },
        default: { six: { version: '==1.16.0' }, billing: { index: 'acme', version: '==1.0.0' } },
        develop: {},
      }),
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six@1.16.0',
      'pkg:pypi/billing@1.0.0?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
    ]);
  });
});

describe('requirements that name where their package is from', () => {
  it('Cargo.toml', async () => {
    const contents = await readFirst({
      'Cargo.toml': `[package]
name = "app"
[dependencies]
serde = "1"
billing = { version = "0.3", registry = "acme" }
ledger = { version = "0.3", registry-index = "https://cargo.acme.example/index" }
public = { version = "1", registry = "crates-io" }
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:cargo/serde',
      'pkg:cargo/billing?repository_url=acme',
      'pkg:cargo/ledger?repository_url=https:%2F%2Fcargo.acme.example%2Findex',
      'pkg:cargo/public',
    ]);
  });

  it('pubspec.yaml, with what is overridden', async () => {
    const contents = await readFirst({
      'pubspec.yaml': `name: app
dependencies:
  http: ^1.0.0
  billing:
    hosted: https://dart.acme.example
    version: ^1.0.0
  ledger:
    hosted:
      name: ledger_core
      url: https://dart.acme.example
    version: 2.0.0
  local: ^1.0.0
  fork: ^1.0.0
dependency_overrides:
  local:
    path: ../local
  fork:
    git: https://github.com/o/fork.git
  meta: 1.9.1
`,
    });
    expect(contents.components.map(({ purl, requirement }) => `${purl!} ${requirement ?? '-'}`)).toEqual([
      'pkg:pub/http ^1.0.0',
      'pkg:pub/billing?repository_url=https:%2F%2Fdart.acme.example ^1.0.0',
      'pkg:pub/ledger_core@2.0.0?repository_url=https:%2F%2Fdart.acme.example -',
      'pkg:pub/fork?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Ffork.git -',
      'pkg:pub/meta@1.9.1 -',
    ]);
    expect(contents.projects.map(({ name }) => name)).toContain('local');
  });

  it('pyproject.toml of uv: workspaces, folders, indexes, git', async () => {
    const contents = await readFirst({
      'libs/app/pyproject.toml': `[project]
name = "app"
dependencies = ["six>=1", "Shared_Lib", "near", "wheel-here", "billing>=2", "tool"]
[tool.uv]
dev-dependencies = ["pytest>=8"]
[tool.uv.sources]
near = { path = "../near", editable = true }
wheel-here = { path = "wheels/wheel_here-1.0-py3-none-any.whl" }
tool = { git = "https://github.com/o/tool", tag = "v1" }
`,
      'pyproject.toml': `[tool.uv.workspace]
members = ["libs/*"]
[tool.uv.sources]
shared-lib = { workspace = true }
billing = { index = "acme" }
[[tool.uv.index]]
name = "acme"
url = "https://pypi.acme.example/simple"
explicit = true
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six',
      'pypi:wheel-here@#wheels/wheel_here-1.0-py3-none-any.whl',
      'pkg:pypi/billing?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
      'pkg:pypi/tool?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Ftool%40v1',
      'pkg:pypi/pytest',
    ]);
    expect(contents.projects.map(({ name, path }) => [name, path])).toEqual([
      ['app', 'libs/app'],
      ['Shared_Lib', 'libs/app'],
      ['near', 'libs/near'],
    ]);
  });

  it.each(['pyproject.toml', 'pdm.lock'])('%s of PDM: sources', async (first) => {
    const files = {
      'pyproject.toml': `[project]
name = "app"
dependencies = ["six", "acme_billing", "ledger"]
[[tool.pdm.source]]
name = "acme"
url = "https://user:secret@pypi.acme.example/simple"
include_packages = ["acme-*", "ledger"]
[[tool.pdm.source]]
name = "more"
url = "https://more.acme.example/simple"
exclude_packages = ["six"]
[[tool.pdm.source]]
name = "pypi"
url = "https://pypi.org/simple"
`,
      'pdm.lock': ['six', 'acme_billing', 'ledger']
        .map((name) => `[[package]]\nname = "${name}"\nversion = "1"\n`)
        .join(''),
    };
    const { [first as 'pdm.lock']: text, ...others } = files;
    const contents = await readFirst({ [first]: text, ...others });
    const at = first === 'pdm.lock' ? '@1' : '';
    expect(purlsOf(contents)).toEqual([
      `pkg:pypi/six${at}`,
      `pkg:pypi/acme-billing${at}?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple`,
      `pkg:pypi/ledger${at}?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple`,
    ]);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'Packages may be from https://more.acme.example/simple: they are taken for those of the public registry',
    ]);
  });

  it('says that the file leaves open from which of several registries a gem is', async () => {
    const remotes = ['https://rubygems.org/', 'https://u:p@gems.acme.example/'];
    const file = (of: readonly string[]) =>
      `GEM\n${of.map((one) => `  remote: ${one}\n`).join('')}  specs:\n    a (1.0)\n`;
    for (const order of [remotes, [...remotes].reverse()]) {
      const contents = await readFirst({ 'Gemfile.lock': file(order) });
      expect(purlsOf(contents)).toEqual(['pkg:gem/a@1.0']);
      expect(contents.warnings.map(({ message }) => message)).toEqual([
        'Packages may be from https://gems.acme.example/ too: the file does not say which of several registries a gem is from',
      ]);
    }
  });

  it('pyproject.toml of Poetry: sources, several constraints', async () => {
    const contents = await readFirst({
      'pyproject.toml': `[project]
name = "app"
dependencies = ["billing (>=1)", "near"]
[tool.poetry.dependencies]
python = "^3.9"
billing = { source = "acme" }
near = { path = "../near", develop = true }
numpy = [{ version = "1.26.4", python = "<3.13" }, { version = "2.1.0", python = ">=3.13" }]
six = { version = "^1", source = "PyPI" }
[[tool.poetry.source]]
name = "acme"
url = "https://pypi.acme.example/simple"
priority = "explicit"
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/billing?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
      'pkg:pypi/numpy@1.26.4',
      'pkg:pypi/numpy@2.1.0',
      'pkg:pypi/six',
    ]);
  });

  it('Pipfile', async () => {
    const contents = await readFirst({
      Pipfile: `[[source]]
name = "acme"
url = "https://pypi.acme.example/simple"
[packages]
six = "*"
billing = { version = "*", index = "acme" }
`,
    });
    expect(purlsOf(contents)).toEqual([
      'pkg:pypi/six',
      'pkg:pypi/billing?repository_url=https:%2F%2Fpypi.acme.example%2Fsimple',
    ]);
  });

  it('Gemfile: options and blocks', async () => {
    const contents = await readFirst({
      Gemfile: `source 'https://rubygems.org'
gem 'rake'
gem 'billing', '1.0.0', source: 'https://gems.acme.example'
gem 'fork', :git => 'https://github.com/o/fork.git'
source 'https://gems.acme.example' do
  gem 'ledger'
  group :test do
    gem 'ledger-test'
  end
end
path 'components' do
  gem 'local'
end
git 'https://github.com/o/many.git' do
  gem 'part'
end
gem 'rack'
`,
    });
    expect(contents.components.map(({ purl, scope }) => `${purl!} ${scope}`)).toEqual([
      'pkg:gem/rake runtime',
      'pkg:gem/billing@1.0.0?repository_url=https:%2F%2Fgems.acme.example runtime',
      'pkg:gem/fork?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Ffork.git runtime',
      'pkg:gem/ledger?repository_url=https:%2F%2Fgems.acme.example runtime',
      'pkg:gem/ledger-test?repository_url=https:%2F%2Fgems.acme.example test',
      'pkg:gem/part?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fmany.git runtime',
      'pkg:gem/rack runtime',
    ]);
  });

  it('mix.exs: comments, several lines, other names and repositories, what is computed', async () => {
    const contents = await readFirst({
      'mix.exs': `defmodule App.MixProject do
  use Mix.Project

  defp deps do
    [
      # {:dep_from_hexpm, "~> 0.3.0"},
      {:phoenix_live_view,
       github: "phoenixframework/phoenix_live_view",
       branch: "main",
       override: true},
      {:jason, "~> 1.0", hex: :jason_fork}, # {:poison, "~> 3.0"}
      {:billing, "~> 2.0", organization: "acme"},
      {:oban_pro, "~> 1.5", repo: "oban"},
      {:computed, @version}
    ]
  end

  defp helper, do: {:ok, :done}
end
`,
    });
    expect(contents.components.map(({ purl, requirement }) => `${purl!} ${requirement ?? '-'}`)).toEqual([
      'pkg:hex/phoenix_live_view?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fphoenixframework%2Fphoenix_live_view.git -',
      'pkg:hex/jason_fork ~> 1.0',
      'pkg:hex/acme/billing ~> 2.0',
      'pkg:hex/oban_pro?repository_url=oban ~> 1.5',
    ]);
    expect(contents.warnings).toMatchObject([{ place: { line: 14 } }]);
    expect(contents.computed).toBe(1);
  });
});
