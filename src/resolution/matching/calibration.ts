import type { Calibration } from './weights.js';

/** The confidence that is shown (0–1): of the candidates given 0.9, about nine in ten are right. `share` is 0–1. */
export function calibrated({ slope, shift }: Calibration, share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-(slope * Math.log(share / (1 - share)) + shift)));
}
