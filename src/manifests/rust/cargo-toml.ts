import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readTomlFile } from '../reading/toml-file.js';
import { registryQualifier } from '../registries.js';
import { isVendoredCrate } from './cargo-manifests.js';

/** Cargo.toml where no Cargo.lock is (doc.rust-lang.org/cargo, "Specifying Dependencies"). */
export const cargoToml: ManifestKind = {
  id: 'cargo-toml',
  ecosystem: 'cargo',
  nature: 'declared',
  files: ['Cargo.toml'],
  coveredBy: ['cargo-lock'],
  matches: (path) => baseName(path) === 'Cargo.toml',
  read,
};

const tables: readonly (readonly [string, DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'development'],
  ['build-dependencies', 'build'],
  // Spellings before the edition of 2024.
  ['dev_dependencies', 'development'],
  ['build_dependencies', 'build'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  if (await isVendoredCrate(file)) return;
  const { root } = await readTomlFile(file.bytes);
  const head = objectOf(ownMember(root, 'package'));
  const folder = folderOf(file.path);
  const project = out.addProject(folder, textOf(ownMember(head, 'name')), textOf(ownMember(head, 'version')));
  const workspace = await workspaceOf(file, root);
  const shared = objectOf(ownMember(objectOf(ownMember(workspace.root, 'workspace')), 'dependencies'));
  const patches = patchesOf(workspace.root);
  const targets = Object.values(objectOf(ownMember(root, 'target'))).map(objectOf);
  for (const part of [root, ...targets])
    for (const [table, scope] of tables)
      for (const [key, value] of Object.entries(objectOf(ownMember(part, table)))) {
        const inherits = ownMember(objectOf(value), 'workspace') === true;
        const request = (inherits ? ownMember(shared, key) : undefined) ?? value;
        const patch = patches(key, request);
        const from = patch || inherits ? workspace.folder : folder;
        const isOptional = ownMember(objectOf(value), 'optional') === true;
        const ref = addCrate({ key, request: patch ?? request, folder: from }, out);
        out.addDependency(project, ref, isOptional ? 'optional' : scope);
      }
}

interface CargoFile {
  readonly root: JsonObject;
  readonly folder: string;
}

/** The file itself where it is one, or the nearest workspace above it; the file where there is none. */
async function workspaceOf(file: ManifestFile, root: JsonObject): Promise<CargoFile> {
  const own = { root, folder: folderOf(file.path) };
  const isWorkspace = (one: JsonObject): boolean => ownMember(one, 'workspace') !== undefined;
  if (isWorkspace(root)) return own;
  for (let folder = own.folder; folder !== '';) {
    folder = folderOf(folder);
    const bytes = await file.tree.read(folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`);
    const above = bytes && (await ifReadable(readTomlFile(bytes)));
    if (above && isWorkspace(above.root)) return { root: above.root, folder };
  }
  return own;
}

type Patches = (key: string, request: Json) => JsonObject | undefined;

/**
 * `[patch.crates-io]`, `[patch."https://…"]` and `[replace]` (doc.rust-lang.org/cargo, "Overriding Dependencies"): what
 * is used in the place of the crate of a source. The request keeps its version.
 */
function patchesOf(root: JsonObject): Patches {
  const found = new Map<string, JsonObject>();
  const set = (source: string, name: string, value: Json): void => {
    const entry = objectOf(value);
    found.set(`${source} ${textOf(ownMember(entry, 'package')) || name}`, entry);
  };
  for (const [spec, value] of Object.entries(objectOf(ownMember(root, 'replace'))))
    set('crates-io', spec.split(/[:@]/, 1)[0]!, value);
  for (const [source, table] of Object.entries(objectOf(ownMember(root, 'patch'))))
    for (const [name, value] of Object.entries(objectOf(table))) set(source, name, value);
  return (key, request) => {
    const entry = objectOf(request);
    const of = (member: string): string => textOf(ownMember(entry, member));
    if (of('path') !== '') return undefined;
    const source = of('git') || of('registry') || of('registry-index') || 'crates-io';
    const patch = found.get(`${source} ${of('package') || key}`);
    return patch && { ...patch, package: of('package') || key, version: textOf(request) || of('version') };
  };
}

interface Wanted {
  readonly key: string;
  readonly request: Json;
  /** That a path in it is relative to. */
  readonly folder: string;
  readonly line?: number;
}

/** A bare version is a caret requirement; only `=1.2.3` is one version. */
export function addCrate({ key, request, folder, line = 1 }: Wanted, out: ContentsBuilder): string | null {
  const entry = objectOf(request);
  const of = (member: string): string => textOf(ownMember(entry, member));
  const name = of('package') || key;
  const requested = (textOf(request) || of('version')).trim();
  if (of('path') !== '') return out.addProject(joinPath(folder, of('path')) ?? of('path'), name);
  const version = /^=\s*(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(requested)?.[1] ?? '';
  const requirement = version === '' && requested !== '' && requested !== '*' ? { requirement: requested } : {};
  const ref = of('rev') || of('tag') || of('branch');
  const vcs = of('git') === '' ? '' : `git+${of('git')}${ref === '' ? '' : `@${ref}`}`;
  // The address of a registry with a name is in the configuration of Cargo.
  const named = of('registry') === 'crates-io' ? '' : of('registry');
  const registry = vcs === '' ? registryQualifier('cargo', of('registry-index') || named) : '';
  return out.addComponent({
    ecosystem: 'cargo',
    name,
    version,
    ...requirement,
    line,
    purl: { type: 'cargo', name, version, qualifiers: { vcs_url: vcs, repository_url: registry } },
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
  });
}
