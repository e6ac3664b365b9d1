import { texts } from '../../texts.en.js';

/** The figures of a day, as the API gives them. */
export interface Point {
  readonly at: string;
  readonly risk: number | null;
  readonly examined: number | null;
  readonly partly: number | null;
  readonly not_examined: number | null;
  readonly sboms: number;
  /** SBOMs of which the figures say nothing. */
  readonly unscored: number;
  /** SBOMs whose figures are old. */
  readonly stale: number;
}

/** A score of which less rests on data would mislead. */
export const minCoverage = 0.5;

/** What the risk of an SBOM rests on, as the API gives it. */
export interface RiskFigures {
  readonly entry_count: number;
  readonly metrics: {
    /** `coverage`: share of the score's weight that rests on data; it counts no components. */
    readonly risk: { readonly score: number; readonly coverage: number };
    readonly resolution: { readonly resolved: number };
  };
}

/** Null: too little was examined for a figure. */
export function knownRisk({ entry_count: count, metrics: { risk, resolution } }: RiskFigures): number | null {
  return count > 0 && resolution.resolved > 0 && risk.coverage >= minCoverage ? risk.score : null;
}

/** Share of the components that was not examined, 0–1; null: not recorded. */
export function unexaminedShare({ examined, partly, not_examined: not }: Point): number | null {
  if (examined === null || partly === null || not === null) return null;
  const all = examined + partly + not;
  return all === 0 ? null : (partly + not) / all;
}

/** Whether so many of the SBOMs had been looked at that a line through the point says something. */
export const isFresh = ({ sboms, stale }: Point): boolean => stale * 2 <= sboms;

/** Too little was examined then for a figure, or nobody knows how much, or looked then. */
export function isRiskKnown(point: Point): boolean {
  const share = unexaminedShare(point);
  return isFresh(point) && point.risk !== null && point.unscored === 0 && share !== null && 1 - share >= minCoverage;
}

function bandText(last: Point): string {
  const share = unexaminedShare(last);
  return share === null ? texts.trend.bandUnknown : texts.trend.band(texts.percent(share));
}

/** In words: for those who do not see the picture, and beside the figure. Only a known risk of today is compared. */
export function summaryOf(points: readonly Point[]): string {
  const last = points.at(-1);
  const first = points.find(isRiskKnown);
  const change =
    first && last && first !== last && isRiskKnown(last)
      ? texts.trend.change(Math.round(last.risk!) - Math.round(first.risk!), texts.day(first.at))
      : '';
  const unscored = last && last.unscored > 0 ? texts.trend.unscored(last.unscored) : '';
  const stale = last && last.stale > 0 ? texts.trend.stale(last.stale) : '';
  const gaps = points.every(isFresh) ? '' : texts.trend.gaps;
  const band = last && points.length > 1 ? bandText(last) : texts.trend.begins;
  return [change, unscored, stale, gaps, band].filter(Boolean).join(' ');
}
