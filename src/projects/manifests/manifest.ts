import type { BomHash, BomReference } from '../../model/document.js';

/** What a dependency is needed for, the most exposed first: of two uses, the earlier one counts. */
export const dependencyScopes = ['runtime', 'optional', 'provided', 'build', 'test', 'development'] as const;
export type DependencyScope = (typeof dependencyScopes)[number];

/** One package (or image, action, module) that a manifest names. */
export interface ManifestComponent {
  /** Unique in its manifest: the purl, or where there is none a text made of name, version and source. */
  readonly ref: string;
  /** Type of the package URL: "npm", "maven", "githubactions" … */
  readonly ecosystem: string;
  /** As the package manager has it, without its group. */
  readonly name: string;
  /** npm scope with its `@`, Maven groupId, Composer vendor; empty elsewhere. */
  readonly group: string;
  /** The locked version as text; empty where the manifest has a range only. */
  readonly version: string;
  /** What is asked for where no version is locked: ">=1.2,<2". */
  readonly requirement: string | null;
  /** Null for what no registry knows: a local archive, a stage of a build. */
  readonly purl: string | null;
  readonly relation: 'direct' | 'transitive' | 'unknown';
  readonly scope: DependencyScope | 'unknown';
  /** Of the package's archive. */
  readonly hashes: readonly BomHash[];
  /** What the file pins the content with, as written, also where that is no hash of an archive (Go's `h1:`). */
  readonly integrity: string | null;
  /** Where it was resolved to: `distribution` for an archive, `vcs` for a repository with its commit. */
  readonly references: readonly BomReference[];
  /** As the file has it, where it has it. */
  readonly license: string | null;
  readonly place: ManifestPlace;
}

/** Path in the tree, with `/`; lines count from 1. */
export interface ManifestPlace {
  readonly file: string;
  readonly line: number;
}

/** A project of the tree itself: the one the manifest stands in, a workspace, a module, a local path. */
export interface ManifestProject {
  readonly ref: string;
  /** Folder in the tree; empty for its top. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** An edge; both ends are refs of components or projects. */
export interface ManifestDependency {
  readonly from: string;
  readonly to: readonly string[];
}

/** An entry that could not be read, or was read with a doubt. */
export interface ManifestWarning {
  readonly place: ManifestPlace;
  readonly message: string;
}

export interface ManifestContents {
  readonly projects: readonly ManifestProject[];
  readonly components: readonly ManifestComponent[];
  readonly dependencies: readonly ManifestDependency[];
  readonly warnings: readonly ManifestWarning[];
}
