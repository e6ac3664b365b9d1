/**
 * Why a file of a source was seen and not taken: no reader reads its kind, it is not readable, it is larger than the
 * limit, it is a program that computes some of what it names, it is a pointer of Git LFS or a submodule that the project
 * does not fetch, or that could not be fetched, an SBOM that it does not merge, a link, an archive that is not unpacked,
 * or the list has an end.
 */
export const gapReasons = [
  'not_supported',
  'unreadable',
  'too_large',
  'computed',
  'lfs_pointer',
  'submodule',
  'not_fetched',
  'not_merged',
  'link',
  'not_unpacked',
  'limit',
] as const;
export type GapReason = (typeof gapReasons)[number];

/** A file of a source that may name components and was not read. */
export interface SourceGap {
  /** With `/`, from the top of the source; empty: of the source as a whole. */
  readonly path: string;
  /** The kind of file: that of the list of known manifests, else `archive`, `submodule`, `sbom`. */
  readonly kind: string;
  /** Type of the package URLs that it would name; may be empty. */
  readonly ecosystem: string;
  readonly reason: GapReason;
  /** A sentence. */
  readonly message: string;
}

/** What the source refers to and that is not in it. */
export type OutsideGap = Omit<SourceGap, 'path'>;

/** More gaps of one source are counted, not listed. */
export const maxGaps = 1_000;
