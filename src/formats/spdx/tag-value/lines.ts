import { FormatError, type ParseLimits } from '../../format.js';

/** One tag with its value: the rest of its line, or all between `<text>` and `</text>`. */
export interface TagLine {
  readonly tag: string;
  readonly value: string;
  /** Line of the tag, from 1. */
  readonly line: number;
}

const open = '<text>';
const close = '</text>';

/**
 * Splits tag-value text (SPDX 2.3, clause 4.4.2) into tags. Lines end with LF, CR or both, which inside of a text
 * become one LF. Lines that begin with "#" are comments, except inside of a text.
 */
export class TagLineSplitter {
  private rest = '';
  private line = 0;
  private tag = '';
  private tagLine = 0;
  /** The lines of an open text, or null. */
  private text: string[] | null = null;
  private textLength = 0;
  private tags: TagLine[] = [];

  constructor(
    private readonly limits: ParseLimits,
    private readonly onMalformedLine: (line: number) => void,
  ) {}

  /** @throws FormatError `limit` for a line or text that is too long */
  write(piece: string): readonly TagLine[] {
    const text = this.rest + piece;
    const nextEnd = text.includes('\r') ? lineEnd : lineFeed;
    let start = 0;
    for (;;) {
      const end = nextEnd(text, start);
      // A CR at the very end may be the first half of CR LF.
      if (end < 0 || (end === text.length - 1 && text[end] === '\r')) break;
      this.readLine(text.slice(start, end));
      start = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    this.rest = text.slice(start);
    if (this.rest.length > this.limits.maxStringLength) throw this.tooLong('A line', this.line + 1);
    return this.take();
  }

  /** @throws FormatError `truncated` for a text that is not closed */
  end(): readonly TagLine[] {
    if (this.rest !== '') this.readLine(this.rest.replace(/\r$/, ''));
    this.rest = '';
    if (this.text)
      throw new FormatError('truncated', `The <text> of ${this.tag} is not closed`, `line ${this.tagLine}`);
    return this.take();
  }

  private take(): readonly TagLine[] {
    const tags = this.tags;
    this.tags = [];
    return tags;
  }

  private readLine(line: string): void {
    this.line += 1;
    if (line.length > this.limits.maxStringLength) throw this.tooLong('A line', this.line);
    if (this.text) {
      this.continueText(line);
      return;
    }
    const colon = line.indexOf(':');
    const tag = colon < 0 ? '' : line.slice(0, colon).trim();
    if (!isTag(tag)) {
      const first = line.trimStart()[0];
      if (first !== undefined && first !== '#') this.onMalformedLine(this.line);
      return;
    }
    this.tag = tag;
    this.tagLine = this.line;
    const value = line.slice(colon + 1).trim();
    if (!value.startsWith(open)) {
      this.tags.push({ tag, value, line: this.line });
      return;
    }
    this.text = [];
    this.textLength = 0;
    this.continueText(line.slice(line.indexOf(open, colon) + open.length));
  }

  private continueText(line: string): void {
    const end = line.indexOf(close);
    this.textLength += line.length + 1;
    if (this.textLength > this.limits.maxStringLength) throw this.tooLong('A text', this.tagLine);
    this.text!.push(end < 0 ? line : line.slice(0, end));
    if (end < 0) return;
    if (line.slice(end + close.length).trim() !== '') this.onMalformedLine(this.line);
    this.tags.push({ tag: this.tag, value: this.text!.join('\n'), line: this.tagLine });
    this.text = null;
  }

  private tooLong(what: string, line: number): FormatError {
    const message = `${what} is longer than the limit of ${this.limits.maxStringLength} characters`;
    return new FormatError('limit', message, `line ${line}`);
  }
}

const lineFeed = (text: string, from: number): number => text.indexOf('\n', from);

function lineEnd(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 10 || code === 13) return index;
  }
  return -1;
}

const isTag = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]*$/.test(text);
