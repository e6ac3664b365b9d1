/**
 * Fits a conditional logit: for each choice, the probabilities of its candidates and of "none of them". Full-batch
 * Adam with an L2 penalty towards zero; deterministic.
 */
export interface LogitChoice {
  /** Feature values of each candidate. */
  readonly candidates: readonly (readonly number[])[];
  /** Indexes of the right candidates; empty: none of them is right. */
  readonly right: readonly number[];
  /** Indexes that must not win, where nothing else is known. */
  readonly wrong?: readonly number[];
  readonly importance: number;
}

export interface FittedLogit {
  readonly none: number;
  readonly weights: readonly number[];
}

export interface FitOptions {
  readonly features: number;
  readonly penalty: number;
  readonly rounds: number;
}

/** Most features are 0 for most candidates: columns and values of the others, and the start of each candidate. */
interface SparseChoice {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly allowed: Uint8Array;
  readonly importance: number;
}

export function fit(questions: readonly LogitChoice[], { features, penalty, rounds }: FitOptions): FittedLogit {
  const weights = new Float64Array(features + 1); // the last one is "none"
  const first = new Float64Array(features + 1);
  const second = new Float64Array(features + 1);
  const sparse = questions.map(sparseOf);
  const total = questions.reduce((sum, { importance }) => sum + importance, 0);
  for (let round = 1; round <= rounds; round += 1) {
    const gradient = new Float64Array(features + 1);
    for (const question of sparse) addGradient(gradient, question, weights);
    const rate = 0.15 * (1 - (0.9 * round) / rounds);
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

function sparseOf({ candidates, right, wrong, importance }: LogitChoice): SparseChoice {
  const starts = new Int32Array(candidates.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [index, candidate] of candidates.entries()) {
    for (const [column, value] of candidate.entries()) {
      if (value === 0) continue;
      columns.push(column);
      values.push(value);
    }
    starts[index + 1] = columns.length;
  }
  // The last index is "none of them".
  const allowed = new Uint8Array(candidates.length + 1).fill(wrong ? 1 : 0);
  for (const index of wrong ?? []) allowed[index] = 0;
  for (const index of right) allowed[index] = 1;
  if (!wrong && right.length === 0) allowed[candidates.length] = 1;
  return { starts, columns: Int32Array.from(columns), values: Float64Array.from(values), allowed, importance };
}

/** Adds the slope of the log-likelihood: probability moves to the allowed candidates in proportion. */
function addGradient(gradient: Float64Array, question: SparseChoice, weights: Float64Array): void {
  const { starts, columns, values, allowed, importance } = question;
  const count = allowed.length - 1;
  const none = weights.length - 1;
  const raised = new Float64Array(count + 1);
  raised[count] = weights[none]!;
  for (let index = 0; index < count; index += 1)
    for (let at = starts[index]!; at < starts[index + 1]!; at += 1)
      raised[index] = raised[index]! + values[at]! * weights[columns[at]!]!;
  const top = Math.max(...raised);
  let sum = 0;
  let mass = 0;
  for (let index = 0; index <= count; index += 1) {
    raised[index] = Math.exp(raised[index]! - top);
    sum += raised[index]!;
    if (allowed[index]) mass += raised[index]!;
  }
  for (let index = 0; index <= count; index += 1) {
    const push = importance * raised[index]! * ((allowed[index] ? 1 / mass : 0) - 1 / sum);
    if (index === count) gradient[none] = gradient[none]! + push;
    else
      for (let at = starts[index]!; at < starts[index + 1]!; at += 1)
        gradient[columns[at]!] = gradient[columns[at]!]! + push * values[at]!;
  }
}
