import type { ContentsBuilder } from './contents-builder.js';

/** The files of the tree. The caller hides files above the size limit. */
export interface SourceTree {
  /** The bytes of the file at a path (with `/`, from the top of the tree), or null. */
  read(path: string): Promise<Uint8Array | null>;
  /** Paths of all files with this base name. */
  named(baseName: string): readonly string[];
  /** Paths of the files in a folder, without those of folders in it. */
  inFolder(folder: string): readonly string[];
  /** Poms of a repository outside of the tree, where the operator has opened one. */
  readonly poms?: OutsidePoms;
  /** It is an image or an artifact: what is installed in it is shipped. */
  readonly isArtifact?: boolean;
}

/** Of a file that stands alone. */
export const noTree: SourceTree = { read: () => Promise.resolve(null), named: () => [], inFolder: () => [] };

/** Poms by `group:artifact:version`. */
export interface OutsidePoms {
  get(coordinates: string): Uint8Array | null;
  /** Coordinates that were asked for and are not there. */
  readonly wanted: Set<string>;
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly tree: SourceTree;
}

/** One kind of manifest. Manifests are untrusted data; nothing in them is executed. */
export interface ManifestKind {
  readonly id: string;
  /** Type of its package URLs. */
  readonly ecosystem: string;
  /** `locked`: all versions in use, including transitive ones. `declared`: requirements. */
  readonly nature: 'locked' | 'declared';
  /** Names of its files, for people; `*` stands for any text. */
  readonly files: readonly string[];
  /** Kinds of lock file that say more: what one of them locks, in its folder or in one that it names, is left to it. */
  readonly coveredBy?: readonly string[];
  /** It is what an installation left: counts in images and artifacts only, and lock files say more of the same version. */
  readonly isInstalled?: true;
  /** The folder of its project, where that is not the one in which the file is. */
  projectFolder?(path: string): string;
  /** Decides by the path alone. */
  matches(path: string): boolean;
  /** Where the path leaves it open: decides by the content. */
  recognizes?(bytes: Uint8Array): boolean;
  /**
   * Adds the entries of the file to `out`; an unreadable entry is a warning. Entries added before an error count.
   * @throws FormatError if the file cannot be read any further
   */
  read(file: ManifestFile, out: ContentsBuilder): Promise<void>;
}
