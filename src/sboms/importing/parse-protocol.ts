import type { ColumnMappings, ParseLimits } from '../../formats/format.js';
import type { TrustedKey } from '../../formats/signatures/keys.js';

/** Input of the parser process, on its standard input. */
export interface ParseInput {
  readonly path: string;
  /** As the client gave it; says which manifest the file is. */
  readonly fileName: string;
  /** Folder for unpacked files; the parent process removes it. */
  readonly spillFolder: string;
  readonly limits: ParseLimits;
  readonly mappings?: ColumnMappings;
  readonly trustedKeys?: readonly TrustedKey[];
}

/** Exit code for a refused file; the reason is one line of JSON on standard error. */
export const refusedExitCode = 3;
