import type { SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';
import { nearestCatalogue } from './gradle-catalogue.js';

/** The value of a reference in a build script; undefined where no literal says it. */
export type GradleVariables = (reference: string) => string | undefined;

/**
 * What a build script may refer to: literals of its own, extra properties and gradle.properties of its project and of
 * those above, which it inherits, and versions of the catalogue (docs.gradle.org, "Extra Properties").
 */
export async function gradleVariables(tree: SourceTree, folder: string, text: string): Promise<GradleVariables> {
  const own = variablesIn(text);
  const scope = await scopeAt(tree, folder);
  const { versions } = await nearestCatalogue(tree, folder, 'libs');
  return (reference) => {
    const name = reference.replace(/^(?:(?:rootProject|project|ext|extra)\.){1,3}/, '').replace(/\.get(?:\(\))?$/, '');
    const [, version] = /^libs\.versions\.(.+)$/.exec(name) ?? [];
    return version === undefined ? (own.get(name) ?? valueIn(scope, name)) : versions.get(version);
  };
}

interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly above: Scope | null;
}

function valueIn(scope: Scope, name: string): string | undefined {
  for (let at: Scope | null = scope; at; at = at.above) {
    const value = at.own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

const maxApplied = 20;

const scopeAt = perPath(async (tree, folder): Promise<Scope> => {
  const textOf = async (path: string): Promise<string> => {
    const bytes = await tree.read(path);
    return (bytes && (await ifReadable(manifestText(bytes)))) ?? '';
  };
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const own = new Map(propertiesIn(await textOf(at('gradle.properties'))));
  for (const script of [await textOf(at('build.gradle')), await textOf(at('build.gradle.kts'))]) {
    for (const [, path = ''] of [...script.matchAll(applied)].slice(0, maxApplied))
      for (const [name, value] of variablesIn(await textOf(joinPath(folder, path) ?? ''))) own.set(name, value);
    for (const [name, value] of variablesIn(script)) own.set(name, value);
  }
  return { own, above: folder === '' ? null : await scopeAt(tree, folderOf(folder)) };
});

/** `apply from: "$rootDir/versions.gradle"`: the folder of the root is that of its script. */
const applied = /^[ \t]*apply[ \t(]+from[ \t]*[:=][ \t]*["'](?:\$\{?(?:rootDir|projectDir)\}?\/)?([\w./-]{1,300}\.gradle(?:\.kts)?)["']/gm; // prettier-ignore

const propertyLine = /^[ \t]*([\w.-]{1,100})[ \t]*[=:][ \t]*([\w.+-]{1,100})[ \t]*$/gm;
const propertiesIn = (text: string): [string, string][] =>
  [...text.matchAll(propertyLine)].map(([, name = '', value = '']) => [name, value]);

/** `def name = '1.0'`, `val name = "1.0"`, `ext.name = '1.0'`, `extra["name"] = "1.0"`, `val name by extra("1.0")`. */
const variableLine =
  /^[ \t]*(?:(?:def|val|var|const val|ext\.|set\(|(?:ext|extra)\[)[ \t]*)?["']?(\w{1,100})["']?\]?[ \t]*(?:[=,]|by extra\()[ \t]*["']([\w.+-]{1,100})["']\)?[ \t;]*$/gm;
/** `versions = [spring: '6.0', guava: '33']` */
const variableMap = /\b(\w{1,100})[ \t]{0,20}=[ \t]{0,20}\[([^[\]]{1,20000})\]/g;
const mapEntry = /(?:^|[\s,])["']?([\w-]{1,100})["']?[ \t]{0,20}:[ \t]{0,20}["']([\w.+-]{1,100})["']/g;

/** Literals only; the first of a name. */
function variablesIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(variableLine)) if (!found.has(name)) found.set(name, value);
  for (const [, map = '', entries = ''] of text.matchAll(variableMap))
    for (const [, name = '', value = ''] of entries.matchAll(mapEntry))
      if (!found.has(`${map}.${name}`)) found.set(`${map}.${name}`, value);
  return found;
}
