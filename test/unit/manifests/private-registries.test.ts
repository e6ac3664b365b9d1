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
