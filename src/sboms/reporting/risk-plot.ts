import type { HistoryPoint } from './report-data.js';

const width = 640;
const height = 180;
const margin = { left: 34, right: 8, top: 10, bottom: 22 };

/**
 * Risk over time until `until` (ISO 8601) as a self-contained SVG. Points are sorted by time; at least one is required.
 */
export function riskPlot(points: readonly HistoryPoint[], until: string): string {
  const times = points.map(({ scored_at }) => Date.parse(scored_at));
  const first = times[0]!;
  const last = Math.max(times.at(-1)!, Date.parse(until));
  const x = (time: number): number =>
    margin.left + ((time - first) / Math.max(1, last - first)) * (width - margin.left - margin.right);
  const y = (risk: number): number => margin.top + (1 - risk / 100) * (height - margin.top - margin.bottom);
  // A score is constant until it changes: steps, not slopes.
  const steps = points.map(({ risk }, index) => `H${x(times[index]!).toFixed(1)}V${y(risk).toFixed(1)}`);
  const path = `M${x(first).toFixed(1)} ${y(points[0]!.risk).toFixed(1)}${steps.slice(1).join('')}H${x(last).toFixed(1)}`;
  const lines = [0, 25, 50, 75, 100].map(
    (risk) =>
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y(risk)}" y2="${y(risk)}" stroke="#ddd"/>` +
      `<text x="${margin.left - 6}" y="${y(risk) + 4}" text-anchor="end">${risk}</text>`,
  );
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const ends =
    `<text x="${margin.left}" y="${height - 6}">${day(first)}</text>` +
    `<text x="${width - margin.right}" y="${height - 6}" text-anchor="end">${day(last)}</text>`;
  return (
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Risk over time" font-size="11">` +
    `${lines.join('')}${ends}<path d="${path}" fill="none" stroke="#b3261e" stroke-width="2"/></svg>`
  );
}
