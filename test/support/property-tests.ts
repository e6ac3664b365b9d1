import fc from 'fast-check';

/**
 * Property tests try the same cases in every run, so that a red run means a change made it red. `FC_SEED=$RANDOM npm
 * test` looks for new ones; a case that it finds becomes a test of its own.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_120) });
