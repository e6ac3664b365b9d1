import { FormatError, type ParseLimits } from '../../format.js';
import { storableText } from '../../../model/text.js';
import type { ZipEntry } from '../zip.js';
import { readWholePart, type PartHandler } from './workbook-parts.js';

const maxStrings = 2_000_000;
/** UTF-16 code units of all shared strings together: they are held in memory. */
const maxTotalLength = 128 * 1024 * 1024;

const escape = /_x([0-9a-f]{4})_/gi;

/** Characters that XML cannot hold are written as `_x000F_` in a workbook (ECMA-376-1, 22.9.2.19). */
export function unescapeXstring(text: string): string {
  if (!text.includes('_x')) return text;
  return storableText(text.replace(escape, (_, code: string) => String.fromCharCode(parseInt(code, 16))));
}

/** Gathers the text of a rich string: runs one after the other, without the reading aids for Japanese (`rPh`). */
export class RichText {
  private text = '';
  private phonetic = 0;
  private inText = false;

  constructor(private readonly maxLength: number) {}

  open(name: string): void {
    if (name === 'rPh') this.phonetic++;
    this.inText = name === 't' && this.phonetic === 0;
  }

  add(text: string): void {
    if (!this.inText) return;
    this.text += text;
    if (this.text.length > this.maxLength) {
      throw new FormatError('limit', `A cell holds more than ${this.maxLength} characters`);
    }
  }

  close(name: string): void {
    if (name === 'rPh') this.phonetic--;
    this.inText = false;
  }

  take(): string {
    const text = this.text;
    this.text = '';
    return unescapeXstring(text);
  }
}

/**
 * The table of strings that cells refer to by number (ECMA-376-1, 18.4.9). It must be in memory, so it is limited.
 *
 * @throws FormatError `limit`
 */
export async function readSharedStrings(entry: ZipEntry, limits: ParseLimits): Promise<readonly string[]> {
  const strings: string[] = [];
  const rich = new RichText(limits.maxStringLength);
  let total = 0;
  const handler: PartHandler = {
    open: (name) => rich.open(name),
    text: (text) => rich.add(text),
    close(name) {
      rich.close(name);
      if (name !== 'si') return;
      const text = rich.take();
      total += text.length;
      strings.push(text);
      if (strings.length > maxStrings || total > maxTotalLength) {
        throw new FormatError('limit', 'The workbook holds too many shared strings', entry.name);
      }
    },
  };
  await readWholePart(entry, limits, handler);
  return strings;
}
