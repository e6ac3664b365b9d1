import { cycloneDxListSheet, listCells, listTitles } from '../../formats/cyclonedx/list.js';
import type { WrittenCell } from '../../formats/writing/sheet-xml.js';
import { writeReportWorkbook } from '../../formats/writing/report-workbook.js';
import { requirementStatusWords } from '../../quality/quality-letter.js';
import type { StandardResult } from '../../quality/quality-check.js';
import type { DeliveredFile } from './check-file.js';

/** A column that imports of the list skip. */
const correctionTitle = 'To correct';

/**
 * The letter to the supplier as a workbook: the requirements with how to mend them, and every component of the file as a
 * row with what is to be corrected. The corrected workbook can be imported: the sheet of components has the columns of a
 * CycloneDX list.
 */
export function correctionWorkbook(
  standards: readonly StandardResult[],
  delivery: DeliveredFile,
): AsyncIterable<Uint8Array> {
  const asked = standards.flatMap(({ title, requirements }) =>
    requirements.map((one) => [
      title,
      one.title,
      requirementStatusWords[one.status],
      one.lacking,
      one.checked,
      one.mend,
    ]),
  );
  return writeReportWorkbook([
    {
      name: cycloneDxListSheet,
      header: [correctionTitle, ...listTitles],
      async *rows() {
        for await (const batch of delivery.components())
            yield batch.map((component): WrittenCell[] => [
              delivery.check.lackingOf(component).map(({ title }) => title).join('; '),
              ...listCells(component),
            ]); // prettier-ignore
      },
    },
    {
      name: 'Requirements',
      header: ['Standard', 'Requirement', 'Result', 'Missing', 'Checked', 'How to mend it'],
      async *rows() {
        yield await Promise.resolve(asked);
      },
    },
  ]);
}
