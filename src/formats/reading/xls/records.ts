import { FormatError } from '../../format.js';
import type { CompoundStream } from './compound-file.js';

/** One record of a workbook stream ([MS-XLS] 2.1.4). */
export interface BiffRecord {
  readonly type: number;
  readonly data: Buffer;
}

/** Types of the records that are read ([MS-XLS] 2.3). */
export const recordTypes = {
  formula: 0x0006,
  eof: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  rString: 0x00d6,
  xf: 0x00e0,
  mergeCells: 0x00e5,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  format: 0x041e,
  bof: 0x0809,
} as const;

const headLength = 4;
/** Longer contents go on in CONTINUE records. */
const maxDataLength = 8_224;

/**
 * The records from `start` on, in batches; `end` is where another part of the stream begins, at which none may reach.
 *
 * @throws FormatError `truncated` where a record is cut, `malformed` where it is longer than there can be
 */
export async function* readRecords(
  stream: CompoundStream,
  start: number,
  end: number,
): AsyncGenerator<readonly BiffRecord[]> {
  let pending = Buffer.alloc(0);
  let left = end - start;
  for await (const piece of stream.bytes(start)) {
    const bytes = piece.subarray(0, left);
    left -= bytes.length;
    pending = pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([pending, bytes]);
    const records: BiffRecord[] = [];
    let at = 0;
    while (at + headLength <= pending.length) {
      const length = pending.readUInt16LE(at + 2);
      if (length > maxDataLength) throw new FormatError('malformed', 'A record of the workbook is too long');
      const next = at + headLength + length;
      if (next > pending.length) break;
      records.push({ type: pending.readUInt16LE(at), data: pending.subarray(at + headLength, next) });
      at = next;
    }
    pending = pending.subarray(at);
    yield records;
    if (left === 0) break;
  }
  if (pending.length > 0) throw new FormatError('truncated', 'The workbook ends within a record');
}
