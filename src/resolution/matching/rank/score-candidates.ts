import type { NameAgreement } from '../compare/name-agreement.js';
import type { KindWeights } from './model-weights.js';

/** Less probable candidates are noise. */
export const minListedProbability = 0.003;

type Features = Readonly<Record<string, number>>;

export interface CandidateFeatures<Values extends Features> {
  readonly features: Values;
  readonly names: NameAgreement;
}

/** A candidate with its probability among all of its kind (0–1) and its features. */
export interface ScoredCandidate<Candidate, Values extends Features = Features> extends CandidateFeatures<Values> {
  readonly candidate: Candidate;
  readonly probability: number;
  /** Other candidates of the kind that are the same thing, for which it stands. */
  readonly aliases?: readonly Candidate[];
}

interface Scoring<Candidate, Values extends Features> {
  readonly featuresOf: (candidate: Candidate) => CandidateFeatures<Values>;
  readonly identifierOf: (candidate: Candidate) => string;
  /** A guess: a generated identifier without complete coordinates. It never stands before another candidate. */
  readonly isGuess: (candidate: Candidate) => boolean;
  /** Lets one candidate stand for others that are the same thing; best first. */
  readonly merge?: (scored: readonly ScoredCandidate<Candidate, Values>[]) => ScoredCandidate<Candidate, Values>[];
  readonly weights: KindWeights;
}

/** Best first, ties by identifier; guesses only behind others. */
export function scoreCandidates<Candidate, Values extends Features>(
  candidates: readonly Candidate[],
  { featuresOf, identifierOf, isGuess, merge, weights }: Scoring<Candidate, Values>,
): ScoredCandidate<Candidate, Values>[] {
  const all = candidates.map(featuresOf);
  const inOrder = all[0] ? weightsInOrder(all[0].features, weights) : [];
  const probabilities = softmax(
    all.map(({ features }) => scoreOf(features, inOrder)),
    weights.none,
  );
  const single = candidates
    .map((candidate, index) => {
      const { features, names } = all[index]!;
      return { candidate, probability: probabilities[index]!, features, names };
    })
    .sort(
      (one, other) =>
        other.probability - one.probability || (identifierOf(one.candidate) < identifierOf(other.candidate) ? -1 : 1),
    );
  const scored = merge ? merge(single) : single;
  return [
    ...scored.filter(({ candidate }) => !isGuess(candidate)),
    ...scored.filter(({ candidate }) => isGuess(candidate)),
  ];
}

const cachedWeights = new WeakMap<KindWeights, readonly number[]>();

/** The weights in the order of the features, which is the same for all candidates of a kind. */
function weightsInOrder(features: Features, kind: KindWeights): readonly number[] {
  let inOrder = cachedWeights.get(kind);
  if (!inOrder) cachedWeights.set(kind, (inOrder = Object.keys(features).map((name) => kind.weights[name] ?? 0)));
  return inOrder;
}

/** Hot: `Object.values` would copy the features of each of some sixty candidates. */
function scoreOf(features: Features, weights: readonly number[]): number {
  let sum = 0;
  let index = 0;
  for (const name in features) {
    sum += features[name]! * weights[index]!;
    index += 1;
  }
  return sum;
}

/** Probabilities of the candidates; with that of "none of them" they sum to 1 (conditional logit). */
function softmax(scores: readonly number[], none: number): number[] {
  const top = Math.max(none, ...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, Math.exp(none - top));
  return raised.map((one) => one / total);
}
