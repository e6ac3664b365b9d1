/**
 * Converts JSON with comments and trailing commas (bun, Visual Studio Code) to JSON. Removed characters become spaces,
 * so that offsets and lines stay. It is one pass without backtracking; other errors are left to the parser.
 */
export function jsonOfJsonc(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let comma = -1;
  const blank = (start: number, end: number): void => {
    pieces.push(text.slice(kept, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    kept = end;
  };
  const blanks: [start: number, end: number][] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at);
    if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const isLine = text[at + 1] === '/';
      const found = text.indexOf(isLine ? '\n' : '*/', at + 2);
      const end = found < 0 ? text.length : found + (isLine ? 0 : 2);
      blanks.push([at, end]);
      at = end - 1;
    } else if (character === ',') comma = at;
    else if ((character === '}' || character === ']') && comma >= 0) blanks.push([comma, comma + 1]);
    if (character !== ',' && character !== '/' && !isSpace(character)) comma = -1;
  }
  blanks.sort(([a], [b]) => a - b);
  for (const [start, end] of blanks) blank(start, end);
  return pieces.join('') + text.slice(kept);
}

/** Offset of the closing quote, or of the last character. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}

const isSpace = (character: string): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';
