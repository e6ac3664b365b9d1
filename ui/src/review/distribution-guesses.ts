import { minLikely } from './likelihood.js';
import type { ShownCandidate } from './types.js';

const isOfDistribution = (identifier: string): boolean => /^pkg:(deb|rpm|apk|alpm)\//.test(identifier);

/**
 * Identifiers that Enter does not take along, though the catalogue links them with a probable candidate: packages of a
 * distribution that the file hardly points to.
 */
export const distributionGuesses = (candidates: readonly ShownCandidate[]): string[] =>
  candidates
    .filter(({ confidence }) => confidence !== null && confidence >= minLikely)
    .flatMap(({ coordinates }) => coordinates)
    .filter(({ identifier, confidence }) => isOfDistribution(identifier) && (confidence ?? 1) < minLikely)
    .map(({ identifier }) => identifier);
