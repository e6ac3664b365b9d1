import { bytesSource } from '../../formats/reading/bytes.js';
import { readWholeText } from '../../formats/reading/text.js';
import { manifestLimits } from '../limits.js';

/** Text of a manifest: UTF-8 or UTF-16, without byte-order mark. @throws FormatError `encoding`, `limit` */
export const manifestText = (bytes: Uint8Array): Promise<string> => readWholeText(bytesSource(bytes), manifestLimits);

/** Bytes as text in which only ASCII is searched: no copy, and no error. */
export const asciiText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Converts offsets, in ascending order, to line numbers from 1. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
