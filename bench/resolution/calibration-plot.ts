import type { RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import type { Tenth } from './figures.js';

const size = 240;
const margin = 36;
const colours: Record<RankedKind, string> = { package: '#1f77b4', product: '#d62728', repo: '#2ca02c' };

/** A reliability diagram per kind: mean confidence and proportion of right candidates by tenths. */
export function calibrationPlot(tenths: Readonly<Record<RankedKind, readonly Tenth[]>>): string {
  const kinds = Object.keys(tenths) as RankedKind[];
  const width = kinds.length * (size + margin) + margin;
  const plots = kinds.map((kind, index) => plotOf(kind, tenths[kind], margin + index * (size + margin)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size + 2 * margin}" font-family="sans-serif" font-size="10">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...plots,
    '</svg>\n',
  ].join('\n');
}

function plotOf(kind: RankedKind, tenths: readonly Tenth[], left: number): string {
  const x = (ratio: number): string => (left + ratio * size).toFixed(1);
  const y = (ratio: number): string => (margin + (1 - ratio) * size).toFixed(1);
  const points = tenths.flatMap(({ count, promised, right }) => {
    if (count === 0) return [];
    const [at, was] = [promised / count, right / count];
    // Two standard errors.
    const doubt = 2 * Math.sqrt((was * (1 - was)) / count);
    const [low, high] = [Math.max(0, was - doubt), Math.min(1, was + doubt)];
    return [
      `<line x1="${x(at)}" y1="${y(low)}" x2="${x(at)}" y2="${y(high)}" stroke="${colours[kind]}" stroke-opacity="0.5"/>`,
      `<circle cx="${x(at)}" cy="${y(was)}" r="3" fill="${colours[kind]}"><title>${count} candidates: promised ${at.toFixed(2)}, right ${was.toFixed(2)}</title></circle>`,
    ];
  });
  return [
    `<rect x="${left}" y="${margin}" width="${size}" height="${size}" fill="none" stroke="#888"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#bbb" stroke-dasharray="4"/>`,
    ...points,
    `<text x="${x(0.02)}" y="${margin - 8}">${kind}: confidence → proportion of right candidates</text>`,
    `<text x="${x(0)}" y="${margin + size + 14}">0</text><text x="${x(0.97)}" y="${margin + size + 14}">1</text>`,
  ].join('\n');
}
