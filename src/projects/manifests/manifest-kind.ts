import type { ContentsBuilder } from './contents-builder.js';

/** The files around a manifest. Whoever calls bounds their size: a file that is too large is not there. */
export interface SourceTree {
  /** Bytes of the file at that path (with `/`, from the top of the tree), or null. */
  read(path: string): Promise<Uint8Array | null>;
  /** Paths of all files with that base name. */
  named(baseName: string): readonly string[];
}

export interface ManifestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly tree: SourceTree;
}

/** One kind of manifest. Nothing in it is ever evaluated: it is data, and hostile. */
export interface ManifestKind {
  readonly id: string;
  /** Type of the package URLs that it yields. */
  readonly ecosystem: string;
  /** `locked`: every version in use, transitive ones too. `declared`: what somebody asked for. */
  readonly nature: 'locked' | 'declared';
  /** Judges the path alone. */
  matches(path: string): boolean;
  /**
   * Puts what the file names into `out`; an entry that cannot be read is a warning there. What was put in before an
   * error counts.
   * @throws FormatError where the file as a whole cannot be read any further
   */
  read(file: ManifestFile, out: ContentsBuilder): Promise<void>;
}
