import fc from 'fast-check';
import { ContentsBuilder } from '../../../src/manifests/contents-builder.js';
import { manifestFor, manifestKinds, readManifest } from '../../../src/manifests/index.js';
import { dependencyScopes } from '../../../src/manifests/manifest.js';
import { matchesGlob } from '../../../src/manifests/paths.js';
import { propagateScopes, scopeWeight } from '../../../src/manifests/scope-propagation.js';
import { treeOf } from '../../support/manifests.js';
import { cpuClock } from '../../support/cpu-time.js';

/** A path that each kind claims. */
const paths = [
  'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'requirements.txt', 'Pipfile.lock', 'poetry.lock', 'uv.lock',
  'pdm.lock', 'go.mod', 'go.sum', 'Cargo.lock', 'Gemfile.lock', 'composer.lock', 'pom.xml', 'gradle.lockfile',
  'packages.lock.json', 'packages.config', 'a.csproj', 'Package.resolved', 'Podfile.lock', 'pubspec.lock', 'mix.lock',
  'conan.lock', 'vcpkg.json', 'environment.yml', '.github/workflows/a.yml', 'Dockerfile',
  'package.json', 'deno.lock', 'pylock.toml', 'Pipfile', 'pyproject.toml', 'setup.cfg', 'setup.py', 'Chart.yaml', 'Chart.lock',
  '.terraform.lock.hcl', 'compose.yml', '.gitlab-ci.yml', 'k8s/a.yaml', 'a.deps.json', 'project.assets.json', 'paket.lock',
  'rebar.lock', 'renv.lock', 'flake.lock', 'MODULE.bazel.lock', 'cabal.project.freeze', 'stack.yaml.lock', 'build.sbt.lock',
  'build.gradle', 'libs.versions.toml', 'Cartfile.resolved', 'Package.swift', 'vendor/composer/installed.json',
  'composer.json', 'lib/apk/db/installed', 'var/lib/dpkg/status', 'Cargo.toml', 'pubspec.yaml', 'Gemfile', 'a.gemspec',
  'mix.exs', 'a.cabal', 'conanfile.txt', 'rpmdb.sqlite', 'rpm/Packages', 'var/lib/rpmmanifest/container-manifest-2', 'a.opam', 'a.opam.locked', 'a.rockspec', 'luarocks.lock', 'dotnet-tools.json', 'var/lib/pacman/local/a-1-1/desc',
  'META-INF/MANIFEST.MF', 'a-1.dist-info/METADATA', 'a.nuspec', 'metadata.gz!/metadata', 'control.tar.xz!/control', 'rpm-header',
  'kustomization.yaml', 'values.yaml', 'main.tf', 'MODULE.bazel', 'maven_install.json', 'gradle-wrapper.properties', 'global.json', 'a.tgz!/package/package.json',
  'node_modules/a/package.json', 'specifications/a-1.gemspec', 'settings-gradle.lockfile',
  'Manifest.toml', 'share/julia/stdlib/v1.10/Dates/Project.toml', 'conda-meta/a-1-0.json', 'usr/lib/R/library/a/DESCRIPTION',
]; // prettier-ignore

const read = (path: string, text: string | Uint8Array) =>
  readManifest(manifestFor(path)!, { path, bytes: Buffer.from(text), tree: treeOf({}) });

describe('every kind of manifest', () => {
  it('has one id and a path of its own', () => {
    expect(new Set(manifestKinds.map(({ id }) => id)).size).toBe(manifestKinds.length);
    expect(new Set(paths.map((path) => manifestFor(path)?.id)).size).toBe(manifestKinds.length);
    for (const path of ['README.md', 'packages.json', '', 'a/b/', 'x.lock', '__proto__'])
      expect(manifestFor(path)).toBeNull();
  });

  it.each(paths)('%s answers whatever it is given', async (path) => {
    const words = fc.constantFrom(
      '{', '}', '[', ']', '"', ':', ',', '\n', '  ', '- ', 'packages', 'dependencies', 'name', 'version', '1.0', 'a', '=',
      '[[package]]', '<project>', '</project>', '<', '${a}', '@', '#', 'require (', 'FROM ', 'FROM a', '\\', 'PODS', '/', 'null',
      'gem "a"', '"a:b:1"', 'implementation(', '{:a, "', '.package(url: "', 'install_requires=[', '{<<"a">>,', 'P:a', 'image: ',
      '__proto__', 'constructor', '\u0000', '\ud800', 'lockfileVersion', 'requires', 'nodes', 'specs:', 'DEPENDENCIES',
    ); // prettier-ignore
    const text = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.string(), fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1'))), async (given) => {
        const { components, projects, dependencies, warnings } = await read(path, given);
        const refs = new Set([...components, ...projects].map(({ ref }) => ref));
        for (const { from, to } of dependencies) for (const end of [from, ...to]) expect(refs.has(end)).toBe(true);
        expect(refs.size).toBe(components.length + projects.length);
        for (const { place } of [...components, ...warnings]) expect(place.line).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  }); // prettier-ignore

  it.each(paths)('%s is read in a time that its length bounds', async (path) => {
    const baits = [
      '['.repeat(200_000), '{"a":'.repeat(50_000), '"'.repeat(200_000), '\\"'.repeat(100_000), '- '.repeat(100_000), ' '.repeat(200_000),
      '\n'.repeat(200_000), '<a>'.repeat(50_000), 'a.'.repeat(100_000), '/*'.repeat(100_000), '${'.repeat(100_000), '#'.repeat(200_000),
      'a: &a [*a]\n'.repeat(10), `a: "${'x'.repeat(200_000)}"`, '\\\n'.repeat(100_000), 'a@'.repeat(100_000), '((('.repeat(60_000),
    ]; // prettier-ignore
    for (const bait of baits) {
      const spent = cpuClock();
      await read(path, bait);
      expect(spent()).toBeLessThan(2_000);
    }
  });

  it('takes bytes that are no text as a warning', async () => {
    for (const path of paths) {
      const { components, warnings } = await read(path, Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x80]));
      expect(components).toEqual([]);
      expect(warnings.length).toBeGreaterThan(0);
    }
  });
});

describe('the builder', () => {
  const component = (name: string, line = 1) => ({
    ecosystem: 'npm',
    name,
    version: '1',
    purl: { type: 'npm', name },
    line,
  });

  it('merges what stands twice: the strongest scope, the first place', () => {
    const out = new ContentsBuilder('f');
    const ref = out.addComponent({ ...component('a', 3), scope: 'development' });
    expect(out.addComponent({ ...component('a', 9), scope: 'runtime', integrity: 'x' })).toBe(ref);
    expect(out.finish().components).toMatchObject([
      { scope: 'runtime', integrity: 'x', place: { file: 'f', line: 3 } },
    ]);
  });

  it('has limits', () => {
    const out = new ContentsBuilder('f');
    for (let index = 0; index < 1_000; index += 1) out.addWarning(1, 'x');
    expect(out.finish().warnings).toHaveLength(201);
    expect(() => {
      for (let index = 0; index <= 200_000; index += 1) out.addProject(`p${index}`);
    }).toThrow('limit');
  });

  it('lists what was lost, however many lesser warnings there are', () => {
    const out = new ContentsBuilder('f');
    for (let index = 0; index < 1_000; index += 1) out.addWarning(1, 'x');
    for (let index = 0; index < 300; index += 1) out.addComponent({ ...component('', 7) });
    const { warnings } = out.finish();
    expect(warnings.filter(({ isLoss }) => isLoss)).toHaveLength(201);
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'An entry has no name',
        '100 more warnings of entries that were left out are omitted',
        '800 more warnings are omitted',
      ]),
    );
  });

  it('takes credentials out of addresses', () => {
    const out = new ContentsBuilder('f');
    const url = 'https://user:secret@npm.example.org/a.tgz';
    out.addComponent({
      ...component('a'),
      purl: { type: 'npm', name: 'a', qualifiers: { download_url: url } },
      references: [{ type: 'distribution', url }],
    });
    out.addComponent({ ecosystem: 'npm', name: 'b', source: 'git+https://token@git.example.org/b', line: 1 });
    expect(JSON.stringify(out.finish())).not.toMatch(/secret|token/);
  });
});

describe('scopes along a graph', () => {
  const graph = fc.array(
    fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom(...dependencyScopes)),
    { maxLength: 40 },
  ); // prettier-ignore

  const edgesOf = (list: [number, number, (typeof dependencyScopes)[number]][]) => {
    const edges = new Map<string, Map<string, (typeof dependencyScopes)[number]>>();
    for (const [from, to, scope] of list) edges.set(`${from}`, (edges.get(`${from}`) ?? new Map()).set(`${to}`, scope));
    return edges;
  };

  it('are the strongest of all paths, each as weak as its weakest use', () => {
    fc.assert(
      fc.property(graph, (list) => {
        const edges = edgesOf(list);
        const found = propagateScopes(['0'], edges);
        for (const [from, targets] of edges)
          for (const [to, use] of targets) {
            const at = found.get(from);
            if (at !== undefined)
              expect(scopeWeight(found.get(to)!)).toBeLessThanOrEqual(Math.max(scopeWeight(at), scopeWeight(use)));
          }
      }),
      { numRuns: 100 },
    );
  });

  it('do not need the stack for a long chain', () => {
    const edges = new Map(
      Array.from({ length: 100_000 }, (_, index) => [`${index}`, new Map([[`${index + 1}`, 'runtime' as const]])]),
    );
    expect(propagateScopes(['0'], edges).size).toBe(100_001);
  });
});

it.each([
  ['packages/a', 'packages/*', true],
  ['packages/a/b', 'packages/*', false],
  ['packages/a/b', 'packages/**', true],
  ['packages', 'packages/**', true],
  ['apps/web-x', 'apps/web-*', true],
  ['apps/web', './apps/web/', true],
  ['apps/abxbc', 'apps/ab*bc', true],
  ['apps/abc', 'apps/ab*bc', false],
])('%s fits %s: %p', (path, glob, expected) => expect(matchesGlob(path, glob)).toBe(expected));
