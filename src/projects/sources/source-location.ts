import type { ProductName } from '../../trees/subject.js';

/** Where a fetched source is stored, as the analysing process is told. */
export type SourceLocation =
  | { readonly kind: 'git'; readonly gitDir: string; readonly commit: string }
  /** A folder whose regular files are the source; links are ignored. */
  | { readonly kind: 'folder'; readonly path: string }
  /** One file: an archive, an SBOM or a manifest; `name` is the last segment of its address. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  /** No files: the names of the product. */
  | { readonly kind: 'names'; readonly names: readonly ProductName[] };
