import { roundScore } from '../../scores/metrics/formula.js';
import { riskOfMany } from '../../scores/metrics/sbom-score.js';
import type { TrendRow } from './trends.repository.js';
import type { TrendPointView } from './trends.view.js';

const tenths = (days: number | null): number | null => days && Math.round(days * 10) / 10;

export function trendPoint(row: TrendRow): TrendPointView {
  const { at, sboms, unscored, risks, passing, failing, examined, partly, undated } = row;
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
  };
}
