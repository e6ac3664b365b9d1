import { componentOf, readFirst, summaryOf, treeOf } from '../../support/manifests.js';
import { manifestFor, detectedKinds, readManifest } from '../../../src/manifests/index.js';

const named = (contents: Awaited<ReturnType<typeof readFirst>>) =>
  contents.components.map(
    ({ purl, scope, requirement, place }) =>
      `${decodeURIComponent(String(purl))} ${scope} ${requirement ?? '-'} ${place.line}`,
  );

describe('build scripts of Gradle', () => {
  const catalogue = `[versions]
kotlin = "2.0.0"
[libraries]
junit-api = "org.junit:api:5.1"
test-core = { group = "androidx.test", name = "core", version.ref = "kotlin" }
[bundles]
tests = ["junit-api", "test-core"]
[plugins]
kotlin-jvm = { id = "org.jetbrains.kotlin.jvm", version.ref = "kotlin" }
`;

  it('name plugins, bundles, Kotlin modules, maps and several lines, in any script', async () => {
    const contents = await readFirst({
      'app/conventions.gradle.kts': `plugins {
    alias(libs.plugins.kotlin.jvm)
    id("com.example.tool") version "1.2" apply false
    kotlin("plugin.spring") version "2.0.0"
    id("local.conventions")
    \`java-library\`
}
/* dependencies { implementation("hidden:hidden:1") } */
kotlin { sourceSets { commonMain.dependencies { implementation("a:common:1") } } }
dependencies {
    implementation(
        "b:lines:2", // comment
    ) {
        exclude(group = "x", module = "y")
        because("c:reason:1")
    }
    "customConfiguration"("c:quoted:3")
    add("ksp", "d:added:4")
    testImplementation(libs.bundles.tests)
    implementation(kotlin("stdlib"))
    constraints { api("e:constrained:5") }
    if (extra) { runtimeOnly("f:conditional:6") }
    implementation(project(":core")); implementation(projects.core.model)
    implementation(files("libs/x.jar"))
}
`,
      'gradle/libs.versions.toml': catalogue,
    });
    expect(named(contents)).toEqual([
      'pkg:maven/org.jetbrains.kotlin.jvm/org.jetbrains.kotlin.jvm.gradle.plugin@2.0.0 build - 2',
      'pkg:maven/com.example.tool/com.example.tool.gradle.plugin@1.2 build - 3',
      'pkg:maven/org.jetbrains.kotlin.plugin.spring/org.jetbrains.kotlin.plugin.spring.gradle.plugin@2.0.0 build - 4',
      'pkg:maven/a/common@1 runtime - 9',
      'pkg:maven/b/lines@2 runtime - 11',
      'pkg:maven/c/quoted@3 runtime - 17',
      'pkg:maven/d/added@4 build - 18',
      'pkg:maven/org.junit/api@5.1 test - 19',
      'pkg:maven/androidx.test/core@2.0.0 test - 19',
      'pkg:maven/org.jetbrains.kotlin/kotlin-stdlib runtime - 20',
      'pkg:maven/e/constrained@5 runtime - 21',
      'pkg:maven/f/conditional@6 runtime - 22',
    ]);
    expect(contents).toMatchObject({ warnings: [], computed: 0 });
  });

  it('take dotted words beside what is in the tree for its arguments', async () => {
    const contents = await readFirst({
      'build.gradle.kts': `dependencies {
        implementation(files(layout.buildDirectory.dir("x")))
        implementation(project(path = ":a", configuration = names.shadow))
        testImplementation(sourceSets.main.output)
        implementation(files(libs.missing))
        implementation(versions.other)
      }`,
    });
    expect(contents.components).toEqual([]);
    expect(contents.warnings.map(({ place }) => place.line)).toEqual([5, 6]);
  });

  it('say what is computed, and take catalogues of other names', async () => {
    const contents = await readFirst({
      'build.gradle': `dependencies {
  implementation deps.okhttp
  api testLibs.junit.api
  compileOnly 'a:one:1', 'a:two:2'
  runtimeOnly name: 'three', group: 'a', version: '3'
  implementation Versions.core()
}
`,
      'gradle/test-libs.versions.toml': catalogue,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:maven/org.junit/api@5.1 direct runtime 3',
      'pkg:maven/a/one@1 direct provided 4',
      'pkg:maven/a/two@2 direct provided 4',
      'pkg:maven/a/three@3 direct runtime 5',
    ]);
    expect(contents.computed).toBe(2);
    expect(contents.warnings.map(({ place }) => place.line)).toEqual([2, 6]);
  });

  it('come with the tool that their wrapper loads', async () => {
    const sum = 'a'.repeat(64);
    const gradle = await readFirst({
      'gradle/wrapper/gradle-wrapper.properties': `distributionUrl=https\\://services.gradle.org/distributions/gradle-8.7-bin.zip\ndistributionSha256Sum=${sum}\n`,
    });
    expect(componentOf(gradle, 'gradle')).toMatchObject({ version: '8.7', scope: 'build', hashes: [{ value: sum }] });
    const maven = await readFirst({
      '.mvn/wrapper/maven-wrapper.properties':
        'distributionUrl=https://example.org/maven2/org/apache/maven/apache-maven/3.9.6/apache-maven-3.9.6-bin.zip\n',
    });
    expect(maven.components[0]!.purl).toMatch(/^pkg:maven\/org\.apache\.maven\/apache-maven@3\.9\.6/);
    expect((await readFirst({ 'gradle-wrapper.properties': 'a=b' })).warnings).toHaveLength(1);
  });
});

it('Terraform: providers and modules', async () => {
  const contents = await readFirst({
    'infra/network.tf': `terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
    own = {
      source  = "registry.example.org/acme/own"
      version = "1.2.3"
    }
    random = {}
  }
}
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.1.0" # comment
  tags    = { module = "x" }
}
module "sub" { source = "./modules/sub" }
module "git" {
  source = "git::https://github.com/acme/net.git//modules/a?ref=v2.0"
  user_data = <<-EOF
    module "fake" { source = "evil/evil/evil" }
  EOF
}
module "short" { source = "github.com/acme/short" }
module "any" { source = var.source }
`,
  });
  expect(named(contents)).toEqual([
    'pkg:terraform/hashicorp/aws build ~> 5.0 3',
    'pkg:terraform/acme/own@1.2.3?repository_url=registry.example.org build - 4',
    'pkg:terraform/hashicorp/random build - 8',
    'pkg:terraform/terraform-aws-modules/vpc/aws@5.1.0 build - 11',
    'pkg:generic/net@v2.0?vcs_url=git+https://github.com/acme/net@v2.0 build - 17',
    'pkg:generic/short?vcs_url=git+https://github.com/acme/short build - 23',
  ]);
  expect(contents.warnings).toMatchObject([{ place: { line: 24 } }]);
});

it('MODULE.bazel: modules, artifacts of Maven, archives', async () => {
  const text = `module(name = "shop", version = "1")
bazel_dep(name = "rules_go", version = "0.46.0")
bazel_dep(name = "gazelle", version = "0.35.0", dev_dependency = True)  # tests
maven = use_extension("@rules_jvm_external//:extensions.bzl", "maven")
maven.install(
    artifacts = ["com.google.guava:guava:32.1.0-jre", "g:a:jar:tests:1.0"],
    repositories = ["https://repo.example.org/maven2"],
)
maven.artifact(group = "junit", artifact = "junit", version = "4.13")
http_archive(name = "zlib", sha256 = "${'b'.repeat(64)}", urls = ["https://example.org/zlib-1.3.tar.gz"])
include("//other:deps.bzl")
`;
  const contents = await readFirst({ 'MODULE.bazel': text });
  expect(named(contents)).toEqual([
    'pkg:bazel/rules_go@0.46.0 runtime - 2',
    'pkg:bazel/gazelle@0.35.0 development - 3',
    'pkg:maven/com.google.guava/guava@32.1.0-jre runtime - 5',
    'pkg:maven/g/a@1.0 runtime - 5',
    'pkg:maven/junit/junit@4.13 runtime - 9',
    'pkg:generic/zlib?download_url=https://example.org/zlib-1.3.tar.gz runtime - 10',
  ]);
  expect(contents.warnings).toMatchObject([{ place: { line: 11 } }]);
  const locked = await readFirst({ 'MODULE.bazel': text, 'MODULE.bazel.lock': '{}' });
  expect(named(locked).filter((one) => one.startsWith('pkg:bazel'))).toEqual([]);
  expect(locked.components).toHaveLength(4);
});

it('MODULE.bazel: modules that an override takes from elsewhere, beside a lock file too', async () => {
  const text = `bazel_dep(name = "forked", version = "1.0")
git_override(module_name = "forked", remote = "https://github.com/me/forked.git", commit = "abc")
bazel_dep(name = "archived", version = "1.0")
archive_override(module_name = "archived", urls = ["https://example.org/a.zip"], integrity = "sha256-x")
bazel_dep(name = "near")
local_path_override(module_name = "near", path = "third_party/near")
bazel_dep(name = "pinned", version = "1.0")
single_version_override(module_name = "pinned", version = "1.1", registry = "https://registry.example.org")
git_repository(name = "lib", remote = "https://github.com/o/lib", tag = "v1")
`;
  const foreign = [
    'pkg:bazel/forked?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fme%2Fforked.git%40abc runtime - 1',
    'pkg:bazel/archived?download_url=https:%2F%2Fexample.org%2Fa.zip runtime - 3',
  ];
  const pinned = 'pkg:bazel/pinned@1.1?repository_url=https:%2F%2Fregistry.example.org runtime - 7';
  const lib = 'pkg:generic/lib?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Flib%40v1 runtime - 9';
  const contents = await readFirst({ 'MODULE.bazel': text });
  expect(named(contents)).toEqual([...foreign, pinned, lib].map(decodeURIComponent));
  expect(contents.projects.map(({ path }) => path)).toEqual(['', 'third_party/near']);
  const locked = await readFirst({ 'MODULE.bazel': text, 'MODULE.bazel.lock': '{}' });
  expect(named(locked)).toEqual([...foreign, lib].map(decodeURIComponent));
});

it('MODULE.bazel: images, and what its own constants say', async () => {
  const text = `VERSION = "0.46.0"
bazel_dep(name = "rules_go", version = VERSION)
bazel_dep(name = "rules_oci", version = "2." + MINOR)
oci = use_extension("@rules_oci//oci:extensions.bzl", "oci")
oci.pull(
    name = "base",
    digest = "sha256:${'a'.repeat(64)}",
    image = "gcr.io/distroless/base",
    platforms = ["linux/amd64"],
)
oci.pull(name = "tagged", image = "docker.io/library/alpine", tag = "3.20")
img.pull(name = "other", registry = "ghcr.io", repository = "acme/app", tag = "v1")
oci.pull(name = "computed", image = image_of("x"))
`;
  const contents = await readFirst({ 'MODULE.bazel': text });
  expect(named(contents)).toEqual([
    'pkg:bazel/rules_go@0.46.0 runtime - 2',
    'pkg:bazel/rules_oci runtime - 3',
    `pkg:docker/distroless/base@sha256:${'a'.repeat(64)}?repository_url=gcr.io runtime - 5`,
    'pkg:docker/alpine@3.20 runtime - 11',
    'pkg:docker/acme/app@v1?repository_url=ghcr.io runtime - 12',
  ]);
  expect(contents.computed).toBe(2);
  expect(contents.warnings.map(({ place }) => place.line)).toEqual([3, 13]);
});

it('maven_install.json of both versions', async () => {
  const two = { artifacts: { 'g:a': { shasums: { jar: 'c'.repeat(64) }, version: '1' }, 'g:b': { version: '2' } }, dependencies: { 'g:a': ['g:b'] } }; // prettier-ignore
  const contents = await readFirst({ 'maven_install.json': JSON.stringify(two) });
  expect(contents.components.map(({ purl, hashes }) => [purl, hashes.length])).toEqual([
    ['pkg:maven/g/a@1', 1],
    ['pkg:maven/g/b@2', 0],
  ]);
  expect(contents.dependencies).toEqual([{ from: 'pkg:maven/g/a@1', to: ['pkg:maven/g/b@2'] }]);
  const one = { dependency_tree: { dependencies: [{ coord: 'g:a:1', dependencies: ['g:b:2'] }, { coord: 'g:b:2' }] } };
  expect((await readFirst({ 'x_maven_install.json': JSON.stringify(one) })).dependencies).toHaveLength(1);
});

it('values of a chart: images in the usual ways', async () => {
  const contents = await readFirst({
    'chart/values.yaml': `image:
  registry: quay.io
  repository: acme/shop
  tag: "1.2"
sidecar:
  image:
    repository: acme/side
    pullPolicy: Always
  initImage: busybox:1.36
extra:
  - repository: redis
    tag: 7
    digest: sha256:${'d'.repeat(64)}
git:
  repository: https://example.org/x.git
`,
  });
  expect(named(contents)).toEqual([
    'pkg:docker/acme/shop@1.2?repository_url=quay.io runtime - 3',
    'pkg:docker/acme/side runtime - 7',
    'pkg:docker/busybox@1.36 runtime - 9',
    `pkg:docker/redis@sha256:${'d'.repeat(64)}?tag=7 runtime - 11`,
  ]);
});

it('addresses without the passwords and tokens in them', async () => {
  const contents = [
    await readFirst({
      'main.tf': `module "zip" { source = "https://ci:hunter2@files.example.org/net.zip" }
module "git" { source = "git::https://hunter2@github.com/acme/net.git?ref=v1" }
module "ssh" { source = "git::ssh://git@git.example.org/acme/own.git" }
module "odd" { source = "git::ftp://ci:hunter2${'hunter2'.repeat(20)}@files.example.org/net" }
`,
    }),
    await readFirst({ 'MODULE.bazel': 'http_archive(name = "z", urls = ["https://ci:hunter2@example.org/z.tgz"])\n' }),
    await readFirst({
      'kustomization.yaml':
        'helmCharts: [{ name: redis, version: 18.1.0, repo: "https://ci:hunter2@charts.example.org" }]\n',
    }),
  ];
  expect(contents.flatMap(named)).toEqual([
    'pkg:generic/zip?download_url=https://files.example.org/net.zip build - 1',
    'pkg:generic/net@v1?vcs_url=git+https://github.com/acme/net@v1 build - 2',
    'pkg:generic/own?vcs_url=git+https://git.example.org/acme/own build - 3',
    'pkg:generic/z?download_url=https://example.org/z.tgz runtime - 1',
    'pkg:helm/redis@18.1.0?repository_url=https://charts.example.org runtime - 1',
  ]);
  expect(JSON.stringify(contents)).not.toContain('hunter2');
});

it('kustomization.yaml: images, charts, remote folders', async () => {
  const contents = await readFirst({
    'kustomization.yaml': `resources:
  - deployment.yaml
  - github.com/acme/base//deploy?ref=v1
images:
  - name: shop
    newName: ghcr.io/acme/shop
    newTag: 2.0.0
  - name: unchanged
helmCharts:
  - name: redis
    repo: https://charts.example.org
    version: 18.1.0
`,
  });
  expect(named(contents)).toEqual([
    'pkg:docker/acme/shop@2.0.0?repository_url=ghcr.io runtime - 6',
    'pkg:helm/redis@18.1.0?repository_url=https://charts.example.org runtime - 10',
    'pkg:generic/base@v1?vcs_url=git+https://github.com/acme/base@v1 runtime - 3',
  ]);
});

it('objects of Kubernetes with the line ends of Windows', async () => {
  const contents = await readFirst({ 'k8s/a.yaml': 'apiVersion: v1\r\nkind: Pod\r\n  image: "a:1" # b\r\n' });
  expect(summaryOf(contents)).toEqual(['pkg:docker/a@1 direct runtime 3']);
});

it('objects of Kubernetes, Flux and Argo CD in any YAML file', async () => {
  const [kind] = detectedKinds;
  const text = `apiVersion: apps/v1
kind: Deployment
spec: {template: {}}
containers:
  - image: "nginx:1.25"
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
spec:
  chart:
    spec:
      chart: podinfo
      version: ">=6.0.0"
---
apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  source:
    chart: redis
    repoURL: https://charts.example.org
    targetRevision: 18.1.0
---
kind: OCIRepository
spec:
  url: oci://ghcr.io/acme/charts/app
  ref:
    tag: 1.0.0
---
kind: GitRepository
spec:
  url: https://github.com/acme/fleet
  ref:
    branch: main
`;
  const bytes = Buffer.from(text);
  expect(kind!.recognizes!(bytes)).toBe(true);
  for (const other of ['a: 1\n', 'apiVersion: v1\nkind: ConfigMap\ndata: {}\n', 'image: nginx\n'])
    expect(kind!.recognizes!(Buffer.from(other))).toBe(false);
  expect(named(await readManifest(kind!, { path: 'x/any.yml', bytes, tree: treeOf({}) }))).toEqual([
    'pkg:docker/nginx@1.25 runtime - 5',
    'pkg:helm/podinfo runtime >=6.0.0 12',
    'pkg:helm/redis@18.1.0?repository_url=https://charts.example.org runtime - 19',
    'pkg:docker/acme/charts/app@1.0.0?repository_url=ghcr.io runtime - 25',
    'pkg:generic/fleet@main?vcs_url=git+https://github.com/acme/fleet@main runtime - 31',
  ]);
});

it('a project of .NET takes SDKs with a version, and packages of Directory.Build.targets', async () => {
  const contents = await readFirst({
    'src/App/App.csproj':
      '<Project Sdk="Microsoft.NET.Sdk"><Sdk Name="Aspire.AppHost.Sdk" Version="9.0.0" /></Project>',
    'Directory.Build.targets':
      '<Project><ItemGroup><PackageReference Include="Analyzer" Version="1.0.0" /></ItemGroup></Project>',
  });
  expect(contents.components.map(({ purl }) => purl)).toEqual([
    'pkg:nuget/Analyzer@1.0.0',
    'pkg:nuget/Aspire.AppHost.Sdk@9.0.0',
  ]);
});

it('package.json takes ranges of catalogs, and what is patched', async () => {
  const manifest = { dependencies: { react: 'catalog:', zod: 'catalog:next', lost: 'catalog:', pad: 'patch:left-pad@npm%3A1.3.0#~/x.patch' } }; // prettier-ignore
  const workspace = 'packages: [apps/*]\ncatalog:\n  react: ^18.3.1\ncatalogs:\n  next:\n    zod: 3.23.8\n';
  const contents = await readFirst({
    'apps/web/package.json': JSON.stringify(manifest),
    'pnpm-workspace.yaml': workspace,
  });
  expect(named(contents).map((one) => one.replace(/ 1$/, ''))).toEqual([
    'pkg:npm/react runtime ^18.3.1',
    'pkg:npm/zod@3.23.8 runtime -',
    'pkg:npm/lost runtime catalog:',
    'pkg:npm/left-pad@1.3.0 runtime -',
  ]);
  const yarn = await readFirst({ 'a/package.json': '{"dependencies":{"react":"catalog:"}}', 'package.json': '{"workspaces":{"catalog":{"react":"19.0.0"}}}' }); // prettier-ignore
  expect(named(yarn)).toEqual(['pkg:npm/react@19.0.0 runtime - 1']);
});

it('modules of a workspace of Go are no components, and neither are those of a tree of Maven', async () => {
  const contents = await readFirst({
    'a/go.mod': 'module example.org/a\ngo 1.22\nrequire (\n  example.org/b v0.0.0\n  example.org/c v1.0.0\n)\n',
    'b/go.mod': 'module example.org/b\n',
    'go.work': 'go 1.22\nuse (\n  ./a // here\n  ./b\n)\n',
  });
  expect(contents.components.map(({ purl }) => purl)).toEqual(['pkg:golang/example.org/c@v1.0.0']);
  const dependency = (artifact: string, version: string) =>
    `<dependency><groupId>g</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  const maven = await readFirst({
    'web/pom.xml': `<project><parent><groupId>g</groupId><artifactId>root</artifactId><version>1</version></parent><artifactId>web</artifactId><dependencies>${dependency('core', '${project.version}')}${dependency('old', '0.9')}</dependencies></project>`,
    'pom.xml': '<project><groupId>g</groupId><artifactId>root</artifactId><version>1</version></project>',
    'core/pom.xml':
      '<project><parent><groupId>g</groupId><artifactId>root</artifactId><version>1</version></parent><artifactId>core</artifactId></project>',
    'old/pom.xml': '<project><groupId>g</groupId><artifactId>old</artifactId><version>1</version></project>',
  });
  expect(maven.components.map(({ purl }) => purl)).toEqual(['pkg:maven/g/old@0.9']);
});

it('the build of a pom.xml: plugins, what they depend on, extensions', async () => {
  const plugin = (inner: string) => `<plugin>${inner}</plugin>`;
  const contents = await readFirst({
    'pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><build>
<pluginManagement><plugins>${plugin('<artifactId>maven-jar-plugin</artifactId><version>3.3</version>')}</plugins></pluginManagement>
<plugins>${plugin('<artifactId>maven-jar-plugin</artifactId>')}
${plugin(`<groupId>p</groupId><artifactId>q</artifactId><version>2</version><dependencies><dependency><groupId>d</groupId><artifactId>e</artifactId><version>3</version></dependency></dependencies>`)}</plugins>
<extensions><extension><groupId>x</groupId><artifactId>y</artifactId><version>4</version></extension></extensions></build></project>`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:maven/org.apache.maven.plugins/maven-jar-plugin@3.3 direct build 3',
    'pkg:maven/p/q@2 direct build 4',
    'pkg:maven/d/e@3 transitive build 4',
    'pkg:maven/x/y@4 direct build 5',
  ]);
});

it('requirements.in counts where nothing was compiled of it', async () => {
  expect((await readFirst({ 'requirements/dev.in': 'black\n' })).components).toHaveLength(1);
  expect((await readFirst({ 'requirements/dev.in': 'black\n', 'requirements/dev.txt': 'black==24.1\n' })).components).toEqual([]); // prettier-ignore
});

it('files that MSBuild imports are known by their content, SDKs by global.json', async () => {
  const kind = detectedKinds.find(({ id }) => id === 'msbuild-file')!;
  const props = Buffer.from(
    '<Project><ItemGroup><PackageReference Include="A" Version="1.0.0" /></ItemGroup></Project>',
  );
  expect(['x/a.props', 'a.vcxproj', 'dirs.proj', 'Directory.Build.props', 'a.json'].map((path) => kind.matches(path))).toEqual([true, true, true, false, false]); // prettier-ignore
  expect(kind.recognizes!(props)).toBe(true);
  expect(kind.recognizes!(Buffer.from('<Project Sdk="Microsoft.NET.Sdk" />'))).toBe(false);
  const { components } = await readManifest(kind, { path: 'x/a.props', bytes: props, tree: treeOf({}) });
  expect(components.map(({ purl }) => purl)).toEqual(['pkg:nuget/A@1.0.0']);
  expect(summaryOf(await readFirst({ 'global.json': '{"msbuild-sdks":{"S":"4.1.0"}}' }))).toEqual([
    'pkg:nuget/S@4.1.0 direct build 1',
  ]);
});

it('says what a limit on the files of a source left out', async () => {
  const globs = Array.from({ length: 202 }, (_, n) => `p${n}`);
  const lock = '# yarn lockfile v1\n\na@^1:\n  version "1.0.0"\n';
  const npm = await readFirst({ 'yarn.lock': lock, 'package.json': JSON.stringify({ workspaces: globs }) });
  const path = (url: string): object => ({ type: 'path', url });
  const composer = await readFirst({
    'composer.json': JSON.stringify({ require: { 'a/b': '^1' }, repositories: globs.map(path) }),
  });
  expect([...npm.warnings, ...composer.warnings].map(({ message }) => message)).toEqual([
    'There are more patterns of workspaces than the limit of 200: 2 were not looked at, so what the workspaces among them ask for is unknown',
    'There are more repositories of the type "path" than the limit of 100: 102 were not looked at, so a package of a folder among them counts as one of a registry',
  ]);
});

it('says what a limit on the parts of a workspace left out, and on poms of a repository', async () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `p${n}`);
  const npm = await readFirst({
    'app/package.json': JSON.stringify({ dependencies: { a: '^1' } }),
    'package.json': JSON.stringify({ workspaces: many(203) }),
  });
  const dart = await readFirst({ 'pubspec.yaml': `name: _\nworkspace: [${many(1_001).join(', ')}]\n` });
  const go = await readFirst({ 'a/go.mod': 'module a\n', 'go.work': `use (\n${many(2_004).join('\n')}\n)\n` });
  const bom = (name: string): string => `<dependency><groupId>g</groupId><artifactId>${name}</artifactId><version>1</version><scope>import</scope></dependency>`; // prettier-ignore
  const pom = (names: string[]): Buffer => Buffer.from(`<project><artifactId>a</artifactId><dependencyManagement><dependencies>${names.map(bom).join('')}</dependencies></dependencyManagement></project>`); // prettier-ignore
  const tree = { ...treeOf({}), poms: { get: () => null, wanted: new Set<string>() } };
  const readPom = (names: string[]) => readManifest(manifestFor('pom.xml')!, { path: 'pom.xml', bytes: pom(names), tree }); // prettier-ignore
  await readPom(many(150));
  const maven = await readPom(many(202).slice(150));
  const limits = [npm, dart, go, maven].map(({ warnings }) => warnings.map(({ message }) => message).filter((text) => text.includes('the limit of'))); // prettier-ignore
  expect(limits).toEqual([
    ['There are more patterns of workspaces than the limit of 200: 3 were not looked at, so a package of the workspace among them counts as one of the registry'],
    ['There are more packages of a workspace than the limit of 1000: 1 were not looked at, so a dependency on one of them counts as a package of the registry'],
    ['There are more modules in go.work than the limit of 2000: 4 were not looked at, so a module of the workspace among them counts as one from elsewhere'],
    ['The poms of the source need more others than the limit of 200: the repository was not asked for 2 of them or more, so what they set is unknown'],
  ]); // prettier-ignore
});

it('package.json: overrides of the root of its workspace, not its own', async () => {
  const root = { workspaces: ['app'], dependencies: { c: '3.0.0' }, overrides: { a: '1.2.3', c: '$c' } };
  const files = {
    'app/package.json': JSON.stringify({ dependencies: { a: '^1', b: '^2', c: '^2', d: '^4' }, overrides: { d: '4.9.9' } }),
    'package.json': JSON.stringify(root),
    'pnpm-workspace.yaml': 'packages: [app]\noverrides: {b: 2.5.0}\n',
  }; // prettier-ignore
  const member = await readFirst(files);
  expect(named(member)).toEqual([
    'pkg:npm/a@1.2.3 runtime - 1',
    'pkg:npm/b@2.5.0 runtime - 1',
    'pkg:npm/c@3.0.0 runtime - 1',
    'pkg:npm/d runtime ^4 1',
  ]);
  expect(member.warnings).toEqual([]);
  const apart = await readFirst({ ...files, 'package.json': '{}', 'pnpm-workspace.yaml': 'overrides: {}' });
  expect(named(apart).at(-1)).toBe('pkg:npm/d@4.9.9 runtime - 1');
});

it('MODULE.bazel: crates, Go modules and requirements of extensions', async () => {
  const contents = await readFirst({
    'MODULE.bazel': `module(name = "shop", version = "1")
crate.spec(package = "serde", version = "=1.0.200", features = ["derive"])
crate.spec(package = "tokio", version = "1.37")
crate.spec(package = "own", git = "https://github.com/me/own", rev = "abc")
go_deps.module(path = "github.com/gorilla/mux", version = "v1.8.1", sum = "h1:xyz")
pip.parse(hub_name = "pip", python_version = "3.12", requirements_lock = "//:requirements_lock.txt")
pip.parse(hub_name = "odd", requirements_by_platform = {"//py:pins_linux.txt": "linux_*"})
crate.spec(package = name_of_it, version = "1")
maven.install(artifacts = [${Array.from({ length: 10_001 }, (_, n) => `"g:a${n}:1"`).join(', ')}])
`,
  });
  expect(named(contents).slice(0, 4)).toEqual([
    'pkg:cargo/serde@1.0.200 runtime - 2',
    'pkg:cargo/tokio runtime 1.37 3',
    'pkg:cargo/own?vcs_url=git+https://github.com/me/own@abc runtime - 4',
    'pkg:golang/github.com/gorilla/mux@v1.8.1 runtime - 5',
  ]);
  expect(contents.warnings.map(({ place, message }) => `${place.line} ${message.slice(0, 50)}`)).toEqual([
    '7 "//py:pins_linux.txt" is not read, for its name do',
    '8 Of this call is computed and was not read: package',
    '9 This call is longer than the limit of 20000 words ',
  ]);
});
