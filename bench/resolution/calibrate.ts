import { confidencesOf } from '../../src/resolution/matching/calibration.js';
import { shown } from '../../src/resolution/matching/outcome.js';
import type { Calibration, CalibrationStep, ModelWeights, RankedKind } from '../../src/resolution/matching/weights.js';
import { foldOf, listedOf, rankCase, truthOf, type Case } from './training.js';

/** What one row shows of a kind, best first, and what of it proved right. */
export interface ShownRow {
  readonly group: string;
  readonly shares: readonly number[];
  readonly right: readonly boolean[];
  /** Invented names count half, as in training: lists hold fewer of them than labelled rows do. */
  readonly weight: number;
}

/** A candidate with its confidence, judged by a calibration that has not seen its row. */
export interface Outcome {
  readonly confidence: number;
  readonly right: boolean;
}

/** Every row whose truth is known, ranked by a model that has not seen it. */
export function shownRows(cases: readonly Case[], modelOf: (one: Case) => ModelWeights, kind: RankedKind): ShownRow[] {
  return cases
    .filter(({ row }) => row.split === 'negative' || (row.split !== 'confusable' && truthOf(row, kind).size > 0))
    .map((one) => {
      const truth = truthOf(one.row, kind);
      const listed = shown(listedOf(rankCase(one, modelOf(one)), kind));
      return {
        group: one.row.group,
        shares: listed.map(({ share }) => share),
        right: listed.map(({ id }) => truth.has(id)),
        weight: one.row.split === 'negative' ? 0.5 : 1,
      };
    });
}

/** The best candidate and those behind it promise different things at the same share: each has steps of its own. */
export function calibrationOf(rows: readonly ShownRow[]): Calibration {
  const samples = rows.flatMap(({ shares, right, weight }) =>
    shares.map((share, place) => ({ share, right: right[place]!, weight, isBest: place === 0 })),
  );
  return {
    best: stepsOf(samples.filter(({ isBest }) => isBest)),
    others: stepsOf(samples.filter(({ isBest }) => !isBest)),
  };
}

const folds = 5;

/** Confidences of all rows, each by steps that were made of the other folds. */
export function heldOutOutcomes(rows: readonly ShownRow[]): Outcome[] {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const calibration = calibrationOf(rows.filter(({ group }) => foldOf(group, folds) !== fold));
    return rows
      .filter(({ group, weight }) => weight === 1 && foldOf(group, folds) === fold)
      .flatMap(({ shares, right }) =>
        confidencesOf(calibration, shares).map((confidence, place) => ({ confidence, right: right[place]! })),
      );
  });
}

interface Sample {
  readonly share: number;
  readonly right: boolean;
  readonly weight: number;
}

interface Bin {
  readonly from: number;
  readonly rows: number;
  readonly right: number;
}

/** A step closes when its share of right ones is known to this standard error, and of so many at least. */
const standardError = 0.045;
const leastOfStep = 30;

function stepsOf(samples: readonly Sample[]): CalibrationStep[] {
  const bins: Bin[] = [];
  let open = null as Bin | null;
  const sorted = [...samples].sort((one, other) => one.share - other.share);
  for (const [index, { share, right, weight }] of sorted.entries()) {
    const from = open?.from ?? share;
    open = { from, rows: (open?.rows ?? 0) + weight, right: (open?.right ?? 0) + (right ? weight : 0) };
    if (!isKnown(open) || sorted[index + 1]?.share === share) continue;
    bins.push(open);
    open = null;
  }
  const last = bins.pop();
  if (last) bins.push(open ? joined(last, open) : last);
  else if (open) bins.push(open);
  return monotone(bins).map(({ from, rows, right }, index) => ({
    from: index === 0 ? 0 : from,
    // Half a case more of each kind: nothing is promised for certain.
    confidence: (right + 0.5) / (rows + 1),
  }));
}

function isKnown({ rows, right }: Bin): boolean {
  const share = (right + 1) / (rows + 2);
  return rows >= leastOfStep && Math.sqrt((share * (1 - share)) / rows) <= standardError;
}

const joined = (one: Bin, next: Bin): Bin => ({
  from: one.from,
  rows: one.rows + next.rows,
  right: one.right + next.right,
});

/** Steps that go down are joined with the one before (pool adjacent violators). */
function monotone(bins: readonly Bin[]): Bin[] {
  const pooled: Bin[] = [];
  for (const bin of bins) {
    pooled.push(bin);
    while (pooled.length > 1) {
      const [before, last] = pooled.slice(-2) as [Bin, Bin];
      if (before.right / before.rows < last.right / last.rows) break;
      pooled.splice(-2, 2, joined(before, last));
    }
  }
  return pooled;
}
