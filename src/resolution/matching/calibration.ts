import type { ModelWeights } from './weights.js';

/** Share of belief and the share of candidates of that belief that proved right, rising; between them a straight line. */
type Curve = readonly (readonly [share: number, right: number])[];

const curves: Record<keyof ModelWeights, Curve> = {
  package: [
    [0, 0],
    [1, 1],
  ],
  product: [
    [0, 0],
    [1, 1],
  ],
  repo: [
    [0, 0],
    [1, 1],
  ],
};

/** The confidence that is shown: of the candidates given 0.9, about nine in ten are right. */
export function calibrated(kind: keyof ModelWeights, share: number): number {
  const curve = curves[kind];
  const above = curve.findIndex(([at]) => at >= share);
  if (above <= 0) return curve[Math.max(0, above)]![1];
  const [lowShare, lowRight] = curve[above - 1]!;
  const [highShare, highRight] = curve[above]!;
  return lowRight + ((share - lowShare) / (highShare - lowShare)) * (highRight - lowRight);
}
