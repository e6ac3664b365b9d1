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
        selected: selectAutomatically(buildQuery(one.evidence, modelOf(one)), ranking)[kind] !== null,
        group: one.row.group,
        probabilities: listed.map(({ probability }) => probability),
        right: listed.map(({ id }) => truth.has(id)),
        weight: one.row.split === 'negative' ? 0.5 : 1,
      };
    });
}

type CalibrationRows = Readonly<Record<RankedKind, readonly CalibrationRow[]>>;

/**
 * A kind's curves are drawn towards those of all kinds together: from a few hundred rows, most of them far from the
 * middle, a curve by itself would also learn noise.
 */
export function calibrationsOf(shown: CalibrationRows): Record<RankedKind, Calibration> {
  const pooled = calibrationOf(kinds.flatMap((kind) => shown[kind]));
  const of = (kind: RankedKind): Calibration => calibrationOf(shown[kind], pooled);
  return { package: of('package'), product: of('product'), repo: of('repo') };
}

/** Four kinds of candidates are right at different rates for the same probability: each has its own curve. */
function calibrationOf(rows: readonly CalibrationRow[], towards?: Calibration): Calibration {
  const of = (selected: boolean, isBest: boolean, curve?: CalibrationCurve): CalibrationCurve =>
    fitCurve(
      rows
        .filter((row) => row.selected === selected)
        .flatMap(({ probabilities, right, weight }) =>
          probabilities
            .map((probability, index) => ({ odds: logOdds(probability), right: right[index]!, weight }))
            .filter((_, index) => (index === 0) === isBest),
        ),
      curve,
    );
  return {
    selectedBest: of(true, true, towards?.selectedBest),
    besideSelected: of(true, false, towards?.besideSelected),
    best: of(false, true, towards?.best),
    others: of(false, false, towards?.others),
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

/** Regularization towards a given curve, with the weight of some samples; without one, weakly towards 0. */
const priorWeight = { towardsKnown: 10, towardsNothing: 0.3 };
const nothing: CalibrationCurve = [0, 0, 0];
const rounds = 60;

/** Logistic regression by Newton's method. */
function fitCurve(samples: readonly Sample[], known?: CalibrationCurve): CalibrationCurve {
  const penalty = known ? priorWeight.towardsKnown : priorWeight.towardsNothing;
  const towards = known ?? nothing;
  let curve = towards;
  for (let round = 0; round < rounds; round += 1) {
    const slope = curve.map((value, term) => penalty * (value - towards[term]!));
    const curvature = curve.map((_, row) => curve.map((_, column) => (row === column ? penalty : 0)));
    for (const { odds, right, weight } of samples) {
      const terms = [1, odds, odds * odds];
      const promised = 1 / (1 + Math.exp(-terms.reduce((sum, term, index) => sum + term * curve[index]!, 0)));
      for (const [row, term] of terms.entries()) {
        slope[row]! += weight * term * (promised - (right ? 1 : 0));
        for (const [column, other] of terms.entries())
          curvature[row]![column]! += weight * term * other * promised * (1 - promised);
      }
    }
    const [intercept, first, second] = solveLinear(curvature, slope) as [number, number, number];
    curve = [curve[0] - intercept, curve[1] - first, curve[2] - second];
  }
  return curve;
}

/** Gaussian elimination; the penalty keeps the matrix regular. */
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
