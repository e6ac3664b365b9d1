/** Lock files and build files that say the usual in less usual ways. */
import { readFirst, summaryOf } from '../../support/manifests.js';

it.each(['main', 'feature!x', 'release-1.2'])('pnpm-lock.%s.yaml is the lock file of a branch', async (branch) => {
  const contents = await readFirst({
    [`app/pnpm-lock.${branch}.yaml`]: [
      ...["lockfileVersion: '9.0'", 'importers:', '  .:', '    devDependencies:', '      etag:'],
      ...['        specifier: ^1.0.0', '        version: 1.8.0', 'packages:', '  etag@1.8.0:', '    resolution: {}'],
      ...['snapshots:', '  etag@1.8.0: {}', ''],
    ].join('\n'),
  });
  expect(summaryOf(contents)).toEqual(['pkg:npm/etag@1.8.0 direct development 9']);
});

it('Cargo.Bazel.lock is a lock file of Cargo', async () => {
  const contents = await readFirst({
    'third_party/Cargo.Bazel.lock': [
      '[[package]]\nname = "direct-cargo-bazel-deps"\nversion = "0.0.1"\ndependencies = [\n "log",\n]\n',
      '[[package]]\nname = "log"\nversion = "0.4.20"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    ].join('\n'),
  });
  expect(summaryOf(contents)).toEqual(['pkg:cargo/log@0.4.20 direct runtime 8']);
});

describe('build.gradle.kts', () => {
  const scopes = async (code: string): Promise<string[]> => {
    const { components } = await readFirst({ 'build.gradle.kts': code });
    return components.map(({ name, version, scope }) => `${name} ${version} ${scope}`);
  };

  it.each([
    'kotlin {\n sourceSets {\n  val commonTest by getting {\n   dependencies {\n    implementation("g:a:1")\n} } } }',
    'kotlin {\n sourceSets {\n  commonTest.dependencies {\n   implementation("g:a:1")\n} } }',
    'kotlin {\n sourceSets {\n  getByName("androidUnitTest") {\n   dependencies {\n    implementation("g:a:1")\n} } } }',
    'kotlin.sourceSets.commonTest.dependencies {\n implementation("g:a:1")\n}',
    'testing {\n suites {\n  register<JvmTestSuite>("smoke") {\n   dependencies {\n    implementation("g:a:1")\n} } } }',
  ])('takes what source sets and suites of tests ask for as such: %#', async (code) => {
    expect(await scopes(`${code}\ndependencies {\n implementation("g:b:1")\n}\n`)).toEqual(['a 1 test', 'b 1 runtime']);
  });

  it.each([
    'kotlin {\n sourceSets {\n  val latest by getting {\n   dependencies {\n    implementation("g:a:1")\n} } } }',
    'kotlin {\n sourceSets {\n  commonMain.dependencies {\n   implementation("g:a:1")\n} } }',
    'project(":test-app") {\n dependencies {\n  implementation("g:a:1")\n} }',
    'configure(subprojects.filter { it.name != "test" }) {\n dependencies {\n  implementation("g:a:1")\n} }',
  ])('takes nothing else as such: %#', async (code) => {
    expect(await scopes(code)).toEqual(['a 1 runtime']);
  });

  it('reads what manages versions: bills of materials, but no group as a package', async () => {
    const code =
      'dependencyManagement {\n imports {\n  mavenBom("g:bom:1")\n }\n dependencies {\n  dependencySet("g:1.7") {\n   entry("a")\n  }\n }\n}\nimports {\n mavenBom("g:other:1")\n}\n';
    expect(await scopes(code)).toEqual(['bom 1 runtime']);
    expect((await readFirst({ 'build.gradle.kts': code })).computed).toBe(1);
  });
});

it('build.gradle: a list of maps names all of them', async () => {
  const { components } = await readFirst({
    'build.gradle':
      "dependencies {\n compile(\n  [group: 'g', name: 'a', version: '1'],\n  [group: 'g', name: 'b', version: '2'])\n compile name: 'c', group: 'g', version: v[0]\n}\n",
  });
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1', 'b 2', 'c ']);
});
