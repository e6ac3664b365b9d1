import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { withinLimit } from '../reading/within-limit.js';

/** A crate of the tree. The lock file does not have the scopes of its dependencies. */
export interface Crate {
  readonly folder: string;
  /** By package name. */
  readonly uses: ReadonlyMap<string, ReadonlySet<DependencyScope>>;
}

/** What `cargo vendor` copied: Cargo never reads the lock file of such a crate. */
export const isVendoredCrate = async ({ path, tree }: ManifestFile): Promise<boolean> =>
  (await tree.read(joinPath(folderOf(path), '.cargo-checksum.json')!)) !== null;

const limit = {
  max: 5_000,
  of: 'files Cargo.toml in the source',
  unknown: 'the scopes of what they ask for are unknown',
};

/** Cargo.toml files below `folder`, by package name. */
export async function cratesOfTree(
  tree: SourceTree,
  folder: string,
  out: ContentsBuilder,
): Promise<Map<string, Crate>> {
  const crates = new Map<string, Crate>();
  const isBelow = (path: string): boolean =>
    folder === '' || folderOf(path) === folder || path.startsWith(`${folder}/`);
  for (const path of withinLimit(tree.named('Cargo.toml').filter(isBelow), limit, out)) {
    const crateFolder = folderOf(path);
    const bytes = await tree.read(path);
    if (!bytes) continue;
    try {
      const { root } = await readTomlFile(bytes);
      const name = textOf(ownMember(objectOf(ownMember(root, 'package')), 'name'));
      if (name !== '' && !crates.has(name)) crates.set(name, { folder: crateFolder, uses: usesOf(root) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      out.addWarning(1, `${path} cannot be read, so the scopes of its dependencies are unknown: ${error.message}`);
    }
  }
  return crates;
}

const tables: readonly (readonly [string, DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['build-dependencies', 'build'],
  ['dev-dependencies', 'development'],
  ['build_dependencies', 'build'],
  ['dev_dependencies', 'development'],
];

function usesOf(root: JsonObject): Map<string, Set<DependencyScope>> {
  const uses = new Map<string, Set<DependencyScope>>();
  const targets = Object.values(objectOf(ownMember(root, 'target'))).map(objectOf);
  for (const part of [root, ...targets])
    for (const [table, scope] of tables)
      for (const [alias, request] of Object.entries(objectOf(ownMember(part, table)))) {
        const name = textOf(ownMember(objectOf(request), 'package')) || alias;
        const isOptional = scope === 'runtime' && ownMember(objectOf(request), 'optional') === true;
        uses.set(name, (uses.get(name) ?? new Set()).add(isOptional ? 'optional' : scope));
      }
  return uses;
}
