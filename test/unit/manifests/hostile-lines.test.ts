import { kubernetesObject } from '../../../src/manifests/ci/kubernetes.js';
import { msbuildFile } from '../../../src/manifests/dotnet/project-file.js';
import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import type { ManifestKind } from '../../../src/manifests/manifest-kind.js';
import { treeOf } from '../../support/manifests.js';

const size = 1024 * 1024;
/** A text of 1 MiB of which `part` is repeated, with something before and after. */
const hostile = (part: string, before = '', after = ''): string =>
  before + part.repeat(Math.floor(size / part.length)) + after;

const spaces = ' '.repeat(4_000);

/** Texts that lead the patterns of a reader astray. */
const baits: readonly (readonly [path: string, name: string, text: string])[] = [
  ['main.tf', 'dots', hostile('.', 'module "a" {\n source = "', '"\n}')],
  ['main.tf', 'dots and slashes', hostile('a.b/', 'module "a" {\n source = "', '"\n}')],
  ['main.tf', 'spaces in a version', hostile(' ', 'module "a" {\n source = "a/b/c"\n version = "=', 'x"\n}')],
  ['main.tf', 'texts without end', hostile('a = <<E\nE\n')],
  ['main.tf', 'an open text', hostile('<<A\n')],
  ['main.tf', 'blocks', hostile('a "b" {\n')],
  ['main.tf', 'modules', hostile('module "a" {\nsource = "git::x"\n}\n')],
  ['build.gradle', 'blocks', hostile(';', `dependencies {${'if {'.repeat(198)}`)],
  ['build.gradle', 'brackets', hostile('(', 'dependencies {')],
  ['build.gradle', 'words', hostile('a.b ', 'dependencies { a ')],
  ['build.gradle', 'statements', hostile('a b.c\n', 'dependencies {\n')],
  ['build.gradle', 'references', hostile('${a', 'dependencies {\n a "', '"\n}')],
  ['build.gradle', 'an assignment', hostile(' ', 'def a', 'b')],
  ['build.gradle', 'maps', hostile('a group: "b", name: "c"\n', 'dependencies {\n')],
  ['build.gradle.kts', 'accessors', hostile('a', 'dependencies { a(', '.b)}')],
  ['gradle/libs.versions.toml', 'libraries', `[libraries]\n${Array.from({ length: 30_000 }, (_, n) => `a-${n} = "a:b:1"`).join('\n')}`],
  ['k8s/a.yaml', 'spaces before the end', hostile(`image: a${spaces}b\n`, 'apiVersion: 1\nkind: a\n')],
  ['k8s/a.yaml', 'returns', hostile(`image: a${' #\r'.repeat(1_300)}b\n`, 'apiVersion: 1\nkind: a\n')],
  ['k8s/a.yaml', 'indents', hostile(`${spaces}\n`, 'apiVersion: 1\nkind: HelmRelease\n')],
  ['k8s/a.yaml', 'documents', hostile('---\n', 'apiVersion: 1\nkind: a\n')],
  ['k8s/a.yaml', 'releases', hostile('kind: Application\n chart: a\n---\n', 'apiVersion: 1\n')],
  ['kustomization.yaml', 'dots', hostile('.', 'resources: [', ']')],
  ['kustomization.yaml', 'resources', hostile('- github.com/a/b//\n', 'resources:\n')],
  ['values.yaml', 'images', hostile('  - {repository: a, tag: b}\n', 'image:\n')],
  ['MODULE.bazel', 'colons', hostile('a:', 'maven.install(artifacts = ["', '"])')],
  ['MODULE.bazel', 'calls', hostile('a(', '', ')')],
  ['MODULE.bazel', 'archives', hostile('http_archive(name = "a")\n')],
  ['maven_install.json', 'artifacts', `{"artifacts":{${Array.from({ length: 30_000 }, (_, n) => `"a:b${n}":{"version":"1"}`).join()}}}`],
  ['gradle-wrapper.properties', 'addresses', hostile('/gradle-a', 'distributionUrl=')],
  ['pom.xml', 'plugins', `<project><build><plugins>${hostile('<plugin/>')}</plugins><pluginManagement><plugins>${hostile('<plugin/>')}</plugins></pluginManagement></build></project>`],
  ['a.props', 'projects', hostile('<Project Sdk')],
  ['a.props', 'spaces', hostile(' ', '<Project Sdk')],
  ['a.yaml', 'spaces', hostile(' ', 'apiVersion: 1\nkind: a\n')],
  ['a.yaml', 'lines', hostile(' -\n', 'apiVersion: 1\nkind: a\n')],
]; // prettier-ignore

const kindOf = (path: string): ManifestKind =>
  manifestFor(path) ?? [kubernetesObject, msbuildFile].find((kind) => kind.matches(path))!;

describe('1 MiB of hostile text', () => {
  /** Of the processor, in milliseconds, with the work of a busy machine in it: what is quadratic takes minutes. */
  const maxTime = 20_000;
  const spent = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };

  it.each(baits)('in %s: %s', async (path, _, text) => {
    const kind = kindOf(path);
    const bytes = Buffer.from(text);
    const started = spent();
    kind.recognizes?.(bytes);
    await readManifest(kind, { path, bytes, tree: treeOf({}) });
    expect(spent() - started).toBeLessThan(maxTime);
  });

  it('in go.work', async () => {
    const tree = treeOf({ 'go.work': hostile('use (\n') });
    const started = spent();
    await readManifest(manifestFor('go.mod')!, { path: 'go.mod', bytes: Buffer.from('module a\n'), tree });
    expect(spent() - started).toBeLessThan(maxTime);
  });
});
