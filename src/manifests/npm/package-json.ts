import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath, matchesGlob } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { withinLimit } from '../reading/within-limit.js';

/** Dependency lists of a package.json with their scopes; the later of two lists wins. */
export const dependencyLists: readonly (readonly [string, DependencyScope])[] = [
  ['devDependencies', 'development'],
  ['peerDependencies', 'runtime'],
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
];

export interface DependencyRequest {
  readonly name: string;
  readonly range: string;
  readonly scope: DependencyScope;
}

/** Dependency requests of a package.json or lock file entry, one per name (npm: optional wins over required). */
export function dependencyRequests(manifest: JsonObject): DependencyRequest[] {
  const requests = new Map<string, DependencyRequest>();
  const peers = objectOf(ownMember(manifest, 'peerDependenciesMeta'));
  const isOptional = (name: string): boolean => ownMember(objectOf(ownMember(peers, name)), 'optional') === true;
  for (const [list, scope] of dependencyLists)
    for (const [name, range] of textEntries(ownMember(manifest, list))) {
      const existing = requests.get(name);
      const isPeer = list === 'peerDependencies';
      if (isPeer && existing) continue; // a development dependency that is also a peer
      requests.set(name, { name, range, scope: isPeer && isOptional(name) ? 'optional' : scope });
    }
  return [...requests.values()];
}

export interface NpmProject {
  readonly path: string;
  readonly manifest: JsonObject;
}

/** The package.json of a folder; null, with a warning, if it is unreadable. */
export async function projectAt(tree: SourceTree, path: string, out: ContentsBuilder): Promise<NpmProject | null> {
  const file = path === '' ? 'package.json' : `${path}/package.json`;
  const bytes = await tree.read(file);
  if (!bytes) return null;
  try {
    return { path, manifest: (await readJsonFile(bytes)).root };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `${file} cannot be read, so direct dependencies are unknown: ${error.message}`);
    return null;
  }
}

const unknown = 'what the workspaces among them ask for is unknown';
const globLimit = { max: 200, of: 'patterns of workspaces', unknown };
const manifestLimit = { max: 20_000, of: 'files package.json in the source', unknown };

/** The project of a folder, followed by its workspaces in the tree. */
export async function projectsAt(tree: SourceTree, path: string, out: ContentsBuilder): Promise<NpmProject[]> {
  const root = await projectAt(tree, path, out);
  if (!root) return [];
  const declared = ownMember(root.manifest, 'workspaces');
  const globs = listOf(Array.isArray(declared) ? declared : ownMember(objectOf(declared), 'packages')).map(textOf);
  const wanted = withinLimit(globs.filter((glob) => glob !== '' && !glob.startsWith('!')), globLimit, out); // prettier-ignore
  const refused = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const projects = [root];
  if (wanted.length === 0) return projects;
  for (const file of withinLimit(tree.named('package.json'), manifestLimit, out)) {
    const folder = folderOf(file);
    if (folder === path || folder.split('/').includes('node_modules')) continue;
    const fits = (glob: string): boolean => matchesGlob(folder, joinPath(path, glob) ?? '');
    if (!wanted.some(fits) || refused.some(fits)) continue;
    const workspace = await projectAt(tree, folder, out);
    if (workspace) projects.push(workspace);
  }
  return projects;
}
