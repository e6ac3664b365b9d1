import type { BomEvent } from '../../model/document.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from '../format.js';
import { asUtf8 } from '../reading/charset.js';
import { decodeHead, readText } from '../reading/text.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { findHeader, rejectDuplicateColumns, type Header } from '../shared/component-list/header.js';
import { checkMapping } from '../shared/component-list/mapped-columns.js';
import { TableReader } from './table-reader.js';
import { detectAlignedTable } from './text/aligned-table.js';
import { detectBoxTable } from './text/box-table.js';
import { detectFileNames } from './text/file-names.js';
import { detectPackageLines } from './text/package-lines.js';
import { detectRecords } from './text/records.js';
import type { DetectLayout, TextLayout } from './text/text-layout.js';

/** What tools print for people: tables drawn or aligned, records, names of files (docs/formats/tables.md). Only read. */
export const tableText: Format = {
  id: 'table-text',
  family: 'table',
  encoding: 'CSV',
  mediaType: 'text/plain',
  extension: 'txt',
  detect: (head, mappings) => detectTextTable(head, mappings) !== undefined,
  parse,
};

const layouts: readonly DetectLayout[] = [
  detectBoxTable,
  detectAlignedTable,
  detectRecords,
  detectFileNames,
  detectPackageLines,
];

const headLength = 64 * 1024;
/** As much as is looked at to find the layout. */
const searchedLength = 32 * 1024;
const lineEnd = /\r\n|\n|\r/;

interface TextTable {
  readonly layout: TextLayout;
  readonly header: Header;
}

function detectTextTable(head: string, mappings?: ColumnMappings): TextTable | undefined {
  const lines = head.slice(0, searchedLength).split(lineEnd);
  if (head.length > searchedLength) lines.pop();
  for (const detect of layouts) {
    const sample = detect(lines);
    if (!sample) continue;
    for (const [index, line] of lines.entries()) sample.add(line, `line ${index + 1}`);
    sample.end();
    const rows = sample.take();
    const header = findHeader(rows, mappings);
    if (header && header.place === rows[0]!.place) return { layout: detect(lines)!, header };
  }
  return undefined;
}

async function* parse(
  source: ByteSource,
  limits: ParseLimits,
  mappings?: ColumnMappings,
): AsyncIterable<readonly BomEvent[]> {
  const { source: text } = await asUtf8(source);
  const found = detectTextTable(decodeHead(await text.read(0, headLength)), mappings);
  if (!found) throw new FormatError('unknown_format', 'No line names the columns of a list of components');
  const { layout, header } = found;
  checkMapping(header, mappings);
  rejectDuplicateColumns(header);
  const reader = new ComponentListReader(limits);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  const table = new TableReader(reader, header);
  let isBelow = false;
  for await (const lines of numberedLines(text, limits)) {
    for (const [line, place] of lines) layout.add(line, place);
    if (lines.length === 0) layout.end();
    for (const row of layout.take()) {
      if (isBelow) table.add({ ...row, cells: row.cells.slice(0, header.columns.length) });
      isBelow = true;
    }
    yield reader.takeEvents();
  }
  table.end();
  reader.end();
  const { count, place } = layout.unread;
  if (count > 0) reader.warn(place, `${count === 1 ? 'A line is' : `${count} lines are`} no row of the table, and left out`); // prettier-ignore
  yield reader.takeEvents();
}

/** The lines of a text with their places; an empty batch stands for its end. */
async function* numberedLines(
  source: ByteSource,
  limits: ParseLimits,
): AsyncIterable<readonly (readonly [line: string, place: string])[]> {
  let rest = '';
  let number = 0;
  for await (const piece of readText(source, limits)) {
    const lines = (rest + piece).split(lineEnd);
    rest = lines.pop()!;
    if (rest.length > limits.maxStringLength)
      throw new FormatError(
        'limit',
        `A line is longer than ${limits.maxStringLength} characters`,
        `line ${number + 1}`,
      );
    if (lines.length > 0) yield lines.map((line) => [line, `line ${(number += 1)}`] as const);
  }
  yield [[rest, `line ${number + 1}`]];
  yield [];
}
