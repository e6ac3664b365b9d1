import { setFlagsFromString } from 'node:v8';

/**
 * How much bytecode a function runs, in bytes, before V8 weighs whether to optimise it; some fifteen times V8's own
 * figure, at which a quarter of the processor time of resolving 6,000 components goes into optimising. What runs for long
 * is optimised all the same.
 */
const budgetBeforeOptimising = 1_000_000;

/**
 * V8 throws away the code of functions that have not run for a while. This service works in turns, a function that rested
 * for hours is what the next import or the nightly rescoring consists of, and to compile it again costs more than all of
 * it takes in memory (a few MB; `docs/adr/0012-stored-scores.md` has the figures).
 *
 * For this process with all its threads; to be called before they start.
 */
export function keepCompiledCode(): void {
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString(`--interrupt-budget=${budgetBeforeOptimising}`);
}
