import { DeflatedText } from './deflated-text.js';
import {
  spreadsheetNamespace,
  SheetXmlWriter,
  xmlDeclaration,
  type SheetHead,
  type WrittenCell,
  type SheetBuffer,
} from './sheet-xml.js';
import { ZipWriter } from './zip-writer.js';

/** Of a workbook as a whole (IANA). */
export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A sheet with its rows, or with those that came too early for its place. */
export type WrittenSheet = SheetHead &
  ({ rows(): AsyncIterable<readonly (readonly WrittenCell[])[]> } | { readonly buffer: SheetBuffer });

export interface WorkbookOptions {
  /** The order in which the sheets are asked for their rows, one after the other; that of the workbook without it. */
  readonly writeOrder?: readonly WrittenSheet[];
  /**
   * Called for each cell that was cut at 32,767 characters or had characters that XML cannot hold, and for each row
   * beyond the last that a sheet can have.
   */
  readonly onLoss: (what: string) => void;
}

const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

/** Styles by number: 1 text, 2 date with time, 3 head of a column. */
const styles =
  `${xmlDeclaration}<styleSheet xmlns="${spreadsheetNamespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/**
 * An XLSX workbook (ECMA-376) as a stream: one sheet after the other, memory holds one batch of rows. The bytes depend
 * on nothing but the cells. Text stays text: no cell holds a formula, none is taken for a number.
 */
export async function* writeWorkbook(
  sheets: readonly WrittenSheet[],
  { writeOrder: inOrder = sheets, onLoss }: WorkbookOptions,
): AsyncIterable<Uint8Array> {
  const archive = new ZipWriter();
  for (const [name, content] of fixedParts(sheets)) {
    const text = new DeflatedText();
    text.add(content);
    yield* archive.file(name, text, []);
  }
  for (const sheet of inOrder) {
    const text = 'buffer' in sheet ? sheet.buffer.text : new DeflatedText();
    yield* archive.file(`xl/worksheets/sheet${sheets.indexOf(sheet) + 1}.xml`, text, writeSheet(text, sheet, onLoss));
  }
  yield archive.end();
}

function fixedParts(sheets: readonly WrittenSheet[]): [name: string, text: string][] {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const numbers = sheets.map((_, index) => index + 1);
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  const listed = sheets.map(({ name }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const related = numbers.map((n) => relationship(n, 'worksheet', `worksheets/sheet${n}.xml`));
  const stylesId = sheets.length + 1;
  return [
    [
      '[Content_Types].xml',
      `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relationships(relationship(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipsNamespace}/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(related.join('') + relationship(stylesId, 'styles', 'styles.xml'))],
    ['xl/styles.xml', styles],
  ];
}

const relationships = (list: string): string =>
  `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${list}</Relationships>`;

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${relationshipsNamespace}/relationships/${type}" Target="${target}"/>`;

/** Adds the XML of a sheet to its text, a batch of rows at each step. */
async function* writeSheet(
  text: DeflatedText,
  sheet: WrittenSheet,
  onLoss: (what: string) => void,
): AsyncGenerator<void> {
  if ('buffer' in sheet) {
    sheet.buffer.end();
    return;
  }
  const writer = new SheetXmlWriter(sheet, onLoss);
  text.add(writer.start());
  for await (const rows of sheet.rows()) {
    for (const row of rows) text.add(writer.row(row));
    yield;
  }
  text.add(writer.end());
}
