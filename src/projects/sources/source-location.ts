/** Where a fetched source lies on this machine, as the reading process is told. */
export type SourceLocation =
  | { readonly kind: 'git'; readonly gitDir: string; readonly commit: string }
  /** A folder whose regular files are the source; links in it are left alone. */
  | { readonly kind: 'folder'; readonly path: string }
  /** One file: an archive, an SBOM or a manifest; `name` is the last part of its address. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  /** Nothing to be fetched: what the project is called. */
  | { readonly kind: 'names'; readonly names: readonly ProductName[] };

export interface ProductName {
  readonly name: string;
  readonly org: string;
  readonly version: string;
}
