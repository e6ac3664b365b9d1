import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { openWorkbook } from '../../../src/formats/reading/xlsx/workbook.js';
import { defaultLimits } from '../../../src/formats/format.js';
import { lossSheet, writeReportWorkbook } from '../../../src/formats/writing/report-workbook.js';

async function lastSheet(cell: string): Promise<unknown[]> {
  const sheet = {
    name: 'Components',
    header: ['why'],
    async *rows() {
      yield await Promise.resolve([[cell]]);
    },
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeReportWorkbook([sheet])) chunks.push(chunk);
  const sheets = await openWorkbook(bytesSource(Buffer.concat(chunks)), defaultLimits);
  const rows: unknown[] = [];
  for await (const batch of sheets.find(({ name }) => name === lossSheet)!.rows()) rows.push(...batch);
  return rows;
}

describe('the last sheet of a report', () => {
  it('says which cells were cut', async () => {
    expect(JSON.stringify(await lastSheet('x'.repeat(32_768)))).toContain('text beyond 32,767 characters of a cell');
  });

  it('says that nothing was', async () => {
    expect(JSON.stringify(await lastSheet('x'.repeat(32_767)))).toContain('nothing was cut');
  });
});
