/**
 * Fits a conditional logit: for each question, the share of belief over its candidates and "none of them". Full-batch
 * Adam with an L2 penalty towards zero; deterministic.
 */
export interface Question {
  /** Feature values of each candidate. */
  readonly candidates: readonly (readonly number[])[];
  /** Places of the right candidates; empty: none of them is right. */
  readonly right: readonly number[];
  /** Places that must not win, where nothing else is known. */
  readonly wrong?: readonly number[];
  readonly importance: number;
}

export interface Fitted {
  readonly none: number;
  readonly weights: readonly number[];
}

export interface FitOptions {
  readonly features: number;
  readonly penalty: number;
  readonly rounds: number;
}

export function fit(questions: readonly Question[], { features, penalty, rounds }: FitOptions): Fitted {
  const weights = new Float64Array(features + 1); // the last one is "none"
  const first = new Float64Array(features + 1);
  const second = new Float64Array(features + 1);
  const total = questions.reduce((sum, { importance }) => sum + importance, 0);
  for (let round = 1; round <= rounds; round += 1) {
    const gradient = new Float64Array(features + 1);
    for (const question of questions) addGradient(gradient, question, weights);
    const rate = 0.1 * (1 - (0.9 * round) / rounds);
    for (let index = 0; index <= features; index += 1) {
      const pull = index < features ? penalty * weights[index]! : 0;
      const slope = gradient[index]! / total - pull;
      first[index] = 0.9 * first[index]! + 0.1 * slope;
      second[index] = 0.99 * second[index]! + 0.01 * slope * slope;
      const step = first[index]! / (1 - 0.9 ** round) / (Math.sqrt(second[index]! / (1 - 0.99 ** round)) + 1e-8);
      weights[index] = weights[index]! + rate * step;
    }
  }
  return { none: weights[features]!, weights: [...weights.slice(0, features)] };
}

/** Adds the slope of the log-likelihood. */
function addGradient(
  gradient: Float64Array,
  { candidates, right, wrong, importance }: Question,
  weights: Float64Array,
): void {
  const features = weights.length - 1;
  const scores = candidates.map((values) => values.reduce((sum, value, index) => sum + value * weights[index]!, 0));
  const none = weights[features]!;
  const top = Math.max(none, ...scores);
  const raised = [...scores, none].map((score) => Math.exp(score - top));
  const sum = raised.reduce((one, other) => one + other, 0);
  const shares = raised.map((one) => one / sum);
  const target = targets(shares, candidates.length, right, wrong);
  for (let place = 0; place <= candidates.length; place += 1) {
    const push = importance * (target[place]! - shares[place]!);
    if (push === 0) continue;
    if (place === candidates.length) gradient[features] = gradient[features]! + push;
    else
      for (let index = 0; index < features; index += 1)
        gradient[index] = gradient[index]! + push * candidates[place]![index]!;
  }
}

/** Belief after the answer is known: spread over the right ones, or over all but the wrong ones, as believed before. */
function targets(
  shares: readonly number[],
  none: number,
  right: readonly number[],
  wrong: readonly number[] | undefined,
): number[] {
  const allowed = new Set(wrong ? shares.map((_, place) => place).filter((place) => !wrong.includes(place)) : right);
  if (allowed.size === 0) allowed.add(none);
  const mass = shares.reduce((sum, share, place) => (allowed.has(place) ? sum + share : sum), 0);
  return shares.map((share, place) => (allowed.has(place) ? share / mass : 0));
}
