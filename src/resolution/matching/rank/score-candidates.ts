import type { NameAgreement } from '../compare/name-agreement.js';
import { softmax } from './softmax.js';
import type { KindWeights } from './model-weights.js';

/** Numbers by name. */
type Features = Readonly<Record<string, number>>;

export interface CandidateFeatures<Values extends Features> {
  readonly features: Values;
  readonly names: NameAgreement;
}

/** A candidate with its share of all belief in its kind (0–1), and what it was judged by. */
export interface ScoredCandidate<Candidate, Values extends Features = Features> extends CandidateFeatures<Values> {
  readonly candidate: Candidate;
  readonly share: number;
}

interface Scoring<Candidate, Values extends Features> {
  readonly featuresOf: (candidate: Candidate) => CandidateFeatures<Values>;
  readonly identifierOf: (candidate: Candidate) => string;
  readonly weights: KindWeights;
}

/** Best first; ties by the identifier, so that the same question always has the same answer. */
export function scoreCandidates<Candidate, Values extends Features>(
  candidates: readonly Candidate[],
  { featuresOf: judge, identifierOf, weights }: Scoring<Candidate, Values>,
): ScoredCandidate<Candidate, Values>[] {
  const judged = candidates.map(judge);
  const inOrder = judged[0] ? weightsInOrder(judged[0].features, weights) : [];
  const shares = softmax(
    judged.map(({ features }) => scoreOf(features, inOrder)),
    weights.none,
  );
  return candidates
    .map((candidate, index) => {
      const { features, names } = judged[index]!;
      return { candidate, share: shares[index]!, features, names };
    })
    .sort(
      (one, other) => other.share - one.share || (identifierOf(one.candidate) < identifierOf(other.candidate) ? -1 : 1),
    );
}

const cachedWeights = new WeakMap<KindWeights, readonly number[]>();

/** Those of a kind, once for all candidates. */
function weightsInOrder(features: Features, kind: KindWeights): readonly number[] {
  let inOrder = cachedWeights.get(kind);
  if (!inOrder) cachedWeights.set(kind, (inOrder = Object.keys(features).map((name) => kind.weights[name] ?? 0)));
  return inOrder;
}

/** All features of one kind are made by one function, and so have their names in one order. */
function scoreOf(features: Features, weights: readonly number[]): number {
  let sum = 0;
  const values = Object.values(features);
  for (let index = 0; index < values.length; index += 1) sum += values[index]! * weights[index]!;
  return sum;
}
