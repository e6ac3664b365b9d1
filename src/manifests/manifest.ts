import type { BomHash, BomReference } from '../model/document.js';

/** Scopes, the most exposed first: of two uses of a package the earlier scope counts. */
export const dependencyScopes = ['runtime', 'optional', 'provided', 'build', 'test', 'development'] as const;
export type DependencyScope = (typeof dependencyScopes)[number];

/** One package (or image, action, module) of a manifest. */
export interface ManifestComponent {
  /** Unique in its manifest: the purl, or a text of name, version and source. */
  readonly ref: string;
  /** Type of the package URL: "npm", "maven", "githubactions" … */
  readonly ecosystem: string;
  /** As the package manager names it, without group. */
  readonly name: string;
  /** npm scope with its `@`, Maven groupId, Composer vendor; empty elsewhere. */
  readonly group: string;
  /** The locked version; empty if the manifest only has a range. */
  readonly version: string;
  /** The requirement if no version is locked: ">=1.2,<2". */
  readonly requirement: string | null;
  /** Null for packages that are in no registry: a local archive, a build stage. */
  readonly purl: string | null;
  readonly relation: 'direct' | 'transitive' | 'unknown';
  readonly scope: DependencyScope | 'unknown';
  /** Of the package's archive. */
  readonly hashes: readonly BomHash[];
  /** Integrity as written, even if it is not the hash of an archive (Go's `h1:`). */
  readonly integrity: string | null;
  /** Resolved address: `distribution` for an archive, `vcs` for a repository with its commit. */
  readonly references: readonly BomReference[];
  /** As written in the file. */
  readonly license: string | null;
  readonly place: ManifestPlace;
}

/** Path in the tree, with `/`; lines count from 1. */
export interface ManifestPlace {
  readonly file: string;
  readonly line: number;
}

/** A project of the tree: that of the manifest, a workspace, a module or a local path. */
export interface ManifestProject {
  readonly ref: string;
  /** Folder in the tree; empty for the top. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** An edge; both ends are refs of components or projects. */
export interface ManifestDependency {
  readonly from: string;
  readonly to: readonly string[];
}

/**
 * When a lock file that covers the manifest says what the warning misses: once it locks anything (what a program
 * computes, what is overridden), the entry of its line, or all that the manifest asks for (registries).
 */
export type MootOnce = 'locked' | 'entry_locked' | 'all_locked';

/** An entry that is unreadable or doubtful. */
export interface ManifestWarning {
  readonly place: ManifestPlace;
  readonly message: string;
  /** Left out: no lock file says it. */
  readonly mootOnce?: MootOnce;
  /** Entries were left out. */
  readonly isLoss?: true;
}

export interface ManifestContents {
  readonly projects: readonly ManifestProject[];
  readonly components: readonly ManifestComponent[];
  readonly dependencies: readonly ManifestDependency[];
  /** Refs of components of which the file says that they depend on nothing. */
  readonly leaves: readonly string[];
  readonly warnings: readonly ManifestWarning[];
  /** Number of dependencies that the file, a program, computes. */
  readonly computed: number;
  /** Why the file could not be read to its end; null if it was. */
  readonly failure: string | null;
}
