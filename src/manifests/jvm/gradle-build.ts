import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import type { CodeToken } from '../reading/code-tokens.js';
import { manifestText } from '../reading/text-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import {
  accessorOf,
  catalogueOf,
  isRange,
  nearestCatalogue,
  pluginMarker,
  richVersion,
  type CatalogueLibrary,
} from './gradle-catalogue.js';
import { gradleStatements, type GradleStatement } from './gradle-statements.js';
import { gradleVariables, type GradleVariables } from './gradle-variables.js';
import { gradleProjectFolder } from './gradle-lockfile.js';
import { mavenComponent } from './maven-component.js';

/**
 * Build scripts of Gradle where no lock file is: the coordinates and plugins that stand in them as literals, or by a
 * version catalogue. They are programs and are not run.
 */
export const gradleBuild: ManifestKind = {
  id: 'gradle',
  ecosystem: 'maven',
  nature: 'declared',
  files: ['build.gradle', 'build.gradle.kts', '*.gradle', '*.gradle.kts'],
  coveredBy: ['gradle-lockfile'],
  projectFolder: gradleProjectFolder,
  matches: (path) => /\.gradle(?:\.kts)?$/.test(path),
  read: async (file, out) => new GradleScript(file, out).read(),
};

/** A version catalogue: which of its libraries are used, and what for, is said in build scripts only. */
export const gradleCatalogue: ManifestKind = {
  id: 'gradle-catalogue',
  ecosystem: 'maven',
  nature: 'declared',
  files: ['*.versions.toml'],
  coveredBy: ['gradle-lockfile'],
  projectFolder: gradleProjectFolder,
  matches: (path) => path.endsWith('.versions.toml'),
  read: async (file, out) => {
    const { libraries, plugins } = catalogueOf((await readTomlFile(file.bytes)).root);
    for (const library of libraries.values()) add(library, 1, out);
    for (const plugin of plugins.values()) out.addComponent({ ...entryOf(plugin, 1), scope: 'build' });
  },
};

/** Statements in a block of dependencies that name none, or only what is in the tree. */
const notDependencies = /^(?:val|var|def|if|else|for|println|print|exclude|because|import|return|configurations|modules|components|artifactTypes|attributesSchema|registerTransform|create|extensions?|String|final)$/; // prettier-ignore
const localArgument = /^(?:project|projects\.\S+|files|fileTree|gradleApi|localGroovy|gradleTestKit|gradleKotlinDsl|rootProject\.\S+|(?:project\.)?sourceSets(?:\.\S+)?)$/; // prettier-ignore
/** `libs`, and the names that Gradle advises for other catalogues. */
const usualCatalogue = /^(?:libs|\w+Libs)\./;
const wrappers = /^(?:platform|enforcedPlatform|testFixtures|dependencies\.(?:platform|create|enforcedPlatform)|project\.dependencies\.(?:platform|enforcedPlatform)|kotlin|npm|variantOf|create|group|name|version|ext|classifier|transitive|true|false|get|libs\.findLibrary|\.get|asProvider)$/; // prettier-ignore

class GradleScript {
  private readonly folder: string;
  private variables: GradleVariables = () => undefined;

  constructor(
    private readonly file: ManifestFile,
    private readonly out: ContentsBuilder,
  ) {
    this.folder = folderOf(file.path);
  }

  async read(): Promise<void> {
    const project = this.out.addProject(this.folder);
    const text = await manifestText(this.file.bytes);
    this.variables = await gradleVariables(this.file.tree, this.folder, text);
    for (const statement of gradleStatements(text)) {
      const { block, name, line } = statement;
      if (block === 'dependencies' && notDependencies.test(name)) continue;
      const found = await (block === 'plugins' ? this.plugins(statement) : this.libraries(statement));
      const scope = block === 'plugins' ? 'build' : statement.isTest ? 'test' : scopeOf(name);
      for (const library of found ?? []) this.out.addDependency(project, add(library, line, this.out), scope);
      if (found === null)
        this.out.addComputed(line, `The dependency of this line is computed and was not read: ${shown(statement)}`);
    }
  }

  /** Null where something else than literals and catalogues names it. */
  private async libraries({ name, rest, rich, line }: GradleStatement): Promise<CatalogueLibrary[] | null> {
    // Its entries are in a block of its own: "org.slf4j:1.7.7" is a group with the version of them all.
    if (name === 'dependencySet') return null;
    const found = [...this.literals(rest), ...mapsOf(rest), ...kotlinModules(rest)];
    const accessors = accessorsOf(rest);
    for (const accessor of accessors) found.push(...(await this.fromCatalogue(accessor)));
    const isLocal = rest.some(({ kind, text }) => kind === 'word' && localArgument.test(text));
    // Beside what is in the tree, other dotted words are its arguments.
    if (found.length === 0 && (!isLocal || accessors.some((accessor) => usualCatalogue.test(accessor)))) return null;
    return found.map((library) => ({ ...library, version: this.version(library, rich, line) }));
  }

  private version({ artifact, version }: CatalogueLibrary, rich: GradleStatement['rich'], line: number): string {
    const written = richVersion(rich) || version;
    const known = this.expand(written);
    if (known === '' && written !== '')
      this.out.addWarning(line, `The version ${written.slice(0, 80)} of ${artifact.slice(0, 80)} is unknown`, 'entry_locked'); // prettier-ignore
    const [strict = '', preferred = ''] = known.split('!!', 2);
    return preferred || strict;
  }

  /** `"group:artifact:version@type"` */
  private literals(rest: readonly CodeToken[]): CatalogueLibrary[] {
    return rest.flatMap(({ kind, text }, index) => {
      if (kind !== 'text') return [];
      const [group = '', artifact = '', literal = ''] = text.slice(0, 600).split('@', 1)[0]!.split(':', 3);
      const [knownGroup, knownArtifact] = [this.expand(group), this.expand(artifact)];
      const version = literal + addendOf(rest, index);
      return isPlain(knownGroup) && isPlain(knownArtifact)
        ? [{ group: knownGroup, artifact: knownArtifact, version }]
        : [];
    });
  }

  /** `id("x") version "1"`, `kotlin("jvm") version "1"`, `alias(libs.plugins.x)`; where another names the version, nothing. */
  private async plugins({ name, rest }: GradleStatement): Promise<CatalogueLibrary[] | null> {
    const texts = rest.flatMap(({ kind, text }) => (kind === 'text' ? [this.expand(text)] : []));
    const [id = '', written = ''] = texts;
    const at = rest.findIndex(({ kind, text }) => kind === 'word' && text.replace('.', '') === 'version');
    const [hasVersion, given] = [at >= 0, rest[at + 1]];
    const version = hasVersion && given?.kind === 'word' ? this.expand(`\${${given.text}}`) : written;
    if (name === 'alias') {
      const found = await Promise.all(accessorsOf(rest).map((accessor) => this.fromCatalogue(accessor)));
      return found.some((some) => some.length > 0) ? found.flat() : null;
    }
    if (!['id', 'kotlin'].includes(name) || !hasVersion) return [];
    const whole = name === 'kotlin' ? `org.jetbrains.kotlin.${id}` : id;
    if (!isPlain(whole)) return null;
    return [pluginMarker(whole, version)];
  }

  /** `libs.a.b`, `libs.bundles.a`, `libs.plugins.a`; none where the catalogue does not have it. */
  private async fromCatalogue(accessor: string): Promise<CatalogueLibrary[]> {
    const [name = '', ...path] = accessor.split('.');
    const { libraries, bundles, plugins } = await nearestCatalogue(this.file.tree, this.folder, name);
    const [kind, ...below] = path;
    if (kind === 'bundles') return (bundles.get(below.join('.')) ?? []).flatMap((alias) => libraries.get(alias) ?? []);
    const found = kind === 'plugins' ? plugins.get(below.join('.')) : libraries.get(path.join('.'));
    return found ? [found] : [];
  }

  /** A version that stays unknown is none. Without braces, what follows a dot may be text. */
  private expand(text: string): string {
    const known = text.replace(
      /\$(?:\{([\w.]{1,200}(?:\(\))?)\}|(\w{1,100})((?:\.\w{1,100}){0,5}))/g,
      (reference, braced?: string, plain = '', rest = '') => {
        if (braced !== undefined) return this.variables(braced) ?? reference;
        const first = this.variables(plain);
        return this.variables(`${plain}${rest}`) ?? (first === undefined ? reference : `${first}${rest}`);
      },
    );
    return known.includes('$') ? '' : known;
  }
}

/** `"group:artifact:" + version`: a reference to it. */
function addendOf(rest: readonly CodeToken[], index: number): string {
  const [plus, value] = rest.slice(index + 1, index + 3);
  if (plus?.text !== '+' || !value) return '';
  return value.kind === 'text' ? value.text : `\${${value.text}}`;
}

const isPlain = (text: string): boolean => /^[\w.-]{1,300}$/.test(text);

const shown = ({ name, rest }: GradleStatement): string =>
  `${name} ${rest.map(({ text }) => text).join('')}`.slice(0, 80);

/** `group: 'g', name: 'a', version: 'v'`, with `=` in Kotlin, and lists of such: `[group: …], [group: …]`. */
function mapsOf(rest: readonly CodeToken[]): CatalogueLibrary[] {
  const starts = [0, ...rest.flatMap(({ kind, text }, index) => (kind === 'sign' && text === '[' ? index : []))];
  return starts.flatMap((start, index) => mapOf(rest.slice(start, starts[index + 1])));
}

function mapOf(rest: readonly CodeToken[]): CatalogueLibrary[] {
  const named = (key: string): string => {
    const at = rest.findIndex(({ kind, text }, index) => kind === 'word' && text === key && /^[:=]$/.test(rest[index + 1]?.text ?? '')); // prettier-ignore
    const value = at < 0 ? undefined : rest[at + 2];
    if (value?.kind === 'word') return `\${${value.text.slice(0, 100)}}`;
    return value?.kind === 'text' ? value.text.slice(0, 300) : '';
  };
  const [group, artifact] = [named('group'), named('name')];
  return isPlain(group) && isPlain(artifact) ? [{ group, artifact, version: named('version') }] : [];
}

/** `kotlin("stdlib")`: its version is that of the plugin, unless it is given. */
function kotlinModules(rest: readonly CodeToken[]): CatalogueLibrary[] {
  const at = rest.findIndex(({ kind, text }) => kind === 'word' && text === 'kotlin');
  const [module, comma, version] = at < 0 ? [] : rest.slice(at + 2, at + 5);
  if (module?.kind !== 'text' || !isPlain(module.text)) return [];
  return [
    {
      group: 'org.jetbrains.kotlin',
      artifact: `kotlin-${module.text}`,
      version: comma?.text === ',' && version?.kind === 'text' ? version.text : '',
    },
  ];
}

/** `libs.a.b.get` and `libs.findLibrary("a-b")`. What is no word of Gradle's own is taken for an accessor. */
function accessorsOf(rest: readonly CodeToken[]): string[] {
  return rest.flatMap(({ kind, text }, index) => {
    if (kind !== 'word' || wrappers.test(text) || localArgument.test(text)) return [];
    const [, catalogue = '', method = ''] = /^(\w+)\.(findLibrary|findBundle)$/.exec(text) ?? [];
    const alias = rest[index + 2];
    if (method !== '' && alias?.kind === 'text')
      return [`${catalogue}.${method === 'findBundle' ? 'bundles.' : ''}${accessorOf(alias.text)}`];
    return /^[a-z]\w*(?:\.\w+)+$/.test(text) && !text.startsWith('.') ? [text.replace(/\.(?:get|asProvider)$/, '').slice(0, 300)] : []; // prettier-ignore
  });
}

function scopeOf(name: string): DependencyScope {
  if (/test/i.test(name)) return 'test';
  if (/annotationProcessor|kapt|ksp|classpath|plugins$|lintChecks|errorprone|baselineProfile/i.test(name))
    return 'build';
  return /compileOnly/i.test(name) ? 'provided' : 'runtime';
}

/** A plain version is the lowest allowed one, and Gradle chooses it unless another dependency asks for more. */
function entryOf({ group, artifact, version }: CatalogueLibrary, line: number) {
  const isRequest = isRange(version);
  const requirement = isRequest ? { requirement: version } : {};
  return mavenComponent({ group, artifact, version: isRequest ? '' : version, ...requirement, line });
}

const add = (library: CatalogueLibrary, line: number, out: ContentsBuilder): string | null =>
  out.addComponent(entryOf(library, line));
