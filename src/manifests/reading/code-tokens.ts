/** One token of a program, whose line counts from 1. */
export interface CodeToken {
  /** `text`: a string literal without its quotes; `end`: of a line; `sign`: one other character. */
  readonly kind: 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
}

export interface CodeSyntax {
  /** What begins a comment to the end of the line. */
  readonly comments: readonly string[];
  readonly hasBlockComments: boolean;
  readonly quotes: string;
  /** `<<EOF` of HCL. */
  readonly hasHeredocs?: boolean;
}

const word = /[\w.-]+/y;
const heredoc = /<<-?([A-Za-z_]\w{0,100})[^\S\n]*\n/y;

/**
 * Tokens of a program that is read and never run, in one pass: comments are left out, and literals keep what they
 * interpolate.
 */
export function* codeTokens(code: string, syntax: CodeSyntax): Iterable<CodeToken> {
  let line = 1;
  for (let at = 0; at < code.length;) {
    const end = endOfSpace(code, at, syntax);
    if (end > at) {
      line += newlines(code, at, end);
      at = end;
      continue;
    }
    const { token, next } = tokenAt(code, at, line, syntax);
    yield token;
    line += newlines(code, at, next);
    at = next;
  }
}

function tokenAt(code: string, at: number, line: number, syntax: CodeSyntax): { token: CodeToken; next: number } {
  const one = code[at]!;
  if (syntax.quotes.includes(one)) {
    const { text, next } = literalAt(code, at, one);
    return { token: { kind: 'text', text, line }, next };
  }
  word.lastIndex = at;
  const name = word.exec(code)?.[0];
  if (name !== undefined) return { token: { kind: 'word', text: name, line }, next: at + name.length };
  return { token: { kind: one === '\n' ? 'end' : 'sign', text: one, line }, next: at + 1 };
}

/** The end of white space, a comment or a heredoc; `at` where there is none. */
function endOfSpace(code: string, at: number, { comments, hasBlockComments, hasHeredocs }: CodeSyntax): number {
  const one = code[at]!;
  if (one !== '\n' && /\s/.test(one)) return at + 1;
  if (comments.some((mark) => code.startsWith(mark, at))) return indexOrEnd(code, '\n', at);
  if (hasBlockComments && code.startsWith('/*', at)) return indexOrEnd(code, '*/', at + 2, 2);
  if (!hasHeredocs || one !== '<') return at;
  heredoc.lastIndex = at;
  const [start = '', mark = ''] = heredoc.exec(code) ?? [];
  if (start === '') return at;
  const close = new RegExp(`^[^\\S\\n]*${mark}[^\\S\\n]*$`, 'm');
  const body = code.slice(at + start.length);
  const found = close.exec(body);
  return found ? at + start.length + found.index + found[0].length : code.length;
}

/** A literal ends at its quote, and one that has only one quote at the end of its line. */
function literalAt(code: string, at: number, quote: string): { text: string; next: number } {
  const triple = quote.repeat(3);
  if (code.startsWith(triple, at)) {
    const end = indexOrEnd(code, triple, at + 3);
    return { text: code.slice(at + 3, end), next: Math.min(end + 3, code.length) };
  }
  let depth = 0;
  let index = at + 1;
  for (; index < code.length && code[index] !== '\n'; index += 1) {
    const one = code[index]!;
    if (one === '\\') index += 1;
    else if (one === '$' && code[index + 1] === '{') depth += 1;
    else if (one === '}' && depth > 0) depth -= 1;
    else if (one === quote && depth === 0) return { text: code.slice(at + 1, index), next: index + 1 };
  }
  return { text: code.slice(at + 1, index), next: Math.min(index, code.length) };
}

function indexOrEnd(code: string, mark: string, from: number, beyond = 0): number {
  const found = code.indexOf(mark, from);
  return found < 0 ? code.length : found + beyond;
}

function newlines(code: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (code[at] === '\n') count += 1;
  return count;
}
