import type { HistoryPoint } from './report-data.js';

const width = 640;
const height = 180;
const margin = { left: 34, right: 8, top: 10, bottom: 22 };

/** Risk over time as a drawing (SVG) of its own: nothing is loaded, and it prints. Points oldest first, at least two. */
export function riskPlot(points: readonly HistoryPoint[]): string {
  const times = points.map(({ scored_at }) => Date.parse(scored_at));
  const [first, last] = [times[0]!, times.at(-1)!];
  const x = (time: number): number =>
    margin.left + ((time - first) / Math.max(1, last - first)) * (width - margin.left - margin.right);
  const y = (risk: number): number => margin.top + (1 - risk / 100) * (height - margin.top - margin.bottom);
  // A score holds until it changes: steps, no slopes.
  const path = points
    .map(({ risk }, place) => `${place === 0 ? 'M' : `H${x(times[place]!).toFixed(1)}V`}${place === 0 ? `${x(first).toFixed(1)} ` : ''}${y(risk).toFixed(1)}`)
    .join(''); // prettier-ignore
  const lines = [0, 25, 50, 75, 100].map(
    (risk) =>
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y(risk)}" y2="${y(risk)}" stroke="#ddd"/>` +
      `<text x="${margin.left - 6}" y="${y(risk) + 4}" text-anchor="end">${risk}</text>`,
  );
  const day = (point: HistoryPoint): string => point.scored_at.slice(0, 10);
  const ends =
    `<text x="${margin.left}" y="${height - 6}">${day(points[0]!)}</text>` +
    `<text x="${width - margin.right}" y="${height - 6}" text-anchor="end">${day(points.at(-1)!)}</text>`;
  return (
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Risk over time" font-size="11">` +
    `${lines.join('')}${ends}<path d="${path}" fill="none" stroke="#b3261e" stroke-width="2"/></svg>`
  );
}
