import type { SourceGap } from './gap.js';

/** Statistics, sent in the last row of the staging table. */
export interface TreeReport {
  readonly files: number;
  readonly manifests: readonly { readonly path: string; readonly kind: string; readonly components: number }[];
  /** SBOM files in the source. */
  readonly boms: readonly { readonly path: string; readonly format: string }[];
  readonly dependencies: number;
  /** What was seen and not read. */
  readonly gaps: readonly SourceGap[];
}

/** More manifests and SBOMs are read but not listed. */
export const maxListed = 1_000;
