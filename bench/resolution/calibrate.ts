import type { Calibration, ModelWeights, RankedKind } from '../../src/resolution/matching/weights.js';
import { listedOf, rankCase, truthOf, type Case } from './training.js';

/** A candidate's share of belief, and whether it proved right. */
export interface Outcome {
  readonly share: number;
  readonly right: boolean;
}

/** Every candidate of every row whose truth is known, judged by a model that has not seen the row. */
export function outcomesOf(cases: readonly Case[], modelOf: (one: Case) => ModelWeights, kind: RankedKind): Outcome[] {
  return cases
    .filter(({ row }) => row.split === 'negative' || (row.split !== 'confusable' && truthOf(row, kind).size > 0))
    .flatMap((one) => {
      const truth = truthOf(one.row, kind);
      return listedOf(rankCase(one, modelOf(one)), kind)
        .slice(0, 10)
        .map(({ id, share }) => ({ share, right: truth.has(id) }));
    });
}

const logit = (share: number): number => {
  const kept = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(kept / (1 - kept));
};

/** Platt scaling by Newton's method: two numbers, so that some hundred rows cannot be learned by heart. */
export function calibrationOf(outcomes: readonly Outcome[]): Calibration {
  let [slope, shift] = [1, 0];
  for (let round = 0; round < 50; round += 1) {
    const gradient = { slope: 0, shift: 0 };
    const curvature = { slope: 1e-6, both: 0, shift: 1e-6 };
    for (const { share, right } of outcomes) {
      const at = logit(share);
      const believed = 1 / (1 + Math.exp(-(slope * at + shift)));
      const miss = (right ? 1 : 0) - believed;
      const weight = believed * (1 - believed);
      gradient.slope += miss * at;
      gradient.shift += miss;
      curvature.slope += weight * at * at;
      curvature.both += weight * at;
      curvature.shift += weight;
    }
    const determinant = curvature.slope * curvature.shift - curvature.both ** 2;
    slope += (gradient.slope * curvature.shift - gradient.shift * curvature.both) / determinant;
    shift += (gradient.shift * curvature.slope - gradient.slope * curvature.both) / determinant;
  }
  return { slope, shift };
}
