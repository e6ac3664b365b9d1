import type { ProductName } from '../../trees/subject.js';

/** Where a fetched source is stored, as the analysing process is told. */
export type SourceLocation =
  | GitLocation
  /** A folder whose regular files are the source; links are ignored. `notFetched`: what belongs in it, and why. */
  | { readonly kind: 'folder'; readonly path: string; readonly notFetched?: PathTexts }
  /** One file: an archive, an SBOM or a manifest; `name` is the last segment of its address. */
  | FileLocation
  /** No files: the names of the product. */
  | { readonly kind: 'names'; readonly names: readonly ProductName[] };

export interface FileLocation {
  readonly kind: 'file';
  readonly path: string;
  readonly name: string;
  /** Files that belong in it and were not fetched, and the first of them; none where it is left out. */
  readonly leftOut?: { readonly count: number; readonly first: string };
}

/** A text for each path. */
export type PathTexts = readonly (readonly [path: string, text: string])[];

/** A commit in a bare repository, which also has those of its submodules that were fetched. */
export interface GitLocation {
  readonly kind: 'git';
  readonly gitDir: string;
  readonly commit: string;
  /** Submodules, also those of submodules, by their path in the whole. */
  readonly submodules?: PathTexts;
  /** Files with the content of pointers of Git LFS, by the path of the pointer. */
  readonly lfsFiles?: PathTexts;
  /** Why a submodule or a file of Git LFS was not fetched, by its path. */
  readonly notFetched?: PathTexts;
}
