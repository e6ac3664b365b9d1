import type { Calibration, CalibrationCurve } from '../rank/model-weights.js';

/**
 * Confidences (0–1) for probabilities (best first): about nine in ten of the candidates with confidence 0.9 are right.
 * `isSelected`: the best one is selected automatically, which makes it more reliable than its probability says.
 */
export function confidencesOf(
  calibration: Calibration,
  probabilities: readonly number[],
  isSelected: boolean,
): number[] {
  const { selectedBest, best, besideSelected, others } = calibration;
  const confidences: number[] = [];
  for (const probability of probabilities) {
    const before = confidences.at(-1);
    const [first, next] = isSelected ? [selectedBest, besideSelected] : [best, others];
    // The curves may cross; confidences never rise along the list.
    confidences.push(before === undefined ? onCurve(first, probability) : Math.min(before, onCurve(next, probability)));
  }
  return confidences;
}

/** The labelled rows are too few to prove more. */
const maxConfidence = 0.995;

function onCurve(curve: CalibrationCurve, probability: number): number {
  const odds = logOdds(probability);
  const next = curve.findIndex(([at]) => at >= odds);
  const [high, above] = curve[next] ?? curve.at(-1)!;
  const [low, below] = curve[Math.max(0, next - 1)]!;
  const isBetween = next > 0 && high > low;
  const height = isBetween ? below + ((odds - low) / (high - low)) * (above - below) : above;
  return Math.min(maxConfidence, 1 / (1 + Math.exp(-height)));
}

const minDoubt = 1e-6;

/** Of a probability that is clamped away from 0 and 1. */
export function logOdds(probability: number): number {
  const clamped = Math.min(1 - minDoubt, Math.max(minDoubt, probability));
  return Math.log(clamped / (1 - clamped));
}
