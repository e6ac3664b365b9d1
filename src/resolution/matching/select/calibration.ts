import type { Calibration, CalibrationCurve } from '../rank/model-weights.js';

/**
 * The confidences that are shown (0–1) for shares of belief (0–1, best first): of the candidates given 0.9, about nine
 * in ten are right. A best candidate that the gates select promises more than its share says, what stands behind it
 * less. `selected`: the first one is.
 */
export function confidencesOf(calibration: Calibration, probabilities: readonly number[], selected: boolean): number[] {
  const { selectedBest, best, besideSelected, others } = calibration;
  const confidences: number[] = [];
  for (const share of probabilities) {
    const before = confidences.at(-1);
    const [first, next] = selected ? [selectedBest, besideSelected] : [best, others];
    // The curves of two places may cross; the order of candidates stands.
    confidences.push(before === undefined ? onCurve(first, share) : Math.min(before, onCurve(next, share)));
  }
  return confidences;
}

/** More than this no number of labelled candidates has shown yet. */
const maxConfidence = 0.995;

function onCurve([intercept, slope, bend]: CalibrationCurve, probability: number): number {
  const odds = logOdds(probability);
  // Beyond its turning point a parabola would lead back down: there it stays level.
  const turn = -slope / (2 * bend);
  const at = bend < 0 ? Math.min(odds, turn) : bend > 0 ? Math.max(odds, turn) : odds;
  return Math.min(maxConfidence, 1 / (1 + Math.exp(-(intercept + slope * at + bend * at * at))));
}

const minDoubt = 1e-6;

/** Of a share that neither is nor excludes certainty. */
export function logOdds(probability: number): number {
  const kept = Math.min(1 - minDoubt, Math.max(minDoubt, probability));
  return Math.log(kept / (1 - kept));
}
