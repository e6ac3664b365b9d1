import { minRiskCoverage } from '../risk-order.js';
import { roundScore } from '../../scores/metrics/formula.js';
import { riskOfMany } from '../../scores/metrics/sbom-score.js';
import type { TrendRow } from './trends.repository.js';
import type { TrendPointView } from './trends.view.js';

const tenths = (days: number | null): number | null => days && Math.round(days * 10) / 10;

export function trendPoint(row: TrendRow): TrendPointView {
  const { at, sboms, unscored, risks, passing, failing, examined, partly, undated, stale } = row;
  const isCounted = examined !== null && partly !== null && unscored < sboms;
  return {
    at,
    sboms,
    unscored,
    risk: risks.length === 0 ? null : roundScore(riskOfMany(risks)),
    passing,
    failing,
    examined: isCounted ? examined : null,
    partly: isCounted ? partly : null,
    not_examined: isCounted ? Math.max(0, passing + failing - examined - partly) : null,
    age_days: tenths(row.age_days),
    oldest_days: tenths(row.oldest_days),
    undated,
    stale,
  };
}

/** Whether its figures say something of any SBOM. */
export const isScored = ({ sboms, unscored }: TrendPointView): boolean => unscored < sboms;

/** Whether so many of the SBOMs had been looked at that a line through the point says something. */
const isFresh = ({ sboms, stale }: TrendPointView): boolean => stale * 2 <= sboms;

/** Share of the components that was not, or only in part, examined, 0–1; null: not known then. */
export function unexaminedShare(point: TrendPointView): number | null {
  const { examined, partly, not_examined: not } = point;
  if (!isFresh(point) || examined === null || partly === null || not === null) return null;
  const all = examined + partly + not;
  return all === 0 ? null : (partly + not) / all;
}

/** Share of the components that break no rule, 0–1; null: not known then. */
export function passingShare(point: TrendPointView): number | null {
  const all = point.passing + point.failing;
  return all === 0 || !isFresh(point) ? null : point.passing / all;
}

/** The risk where enough was examined for a figure, as the workbench shows it; null elsewhere. */
export function knownPointRisk(point: TrendPointView): number | null {
  const share = unexaminedShare(point);
  return point.unscored === 0 && share !== null && 1 - share >= minRiskCoverage ? point.risk : null;
}

/** What a picture of the points leaves out, in sentences; empty: nothing. */
export function trendGaps(points: readonly TrendPointView[]): string {
  const unscored = points.at(-1)?.unscored ?? 0;
  const stale = points.at(-1)?.stale ?? 0;
  return [
    ...(unscored > 0
      ? [
          `The figures say nothing of ${unscored} SBOMs that are not assessed yet: where no work goes on, import a file or remove them.`,
        ]
      : []),
    ...(stale > 0 ? [`Of ${stale} SBOMs they are old: monitoring has not succeeded for two of its periods.`] : []),
    ...(points.some((point) => !isFresh(point))
      ? ['The lines have gaps where monitoring of most SBOMs did not run.']
      : []),
    ...(points.some((point) => isFresh(point) && knownPointRisk(point) === null)
      ? [
          'The line of the risk has gaps where less than half of the components were examined, or an SBOM was not assessed.',
        ]
      : []),
  ].join(' ');
}
