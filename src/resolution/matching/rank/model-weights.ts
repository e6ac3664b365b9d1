import type { EcosystemWeights } from '../query/ecosystem-features.js';

/** A conditional logit for one kind: a weight for each feature by name, and for "none of them". */
export interface KindWeights {
  readonly none: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Log-odds of being right over log-odds of the probability: intercept, slope, square (Platt scaling with a square). */
export type CalibrationCurve = readonly [intercept: number, slope: number, square: number];

/** Curves for the best candidate and for the others, where the best is selected automatically and where it is not. */
export interface Calibration {
  readonly selectedBest: CalibrationCurve;
  readonly besideSelected: CalibrationCurve;
  readonly best: CalibrationCurve;
  readonly others: CalibrationCurve;
}

export interface ModelWeights {
  readonly ecosystem: EcosystemWeights;
  readonly package: KindWeights;
  readonly product: KindWeights;
  readonly repo: KindWeights;
  readonly calibration: Readonly<Record<RankedKind, Calibration>>;
}

/** The kinds of identity that are ranked. */
export type RankedKind = 'package' | 'product' | 'repo';
