import { FormatError } from '../../format.js';
import { recordTypes, type BiffRecord } from './records.js';
import { cellTypes } from './sheet.js';

type Batches = AsyncIterable<readonly BiffRecord[]>;

/** Bytes of records that are held to be sorted, each with what it takes besides its contents. */
const maxHeldLength = 64 * 1024 * 1024;
const recordOverhead = 100;

const rowOf = ({ type, data }: BiffRecord): number | undefined =>
  cellTypes.has(type) && data.length >= 2 ? data.readUInt16LE(0) : undefined;

/** Whether each row of a sheet comes after those above it, as Excel writes them; other programs may not. */
export async function areRowsInOrder(batches: Batches): Promise<boolean> {
  let last = 0;
  for await (const records of batches) {
    for (const record of records) {
      const row = rowOf(record) ?? last;
      if (row < last) return false;
      last = row;
    }
  }
  return true;
}

/**
 * The records of cells row by row, with the results of formulas, which stand behind them.
 *
 * @throws FormatError `limit` where they are too many to be held
 */
export async function* sortedByRow(batches: Batches, sheet: string): Batches {
  const byRow = new Map<number, BiffRecord[]>();
  let current: BiffRecord[] | undefined;
  let held = 0;
  for await (const records of batches) {
    for (const record of records) {
      const row = rowOf(record);
      if (row !== undefined) {
        current = byRow.get(row) ?? [];
        byRow.set(row, current);
      } else if (record.type !== recordTypes.string && record.type !== recordTypes.continue) {
        if (!formulaTypes.has(record.type)) current = undefined;
        continue;
      }
      held += record.data.length + recordOverhead;
      if (held > maxHeldLength)
        throw new FormatError('limit', 'The rows of the sheet are out of order; open and save it in Excel', sheet);
      current?.push({ type: record.type, data: Buffer.from(record.data) });
    }
  }
  for (const row of [...byRow.keys()].sort((a, b) => a - b)) yield byRow.get(row)!;
}

/** ARRAY, SHRFMLA and TABLE stand between a formula and its result. */
const formulaTypes: ReadonlySet<number> = new Set([0x0221, 0x04bc, 0x0236]);
