import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import { confidencesOf, logOdds } from '../../src/resolution/matching/select/calibration.js';
import { selectAutomatically } from '../../src/resolution/matching/select/auto-selection.js';
import { listedCandidates } from '../../src/resolution/matching/select/outcome.js';
import type {
  Calibration,
  CalibrationCurve,
  ModelWeights,
  RankedKind,
} from '../../src/resolution/matching/rank/model-weights.js';
import { foldOf, folds, kinds, listedOf, rankCase, truthOf, type Case } from './training.js';

/** The listed candidates of a row and kind, best first, and which of them are right. */
export interface CalibrationRow {
  readonly group: string;
  readonly probabilities: readonly number[];
  readonly right: readonly boolean[];
  /** The best one is selected automatically. */
  readonly selected: boolean;
  /** Invented names count half, as in training: lists have fewer of them than labelled rows. */
  readonly weight: number;
}

/** A candidate with its confidence by a calibration without its row. */
export interface HeldOutConfidence {
  readonly confidence: number;
  readonly right: boolean;
}

/** Every row with a known truth, ranked by a model without it. */
export function calibrationRows(
  cases: readonly Case[],
  modelOf: (one: Case) => ModelWeights,
  kind: RankedKind,
): CalibrationRow[] {
  return cases
    .filter(({ row }) => row.split === 'negative' || (row.split !== 'confusable' && truthOf(row, kind).size > 0))
    .map((one) => {
      const truth = truthOf(one.row, kind);
      const ranking = rankCase(one, modelOf(one));
      const listed = listedCandidates(listedOf(ranking, kind));
      return {
        selected: selectAutomatically(buildQuery(one.evidence, modelOf(one)), ranking, modelOf(one))[kind] !== null,
        group: one.row.group,
        probabilities: listed.map(({ probability }) => probability),
        right: listed.map(({ id }) => truth.has(id)),
        weight: one.row.split === 'negative' ? 0.5 : 1,
      };
    });
}

type CalibrationRows = Readonly<Record<RankedKind, readonly CalibrationRow[]>>;

export const calibrationsOf = (shown: CalibrationRows): Record<RankedKind, Calibration> => ({
  package: calibrationOf(shown.package),
  product: calibrationOf(shown.product),
  repo: calibrationOf(shown.repo),
});

/** Four kinds of candidates are right at different rates for the same probability: each has its own curve. */
function calibrationOf(rows: readonly CalibrationRow[]): Calibration {
  const of = (selected: boolean, isBest: boolean): CalibrationCurve =>
    fitCurve(
      rows
        .filter((row) => row.selected === selected)
        .flatMap(({ probabilities, right, weight }) =>
          probabilities
            .map((probability, index) => ({ odds: logOdds(probability), right: right[index]!, weight }))
            .filter((_, index) => (index === 0) === isBest),
        ),
    );
  return {
    selectedBest: of(true, true),
    besideSelected: of(true, false),
    best: of(false, true),
    others: of(false, false),
  };
}

/** Confidences of all rows, each by curves of the other folds. */
export function heldOutOutcomes(shown: CalibrationRows): Record<RankedKind, HeldOutConfidence[]> {
  const outcomes: Record<RankedKind, HeldOutConfidence[]> = { package: [], product: [], repo: [] };
  for (let fold = 0; fold < folds; fold += 1) {
    const others = (kind: RankedKind): CalibrationRow[] => shown[kind].filter(({ group }) => foldOf(group) !== fold);
    const calibrations = calibrationsOf({
      package: others('package'),
      product: others('product'),
      repo: others('repo'),
    });
    for (const kind of kinds)
      for (const { group, weight, probabilities, right, selected } of shown[kind]) {
        if (weight < 1 || foldOf(group) !== fold) continue;
        for (const [index, confidence] of confidencesOf(calibrations[kind], probabilities, selected).entries())
          outcomes[kind].push({ confidence, right: right[index]! });
      }
  }
  return outcomes;
}

interface Sample {
  readonly odds: number;
  readonly right: boolean;
  readonly weight: number;
}

const maxKnots = 10;
const rounds = 30;
/** So many candidates at each knot say that the probability is right as it is. */
const priorWeight = 2;

/** Logistic regression by Newton's method over a line with knots: at each knot promised and right are equal. */
function fitCurve(samples: readonly Sample[]): CalibrationCurve {
  const knots = knotsOf(samples);
  const placed = samples.map((sample) => ({ ...sample, ...placeOf(knots, sample.odds) }));
  let heights = [...knots];
  for (let round = 0; round < rounds; round += 1) {
    const slope = heights.map((height, knot) => (priorWeight / 4) * (height - knots[knot]!));
    const curvature = heights.map((_, row) => heights.map((_, column) => (row === column ? priorWeight / 4 : 0)));
    for (const { knot, portion, right, weight } of placed) {
      const hats = [
        [knot, 1 - portion],
        [knot + 1, portion],
      ].filter(([, share]) => share! > 0) as [number, number][];
      const odds = hats.reduce((sum, [at, share]) => sum + share * heights[at]!, 0);
      const promised = 1 / (1 + Math.exp(-odds));
      for (const [row, share] of hats) {
        slope[row]! += weight * share * (promised - (right ? 1 : 0));
        for (const [column, other] of hats)
          curvature[row]![column]! += weight * share * other * promised * (1 - promised);
      }
    }
    const steps = solveLinear(curvature, slope);
    heights = heights.map((height, knot) => height - Math.max(-1, Math.min(1, steps[knot]!)));
  }
  return knots.map((odds, knot) => [odds, Math.max(...heights.slice(0, knot + 1))]);
}

/** Closer where candidates are uncertain: there a knot changes most. */
function knotsOf(samples: readonly Sample[]): number[] {
  const sorted = samples.map(({ odds }) => odds).sort((one, other) => one - other);
  if (sorted.length === 0) return [0];
  const doubts = sorted.map((odds) => 1 / (2 + Math.exp(odds) + Math.exp(-odds)));
  const total = doubts.reduce((sum, doubt) => sum + doubt, 0);
  const knots = [sorted[0]!];
  let passed = 0;
  for (const [index, odds] of sorted.entries()) {
    passed += doubts[index]!;
    if (passed >= (knots.length * total) / (maxKnots - 1) && odds - knots.at(-1)! > minDistance) knots.push(odds);
  }
  return knots;
}

const minDistance = 0.2;

/** Between which knots, and how far. */
function placeOf(knots: readonly number[], odds: number): { readonly knot: number; readonly portion: number } {
  const next = knots.findIndex((at) => at >= odds);
  if (next === 0) return { knot: 0, portion: 0 };
  if (next < 0) return { knot: knots.length - 1, portion: 0 };
  const [low, high] = [knots[next - 1]!, knots[next]!];
  return { knot: next - 1, portion: (odds - low) / (high - low) };
}

/** Gaussian elimination; the prior keeps the matrix regular. */
function solveLinear(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  for (const [pivot, row] of rows.entries())
    for (const other of rows) {
      if (other === row) continue;
      const factor = other[pivot]! / row[pivot]!;
      for (const [column, value] of row.entries()) other[column]! -= factor * value;
    }
  return rows.map((row, index) => row.at(-1)! / row[index]!);
}
