import { ContentsBuilder } from '../../../src/manifests/contents-builder.js';
import { readFirst } from '../../support/manifests.js';

const toml = (packages: string): string => `version = 1\n${packages}`;

/** A lock file of each kind, in which "leaf" depends on nothing and "needy" on something, locked or not. */
const lockFiles: Readonly<Record<string, string>> = {
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': {},
      'node_modules/leaf': { version: '1.0.0' },
      'node_modules/needy': { version: '1.0.0', dependencies: { gone: '1' } },
      'node_modules/peered': { version: '1.0.0', peerDependencies: { leaf: '1' } },
    },
  }),
  'yarn.lock': `__metadata:\n  version: 8\n
"leaf@npm:1.0.0":\n  version: 1.0.0\n  resolution: "leaf@npm:1.0.0"\n
"needy@npm:1.0.0":\n  version: 1.0.0\n  resolution: "needy@npm:1.0.0"\n  peerDependencies:\n    gone: 1\n`,
  'pnpm-lock.yaml': `lockfileVersion: '9.0'
packages:
  leaf@1.0.0:\n    resolution: {integrity: sha512-AAAA}
  needy@1.0.0:\n    resolution: {integrity: sha512-AAAA}
  peered@1.0.0:\n    resolution: {integrity: sha512-AAAA}\n    peerDependencies:\n      gone: '1'
snapshots:
  leaf@1.0.0: {}
  needy@1.0.0:\n    dependencies:\n      gone: 1.0.0
  peered@1.0.0: {}
`,
  'bun.lock': JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': {} },
    packages: {
      leaf: ['leaf@1.0.0', '', {}, 'sha512-AAAA'],
      needy: ['needy@1.0.0', '', { peerDependencies: { gone: '1' } }, 'sha512-AAAA'],
    },
  }),
  'Cargo.lock':
    toml(`[[package]]\nname = "leaf"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"
[[package]]\nname = "needy"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\ndependencies = ["gone"]\n`),
  'poetry.lock': `[[package]]\nname = "leaf"\nversion = "1.0.0"\nfiles = []
[[package]]\nname = "needy"\nversion = "1.0.0"\nfiles = []\n[package.dependencies]\ngone = "*"\n`,
  'uv.lock': toml(`[[package]]\nname = "leaf"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }
[[package]]\nname = "needy"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\n[package.optional-dependencies]\nextra = [{ name = "gone" }]\n`),
  'pdm.lock': `[[package]]\nname = "leaf"\nversion = "1.0.0"
[[package]]\nname = "needy"\nversion = "1.0.0"\ndependencies = ["gone"]\n`,
  'Manifest.toml': `manifest_format = "2.0"\n[[deps.leaf]]\nuuid = "1"\nversion = "1.0.0"
[[deps.needy]]\nuuid = "2"\nversion = "1.0.0"\ndeps = ["gone"]\n`,
  'composer.lock': JSON.stringify({
    packages: [
      { name: 'v/leaf', version: '1.0.0', require: { php: '>=8', 'ext-json': '*' } },
      { name: 'v/needy', version: '1.0.0', require: { 'v/gone': '1' } },
    ],
  }),
  'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    leaf (1.0.0)\n    needy (1.0.0)\n      gone\n`,
  'packages.lock.json': JSON.stringify({
    version: 1,
    dependencies: {
      'net8.0': {
        leaf: { type: 'Transitive', resolved: '1.0.0' },
        needy: { type: 'Transitive', resolved: '1.0.0', dependencies: { gone: '1.0.0' } },
      },
    },
  }),
  'obj/project.assets.json': JSON.stringify({
    targets: {
      'net8.0': { 'leaf/1.0.0': { type: 'package' }, 'needy/1.0.0': { type: 'package', dependencies: { gone: '1' } } },
    },
    libraries: { 'leaf/1.0.0': { type: 'package' }, 'needy/1.0.0': { type: 'package' } },
  }),
  'paket.lock': `NUGET\n  remote: https://api.nuget.org/v3/index.json\n    leaf (1.0.0)\n    needy (1.0.0)\n      gone (>= 1.0)\n
GITHUB\n  remote: o/elsewhere\n    file.fs (abc)\n`,
  'Podfile.lock': `PODS:\n  - leaf (1.0.0)\n  - needy (1.0.0):\n    - gone\n`,
  'mix.lock': `%{
  "leaf": {:hex, :leaf, "1.0.0", "aa", [:mix], [], "hexpm", "bb"},
  "needy": {:hex, :needy, "1.0.0", "aa", [:mix], [{:gone, "~> 1.0", [hex: :gone, repo: "hexpm", optional: false]}], "hexpm", "bb"},
  "elsewhere": {:git, "https://example.org/e.git", "abc", []},
}\n`,
};

describe('what a lock file says that it depends on nothing', () => {
  it.each(Object.entries(lockFiles))('is so in %s', async (path, text) => {
    const { components, leaves, failure } = await readFirst({ [path]: text });
    expect(failure).toBeNull();
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['leaf', 'needy']));
    expect(components.filter(({ ref }) => leaves.includes(ref)).map(({ name }) => name)).toEqual(['leaf']);
  });

  it('is nothing where a part of the same file names a need, be it of what is not locked', async () => {
    const resolved = { type: 'Transitive', resolved: '1.0.0' };
    const needy = { some: { ...resolved, dependencies: { gone: '1.0.0' } } };
    const needs = { 'net8.0': { some: resolved }, net48: { some: { ...resolved, dependencies: { other: '1.0.0' } }, other: resolved } }; // prettier-ignore
    const leavesOf = async (dependencies: object) =>
      (await readFirst({ 'packages.lock.json': JSON.stringify({ version: 1, dependencies }) })).leaves;
    expect(await leavesOf({ 'net8.0': { some: resolved }, net48: needy })).toEqual([]);
    expect(await leavesOf({ net48: needy, 'net8.0': { some: resolved } })).toEqual([]);
    expect(await leavesOf(needs)).toEqual(['pkg:nuget/other@1.0.0']);
  });

  it('is nothing in a file that breaks off', () => {
    const leavesAfter = (failure: string | null): readonly string[] => {
      const out = new ContentsBuilder('Cargo.lock');
      out.addNeeds(out.addComponent({ ecosystem: 'cargo', name: 'leaf', version: '1.0.0', line: 1 }), 0);
      return out.finish(failure).leaves;
    };
    expect([leavesAfter(null), leavesAfter('It ends early')]).toEqual([['cargo:leaf@1.0.0'], []]);
  });

  it.each([
    ['package-lock.json', JSON.stringify({ lockfileVersion: 1, requires: true, dependencies: { leaf: { version: '1.0.0' } } })], // prettier-ignore
    ['yarn.lock', '# yarn lockfile v1\n\nleaf@1:\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/leaf/-/leaf-1.0.0.tgz#aa"\n'], // prettier-ignore
    ['requirements.txt', 'leaf==1.0.0\n'],
    ['pylock.toml', 'lock-version = "1.0"\n[[packages]]\nname = "leaf"\nversion = "1.0.0"\n'],
  ])('is nothing in %s, which does not name all that a package needs', async (path, text) => {
    const { components, leaves } = await readFirst({ [path]: text });
    expect(components).toMatchObject([{ name: 'leaf' }]);
    expect(leaves).toEqual([]);
  });
});
