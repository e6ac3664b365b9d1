/** Lock files and build files that say the usual in less usual ways. */
import { edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

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

describe('packages.lock.json', () => {
  const lock = {
    version: 1,
    dependencies: {
      'net8.0': {
        Analyser: { type: 'Direct', resolved: '1.0.0', dependencies: { Helper: '1.0.0' } },
        Both: { type: 'Direct', resolved: '1.0.0' },
        Json: { type: 'Direct', resolved: '13.0.3' },
        Helper: { type: 'Transitive', resolved: '1.0.0' },
      },
    },
  };
  const project = (...items: string[]): string => `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${items.join('')}</ItemGroup></Project>`; // prettier-ignore
  const item = (name: string, more = ''): string => `<PackageReference Include="${name}" Version="1" ${more}/>`;
  const own = 'PrivateAssets="all"';

  it('has the scopes of the projects beside it', async () => {
    const contents = await readFirst({
      'app/packages.lock.json': JSON.stringify(lock),
      'app/A.csproj': project(item('analyser', own), item('Both', own), item('Json')),
      'app/B.fsproj': project(item('Both')),
      'app/Z.csproj': project(item('Json', own)),
      'app/broken.vbproj': '<Project',
      'app/sub/C.csproj': project(item('Json', own)),
    });
    expect(contents.components.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      ...['Analyser development', 'Both runtime', 'Json runtime', 'Helper development'],
    ]);
    expect(contents.warnings).toEqual([]);
  });

  it('takes everything for the product where no project says more', async () => {
    const { components } = await readFirst({ 'packages.lock.json': JSON.stringify(lock) });
    expect(components.every(({ scope }) => scope === 'runtime')).toBe(true);
  });
});

it('renv.lock: where packages are from, and what they need in the form of renv 1.1', async () => {
  const remote = { Version: '1.0', Source: 'GitHub', RemoteType: 'github', RemoteUsername: 'u', RemoteRepo: 'r', RemoteSha: 'abc' }; // prettier-ignore
  const contents = await readFirst({
    'renv.lock': JSON.stringify({
      Packages: {
        a: { Version: '1.0', Source: 'Repository', Repository: 'CRAN', Imports: ['b (>= 1.0)', 'utils'], Depends: ['R (>= 3.5)'], LinkingTo: ['c'] }, // prettier-ignore
        b: { ...remote, RemoteHost: 'api.github.com' },
        c: { ...remote, RemoteHost: 'github.example.org/api/v3' },
        d: { Version: '1.0', Source: 'URL', RemoteType: 'url', RemoteUrl: 'https://example.org/d.tar.gz' },
      },
    }),
  });
  expect(contents.components.map(({ purl }) => purl)).toEqual([
    'pkg:cran/a@1.0',
    'pkg:cran/b@1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fu%2Fr.git%40abc',
    'pkg:cran/c@1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.example.org%2Fu%2Fr.git%40abc',
    'pkg:cran/d@1.0?download_url=https:%2F%2Fexample.org%2Fd.tar.gz',
  ]);
  expect(contents.dependencies).toMatchObject([{ from: 'pkg:cran/a@1.0', to: { length: 2 } }]);
});

it('MODULE.bazel: what is for tests only', async () => {
  const { components } = await readFirst({
    'MODULE.bazel':
      'maven.artifact(\n    testonly = True,\n    group = "g",\n    artifact = "a",\n    version = "1",\n)\nmaven.artifact(group = "g", artifact = "b", version = "1")\n',
  });
  expect(components.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['a test', 'b runtime']);
});

describe('charts that objects of Kubernetes deploy', () => {
  const charts = async (...lines: string[]): Promise<string[]> =>
    summaryOf(await readFirst({ 'k8s/a.yaml': ['apiVersion: x/v1', ...lines, ''].join('\n') }));

  it('are all of the sources of Argo CD', async () => {
    expect(
      await charts(
        ...['kind: Application', 'spec:', '  sources:', '    - chart: redis', '      repoURL: https://a.example.org'],
        ...['# of the team', '      targetRevision: 18.0.0', '    - repoURL: https://b.example.org'],
        ...['      targetRevision: 5.0.0', '', '      helm:', '        valueFiles: [a.yaml]', '      chart: "loki"'],
        ...['    - repoURL: https://github.com/a/b.git', '      targetRevision: main', '---', 'kind: ApplicationSet'],
        ...['spec:', '  template:', '    spec:', '      source:', '        chart: certs'],
        ...['        repoURL: https://c.example.org', '        targetRevision: v1.13.0', '      project: default'],
      ),
    ).toEqual([
      'pkg:helm/redis@18.0.0?repository_url=https:%2F%2Fa.example.org direct runtime 5',
      'pkg:helm/loki@5.0.0?repository_url=https:%2F%2Fb.example.org direct runtime 14',
      'pkg:helm/certs@v1.13.0?repository_url=https:%2F%2Fc.example.org direct runtime 23',
    ]);
  });

  it('are those of K3s and Flux, with a version of their own', async () => {
    expect(
      await charts(
        ...['kind: HelmChart', 'spec:', '  version: 25.0.0', '  chart: traefik', '  repo: https://a.example.org'],
        ...['---', 'kind: HelmRelease', 'spec:', '  values:', '    version: 9.9.9', '  chart:', '    spec:'],
        ...['      chart: podinfo', '      version: 6.5.0'],
      ),
    ).toEqual([
      'pkg:helm/traefik@25.0.0?repository_url=https:%2F%2Fa.example.org direct runtime 5',
      'pkg:helm/podinfo@6.5.0 direct runtime 14',
    ]);
  });
});

describe('versions of Gradle that variables hold', () => {
  const versions = async (files: Record<string, string>): Promise<string[]> => {
    const { components, warnings } = await readFirst(files);
    expect(warnings.filter(({ message }) => message.includes('is unknown'))).toHaveLength(
      components.filter(({ version }) => version === '').length,
    );
    return components.map(({ name, version }) => `${name} ${version}`);
  };
  const script = (...lines: string[]): string => `dependencies {\n${lines.join('\n')}\n}\n`;

  it('are those of projects above: extra properties, maps, and scripts that they apply', async () => {
    expect(
      await versions({
        'app/build.gradle': `ext.near = '2'\n${script(
          'implementation "g:a:$spring"',
          'implementation "g:b:${rootProject.ext.spring}"',
          'implementation "g:c:$versions.guava"',
          "implementation 'g:d:' + rootProject.ext.versions['x']",
          "implementation group: 'g', name: 'e', version: project.spring",
          'implementation "g:f:$applied"',
          'implementation "g:g:$near"',
          'implementation "g:h:${property}"',
          'implementation "g:i:$spring.RELEASE"',
          'implementation "g:j:${nowhere}"',
        )}`,
        'build.gradle': "apply from: \"$rootDir/gradle/v.gradle\"\next {\n  spring = '6.0.0'\n  near = '1'\n  versions = [\n    guava: '33.0',\n    'x': \"5\"]\n}\n", // prettier-ignore
        'gradle/v.gradle': "ext.applied = '7'\n",
        'app/gradle.properties': 'property=8\n',
        'other/build.gradle': "ext.nowhere = '9'\n",
      }),
    ).toEqual(['a 6.0.0', 'b 6.0.0', 'c 33.0', 'd ', 'e 6.0.0', 'f 7', 'g 2', 'h 8', 'i 6.0.0.RELEASE', 'j ']);
  });

  it('are those of a script itself before those of its project', async () => {
    const own = `ext.near = '3'\n${script('implementation "g:a:$near"')}`;
    expect(await versions({ 'app/more.gradle': own, 'app/build.gradle': "ext.near = '2'\n" })).toEqual(['a 3']);
  });

  it('are those of Kotlin and of the catalogue', async () => {
    expect(
      await versions({
        'app/build.gradle.kts': `plugins {\n id("p") version libs.versions.agp.get()\n}\nval own by extra("1")\nextra["more"] = "2"\n${script(
          'implementation("g:a:$own")',
          'implementation("g:b:${extra.more}")',
          'implementation("g:c:${libs.versions.ktor.client.get()}")',
          'implementation("g:d:${libs.versions.none.get()}")',
        )}`,
        'gradle/libs.versions.toml': '[versions]\nagp = "8.1.0"\nktor-client = { strictly = "2.3.0" }\n',
      }),
    ).toEqual(['p.gradle.plugin 8.1.0', 'a 1', 'b 2', 'c 2.3.0', 'd ']);
  });
});

it('*.csproj: an SDK that an import takes from NuGet', async () => {
  const { components } = await readFirst({
    'a.csproj': '<Project><Import Project="Sdk.props" Sdk="Own.Sdk" Version="2.0" /><Import Project="a.props" /></Project>', // prettier-ignore
  });
  expect(components.map(({ name, version, scope }) => `${name} ${version} ${scope}`)).toEqual(['Own.Sdk 2.0 development']); // prettier-ignore
});

it.each([
  ['workspace:^', 'project:packages/d'],
  ['workspace:*', 'project:packages/d'],
  ['workspace:^9.0.0', 'project:packages/d'],
  ['workspace:d@~', 'project:packages/d'],
  ['workspace:packages/d', 'project:packages/d'],
])('package.json: %s is a package of the workspace', async (range, ref) => {
  const contents = await readFirst({
    'package.json': JSON.stringify({ workspaces: ['packages/*'], dependencies: { [range.includes('@') ? 'x' : 'd']: range } }),
    'packages/d/package.json': JSON.stringify({ name: 'd', version: '1.2.0' }),
  }); // prettier-ignore
  expect(contents.projects.map((project) => project.ref)).toEqual(['project:', ref]);
  expect(edgesOf(contents)).toEqual([`project: -> ${ref}`]);
  expect(contents.warnings).toEqual([]);
});

it('package.json: a package of the workspace that is not there is said', async () => {
  const { warnings } = await readFirst({ 'package.json': JSON.stringify({ dependencies: { d: 'workspace:^' } }) });
  expect(warnings.map(({ message }) => message)).toEqual(['"d" is a package of the workspace that is not in the source']); // prettier-ignore
});

it('project.assets.json: each framework may ask for a version of its own', async () => {
  const library = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, { type: 'package' }]));
  const contents = await readFirst({
    'a/obj/project.assets.json': JSON.stringify({
      targets: { 'net8.0': library('A/1.0.0'), '.NETFramework,Version=v4.8': library('A/2.0.0') },
      libraries: library('A/1.0.0', 'A/2.0.0'),
      project: { frameworks: { 'net8.0': { dependencies: { A: {} } }, net48: { dependencies: { A: {} } } } },
    }),
  });
  expect(summaryOf(contents)).toEqual(['pkg:nuget/A@1.0.0 direct runtime 1', 'pkg:nuget/A@2.0.0 direct runtime 1']);
});

it('conan.lock: an underscore is no user and no channel', async () => {
  const { components } = await readFirst({ 'conan.lock': JSON.stringify({ requires: ['b/1.0@_/_#r', 'c/1.0@u/_'] }) });
  expect(components.map(({ purl }) => purl)).toEqual(['pkg:conan/b@1.0?rrev=r', 'pkg:conan/c@1.0?user=u']);
});

it('*.csproj: properties and versions of the files that are imported', async () => {
  const wrap = (content: string): string => `<Project>${content}</Project>`;
  const { components, warnings } = await readFirst({
    'src/a/a.csproj': wrap(
      '<Import Project="..\\own.props" /><ItemGroup><PackageReference Include="A" Version="$(AVersion)" /><PackageReference Include="B" Version="$(BVersion)" /><PackageReference Include="C" /></ItemGroup>',
    ),
    'src/own.props': wrap('<Import Project="own.props" /><PropertyGroup><AVersion>1.0</AVersion></PropertyGroup>'),
    'Directory.Build.props': wrap(
      '<ImportGroup><Import Project="$(MSBuildThisFileDirectory)eng/Versions.props" /></ImportGroup><Import Project="$(Elsewhere)x.props" /><PropertyGroup><BVersion>$(Base).1</BVersion></PropertyGroup>',
    ),
    'eng/Versions.props': wrap('<PropertyGroup><Base>2.0</Base><BVersion>9</BVersion></PropertyGroup>'),
    'Directory.Packages.props': wrap('<Import Project="eng\\Packages.props" />'),
    'eng/Packages.props': wrap('<ItemGroup><PackageVersion Include="C" Version="3.0" /></ItemGroup>'),
  });
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(['A 1.0', 'B 2.0.1', 'C 3.0']);
  expect(warnings).toEqual([]);
});
