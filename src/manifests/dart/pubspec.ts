import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { Warnings, withinLimit } from '../reading/within-limit.js';
import { readYamlFile } from '../reading/yaml-file.js';
import { registryQualifier } from '../registries.js';

/** pubspec.yaml where no lock file is (dart.dev, "The pubspec file"). */
export const pubspec: ManifestKind = {
  id: 'pubspec',
  ecosystem: 'pub',
  nature: 'declared',
  files: ['pubspec.yaml'],
  coveredBy: ['pubspec-lock'],
  matches: (path) => baseName(path) === 'pubspec.yaml',
  read,
};

const lists: readonly (readonly [string, DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['dev_dependencies', 'development'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const [name, version] = [textOf(ownMember(yaml.root, 'name')), textOf(ownMember(yaml.root, 'version'))];
  const folder = folderOf(file.path);
  const project = out.addProject(folder, name, version);
  for (const member of textsOf(ownMember(yaml.root, 'workspace'))) out.addProject(joinPath(folder, member) ?? member);
  const overrides = (await overridesBeside(file, out)) ?? objectOf(ownMember(yaml.root, 'dependency_overrides'));
  const asked = new Set<string>();
  const { members, warnings } = await workspaceAt(file.tree, folder);
  warnings.repeat(out);
  for (const [list, scope] of lists)
    for (const [name, value] of Object.entries(objectOf(ownMember(yaml.root, list)))) {
      asked.add(name);
      const member = members.get(name);
      if (member !== undefined) {
        out.addDependency(project, out.addProject(member, name), scope);
        continue;
      }
      const line = yaml.lineOf(name, yaml.lineOf(list));
      out.addDependency(project, add({ name, value: ownMember(overrides, name) ?? value, line }, folder, out), scope);
    }
  // What is overridden without being asked for is a dependency of another one.
  for (const [name, value] of Object.entries(overrides))
    if (!asked.has(name))
      add({ name, value, line: yaml.lineOf(name, yaml.lineOf('dependency_overrides')) }, folder, out);
}

/** Of a pubspec_overrides.yaml, which count in place of those of the pubspec (dart.dev, "Dependency overrides"). */
async function overridesBeside({ path, tree }: ManifestFile, out: ContentsBuilder): Promise<JsonObject | null> {
  const folder = folderOf(path);
  const beside = folder === '' ? 'pubspec_overrides.yaml' : `${folder}/pubspec_overrides.yaml`;
  const bytes = await tree.read(beside);
  const file = bytes && (await ifReadable(readYamlFile(bytes)));
  if (bytes && !file) out.addWarning(1, `${beside} cannot be read, so what it overrides is unknown`, 'locked');
  const overrides = file && ownMember(file.root, 'dependency_overrides');
  return overrides === null || overrides === undefined ? null : objectOf(overrides);
}

/** Folders of the packages of the nearest workspace (dart.dev, "Pub workspaces") at a folder or above, by name. */
const workspaceAt = perPath(async (tree, folder): Promise<Workspace> => {
  const paths = textsOf(ownMember(await pubspecAt(tree, folder), 'workspace'));
  const [members, warnings] = [new Map<string, string>(), new Warnings()];
  if (paths.length === 0) return folder === '' ? { members, warnings } : workspaceAt(tree, folderOf(folder));
  for (const member of withinLimit(paths, memberLimit, warnings).flatMap((path) => joinPath(folder, path) ?? [])) {
    const name = textOf(ownMember(await pubspecAt(tree, member), 'name'));
    if (name !== '') members.set(name, member);
  }
  return { members, warnings };
});

interface Workspace {
  readonly members: ReadonlyMap<string, string>;
  readonly warnings: Warnings;
}

const memberLimit = {
  max: 1_000,
  of: 'packages of a workspace',
  unknown: 'a dependency on one of them counts as a package of the registry',
};

async function pubspecAt(tree: SourceTree, folder: string): Promise<JsonObject> {
  const bytes = await tree.read(folder === '' ? 'pubspec.yaml' : `${folder}/pubspec.yaml`);
  const file = bytes && (await ifReadable(readYamlFile(bytes)));
  return file?.root ?? {};
}

interface Request {
  readonly name: string;
  readonly value: Json;
  readonly line: number;
}

function add({ name: key, value, line }: Request, folder: string, out: ContentsBuilder): string | null {
  const entry = objectOf(value);
  const sdk = ownMember(entry, 'sdk');
  if (sdk !== undefined) return out.addComponent({ ecosystem: 'pub', name: key, source: `sdk ${textOf(sdk)}`, line });
  const path = textOf(ownMember(entry, 'path'));
  if (path !== '') return out.addProject(joinPath(folder, path) ?? path, key);
  const [git, hosted] = [ownMember(entry, 'git'), ownMember(entry, 'hosted')];
  const requested = (textOf(value) || textOf(ownMember(entry, 'version'))).trim();
  const version = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(requested) ? requested : '';
  const requirement = version === '' && requested !== '' && requested !== 'any' ? { requirement: requested } : {};
  const [url, ref] = [textOf(git) || textOf(ownMember(objectOf(git), 'url')), textOf(ownMember(objectOf(git), 'ref'))];
  const vcs = url === '' ? '' : `git+${url}${ref === '' ? '' : `@${ref}`}`;
  const registry = registryQualifier('pub', textOf(hosted) || textOf(ownMember(objectOf(hosted), 'url')));
  const name = textOf(ownMember(objectOf(hosted), 'name')) || key;
  const purl = { type: 'pub', name, version, qualifiers: { vcs_url: vcs, repository_url: registry } };
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return out.addComponent({ ecosystem: 'pub', name, version, ...requirement, purl, references, line });
}
