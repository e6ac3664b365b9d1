import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { catalogueLibraries, nearestCatalogue, type CatalogueLibrary } from './gradle-catalogue.js';
import { mavenComponent } from './maven-component.js';

/**
 * build.gradle and build.gradle.kts where no lock file is: the coordinates that stand in them as literals, or by a
 * version catalogue. They are programs and are not run.
 */
export const gradleBuild: ManifestKind = {
  id: 'gradle',
  ecosystem: 'maven',
  nature: 'declared',
  files: ['build.gradle', 'build.gradle.kts'],
  coveredBy: ['gradle-lockfile'],
  matches: (path) => ['build.gradle', 'build.gradle.kts'].includes(baseName(path)),
  read,
};

/** A version catalogue: which of its libraries are used, and what for, is said in build scripts only. */
export const gradleCatalogue: ManifestKind = {
  id: 'gradle-catalogue',
  ecosystem: 'maven',
  nature: 'declared',
  files: ['*.versions.toml'],
  coveredBy: ['gradle-lockfile'],
  matches: (path) => path.endsWith('.versions.toml'),
  read: async (file, out) => {
    for (const library of catalogueLibraries((await readTomlFile(file.bytes)).root).values()) add(library, 1, out);
  },
};

const maxLineLength = 4_096;
const configuration = '(\\w*(?:implementation|api|compile|compileOnly|compileOnlyApi|runtimeOnly|runtime|annotationProcessor|kapt|ksp|classpath|testFixtures))'; // prettier-ignore
const wrapper = '(?:(?:enforcedPlatform|platform|project\\.dependencies\\.platform)\\s*\\(\\s*)?';
const start = new RegExp(`^\\s*${configuration}\\b\\s*\\(?\\s*${wrapper}(.*)$`, 'i');

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const folder = folderOf(file.path);
  const project = out.addProject(folder);
  const catalogue = await nearestCatalogue(file.tree, folder);
  const text = await manifestText(file.bytes);
  const variables = variablesOf(text);
  for (const [index, raw] of text.split('\n').entries()) {
    const [, name = '', rest = ''] = start.exec(raw.slice(0, maxLineLength)) ?? [];
    if (name === '' || /^\s*(?:\/\/|\*)/.test(raw) || !/^(?:["']|libs\.|group)/.test(rest)) continue;
    const library = libraryOf(rest, catalogue, variables);
    const line = index + 1;
    if (library) out.addDependency(project, add(library, line, out), scopeOf(name));
    else out.addWarning(line, `The dependency of this line is computed and was not read: ${raw.trim().slice(0, 80)}`);
  }
}

/** `"group:artifact:version@type"`, `group: 'g', name: 'a', version: 'v'`, or `libs.alias`. */
function libraryOf(
  rest: string,
  catalogue: ReadonlyMap<string, CatalogueLibrary>,
  variables: ReadonlyMap<string, string>,
): CatalogueLibrary | null {
  const [, accessor] = /^libs\.([\w.]{1,200})/.exec(rest) ?? [];
  if (accessor !== undefined) return catalogue.get(accessor.replace(/\.get$/, '')) ?? null;
  const named = (key: string): string =>
    new RegExp(`\\b${key}\\s*[:=]\\s*["']([^"']{1,300})["']`).exec(rest)?.[1] ?? '';
  const [, , quoted = ''] = /^(["'])([^"']{1,600})\1/.exec(rest) ?? [];
  const [group = '', artifact = '', version = ''] = rest.startsWith('group') ? [named('group'), named('name'), named('version')] : quoted.split('@', 1)[0]!.split(':', 3); // prettier-ignore
  const known = version.replace(/\$(?:\{(\w{1,100})\}|(\w{1,100}))/g, (reference, braced?: string, plain?: string) => variables.get(braced ?? plain ?? '') ?? reference); // prettier-ignore
  const isPlain = [group, artifact].every((text) => /^[\w.-]+$/.test(text));
  return isPlain ? { group, artifact, version: known.includes('$') ? '' : known } : null;
}

/** `def name = '1.0'`, `val name = "1.0"`, `ext.name = '1.0'`: literals only. */
function variablesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const pattern =
    /^[ \t]*(?:(?:def|val|var|const val|ext\.|set\()[ \t]*)?["']?(\w{1,100})["']?[ \t]*[=,][ \t]*["']([\w.+-]{1,100})["']\)?[ \t;]*$/gm;
  for (const [, name = '', value = ''] of text.matchAll(pattern)) if (!found.has(name)) found.set(name, value);
  return found;
}

function scopeOf(name: string): DependencyScope {
  if (/test/i.test(name)) return 'test';
  if (/annotationProcessor|kapt|ksp|classpath/i.test(name)) return 'build';
  return /compileOnly/i.test(name) ? 'provided' : 'runtime';
}

/** A plain version is the lowest allowed one, and Gradle chooses it unless another dependency asks for more. */
function add({ group, artifact, version }: CatalogueLibrary, line: number, out: ContentsBuilder): string | null {
  const isRange = /[[\]()+,]|latest/.test(version);
  const requirement = isRange ? { requirement: version } : {};
  return out.addComponent(mavenComponent({ group, artifact, version: isRange ? '' : version, ...requirement, line }));
}
