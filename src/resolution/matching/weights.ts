/** A conditional logit for one kind: a weight for each feature by name, and for "none of them". */
export interface KindWeights {
  readonly none: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** For each ecosystem, a weight for each sign of `shape.ts`, by name. */
export type ShapeWeights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** From this share of belief on, so many of the candidates prove right. */
export interface CalibrationStep {
  readonly from: number;
  readonly confidence: number;
}

/** Steps from the lowest share up, for the best candidate of a component and for those behind it. */
export interface Calibration {
  readonly best: readonly CalibrationStep[];
  readonly others: readonly CalibrationStep[];
}

export interface ModelWeights {
  readonly shape: ShapeWeights;
  readonly package: KindWeights;
  readonly product: KindWeights;
  readonly repo: KindWeights;
  readonly calibration: Readonly<Record<RankedKind, Calibration>>;
}

/** The kinds of identity that are ranked. */
export type RankedKind = 'package' | 'product' | 'repo';
