import type { ParseLimits } from '../../formats/format.js';

/** What the parsing process is told, on its standard input. */
export interface ParseInput {
  readonly path: string;
  /** Where unpacked files may be put, numbered; whoever starts the process removes the folder. */
  readonly spillFolder: string;
  readonly limits: ParseLimits;
}

/** The parsing process refused the file; why stands on its standard error, as one line of JSON. */
export const refusedExitCode = 3;
