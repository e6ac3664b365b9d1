import type { Calibration, CalibrationStep } from './weights.js';

/**
 * The confidences that are shown (0–1) for shares of belief (0–1, best first): of the candidates given 0.9, about nine
 * in ten are right. Steps, not a curve: each is backed by enough labelled candidates to hold what it promises.
 */
export function confidencesOf({ best, others }: Calibration, shares: readonly number[]): number[] {
  const [first] = shares;
  if (first === undefined) return [];
  const most = stepAt(best, first);
  return shares.map((share, place) => (place === 0 ? most : Math.min(most, stepAt(others, share))));
}

/** The confidence of the last step that begins at or below the share. */
function stepAt(steps: readonly CalibrationStep[], share: number): number {
  return steps.findLast(({ from }) => from <= share)?.confidence ?? 0;
}
