import { Readable } from 'node:stream';
import yazl from 'yazl';
import { columnName } from '../reading/xlsx/sheet.js';
import { xmlText } from './xml-text.js';

/** Text, a number, or a date as a serial number (`dateSerial`). */
export type WrittenCell = string | number | { readonly date: number };

export interface WrittenSheet {
  /** At most 31 characters, none of []:*?/\ */
  readonly name: string;
  readonly header: readonly string[];
  rows(): AsyncIterable<readonly (readonly WrittenCell[])[]>;
}

export interface WorkbookOptions {
  /** The order in which the sheets are asked for their rows, one after the other; that of the workbook without it. */
  readonly inOrder?: readonly WrittenSheet[];
  /**
   * Called for each cell that was cut at 32,767 characters or had characters that XML cannot hold, and for each row
   * beyond the last that a sheet can have.
   */
  readonly onLoss: (what: string) => void;
}

/** What a cell can hold (ECMA-376-1, 18.4.12, and every spreadsheet). */
const maxCellLength = 32_767;
const maxRows = 1_048_576;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Styles by number: 1 text, 2 date with time, 3 head of a column. */
const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
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
  { inOrder = sheets, onLoss }: WorkbookOptions,
): AsyncIterable<Uint8Array> {
  const archive = new yazl.ZipFile();
  // Midnight of 1980 in the zone of the machine is the same bytes everywhere; a fixed moment would not be.
  // Level 1 takes half the time of the default and an eighth more room.
  const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compressionLevel: 1 };
  const open = new Set<Readable>();
  const output = archive.outputStream as Readable;
  archive.on('error', (error: Error) => output.destroy(error));
  for (const [name, text] of fixedParts(sheets)) archive.addBuffer(Buffer.from(text), name, options);
  for (const sheet of inOrder) {
    archive.addReadStreamLazy(`xl/worksheets/sheet${sheets.indexOf(sheet) + 1}.xml`, options, (callback) => {
      const stream = Readable.from(sheetXml(sheet, onLoss), { objectMode: false });
      open.add(stream);
      callback(null, stream);
    });
  }
  archive.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    for (const stream of open) stream.destroy();
  }
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
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relationships(relationship(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(related.join('') + relationship(stylesId, 'styles', 'styles.xml'))],
    ['xl/styles.xml', styles],
  ];
}

const relationships = (list: string): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${list}</Relationships>`;

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${office}/relationships/${type}" Target="${target}"/>`;

async function* sheetXml(sheet: WrittenSheet, onLoss: (what: string) => void): AsyncGenerator<string> {
  const names = sheet.header.map((_, index) => columnName(index));
  yield (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>' +
    rowXml(sheet.header, 1, { names, textStyle: 3, onLoss })
  );
  let number = 1;
  for await (const rows of sheet.rows()) {
    let text = '';
    for (const row of rows) {
      if (++number <= maxRows) text += rowXml(row, number, { names, textStyle: 1, onLoss });
      else onLoss(`row of ${sheet.name}`);
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

interface RowSettings {
  readonly names: readonly string[];
  readonly textStyle: number;
  readonly onLoss: (what: string) => void;
}

function rowXml(cells: readonly WrittenCell[], number: number, { names, textStyle, onLoss }: RowSettings): string {
  let text = `<row r="${number}">`;
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]!;
    if (cell === '') continue;
    const start = `<c r="${names[column] ?? columnName(column)}${number}"`;
    if (typeof cell === 'number') text += `${start}><v>${cell}</v></c>`;
    else if (typeof cell === 'object') text += `${start} s="2"><v>${cell.date}</v></c>`;
    else if (isPlain(cell)) text += `${start} s="${textStyle}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    else
      text += `${start} s="${textStyle}" t="inlineStr"><is><t${spaceOf(cell)}>${cellText(cell, onLoss)}</t></is></c>`;
  }
  return `${text}</row>`;
}

const plain = /^[!-%'-;=?-^`-~][ -%'-;=?-^`-~]*$/;

/** What nearly every cell is: nothing in it to escape, to keep or to cut. */
const isPlain = (cell: string): boolean =>
  cell.length <= maxCellLength && plain.test(cell) && cell.charCodeAt(cell.length - 1) !== 0x20;

/** Spreadsheets drop white space at the ends of a text, and some its line ends, unless told to keep it. */
const spaceOf = (text: string): string => (/^\s|\s$|[\t\r\n]/.test(text) ? ' xml:space="preserve"' : '');

function cellText(text: string, onLoss: (what: string) => void): string {
  if (text.length > maxCellLength) {
    onLoss('text beyond 32,767 characters of a cell');
    text = text.slice(0, maxCellLength).toWellFormed();
  }
  const escaped = text.includes('_x') ? text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : text;
  return xmlText(escaped, onLoss);
}
