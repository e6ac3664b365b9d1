import { manifestKinds } from '../manifests/index.js';
import type { ManifestComponent, ManifestContents, ManifestProject, ManifestWarning } from '../manifests/manifest.js';
import type { ManifestKind } from '../manifests/manifest-kind.js';
import { folderOf } from '../manifests/paths.js';

/** A lock file that was read to its end. */
export interface Lock {
  readonly kind: string;
  /** Packages that it locks and projects that it names; see `nameKey`. */
  readonly names: ReadonlySet<string>;
  /** Packages that it locks, each with its version; see `versionKey`. */
  readonly versions: ReadonlySet<string>;
  readonly hasEntries: boolean;
}

export interface ManifestAt {
  readonly kind: ManifestKind;
  readonly path: string;
}

const lockKinds = new Set(manifestKinds.flatMap(({ coveredBy = [] }) => coveredBy));

/** Real folders have few; hostile ones may have any number. */
const maxLocksPerFolder = 64;

/** Registries differ in which spellings are one name; to take two for one here only leaves it to the lock file. */
const nameKey = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

const fullName = ({ group, name }: ManifestComponent): string => (group === '' ? name : `${group}/${name}`);

const versionKey = (one: ManifestComponent): string => `${nameKey(fullName(one))}@${one.version}`;

const projectFolder = ({ kind, path }: ManifestAt): string => kind.projectFolder?.(path) ?? folderOf(path);

/**
 * Which folders lock files cover: their own, and those of the projects that they name. A folder below a lock file is
 * not part of its project for that alone.
 */
export class LockCoverage {
  private readonly byFolder = new Map<string, Set<Lock>>();

  add(manifest: ManifestAt, { components, projects }: ManifestContents): void {
    const { kind } = manifest;
    if (kind.nature !== 'locked' || !lockKinds.has(kind.id)) return;
    const names = new Set([...components.map(fullName), ...projects.map(({ name }) => name)].map(nameKey));
    const versions = new Set(components.map(versionKey));
    const lock = { kind: kind.id, names, versions, hasEntries: components.length > 0 };
    for (const folder of [projectFolder(manifest), ...projects.map(({ path }) => path)]) this.cover(folder, [lock]);
  }

  /** The lock files that cover a manifest. */
  of(manifest: ManifestAt): Lock[] {
    const { coveredBy = [] } = manifest.kind;
    const locks = this.byFolder.get(projectFolder(manifest));
    return locks === undefined ? [] : [...locks].filter(({ kind }) => coveredBy.includes(kind));
  }

  /**
   * Reads manifests, those that lock files cover first: a lock file covers the folders that they name, too.
   *
   * @param read returns the projects that it names
   */
  async readAll(
    manifests: readonly ManifestAt[],
    read: (manifest: ManifestAt, locks: readonly Lock[]) => Promise<readonly ManifestProject[]>,
  ): Promise<void> {
    const waiting = new Map<string, Set<ManifestAt>>();
    for (const one of manifests) {
      const folder = projectFolder(one);
      waiting.set(folder, (waiting.get(folder) ?? new Set()).add(one));
    }
    const folders = [...waiting.keys()];
    for (const folder of folders)
      for (const manifest of waiting.get(folder)!) {
        const locks = this.of(manifest);
        if (locks.length === 0) continue;
        waiting.get(folder)!.delete(manifest);
        for (const { path } of await read(manifest, locks))
          if (this.cover(path, locks) && waiting.has(path)) folders.push(path);
      }
    for (const rest of waiting.values()) for (const manifest of rest) await read(manifest, []);
  }

  /** Whether it was not covered by all of these before. */
  private cover(folder: string, locks: readonly Lock[]): boolean {
    const covering = this.byFolder.get(folder) ?? new Set();
    const count = covering.size;
    for (const lock of locks) if (covering.size < maxLocksPerFolder) covering.add(lock);
    this.byFolder.set(folder, covering);
    return covering.size > count;
  }
}

const maxNamed = 5;

function unlockedMessage(names: readonly string[]): string {
  return `The lock file does not lock all that is asked for here; ${names.length} missing: ${namedOf(names)}`;
}

function namedOf(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).join(', ').slice(0, 500);
  return names.length > maxNamed ? `${named}, …` : named;
}

const installedMessage = (names: readonly string[]): string =>
  `${names.length} ${names.length === 1 ? 'package is' : 'packages are'} installed that the lock file does not have, or not in this version: ${namedOf(names)}`;

/** What a manifest says beyond its lock files, and what these lack; null: nothing. */
export function leftByLocks(
  { nature }: ManifestKind,
  read: ManifestContents,
  locks: readonly Lock[],
): { readonly contents: ManifestContents; readonly message: string | null } {
  if (locks.length === 0) return { contents: read, message: null };
  const isInstallation = nature === 'locked';
  const { contents, names } = isInstallation ? installedBeyond(read, locks) : unlocked(read, locks);
  if (names.length === 0) return { contents, message: null };
  return { contents, message: isInstallation ? installedMessage(names) : unlockedMessage(names) };
}

/** The content of a manifest without what its lock files say, and the names of the packages that these lack. */
function unlocked(
  contents: ManifestContents,
  locks: readonly Lock[],
): { readonly contents: ManifestContents; readonly names: readonly string[] } {
  const isLocked = (one: ManifestComponent): boolean => locks.some(({ names }) => names.has(nameKey(fullName(one))));
  // What no project asks for by itself is used where another manifest says so: the libraries of a version catalogue.
  const missing = contents.components.filter((one) => one.relation === 'direct' && !isLocked(one));
  // What is optional may be left out of a lock file: it is none for its platforms.
  const components = missing.filter(({ scope }) => scope !== 'optional');
  const dependencies = dependenciesAmong(contents, components);
  const isProgramLocked = locks.some(({ hasEntries }) => hasEntries);
  const { computed, warnings } = contents;
  const lines = new Set(components.map(({ place }) => place.line));
  const isMoot = ({ mootOnce, place }: ManifestWarning): boolean =>
    mootOnce === 'locked' ||
    (mootOnce === 'all_locked' && lines.size === 0) ||
    (mootOnce === 'entry_locked' && !lines.has(place.line));
  return {
    contents: {
      ...contents,
      components,
      dependencies,
      computed: isProgramLocked ? 0 : computed,
      // What was left out may be what the lock file lacks: nobody knows its name.
      warnings: isProgramLocked ? warnings.filter((one) => !isMoot(one)) : warnings,
    },
    names: missing.map(fullName),
  };
}

/** What is installed beside its lock files without what these lock at the same version, and the packages that they lack. */
function installedBeyond(
  contents: ManifestContents,
  locks: readonly Lock[],
): { readonly contents: ManifestContents; readonly names: readonly string[] } {
  const components = contents.components.filter((one) => !locks.some(({ versions }) => versions.has(versionKey(one))));
  return {
    contents: { ...contents, components, dependencies: dependenciesAmong(contents, components) },
    names: components.map((one) => `${fullName(one)} ${one.version}`.trim()),
  };
}

function dependenciesAmong(
  { dependencies, projects }: ManifestContents,
  components: readonly ManifestComponent[],
): ManifestContents['dependencies'] {
  const kept = new Set([...components, ...projects].map(({ ref }) => ref));
  return dependencies
    .map(({ from, to }) => ({ from, to: to.filter((ref) => kept.has(ref)) }))
    .filter(({ from, to }) => kept.has(from) && to.length > 0);
}
