import { LossLog } from '../losses.js';
import { writeWorkbook, type WrittenSheet } from './workbook.js';

/** Name of the sheet that says what the others could not hold. */
export const lossSheet = 'Left out';

/** A workbook whose last sheet says how many cells were cut or changed: nobody sees that at the cells themselves. */
export function writeReportWorkbook(sheets: readonly WrittenSheet[]): AsyncIterable<Uint8Array> {
  const losses = new LossLog();
  const leftOut: WrittenSheet = {
    name: lossSheet,
    header: ['What the other sheets do not hold', 'Times'],
    async *rows() {
      const rows = losses.list.map(({ what, count }) => [what, count]);
      yield await Promise.resolve(rows.length > 0 ? rows : [['nothing was cut', 0]]);
    },
  };
  return writeWorkbook([...sheets, leftOut], { onLoss: (what) => losses.onLoss(what) });
}
