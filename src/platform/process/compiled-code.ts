import { setFlagsFromString } from 'node:v8';

/**
 * V8 throws away the code of functions that have not run for a while. This service works in turns, a function that rested
 * for hours is what the next import or the nightly rescoring consists of, and to compile it again costs more than all of
 * it takes in memory (a few MB; `docs/adr/0012-stored-scores.md` has the figures).
 */
export const keepCompiledCode = (): void => setFlagsFromString('--no-flush-bytecode');

/**
 * The most of other functions' bytecode that the optimizer puts into one function, from one of them and in all; a third
 * and less of V8's own. What it makes of larger ones runs no faster here, and to compile it takes from a tenth to a third
 * more of the processors until a process has run for a while (`docs/adr/0008-resolution.md` has the figures).
 */
const maxInlined = { one: 150, all: 300 };

export const compileSmall = (): void => {
  setFlagsFromString(`--max-inlined-bytecode-size=${maxInlined.one}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${maxInlined.all}`);
};
