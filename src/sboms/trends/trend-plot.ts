import { escapeHtml } from '../../model/html.js';

/** A value from a moment on; null: not known. */
export interface PlottedPoint {
  readonly at: number;
  readonly value: number | null;
}

export interface Plot {
  readonly title: string;
  /** At the axis, as %. */
  readonly unit: string;
  /** Null: as high as the values. */
  readonly max: number | null;
  /** Sorted by time, at least one. */
  readonly points: readonly PlottedPoint[];
  /** End of the time axis. */
  readonly until: number;
}

const width = 640;
const height = 180;
const margin = { left: 44, right: 8, top: 24, bottom: 22 };

/** Values over time as a part of an SVG: steps, not slopes, and a gap where a value is not known. */
function plotBody({ title, unit, max, points, until }: Plot): string {
  const first = points[0]!.at;
  const last = Math.max(points.at(-1)!.at, until);
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const top = max ?? niceMax(known.reduce((most, value) => Math.max(most, value), 0));
  const x = (time: number): string =>
    (margin.left + ((time - first) / Math.max(1, last - first)) * (width - margin.left - margin.right)).toFixed(1);
  const y = (value: number): string =>
    (margin.top + (1 - Math.min(value, top) / top) * (height - margin.top - margin.bottom)).toFixed(1);
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(share * top);
    return (
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${at}" y2="${at}" stroke="#ddd"/>` +
      `<text x="${margin.left - 6}" y="${Number(at) + 4}" text-anchor="end">${Math.round(share * top * 10) / 10}</text>`
    );
  });
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const texts =
    `<text x="${margin.left}" y="14" font-weight="bold">${escapeHtml(unit === '' ? title : `${title} (${unit})`)}</text>` +
    `<text x="${margin.left}" y="${height - 6}">${day(first)}</text>` +
    `<text x="${width - margin.right}" y="${height - 6}" text-anchor="end">${day(last)}</text>` +
    noteOf(known, first === last);
  return `${lines.join('')}${texts}<path d="${stepsOf(points, last, { x, y })}" fill="none" stroke="#b3261e" stroke-width="2"/>`;
}

/** Where no line can be seen. */
function noteOf(known: readonly number[], isOneMoment: boolean): string {
  const words = known.length === 0 ? 'not known' : isOneMoment ? `${Math.round(known[0]! * 10) / 10} now` : '';
  return words === '' ? '' : `<text x="${width / 2}" y="${height / 2}" text-anchor="middle">${words}</text>`;
}

interface Scales {
  x(time: number): string;
  y(value: number): string;
}

function stepsOf(points: readonly PlottedPoint[], last: number, { x, y }: Scales): string {
  let path = '';
  let isDrawing = false;
  for (const { at, value } of points) {
    if (isDrawing) path += `H${x(at)}`;
    if (value !== null) path += isDrawing ? `V${y(value)}` : `M${x(at)} ${y(value)}`;
    isDrawing = value !== null;
  }
  return isDrawing ? `${path}H${x(last)}` : path;
}

/** At least 1, so that the axis has a length. */
function niceMax(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((factor) => factor * power).find((top) => top >= most) ?? 10 * power;
}

/** The plots one below the other, as a self-contained SVG with a description for those who do not see it. */
export function plotSvg(plots: readonly Plot[]): string {
  const bodies = plots.map((plot, index) => `<g transform="translate(0 ${index * height})">${plotBody(plot)}</g>`);
  const label = escapeHtml(plots.map(({ title }) => title).join(', '));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * plots.length}" role="img" ` +
    `aria-label="${label}" font-size="11" font-family="sans-serif">${bodies.join('')}</svg>`
  );
}
