import type { ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, SourceTree } from '../manifest-kind.js';
import { ifReadable } from './if-readable.js';
import { perPath } from './per-tree.js';

/** What the file of an installed package says of it. */
export interface InstalledRecord {
  readonly entry: ManifestEntry;
  /** What others need it by. */
  readonly name: string;
  /** Further names, for needs that no package is named as. */
  readonly provides?: readonly string[];
  readonly needs: readonly string[];
}

/** How packages of one kind are installed. */
export interface Installation {
  /** Resolves to null where the file is of no package. @throws FormatError if it cannot be read */
  recordOf(file: ManifestFile): Promise<InstalledRecord | null>;
  /** A package needs what is installed in the same place. */
  placeOf(path: string): string;
  /** Files of the packages in a place; the last of one name counts. */
  pathsIn(tree: SourceTree, place: string): readonly string[];
}

/** An installed package, and those of its place that it needs. */
export interface PackageWithNeeds {
  readonly entry: ManifestEntry;
  readonly needed: readonly ManifestEntry[];
}

/**
 * Reads the file of an installed package. The files of a place are read once for a tree; one that cannot be read is
 * absent for the others. Resolves to null where the file is of no package.
 *
 * @throws FormatError if the file itself cannot be read
 */
export function installedPackages(
  installation: Installation,
): (file: ManifestFile) => Promise<PackageWithNeeds | null> {
  const placeAt = perPath((tree, place) => readPlace(installation, tree, place));
  return async (file) => {
    const { byPath, byName } = await placeAt(file.tree, installation.placeOf(file.path));
    const record = byPath.get(file.path) ?? (await installation.recordOf(file));
    if (record === null) return null;
    const needed = record.needs.flatMap((need) => byName.get(need) ?? []).filter(({ name }) => name !== record.name);
    return { entry: record.entry, needed: needed.map(({ entry }) => entry) };
  };
}

async function readPlace({ recordOf, pathsIn }: Installation, tree: SourceTree, place: string) {
  const byPath = new Map<string, InstalledRecord>();
  for (const path of pathsIn(tree, place)) {
    const bytes = await tree.read(path);
    const record = bytes && (await ifReadable(recordOf({ path, bytes, tree })));
    // A part of a text keeps all of it in memory, a clone does not.
    if (record) byPath.set(path, structuredClone(record));
  }
  const byName = new Map([...byPath.values()].map((record) => [record.name, record]));
  for (const record of byPath.values())
    for (const name of record.provides ?? []) if (!byName.has(name)) byName.set(name, record);
  return { byPath, byName };
}
