import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readTomlFile } from '../reading/toml-file.js';
import { registryQualifier } from '../registries.js';

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
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const head = objectOf(ownMember(root, 'package'));
  const folder = folderOf(file.path);
  const project = out.addProject(folder, textOf(ownMember(head, 'name')), textOf(ownMember(head, 'version')));
  const shared = await sharedDependencies(file, root);
  const targets = Object.values(objectOf(ownMember(root, 'target'))).map(objectOf);
  for (const part of [root, ...targets])
    for (const [table, scope] of tables)
      for (const [name, value] of Object.entries(objectOf(ownMember(part, table)))) {
        const inherits = ownMember(objectOf(value), 'workspace') === true;
        const request = inherits ? ownMember(shared, name) : value;
        const isOptional = ownMember(objectOf(value), 'optional') === true;
        out.addDependency(project, add(name, request ?? value, folder, out), isOptional ? 'optional' : scope);
      }
}

/** `[workspace.dependencies]` of the file itself, or of the nearest workspace above it. */
async function sharedDependencies(file: ManifestFile, root: JsonObject): Promise<JsonObject> {
  const of = (one: JsonObject): Json | undefined => ownMember(one, 'workspace');
  if (of(root) !== undefined) return objectOf(ownMember(objectOf(of(root)), 'dependencies'));
  for (let folder = folderOf(file.path); folder !== '';) {
    folder = folderOf(folder);
    const bytes = await file.tree.read(folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`);
    const above = bytes && (await ifReadable(readTomlFile(bytes)));
    if (above && of(above.root) !== undefined) return objectOf(ownMember(objectOf(of(above.root)), 'dependencies'));
  }
  return {};
}

/** A bare version is a caret requirement; only `=1.2.3` is one version. */
function add(key: string, value: Json, folder: string, out: ContentsBuilder): string | null {
  const entry = objectOf(value);
  const of = (member: string): string => textOf(ownMember(entry, member));
  const name = of('package') || key;
  const requested = (textOf(value) || of('version')).trim();
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
    line: 1,
    purl: { type: 'cargo', name, version, qualifiers: { vcs_url: vcs, repository_url: registry } },
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
  });
}
