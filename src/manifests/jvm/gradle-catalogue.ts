import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';

/** A library of a version catalogue, by its accessor: `libs.androidx.core`. */
export interface CatalogueLibrary {
  readonly group: string;
  readonly artifact: string;
  /** A version or a range; empty where a platform gives it. */
  readonly version: string;
}

/** The catalogue `gradle/libs.versions.toml` of the nearest folder above (docs.gradle.org, "Version catalogs"). */
export async function nearestCatalogue(
  tree: SourceTree,
  folder: string,
): Promise<ReadonlyMap<string, CatalogueLibrary>> {
  for (let at = folder; ; at = folderOf(at)) {
    const bytes = await tree.read(at === '' ? 'gradle/libs.versions.toml' : `${at}/gradle/libs.versions.toml`);
    if (bytes) return librariesOf(bytes);
    if (at === '') return new Map();
  }
}

async function librariesOf(bytes: Uint8Array): Promise<Map<string, CatalogueLibrary>> {
  try {
    return catalogueLibraries((await readTomlFile(bytes)).root);
  } catch (error) {
    if (error instanceof FormatError) return new Map(); // the catalogue is a gap of its own
    throw error;
  }
}

/** The libraries by accessor: dashes and underscores of an alias are dots in it. */
export function catalogueLibraries(root: JsonObject): Map<string, CatalogueLibrary> {
  const versions = objectOf(ownMember(root, 'versions'));
  const libraries = new Map<string, CatalogueLibrary>();
  for (const [alias, value] of Object.entries(objectOf(ownMember(root, 'libraries')))) {
    const entry = objectOf(value);
    const [group = '', artifact = '', inline = ''] = (textOf(value) || textOf(ownMember(entry, 'module'))).split(
      ':',
      3,
    );
    libraries.set(alias.replace(/[-_]/g, '.'), {
      group: group || textOf(ownMember(entry, 'group')),
      artifact: artifact || textOf(ownMember(entry, 'name')),
      version: inline || versionOf(ownMember(entry, 'version'), versions),
    });
  }
  return libraries;
}

/** A text, `{ ref = "name" }`, or a rich version of which the strictest part counts. */
function versionOf(value: Json | undefined, versions: JsonObject): string {
  const entry = objectOf(value);
  const ref = textOf(ownMember(entry, 'ref'));
  const target = ref === '' ? value : ownMember(versions, ref);
  const rich = objectOf(target);
  return textOf(target) || ['strictly', 'require', 'prefer'].map((part) => textOf(ownMember(rich, part))).find((text) => text !== '') || ''; // prettier-ignore
}
