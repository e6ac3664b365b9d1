import type { ContentsBuilder } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { mavenComponent } from './maven-component.js';

/**
 * gradle.lockfile (docs.gradle.org, "Locking dependency versions"), and the older files per configuration in
 * `gradle/dependency-locks`. Build scripts are programs and are not read: direct dependencies are unknown.
 */
export const gradleLockfile: ManifestKind = {
  id: 'gradle-lockfile',
  ecosystem: 'maven',
  nature: 'locked',
  files: ['gradle.lockfile', 'gradle/dependency-locks/*.lockfile'],
  projectFolder: gradleProjectFolder,
  matches: (path) =>
    baseName(path) === 'gradle.lockfile' ||
    (/(?:^|\/)gradle\/dependency-locks\/[^/]+\.lockfile$/.test(path) && !isOfScript(path)),
  read,
};

const scriptFiles = ['settings-gradle.lockfile', 'buildscript-gradle.lockfile', 'buildscript-classpath.lockfile'];
const isOfScript = (path: string): boolean => scriptFiles.includes(baseName(path));

/** What the scripts of a build use. It says nothing of the projects, so it covers none of them. */
export const gradleScriptLockfile: ManifestKind = {
  ...gradleLockfile,
  id: 'gradle-script-lockfile',
  files: scriptFiles,
  matches: isOfScript,
};

/** `gradle/` holds files of the project beside it: catalogues, scripts, older lock files. */
export function gradleProjectFolder(path: string): string {
  return folderOf(path).replace(/(?:^|\/)gradle(?:\/dependency-locks)?$/, '');
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const name = baseName(file.path);
  const fallback = name === 'gradle.lockfile' ? '' : name.replace(/\.lockfile$/, '');
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, 8_192).trim();
    if (line === '' || line.startsWith('#') || line.startsWith('empty=')) continue;
    const [coordinates = '', configurations = fallback] = line.split('=', 2);
    const [group = '', artifact = '', version = '', ...more] = coordinates.split(':');
    if (version === '' || more.length > 0) {
      out.addLoss(index + 1, `This line is none of a lock file of Gradle: ${line.slice(0, 80)}`);
      continue;
    }
    const found = configurations.split(',').map(scopeOfConfiguration);
    const strongest = dependencyScopes.find((one) => found.includes(one));
    // What a configuration that only its build knows is for may be the product.
    const scope = strongest !== 'runtime' && found.includes(undefined) ? undefined : strongest;
    out.addComponent({ ...mavenComponent({ group, artifact, version, line: index + 1 }), scope });
  }
}

const tools = /annotationProcessor|kapt|ksp|^classpath$|buildscript|checkstyle|pmd|spotbugs|findbugs|jacoco|detekt|ktlint|spotless|errorprone|lint|compilerPlugin|compilerClasspath|pluginClasspath|codenarc|openapi|protoc|jmh|zinc|scaladoc|dokka/i; // prettier-ignore

/** Configurations have free names; these are the names of Gradle's own plugins, of usual ones and of Android. */
function scopeOfConfiguration(name: string): DependencyScope | undefined {
  if (tools.test(name)) return 'build';
  if (/test/i.test(name)) return 'test';
  if (/runtimeClasspath$|^runtime$|^default$|^compile$/i.test(name)) return 'runtime';
  return /compileClasspath$|compileOnly/i.test(name) ? 'provided' : undefined;
}
