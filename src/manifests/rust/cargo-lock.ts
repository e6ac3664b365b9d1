import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registryQualifier } from '../registries.js';
import { type Crate, cratesOfTree, isVendoredCrate } from './cargo-manifests.js';
import { sha256Hashes } from '../sha256.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/**
 * Cargo.lock, versions 1 to 4 (doc.rust-lang.org/cargo), and the one that rules_rust writes for Bazel. Packages without source are crates of the tree or local paths.
 */
export const cargoLock: ManifestKind = {
  id: 'cargo-lock',
  ecosystem: 'cargo',
  nature: 'locked',
  files: ['Cargo.lock', 'Cargo.Bazel.lock'],
  matches: (path) => /^Cargo(?:\.Bazel)?\.lock$/i.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  if (await isVendoredCrate(file)) return;
  const toml = await readTomlFile(file.bytes);
  warnOfNewerLock(ownMember(toml.root, 'version'), 4, out);
  const crates = await cratesOfTree(file.tree, folderOf(file.path), out);
  const oldChecksums = objectOf(ownMember(toml.root, 'metadata'));
  const byName = new RefsByName();
  // Before 2017 the crate itself stood in a table of its own.
  const root = objectOf(ownMember(toml.root, 'root'));
  const packages = listOf(ownMember(toml.root, 'package')).map(objectOf);
  const read = (entry: JsonObject, line: number): LockedCrate => {
    const name = textOf(ownMember(entry, 'name'));
    const version = textOf(ownMember(entry, 'version'));
    const source = textOf(ownMember(entry, 'source'));
    const crate = source === '' ? crates.get(name) : undefined;
    const checksum = textOf(
      ownMember(entry, 'checksum') ?? ownMember(oldChecksums, `checksum ${name} ${version} (${source})`),
    );
    const ref =
      source === ''
        ? ownCrate({ name, version, folder: crate?.folder }, out)
        : out.addComponent(componentOf({ name, version, source, checksum, line }));
    for (const key of [name, `${name} ${version}`, withoutCommit(`${name} ${version} (${source})`)])
      byName.add(key, '', ref);
    return { entry, ref, crate };
  };
  const entries = packages.flatMap((entry, index) =>
    ownMember(entry, 'replace') === undefined ? [read(entry, toml.lineOfTable('package', index))] : [],
  );
  if (ownMember(root, 'name') !== undefined) entries.push(read(root, 1));
  const replaced = replacedCrates(packages);
  const find: FindCrates = (text) => {
    const wanted = replaced.get(withoutCommit(text)) ?? withoutCommit(text);
    // Of several of one name and version, the one without source has no source in the text.
    const own = byName.find(`${wanted} ()`);
    return own.length > 0 ? own : byName.find(wanted);
  };
  for (const one of entries) connect(one, find, out);
}

interface LockedCrate {
  readonly entry: JsonObject;
  readonly ref: string | null;
  readonly crate: Crate | undefined;
}

type FindCrates = (text: string) => readonly string[];

const withoutCommit = (text: string): string => text.replace(/#[^)]*/, '');

/** `[replace]`: the crate is not used, and the one that stands in its place is another entry. */
function replacedCrates(packages: readonly JsonObject[]): Map<string, string> {
  const of = (entry: JsonObject, member: string): string => textOf(ownMember(entry, member));
  return new Map(
    packages
      .filter((entry) => ownMember(entry, 'replace') !== undefined)
      .map((entry) => [
        withoutCommit(`${of(entry, 'name')} ${of(entry, 'version')} (${of(entry, 'source')})`),
        withoutCommit(of(entry, 'replace')),
      ]),
  );
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
function connect({ entry, ref, crate }: LockedCrate, find: FindCrates, out: ContentsBuilder): void {
  const needs = listOf(ownMember(entry, 'dependencies')).map(textOf);
  out.addNeeds(ref, needs.length);
  for (const text of needs) {
    const uses = crate?.uses.get(text.split(' ', 1)[0]!);
    const scope: DependencyScope = dependencyScopes.find((one) => uses?.has(one)) ?? 'runtime';
    for (const to of find(text)) out.addDependency(ref, to, scope);
  }
}
