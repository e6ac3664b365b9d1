import type { ParseLimits } from '../../formats/format.js';
import type { SourceGap } from '../../sboms/gaps/gap.js';
import type { PathGlobs } from './path-selection.js';
import type { ProductName, SourceLocation } from '../sources/source-location.js';

/** Input of the analysing process, on its standard input. */
export interface AnalyzeInput {
  readonly tree: SourceLocation;
  /** The project as the subject of its SBOM; `ref` is its id. */
  readonly subject: ProductName & { readonly ref: string };
  readonly paths: PathGlobs;
  /** Private folder that exists; the parent process removes it. */
  readonly folder: string;
  readonly limits: ParseLimits;
}

/** Statistics, sent in the last row of the staging table. */
export interface AnalysisReport {
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

/** Increase it when the same source is read differently, so that unchanged sources are analysed again. */
export const readerVersion = 6;
