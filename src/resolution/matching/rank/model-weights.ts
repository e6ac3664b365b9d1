/** A conditional logit for one kind: a weight for each feature by name, and for "none of them". */
export interface KindWeights {
  readonly none: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** For each ecosystem, a weight for each sign of `shape.ts`, by name. */
export type EcosystemWeights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Log-odds of being right by log-odds of the share: intercept, slope, bend (Platt scaling with a square). */
export type CalibrationCurve = readonly [intercept: number, slope: number, bend: number];

/** For the best candidate of a component and those behind it, where the gates select the best and where they do not. */
export interface Calibration {
  readonly selectedBest: CalibrationCurve;
  readonly besideSelected: CalibrationCurve;
  readonly best: CalibrationCurve;
  readonly others: CalibrationCurve;
}

export interface ModelWeights {
  readonly shape: EcosystemWeights;
  readonly package: KindWeights;
  readonly product: KindWeights;
  readonly repo: KindWeights;
  readonly calibration: Readonly<Record<RankedKind, Calibration>>;
}

/** The kinds of identity that are ranked. */
export type RankedKind = 'package' | 'product' | 'repo';
