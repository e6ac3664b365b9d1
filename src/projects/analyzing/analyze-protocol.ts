import type { ParseLimits } from '../../formats/format.js';
import type { ProductName, SourceLocation } from '../sources/source-location.js';

/** What the analysing process is told, on its standard input. */
export interface AnalyzeInput {
  readonly tree: SourceLocation;
  /** The project, as the subject of its bill; `ref` is its id. */
  readonly subject: ProductName & { readonly ref: string };
  /** Private and existing; whoever starts the process removes it. */
  readonly folder: string;
  readonly limits: ParseLimits;
}

/** What it has looked at, told in the last row of the staging table. */
export interface AnalysisReport {
  readonly files: number;
  readonly manifests: readonly { readonly path: string; readonly kind: string; readonly components: number }[];
  /** SBOMs that lie in the tree. */
  readonly boms: readonly { readonly path: string; readonly format: string }[];
  readonly dependencies: number;
}

/** Manifests and SBOMs beyond these are read, but not listed. */
export const maxListed = 1_000;

/** Grows when the same source would be read differently: then an unchanged source is analysed again. */
export const readerVersion = 3;
