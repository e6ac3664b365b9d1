import type { Verdict } from '../../rulesets/verdict.js';

/** What a badge says; nothing else of an SBOM is in it. */
export interface BadgeFacts {
  readonly name: string;
  readonly version: string;
  readonly verdict: Verdict;
  readonly entry_count: number;
  readonly examined_count: number;
  readonly partly_count: number;
  /** Files of the source that were not read, and that nobody accepted. */
  readonly open_gaps: number;
}

const colors = { green: '#3a7d34', red: '#b3261e', amber: '#8a5a00', grey: '#5c5c5c' } as const;

/**
 * The word of a badge. A ruleset may pass components that nobody has looked for vulnerabilities of, and an SBOM that
 * lacks those of files that were not read: the word says so.
 */
export function badgeWord(facts: BadgeFacts): { word: string; color: keyof typeof colors } {
  if (facts.verdict === 'failed') return { word: 'failed', color: 'red' };
  if (facts.entry_count === 0) return { word: 'no components', color: 'grey' };
  if (facts.verdict === 'pending') return { word: 'pending', color: 'grey' };
  if (facts.examined_count >= facts.entry_count)
    return facts.open_gaps > 0
      ? { word: 'passed, files not read', color: 'amber' }
      : { word: 'passed', color: 'green' };
  const isWholly = facts.examined_count + facts.partly_count === 0;
  return { word: isWholly ? 'passed, not examined' : 'passed, partly examined', color: 'amber' };
}

/** UTF-16 code units of name and version. */
const maxLabel = 60;
const padding = 8;

/** An SVG image of one line, 20 pixels high. */
export function badgeSvg(facts: BadgeFacts): string {
  const label = shortened(`${facts.name} ${facts.version}`.replace(/[\p{C}\s]+/gu, ' ').trim());
  const { word, color } = badgeWord(facts);
  const [left, right] = [widthOf(label), widthOf(word)];
  const title = xml(`${label}: ${word}`);
  const text = (words: string, x: number, width: number): string =>
    `<text x="${x + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${xml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left}" height="20" fill="#333"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colors[color]}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(label, 0, left) + text(word, left, right),
    '</g></svg>',
  ].join('');
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > maxLabel ? `${characters.slice(0, maxLabel - 1).join('')}…` : text;
}

/** Pixels, by the average width of a letter; wide scripts have letters of the height of the line. */
function widthOf(text: string): number {
  const letters = [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 11 : 6.6), 0);
  return Math.ceil(letters) + 2 * padding;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
