import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { readTomlFile } from '../reading/toml-file.js';

/** A library of a version catalogue, by its accessor: `libs.androidx.core`. */
export interface CatalogueLibrary {
  readonly group: string;
  readonly artifact: string;
  /** A version or a range; empty where a platform gives it. */
  readonly version: string;
}

/** A version catalogue; names are accessors. */
export interface Catalogue {
  readonly versions: ReadonlyMap<string, string>;
  readonly libraries: ReadonlyMap<string, CatalogueLibrary>;
  /** Accessors of libraries. */
  readonly bundles: ReadonlyMap<string, readonly string[]>;
  /** The artifacts by which Gradle finds plugins. */
  readonly plugins: ReadonlyMap<string, CatalogueLibrary>;
}

const none: Catalogue = { versions: new Map(), libraries: new Map(), bundles: new Map(), plugins: new Map() };

/** The artifact by which Gradle finds a plugin (docs.gradle.org, "Plugin Marker Artifacts"). */
export const pluginMarker = (id: string, version: string): CatalogueLibrary => ({
  group: id,
  artifact: `${id}.gradle.plugin`,
  version,
});

/**
 * The catalogue `gradle/libs.versions.toml` of the nearest folder above, or another of that name (docs.gradle.org,
 * "Version catalogs").
 */
export async function nearestCatalogue(tree: SourceTree, folder: string, name: string): Promise<Catalogue> {
  const names = [name, name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)].filter(
    (one, index, all) => all.indexOf(one) === index && tree.named(`${one}.versions.toml`).length > 0,
  );
  // Any dotted word of a script may be asked for.
  if (names.length === 0) return none;
  for (let at = folder; ; at = folderOf(at)) {
    for (const file of names.map((one) => `${at === '' ? '' : `${at}/`}gradle/${one}.versions.toml`)) {
      const found = await catalogueAt(tree, file);
      if (found) return found;
    }
    if (at === '') return none;
  }
}

const catalogueAt = perPath(async (tree, path): Promise<Catalogue | null> => {
  const bytes = await tree.read(path);
  if (!bytes) return null;
  const file = await ifReadable(readTomlFile(bytes));
  return file ? catalogueOf(file.root) : none;
});

/** Dashes and underscores of an alias are dots in its accessor. */
export const accessorOf = (alias: string): string => alias.replace(/[-_]/g, '.');

export function catalogueOf(root: JsonObject): Catalogue {
  const table = (name: string): [string, Json][] => Object.entries(objectOf(ownMember(root, name)));
  const versions = objectOf(ownMember(root, 'versions'));
  const plugins = table('plugins').map(([alias, value]): [string, CatalogueLibrary] => {
    const [inlineId = '', inline = ''] = textOf(value).split(':', 2);
    const id = inlineId || textOf(ownMember(objectOf(value), 'id'));
    return [accessorOf(alias), pluginMarker(id, inline || versionOf(ownMember(objectOf(value), 'version'), versions))];
  });
  return {
    versions: new Map(Object.entries(versions).map(([name, value]) => [accessorOf(name), versionOf(value, versions)])),
    libraries: new Map(table('libraries').map(([alias, value]) => [accessorOf(alias), libraryOf(value, versions)])),
    bundles: new Map(
      table('bundles').map(([alias, value]) => [
        accessorOf(alias),
        listOf(value).map((one) => accessorOf(textOf(one))),
      ]),
    ),
    plugins: new Map(plugins.filter(([, { group }]) => group !== '')),
  };
}

function libraryOf(value: Json, versions: JsonObject): CatalogueLibrary {
  const entry = objectOf(value);
  const coordinates = textOf(value) || textOf(ownMember(entry, 'module'));
  const [group = '', artifact = '', inline = ''] = coordinates.split(':', 3);
  return {
    group: group || textOf(ownMember(entry, 'group')),
    artifact: artifact || textOf(ownMember(entry, 'name')),
    version: inline || versionOf(ownMember(entry, 'version'), versions),
  };
}

/** A text, `{ ref = "name" }`, or a rich version. */
function versionOf(value: Json | undefined, versions: JsonObject): string {
  const ref = textOf(ownMember(objectOf(value), 'ref'));
  const target = ref === '' ? value : ownMember(versions, ref);
  return textOf(target) || richVersion(Object.fromEntries(textEntries(target)));
}

/** What Gradle chooses unless another dependency asks for more (docs.gradle.org, "Declaring Rich Versions"). */
export function richVersion(parts: Readonly<Partial<Record<string, string>>>): string {
  const { strictly = '', require = '', prefer = '' } = parts;
  const least = strictly || require;
  return isRange(least) ? prefer || least : least || prefer;
}

export const isRange = (version: string): boolean => /[[\]()+,]|latest/.test(version);
