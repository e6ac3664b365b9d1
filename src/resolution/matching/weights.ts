/** A conditional logit for one kind: a weight for each feature, in the order of the feature names, and for "none". */
export interface KindWeights {
  readonly none: number;
  readonly weights: readonly number[];
}

export interface ModelWeights {
  readonly package: KindWeights;
  readonly product: KindWeights;
  readonly repo: KindWeights;
}
