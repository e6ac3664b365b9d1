import fc from 'fast-check';

/**
 * A developer's property tests try the same cases in every run, so that a red run means a change made it red. CI looks
 * for new ones, with a seed that the end of the run prints; `FC_SEED=N npm test` repeats it. A case that it finds
 * becomes a test of its own.
 */
const seed = process.env.FC_SEED ?? (process.env.CI ? jest.getSeed() : 20_261_120);
fc.configureGlobal({ seed: Number(seed) });
