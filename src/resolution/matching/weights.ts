/** A conditional logit for one kind: a weight for each feature by name, and for "none of them". */
export interface KindWeights {
  readonly none: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** For each ecosystem, a weight for each sign of `shape.ts`, by name. */
export type ShapeWeights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** From a share of belief to the share of such candidates that prove right: a line between their logits. */
export interface Calibration {
  readonly slope: number;
  readonly shift: number;
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
