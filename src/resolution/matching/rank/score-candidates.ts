import type { NameAgreement } from '../compare/name-agreement.js';
import { softmax } from './softmax.js';
import type { KindWeights } from './model-weights.js';

type Features = Readonly<Record<string, number>>;

export interface CandidateFeatures<Values extends Features> {
  readonly features: Values;
  readonly names: NameAgreement;
}

/** A candidate with its probability among all of its kind (0–1) and its features. */
export interface ScoredCandidate<Candidate, Values extends Features = Features> extends CandidateFeatures<Values> {
  readonly candidate: Candidate;
  readonly probability: number;
}

interface Scoring<Candidate, Values extends Features> {
  readonly featuresOf: (candidate: Candidate) => CandidateFeatures<Values>;
  readonly identifierOf: (candidate: Candidate) => string;
  readonly weights: KindWeights;
}

/** Best first, ties by identifier. */
export function scoreCandidates<Candidate, Values extends Features>(
  candidates: readonly Candidate[],
  { featuresOf, identifierOf, weights }: Scoring<Candidate, Values>,
): ScoredCandidate<Candidate, Values>[] {
  const all = candidates.map(featuresOf);
  const inOrder = all[0] ? weightsInOrder(all[0].features, weights) : [];
  const probabilities = softmax(
    all.map(({ features }) => scoreOf(features, inOrder)),
    weights.none,
  );
  return candidates
    .map((candidate, index) => {
      const { features, names } = all[index]!;
      return { candidate, probability: probabilities[index]!, features, names };
    })
    .sort(
      (one, other) =>
        other.probability - one.probability || (identifierOf(one.candidate) < identifierOf(other.candidate) ? -1 : 1),
    );
}

const cachedWeights = new WeakMap<KindWeights, readonly number[]>();

/** The weights in the order of the features, which is the same for all candidates of a kind. */
function weightsInOrder(features: Features, kind: KindWeights): readonly number[] {
  let inOrder = cachedWeights.get(kind);
  if (!inOrder) cachedWeights.set(kind, (inOrder = Object.keys(features).map((name) => kind.weights[name] ?? 0)));
  return inOrder;
}

function scoreOf(features: Features, weights: readonly number[]): number {
  let sum = 0;
  const values = Object.values(features);
  for (let index = 0; index < values.length; index += 1) sum += values[index]! * weights[index]!;
  return sum;
}
