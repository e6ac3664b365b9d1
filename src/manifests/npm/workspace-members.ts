import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import { selectVersion } from '../../model/requirements/select-version.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath, matchesGlob } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readJsonFile } from '../reading/json-file.js';
import { perPath } from '../reading/per-tree.js';
import { readYamlFile } from '../reading/yaml-file.js';

export interface WorkspaceMember {
  readonly folder: string;
  readonly version: string;
}

/** By name; the members of one workspace. */
export type WorkspaceMembers = ReadonlyMap<string, WorkspaceMember>;

const maxManifests = 20_000;

/** The packages of the nearest workspace at a folder or above: `workspaces` of a package.json, or those of pnpm. */
export const workspaceMembers = perPath(async (tree, folder): Promise<WorkspaceMembers> => {
  const globs = await globsOf(tree, folder);
  if (globs.length > 0) return membersOf(tree, folder, globs);
  return folder === '' ? new Map() : workspaceMembers(tree, folderOf(folder));
});

/** What a range asks for of a package of the workspace is linked, where its version is one of the range. */
export function memberFor(members: WorkspaceMembers, name: string, range: string): WorkspaceMember | null {
  const member = members.get(name);
  if (!member || /[:/]/.test(range)) return null;
  const published = { versions: [{ version: member.version, isWithdrawn: false }], latest: member.version };
  return member.version === '' || selectVersion('npm', range, published) !== null ? member : null;
}

async function globsOf(tree: SourceTree, folder: string): Promise<string[]> {
  const manifest = await rootAt(tree, folder);
  const declared = ownMember(manifest, 'workspaces');
  const bytes = await tree.read(folder === '' ? 'pnpm-workspace.yaml' : `${folder}/pnpm-workspace.yaml`);
  const pnpm = bytes && (await ifReadable(readYamlFile(bytes)));
  const lists = [Array.isArray(declared) ? declared : ownMember(objectOf(declared), 'packages'), ownMember(pnpm?.root ?? {}, 'packages')]; // prettier-ignore
  return lists.flatMap((list) => listOf(list).map(textOf)).filter((glob) => glob !== '').slice(0, 200); // prettier-ignore
}

async function membersOf(tree: SourceTree, root: string, globs: readonly string[]): Promise<WorkspaceMembers> {
  const members = new Map<string, WorkspaceMember>();
  const fits = (folder: string, glob: string): boolean => matchesGlob(folder, joinPath(root, glob) ?? '');
  for (const file of tree.named('package.json').slice(0, maxManifests)) {
    const folder = folderOf(file);
    if (folder.split('/').includes('node_modules')) continue;
    if (globs.some((glob) => glob.startsWith('!') && fits(folder, glob.slice(1)))) continue;
    if (folder !== root && !globs.some((glob) => !glob.startsWith('!') && fits(folder, glob))) continue;
    const manifest = await rootAt(tree, folder);
    const name = textOf(ownMember(manifest, 'name'));
    if (name !== '' && !members.has(name)) members.set(name, { folder, version: textOf(ownMember(manifest, 'version')) }); // prettier-ignore
  }
  return members;
}

async function rootAt(tree: SourceTree, folder: string): Promise<JsonObject> {
  const bytes = await tree.read(folder === '' ? 'package.json' : `${folder}/package.json`);
  const file = bytes && (await ifReadable(readJsonFile(bytes)));
  return file?.root ?? {};
}
