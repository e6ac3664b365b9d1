import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registryQualifier } from '../registries.js';
import { type Crate, cratesOfTree } from './cargo-manifests.js';
import { sha256Hashes } from '../sha256.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/**
 * Cargo.lock, versions 1 to 4 (doc.rust-lang.org/cargo). Packages without source are crates of the tree or local paths.
 */
export const cargoLock: ManifestKind = {
  id: 'cargo-lock',
  ecosystem: 'cargo',
  nature: 'locked',
  files: ['Cargo.lock'],
  matches: (path) => baseName(path) === 'Cargo.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  warnOfNewerLock(ownMember(toml.root, 'version'), 4, out);
  const crates = await cratesOfTree(file.tree, folderOf(file.path), out);
  const oldChecksums = objectOf(ownMember(toml.root, 'metadata'));
  const byName = new RefsByName();
  const entries = listOf(ownMember(toml.root, 'package')).map((value, index) => {
    const entry = objectOf(value);
    const name = textOf(ownMember(entry, 'name'));
    const version = textOf(ownMember(entry, 'version'));
    const source = textOf(ownMember(entry, 'source'));
    const crate = source === '' ? crates.get(name) : undefined;
    const checksum = textOf(
      ownMember(entry, 'checksum') ?? ownMember(oldChecksums, `checksum ${name} ${version} (${source})`),
    );
    const line = toml.lineOfTable('package', index);
    const ref =
      source === ''
        ? ownCrate({ name, version, folder: crate?.folder }, out)
        : out.addComponent(componentOf({ name, version, source, checksum, line }));
    byName.add(name, version, ref);
    return { entry, ref, crate };
  });
  for (const { entry, ref, crate } of entries) connect(entry, { ref, crate }, byName, out);
}

/** Without its Cargo.toml the folder of a crate is unknown. */
function ownCrate(
  { name, version, folder }: { name: string; version: string; folder: string | undefined },
  out: ContentsBuilder,
): string {
  const top = folderOf(out.file);
  return out.addProject(folder ?? top, name, version, folder ?? `${top}#${name}`);
}

function componentOf(crate: {
  name: string;
  version: string;
  source: string;
  checksum: string;
  line: number;
}): ManifestEntry {
  const { name, version, source, checksum, line } = crate;
  const isGit = source.startsWith('git+');
  const vcs = source.replace(/\?[^#]*/, '').replace('#', '@');
  const qualifiers = { vcs_url: isGit ? vcs : '', repository_url: isGit ? '' : registryQualifier('cargo', source) };
  return {
    ecosystem: 'cargo',
    name,
    version,
    line,
    purl: { type: 'cargo', name, version, qualifiers },
    hashes: sha256Hashes(checksum),
    references: isGit ? [{ type: 'vcs', url: vcs }] : [],
  };
}

/** "name", "name version" or "name version (source)": as much as is needed to be unique in the file. */
function connect(
  entry: JsonObject,
  { ref, crate }: { ref: string | null; crate: Crate | undefined },
  byName: RefsByName,
  out: ContentsBuilder,
): void {
  const needs = listOf(ownMember(entry, 'dependencies'));
  out.addNeeds(ref, needs.length);
  for (const item of needs) {
    const [name = '', version] = textOf(item).split(' ', 2);
    const uses = crate?.uses.get(name);
    const scope: DependencyScope = dependencyScopes.find((one) => uses?.has(one)) ?? 'runtime';
    for (const to of byName.find(name, version)) out.addDependency(ref, to, scope);
  }
}
