import type { EcosystemWeights } from '../query/ecosystem-features.js';

/** A conditional logit for one kind: a weight for each feature by name, and for "none of them". */
export interface KindWeights {
  readonly none: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Log-odds of being right over those of the probability: lines between knots, constant beyond the outer ones. */
export type CalibrationCurve = readonly (readonly [of: number, right: number])[];

/** Curves for the best candidate and for the others, where the best is selected automatically and where it is not. */
export interface Calibration {
  readonly selectedBest: CalibrationCurve;
  readonly besideSelected: CalibrationCurve;
  readonly best: CalibrationCurve;
  readonly others: CalibrationCurve;
}

/** A feature's weight, and the mean at which it says nothing. */
export type SelectionFeature = readonly [weight: number, mean: number];

/** Whether the best candidate is right, where no rule decides: a logistic regression, and from where on it selects. */
export interface SelectionWeights {
  readonly threshold: number;
  /** Log-odds where every feature has its mean. */
  readonly base: number;
  readonly features: Readonly<Record<string, SelectionFeature>>;
}

export interface ModelWeights {
  readonly ecosystem: EcosystemWeights;
  readonly package: KindWeights;
  readonly product: KindWeights;
  readonly repo: KindWeights;
  readonly calibration: Readonly<Record<RankedKind, Calibration>>;
  readonly selection: Readonly<Record<RankedKind, SelectionWeights>>;
}

/** The kinds of identity that are ranked. */
export type RankedKind = 'package' | 'product' | 'repo';
