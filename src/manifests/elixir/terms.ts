/** The Elixir terms that occur in mix.lock: text, atoms and numbers as text, tuples and lists as lists. */
export type Term = string | readonly Term[];

const maxDepth = 32;

/**
 * Reads one literal term. There are no variables, calls or interpolation, so nothing is evaluated. A keyword pair
 * (`hex: :plug`) is two terms. Null for anything else.
 */
export function parseTerm(text: string): Term | null {
  const token = /\s*(?::?"((?:[^"\\]|\\.)*)"(:?)|([{[])|([}\]])|(,)|(:?[^\s"{}[\],]+))/y;
  const open: Term[][] = [];
  const closers: string[] = [];
  for (;;) {
    const match = token.exec(text);
    if (!match) return null;
    const [, quoted, , opening, closing, comma, bare] = match;
    if (comma !== undefined) continue;
    if (opening !== undefined) {
      if (open.length >= maxDepth) return null;
      open.push([]);
      closers.push(opening === '{' ? '}' : ']');
      continue;
    }
    let term: Term = quoted?.replace(/\\(.)/g, '$1') ?? (bare ?? '').replace(/^:|:$/g, '').replace(/^"|"$/g, '');
    if (closing !== undefined) {
      if (closers.pop() !== closing) return null;
      term = open.pop()!;
    }
    const around = open.at(-1);
    if (!around) return term;
    around.push(term);
  }
}
