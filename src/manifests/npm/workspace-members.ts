import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import { selectVersion } from '../../model/requirements/select-version.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath, matchesGlob } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readJsonFile } from '../reading/json-file.js';
import { perPath } from '../reading/per-tree.js';
import { Warnings, withinLimit } from '../reading/within-limit.js';
import { readYamlFile } from '../reading/yaml-file.js';

export interface WorkspaceMember {
  readonly folder: string;
  readonly version: string;
}

/** By name; the members of one workspace. */
export type WorkspaceMembers = ReadonlyMap<string, WorkspaceMember>;

/** The files of the root of a workspace, or of a project that is in none. */
export interface WorkspaceRoot {
  readonly folder: string;
  readonly manifest: JsonObject;
  /** pnpm-workspace.yaml. */
  readonly pnpm: JsonObject;
}

interface Workspace {
  /** Null: there is no workspace. */
  readonly root: WorkspaceRoot | null;
  readonly folders: ReadonlySet<string>;
  readonly members: WorkspaceMembers;
  readonly warnings: Warnings;
}

const unknown = 'a package of the workspace among them counts as one of the registry';
const globLimit = { max: 200, of: 'patterns of workspaces', unknown };
const manifestLimit = { max: 20_000, of: 'files package.json in the source', unknown };

/** The packages of the nearest workspace at a folder or above: `workspaces` of a package.json, or those of pnpm. */
export async function workspaceOf(
  tree: SourceTree,
  folder: string,
  out: ContentsBuilder,
): Promise<{ root: WorkspaceRoot; members: WorkspaceMembers }> {
  const { root, folders, members, warnings } = await workspaceAt(tree, folder);
  warnings.repeat(out);
  return { root: root && folders.has(folder) ? root : await rootAt(tree, folder), members };
}

const workspaceAt = perPath(async (tree, folder): Promise<Workspace> => {
  const warnings = new Warnings();
  const root = await rootAt(tree, folder);
  const globs = withinLimit(globsOf(root), globLimit, warnings);
  if (globs.length > 0) return { root, warnings, ...(await membersOf(tree, { root: folder, globs }, warnings)) };
  if (folder !== '') return workspaceAt(tree, folderOf(folder));
  return { root: null, folders: new Set(), members: new Map(), warnings };
});

/** `workspace:*`, `workspace:^1.0`, `workspace:name@*`, but no path. */
const protocol = /^workspace:(?:(@?[^@]{1,214})@)?[*^~<>=v\d][^/:]{0,200}$/;

/** Whether a range is of a package of the workspace, wherever that is. */
export const isOfWorkspace = (range: string): boolean => protocol.test(range);

/**
 * What a range asks for of a package of the workspace is linked, where its version is one of the range, or where it is
 * said to be of the workspace.
 */
export function memberFor(members: WorkspaceMembers, name: string, range: string): WorkspaceMember | null {
  const [said, alias] = protocol.exec(range) ?? [];
  const member = members.get(alias ?? name);
  if (said !== undefined) return member ?? null;
  if (!member || /[:/]/.test(range)) return null;
  const published = { versions: [{ version: member.version, isWithdrawn: false }], latest: member.version };
  return member.version === '' || selectVersion('npm', range, published) !== null ? member : null;
}

function globsOf({ manifest, pnpm }: WorkspaceRoot): string[] {
  const declared = ownMember(manifest, 'workspaces');
  const lists = [Array.isArray(declared) ? declared : ownMember(objectOf(declared), 'packages'), ownMember(pnpm, 'packages')]; // prettier-ignore
  return lists.flatMap((list) => listOf(list).map(textOf)).filter((glob) => glob !== '');
}

async function membersOf(
  tree: SourceTree,
  { root, globs }: { root: string; globs: readonly string[] },
  warnings: Warnings,
): Promise<{ members: WorkspaceMembers; folders: ReadonlySet<string> }> {
  const folders = new Set([root]);
  const members = new Map<string, WorkspaceMember>();
  const fits = (folder: string, glob: string): boolean => matchesGlob(folder, joinPath(root, glob) ?? '');
  for (const file of withinLimit(tree.named('package.json'), manifestLimit, warnings)) {
    const folder = folderOf(file);
    if (folder.split('/').includes('node_modules')) continue;
    if (globs.some((glob) => glob.startsWith('!') && fits(folder, glob.slice(1)))) continue;
    if (folder !== root && !globs.some((glob) => !glob.startsWith('!') && fits(folder, glob))) continue;
    folders.add(folder);
    const { manifest } = await rootAt(tree, folder);
    const name = textOf(ownMember(manifest, 'name'));
    if (name !== '' && !members.has(name)) members.set(name, { folder, version: textOf(ownMember(manifest, 'version')) }); // prettier-ignore
  }
  return { members, folders };
}

async function rootAt(tree: SourceTree, folder: string): Promise<WorkspaceRoot> {
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const [json, yaml] = [await tree.read(at('package.json')), await tree.read(at('pnpm-workspace.yaml'))];
  const manifest = json && (await ifReadable(readJsonFile(json)));
  const pnpm = yaml && (await ifReadable(readYamlFile(yaml)));
  return { folder, manifest: manifest?.root ?? {}, pnpm: pnpm?.root ?? {} };
}
