import type { SelectionWeights } from '../rank/model-weights.js';

type Numbers = Readonly<Record<string, number>>;

/** How probably the best candidate is right, and what that rests on. */
export interface LearnedSelection {
  readonly probability: number;
  readonly isSelected: boolean;
}

/** A logistic regression over the features as they differ from their means. */
export function selectByFeatures({ base, threshold, features }: SelectionWeights, values: Numbers): LearnedSelection {
  let score = base;
  for (const [name, [weight, mean]] of Object.entries(features)) score += weight * ((values[name] ?? 0) - mean);
  const probability = 1 / (1 + Math.exp(-score));
  return { probability, isSelected: probability >= threshold };
}

/** So many features are named. */
const maxNamed = 4;
const minContribution = 0.1;

/** "log odds +1.2, version known +0.8, organization different −0.5": what moves it most. */
export function explainSelection({ features }: SelectionWeights, values: Numbers): string {
  return Object.entries(features)
    .map(([name, [weight, mean]]) => ({ name, value: weight * ((values[name] ?? 0) - mean) }))
    .filter(({ value }) => Math.abs(value) >= minContribution)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value) || (one.name < other.name ? -1 : 1))
    .slice(0, maxNamed)
    .map(({ name, value }) => `${plain(name)} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`)
    .join(', ');
}

const plain = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
