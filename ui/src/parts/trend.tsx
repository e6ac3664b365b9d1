import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import type { TrendView } from '../generated/api.js';
import { isFresh, isRiskKnown, summaryOf, unexaminedShare, type Point } from './risk.js';

const width = 640;
const height = 150;
const left = 30;
const [top, bottom] = [8, 128];
/** The band of what was not examined is at most so high. */
const bandHeight = 36;

/** Risk over time as a line, with gaps where it is not known, above the hatched share of what was not examined. */
export function Trend({ of: { points, from, to } }: { of: TrendView }): JSX.Element {
  const [start, end] = [new Date(points[0]?.at ?? from).getTime(), new Date(to).getTime()];
  const x = (at: string): number =>
    left + ((new Date(at).getTime() - start) / Math.max(1, end - start)) * (width - left - 8);
  const known = points.filter(isRiskKnown).map(({ risk }) => risk!);
  const low = Math.max(0, Math.floor(Math.min(...known, 100) / 20) * 20 - 20);
  const high = Math.max(low + 40, Math.min(100, Math.ceil(Math.max(...known, 0) / 20) * 20));
  const y = (risk: number): number => bottom - bandHeight - ((risk - low) / (high - low)) * (bottom - bandHeight - top);
  const last = known.length > 0 ? points.findLast(isRiskKnown)! : null;
  const lines = [low, (low + high) / 2, high];
  return (
    <svg class="trend" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={texts.trend.label(summaryOf(points))}>
      <defs>
        <pattern id="trend-hatch" width="4" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
          <path class="hatch-line" d="M0 0v16" />
        </pattern>
      </defs>
      <path class="trend-band" d={bandOf(points, x)} fill="url(#trend-hatch)" />
      {known.length > 0 &&
        lines.map((risk) => (
          <g key={risk}>
            <line class="trend-grid" x1={left} x2={width - 8} y1={y(risk)} y2={y(risk)} />
            <text x={left - 6} y={y(risk) + 4} text-anchor="end">
              {risk}
            </text>
          </g>
        ))}
      <path class="trend-line" d={lineOf(points, x, y)} />
      {last && <circle class="trend-dot" cx={x(last.at)} cy={y(last.risk!)} r="3.5" />}
      <text x={left} y={height - 4}>
        {texts.day(points[0]?.at ?? from)}
      </text>
      <text x={width - 8} y={height - 4} text-anchor="end">
        {texts.trend.today}
      </text>
    </svg>
  );
}

function lineOf(points: readonly Point[], x: (at: string) => number, y: (risk: number) => number): string {
  let path = '';
  let isDrawing = false;
  for (const point of points) {
    const isKnown = isRiskKnown(point);
    if (isKnown) path += `${isDrawing ? 'L' : 'M'}${x(point.at).toFixed(1)} ${y(point.risk!).toFixed(1)}`;
    isDrawing = isKnown;
  }
  return path;
}

/** Where nothing was recorded, or nobody looked, the band is as high as it gets: what is not known was not examined. */
function bandOf(points: readonly Point[], x: (at: string) => number): string {
  if (points.length < 2) return '';
  const edge = points.map(
    (point) =>
      `${x(point.at).toFixed(1)} ${(bottom - ((isFresh(point) ? unexaminedShare(point) : null) ?? 1) * bandHeight).toFixed(1)}`,
  );
  return `M${x(points[0]!.at).toFixed(1)} ${bottom}L${edge.join('L')}L${x(points.at(-1)!.at).toFixed(1)} ${bottom}Z`;
}
