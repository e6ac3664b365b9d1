import { withoutTrailingBlanks } from './yaml-block-style.js';
import { FormatError, type ParseLimits } from '../format.js';

/**
 * A piece of a YAML document that can be parsed by itself. `members` is a block of "name: value" lines of the root
 * mapping; `items` is a run of whole items of the block list that is the value of the root member `key`; `whole` is a
 * root that is no block mapping (flow style, or a property before it).
 */
export interface YamlChunk {
  readonly kind: 'members' | 'items' | 'whole';
  readonly key: string;
  /** Whether earlier items of the same list came before it. */
  readonly continued: boolean;
  readonly text: string;
  /** Line of the first character, from 1. */
  readonly line: number;
  /** Where each item starts: offset in `text` and line. The first starts at 0. */
  readonly items: readonly { readonly offset: number; readonly line: number }[];
}

/** Items are gathered up to this many characters, so that the parser is started seldom but holds little. */
const batchLength = 256 * 1024;

const dash = 45;
const space = 32;
const tab = 9;
const listKey = /^(?:([\w$.-]+)|"([\w$.-]+)"|'([\w$.-]+)'):[ \t]*(?:#.*)?$/;
/** What may stand at the start of a root line that is a "name: value" pair. */
const memberStart = /^[^ \t\r#&*!|>%@`{}[\],?:-]|^[?:-][^ \t\r]/;

/**
 * Cuts YAML text at the places where no construct can be open. In a block mapping at column 0, everything that belongs
 * to a member's value is indented (YAML 1.2.2, 8.2.2), but for the dashes of a list, so a line that starts at column 0
 * with anything else starts the next member; in a block list at indentation n everything inside an item is indented
 * deeper, so a dash at n starts the next item. Scalars that continue over lines obey the same rule.
 */
export class YamlSplitter {
  /** Whole lines of the current chunk that came with earlier texts. */
  private heldLines: string[] = [];
  private heldLength = 0;
  private text = '';
  /** Start of the rest of the current chunk, and of the current line, in `text`. */
  private chunkStart = 0;
  private lineStart = 0;
  private line = 1;
  private chunkLine = 1;
  private state: 'prolog' | 'start' | 'member' | 'key' | 'list' | 'whole' | 'ended' = 'prolog';
  private key = '';
  private listIndent = 0;
  private continued = false;
  private items: { offset: number; line: number }[] = [];
  private chunks: YamlChunk[] = [];

  private readonly maxLineLength: number;

  /** `isList` says which root members are cut into items when their value is a block list. */
  constructor(
    private readonly limits: Pick<ParseLimits, 'maxElementLength' | 'maxStringLength'>,
    private readonly isList: (name: string) => boolean,
  ) {
    this.maxLineLength = 4 * limits.maxStringLength;
  }

  push(text: string): YamlChunk[] {
    this.text = this.text.slice(this.lineStart) + text;
    this.lineStart = this.chunkStart = 0;
    for (let end = this.text.indexOf('\n', this.lineStart); end !== -1; end = this.text.indexOf('\n', this.lineStart)) {
      this.readLine(end);
      this.lineStart = end + 1;
      this.line++;
    }
    if (this.text.length - this.lineStart > this.maxLineLength) throw this.lengthError('A line', this.maxLineLength);
    this.hold();
    return this.takeChunks();
  }

  end(): YamlChunk[] {
    if (this.lineStart < this.text.length) this.readLine(this.text.length);
    this.cut(this.text.length);
    return this.takeChunks();
  }

  private readLine(end: number): void {
    if (end - this.lineStart > this.maxLineLength) throw this.lengthError('A line', this.maxLineLength);
    let at = this.lineStart;
    while (this.text.charCodeAt(at) === space) at++;
    if (this.state === 'whole' || isBlankOrComment(this.text, at, end)) return;
    const indent = at - this.lineStart;
    const isItem = this.text.charCodeAt(at) === dash && isSpaceOrEnd(this.text.charCodeAt(at + 1));
    const isIndented = indent > 0 || this.text.charCodeAt(at) === tab;
    if (this.state === 'key' && isItem) this.startList(indent);
    else if (this.state === 'key' && isIndented) this.state = 'member';
    if (this.state === 'list' && isItem && indent === this.listIndent) {
      if (this.heldLength + this.lineStart - this.chunkStart >= batchLength) this.cut(this.lineStart);
      this.items.push({ offset: this.heldLength + this.lineStart - this.chunkStart, line: this.line });
    } else if (!isIndented && !(isItem && this.isInValue())) {
      this.readRootLine(withoutTrailingBlanks(this.text.slice(this.lineStart, end)));
    } else if (this.state === 'prolog' || this.state === 'start') {
      this.state = 'whole';
    } else if (this.state === 'ended') {
      throw this.secondDocumentError();
    }
  }

  private isInValue(): boolean {
    return this.state === 'member' || this.state === 'list';
  }

  private startList(indent: number): void {
    this.state = 'list';
    this.continued = false;
    this.listIndent = indent;
    this.startChunk(this.lineStart);
  }

  private readRootLine(line: string): void {
    if (line === '...') {
      this.cut(this.lineStart);
      this.state = 'ended';
    } else if (/^---([ \t]|$)/.test(line)) {
      this.startDocument(line);
    } else if (this.state === 'prolog' && line.startsWith('%')) {
      if (!/^%YAML[ \t]/.test(line)) throw new FormatError('invalid', 'YAML directives are not accepted', this.place());
    } else if (this.state === 'ended') {
      throw this.secondDocumentError();
    } else if (memberStart.test(line)) {
      this.startMember(line);
    } else if (this.state === 'prolog' || this.state === 'start') {
      this.state = 'whole';
    } else {
      throw new FormatError('malformed', 'This line is neither a member nor part of the one above', this.place());
    }
  }

  private startDocument(line: string): void {
    if (this.state !== 'prolog') throw this.secondDocumentError();
    this.startChunk(this.lineStart + 3);
    this.state = isBlankOrComment(line, 3, line.length) ? 'start' : 'whole';
  }

  private startMember(line: string): void {
    this.cut(this.lineStart);
    const match = listKey.exec(line);
    this.key = match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
    this.state = match && this.isList(this.key) ? 'key' : 'member';
  }

  /** Ends the current chunk before `position`. */
  private cut(position: number): void {
    const text = this.heldLines.join('') + this.text.slice(this.chunkStart, position);
    if (text.length > this.limits.maxElementLength) throw this.lengthError('One part', this.limits.maxElementLength);
    if (this.state === 'list') this.add('items', text);
    else if (this.state === 'member' || this.state === 'key') this.add('members', text);
    else if (this.state === 'whole') this.add('whole', text);
    this.continued = true;
    this.startChunk(position);
  }

  private add(kind: YamlChunk['kind'], text: string): void {
    const { key, continued, chunkLine: line, items } = this;
    this.chunks.push({ kind, key, continued, text, line, items });
  }

  private startChunk(position: number): void {
    this.heldLines = [];
    this.heldLength = 0;
    this.items = [];
    this.chunkStart = position;
    this.chunkLine = this.line;
  }

  /** Puts the whole lines of the current chunk aside, so that a long chunk is not copied with every text. */
  private hold(): void {
    if (this.chunkStart < this.lineStart) {
      this.heldLines.push(this.text.slice(this.chunkStart, this.lineStart));
      this.heldLength += this.lineStart - this.chunkStart;
      this.chunkStart = this.lineStart;
    }
    if (this.heldLength > this.limits.maxElementLength)
      throw this.lengthError('One part', this.limits.maxElementLength);
  }

  private takeChunks(): YamlChunk[] {
    const chunks = this.chunks;
    this.chunks = [];
    return chunks;
  }

  private place(): string {
    return `line ${this.line}`;
  }

  private secondDocumentError(): FormatError {
    return new FormatError('invalid', 'The file holds more than one YAML document', this.place());
  }

  private lengthError(what: string, limit: number): FormatError {
    return new FormatError('limit', `${what} of the YAML document is longer than ${limit} characters`, this.place());
  }
}

function isSpaceOrEnd(code: number): boolean {
  return code === space || code === tab || code === 10 || code === 13 || Number.isNaN(code);
}

/** Whether nothing but white space or a comment stands between `at` and `end`. */
function isBlankOrComment(text: string, at: number, end: number): boolean {
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 35) return true;
    if (code !== space && code !== tab && code !== 13) return false;
    at++;
  }
  return true;
}
