import { FormatError, type ParseLimits } from '../../format.js';
import { storableText } from '../../../model/text.js';

const maxStrings = 2_000_000;

const isWide = 1;
const hasExtension = 4;
const isRich = 8;

/**
 * Reads the fields of a record that goes on in CONTINUE records. Where characters go on, the next record says anew
 * whether they have one byte or two ([MS-XLS] 2.5.293).
 */
export class RecordReader {
  private index = 0;
  private at = 0;

  constructor(
    private readonly segments: readonly Buffer[],
    private readonly limits: Pick<ParseLimits, 'maxStringLength'>,
    private readonly place = '',
  ) {}

  get isAtEnd(): boolean {
    this.advance();
    return this.index >= this.segments.length;
  }

  uint8(): number {
    this.advance();
    const value = this.segments[this.index]?.[this.at];
    if (value === undefined) throw this.cut();
    this.at += 1;
    return value;
  }

  uint16(): number {
    return this.uint8() + this.uint8() * 0x100;
  }

  uint32(): number {
    return this.uint16() + this.uint16() * 0x10000;
  }

  skip(count: number): void {
    for (let left = count; left > 0;) {
      this.advance();
      const segment = this.segments[this.index];
      if (!segment) throw this.cut();
      const length = Math.min(left, segment.length - this.at);
      this.at += length;
      left -= length;
    }
  }

  /** The text of a sheet's name: its length has one byte. */
  shortText(): string {
    const length = this.uint8();
    return this.characters(length, (this.uint8() & isWide) !== 0);
  }

  /** A text with its fonts and the reading aids for Japanese, of which only the text is kept. */
  text(): string {
    const length = this.uint16();
    const flags = this.uint8();
    const runs = flags & isRich ? this.uint16() : 0;
    const extension = flags & hasExtension ? this.uint32() : 0;
    const text = this.characters(length, (flags & isWide) !== 0);
    this.skip(runs * 4 + extension);
    return text;
  }

  private characters(count: number, wide: boolean): string {
    if (count > this.limits.maxStringLength)
      throw new FormatError('limit', `A cell holds more than ${this.limits.maxStringLength} characters`, this.place);
    let text = '';
    let width = wide ? 2 : 1;
    for (let left = count; left > 0;) {
      const segment = this.segments[this.index];
      if (!segment) throw this.cut();
      const here = Math.min(left, Math.floor((segment.length - this.at) / width));
      const end = this.at + here * width;
      text += segment.toString(width === 2 ? 'utf16le' : 'latin1', this.at, end);
      this.at = end;
      left -= here;
      if (left === 0) break;
      this.index += 1;
      this.at = 0;
      width = this.uint8() & isWide ? 2 : 1;
    }
    return storableText(text);
  }

  private advance(): void {
    while (this.index < this.segments.length && this.at >= this.segments[this.index]!.length) {
      this.index += 1;
      this.at = 0;
    }
  }

  private cut(): FormatError {
    return new FormatError('truncated', 'A record of the workbook is cut', this.place);
  }
}

/**
 * The table of strings that cells refer to by number ([MS-XLS] 2.4.265): the record SST and those that continue it.
 *
 * @throws FormatError `limit`, `truncated`
 */
export function readStringTable(segments: readonly Buffer[], limits: ParseLimits): readonly string[] {
  const reader = new RecordReader(segments, limits);
  reader.skip(4);
  const count = reader.uint32();
  const strings: string[] = [];
  while (strings.length < count && !reader.isAtEnd) {
    if (strings.length === maxStrings) throw new FormatError('limit', 'The workbook holds too many shared strings');
    strings.push(reader.text());
  }
  return strings;
}
