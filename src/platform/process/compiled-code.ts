import { setFlagsFromString } from 'node:v8';

/**
 * V8 throws away the code of functions that have not run for a while. This service works in turns, a function that rested
 * for hours is what the next import or the nightly rescoring consists of, and to compile it again costs more than all of
 * it takes in memory (a few MB; `docs/adr/0012-stored-scores.md` has the figures).
 */
export const keepCompiledCode = (): void => setFlagsFromString('--no-flush-bytecode');
