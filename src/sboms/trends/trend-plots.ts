import { knownPointRisk, passingShare, unexaminedShare } from './trend-points.js';
import { plotSvg, type Plot } from './trend-plot.js';
import type { TrendPointView, TrendView } from './trends.view.js';

const percentOf = (share: number | null): number | null => (share === null ? null : 100 * share);

const series: readonly (Pick<Plot, 'title' | 'unit' | 'max'> & { value(point: TrendPointView): number | null })[] = [
  { title: 'Risk', unit: 'of 100', max: 100, value: knownPointRisk },
  {
    title: 'Components that pass their ruleset',
    unit: '%',
    max: 100,
    value: (point) => percentOf(passingShare(point)),
  },
  {
    title: 'Components not, or only partly, examined for vulnerabilities',
    unit: '%',
    max: 100,
    value: (point) => percentOf(unexaminedShare(point)),
  },
  { title: 'Age of the content', unit: 'days', max: null, value: ({ age_days }) => age_days },
];

/** Risk, compliance, what is unexamined, and age over time, as one SVG. */
export function trendSvg({ points, to }: TrendView): string {
  if (points.length === 0)
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 40" role="img" aria-label="No figures" font-size="11" font-family="sans-serif"><text x="8" y="24">There were no SBOMs in this time.</text></svg>';
  return plotSvg(
    series.map(({ value, ...plot }) => ({
      ...plot,
      points: points.map((point) => ({ at: point.at.getTime(), value: value(point) })),
      until: to.getTime(),
    })),
  );
}
