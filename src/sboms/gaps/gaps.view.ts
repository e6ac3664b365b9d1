import type { GapReason, SourceGap } from '../../trees/gap.js';

export interface AcceptedGapsView {
  /** Those that were open, in order. */
  paths: string[];
}

/** A file of the source of a project that may name components and was not read. */
export interface GapView extends SourceGap {
  /** With `/`, from the top of the source; empty: of the source as a whole. */
  path: string;

  /** The kind of file: that of the list of known manifests, else `archive`, `submodule` or `sbom`. */
  kind: string;

  /** Type of the package URLs that it would name; may be empty. */
  ecosystem: string;

  reason: GapReason;

  /** The reason as a sentence. */
  message: string;

  /** When a person accepted the gap; null: nobody has. */
  accepted_at: Date | null;

  /** Id of that person. */
  accepted_by: string | null;

  /** Why, by that person. */
  note: string;
}
