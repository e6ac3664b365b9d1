import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf, matchesGlob } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { readTomlFile } from '../reading/toml-file.js';
import { registryQualifier } from '../registries.js';
import { normalName } from './pypi-package.js';

/** Where a package is from, other than PyPI; one of these. */
export interface PackageOrigin {
  /** A folder or an archive, relative to the file that says so. */
  readonly path?: string;
  /** It is another project of the workspace. */
  readonly isOfWorkspace?: true;
  readonly vcs?: string;
  readonly download?: string;
  readonly registry?: string;
}

/** Of a requirement: several with markers, none for PyPI. */
export type PackageOrigins = (name: string) => readonly PackageOrigin[];

/** Addresses of indexes by name. */
export type Indexes = (name: string) => string;

/** `[[tool.poetry.source]]`, `[[tool.uv.index]]`, `[[source]]` of a Pipfile. */
export function indexesOf(list: Json | undefined): Indexes {
  const urls = new Map(listOf(list).map(objectOf).map((one) => [textOf(ownMember(one, 'name')).toLowerCase(), textOf(ownMember(one, 'url'))])); // prettier-ignore
  // Without an address it is still not PyPI.
  return (name) =>
    name === '' || name.toLowerCase() === 'pypi' ? '' : registryQualifier('pypi', urls.get(name.toLowerCase()) || name);
}

/** A table of Poetry, Pipenv or uv with a source; null where it has none. */
export function sourceOf(entry: JsonObject, indexOf: Indexes): PackageOrigin | null {
  const of = (member: string): string => textOf(ownMember(entry, member));
  if (ownMember(entry, 'workspace') === true) return { isOfWorkspace: true };
  if (of('path') !== '') return { path: of('path') };
  const ref = of('rev') || of('ref') || of('tag') || of('branch');
  if (of('git') !== '') return { vcs: `git+${of('git')}${ref === '' ? '' : `@${ref}`}` };
  if (of('url') !== '' || of('file') !== '') return { download: of('url') || of('file') };
  const registry = indexOf(of('source') || of('index'));
  return registry === '' ? null : { registry };
}

/** The sources of a table of Poetry, Pipenv or uv, by the name of the package. */
export function sourcesOfTable(table: Json | undefined, indexOf: Indexes): PackageOrigins {
  const found = new Map<string, PackageOrigin[]>();
  for (const [name, value] of Object.entries(objectOf(table))) {
    const entries = (Array.isArray(value) ? listOf(value) : [value]).map(objectOf);
    found.set(normalName(name), entries.flatMap((entry) => sourceOf(entry, indexOf) ?? [])); // prettier-ignore
  }
  return (name) => found.get(normalName(name)) ?? [];
}

/** `[tool.uv.sources]` (docs.astral.sh/uv, "Dependency sources") of a pyproject.toml, else of its workspace above. */
export async function uvSources(file: ManifestFile, root: JsonObject): Promise<PackageOrigins> {
  const above = isWorkspace(root) ? null : await workspaceAbove(file.tree, folderOf(file.path));
  const roots = above ? [root, above] : [root];
  const indexOf = indexesOf([...roots].reverse().flatMap((one) => listOf(ownMember(uvOf(one), 'index'))));
  const found = roots.map((one) => sourcesOfTable(ownMember(uvOf(one), 'sources'), indexOf));
  return (name) => found.map((of) => of(name)).find((some) => some.length > 0) ?? [];
}

/**
 * `[[tool.pdm.source]]` (pdm-project.org, "Configure the package indexes"): a package is from the index that names it,
 * with wildcards, among `include_packages`. Of the others each index is asked but those that leave it out: a warning
 * says so. One called "pypi" stands in the place of the public one.
 */
export function pdmSources(root: JsonObject, out: ContentsBuilder): PackageOrigins {
  const pdm = objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'pdm'));
  const indexes = listOf(ownMember(pdm, 'source')).map(objectOf).flatMap(indexOfPdm);
  for (const { registry, names } of indexes)
    if (names.length === 0)
      out.addWarning(1, `Packages may be from ${registry.slice(0, 200)}: they are taken for those of the public registry`, 'all_locked'); // prettier-ignore
  return (name) => {
    const normal = normalName(name);
    const found = indexes.find(({ names }) => names.some((pattern) => matchesGlob(normal, pattern)));
    return found ? [{ registry: found.registry }] : [];
  };
}

function indexOfPdm(source: JsonObject): { registry: string; names: string[] }[] {
  const registry = registryQualifier('pypi', textOf(ownMember(source, 'url')));
  if (registry === '' || ownMember(source, 'type') === 'find_links') return [];
  return [{ registry, names: textsOf(ownMember(source, 'include_packages')).map(normalName) }];
}

export const uvOf = (root: JsonObject): JsonObject => objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'uv'));

const isWorkspace = (root: JsonObject): boolean => ownMember(uvOf(root), 'workspace') !== undefined;

/** The nearest pyproject.toml above a folder that has a workspace. */
const workspaceAbove = perPath(async (tree, folder): Promise<JsonObject | null> => {
  if (folder === '') return null;
  const above = folderOf(folder);
  const bytes = await tree.read(above === '' ? 'pyproject.toml' : `${above}/pyproject.toml`);
  const found = bytes && (await ifReadable(readTomlFile(bytes)));
  return found && isWorkspace(found.root) ? found.root : workspaceAbove(tree, above);
});
