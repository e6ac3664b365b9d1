import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import type { TableRow } from '../stream-items.js';
import { MergedCells } from '../xlsx/merged-cells.js';
import type { Sheet } from '../xlsx/workbook.js';
import { CompoundFile, type CompoundStream } from './compound-file.js';
import { checkBegin, readGlobals, readSheetNames, tooOld, type ListedSheet } from './globals.js';
import { readRecords, recordTypes, type BiffRecord } from './records.js';
import { areRowsInOrder, sortedByRow } from './row-order.js';
import { SheetRecords, mergedRanges } from './sheet.js';

/**
 * Opens a workbook of Excel 97 to 2003 (.xls, BIFF8 in a compound file): its sheets in their order, charts and macros
 * left out. Held in memory: the shared strings and the styles.
 *
 * @throws FormatError `unknown_format` for other Office files, `encrypted`, `malformed`, `truncated`, `limit`
 */
export async function openOldWorkbook(source: ByteSource, limits: ParseLimits): Promise<readonly Sheet[]> {
  const stream = await workbookStream(source);
  const globals = await readGlobals(stream, limits);
  const ends = endsOf(globals.listed, stream.size);
  return globals.listed
    .filter(({ isWorksheet }) => isWorksheet)
    .map(({ name, isHidden, start }) => {
      const part = { stream, name, start, end: ends.get(start)! };
      let isInOrder: boolean | undefined;
      const rows: Sheet['rows'] = async function* ({ fillMerged } = { fillMerged: false }) {
        const merged = fillMerged ? await readMerged(part) : undefined;
        isInOrder ??= await areRowsInOrder(sheetRecords(part));
        const records = isInOrder ? sheetRecords(part) : sortedByRow(sheetRecords(part), name);
        yield* rowsOf(records, new SheetRecords(name, limits, globals, merged));
      };
      return { name, isHidden, rows };
    });
}

/**
 * Names of the sheets, of which nothing else is read.
 *
 * @throws FormatError as `openOldWorkbook`
 */
export async function oldSheetNames(source: ByteSource, limits: ParseLimits): Promise<readonly string[]> {
  return readSheetNames(await workbookStream(source), limits);
}

/** Other files of the same container, by a stream that each of them has. */
const otherFiles: readonly (readonly [name: RegExp, error: () => FormatError])[] = [
  [
    /^(?:EncryptedPackage|EncryptionInfo)$/i,
    () =>
      new FormatError(
        'encrypted',
        'The file is an Office document protected by a password: save it without a password',
      ),
  ],
  [/^Book$/i, tooOld],
  [/^WordDocument$/i, () => other('a Word document (.doc): send the list as .xlsx or .csv')],
  [/^PowerPoint Document$/i, () => other('a presentation (.ppt): send the list as .xlsx or .csv')],
  [/^VisioDocument$/i, () => other('a Visio drawing (.vsd): send the list as .xlsx or .csv')],
  [
    /^__(?:substg1\.0_|properties_version1\.0|nameid_version1\.0)/i,
    () => other('a message of Outlook (.msg): send the file that is attached to it'),
  ],
  // Names in an installer package are packed into these characters.
  [/[\u3800-\u4840]/, () => other('an installer package of Windows (.msi), not a supported SBOM')],
];

const other = (what: string): FormatError => new FormatError('unknown_format', `The file is ${what}`);

async function workbookStream(source: ByteSource): Promise<CompoundStream> {
  const file = await CompoundFile.open(source);
  const stream = await file.stream('Workbook');
  if (stream) return stream;
  const found = otherFiles.find(([pattern]) => file.names.some((name) => pattern.test(name)));
  throw found?.[1]() ?? other('an old Office file (OLE) without a workbook, not a supported SBOM');
}

/** Where the records of each sheet end at the latest, so that no sheet reads through others. */
function endsOf(listed: readonly ListedSheet[], size: number): ReadonlyMap<number, number> {
  const starts = listed.map(({ start }) => start).sort((a, b) => a - b);
  const ends = new Map<number, number>();
  for (const [index, start] of starts.entries()) {
    if (ends.has(start)) throw new FormatError('malformed', 'Two sheets of the workbook begin at the same place');
    if (start >= size) throw new FormatError('truncated', 'A sheet begins behind the end of the workbook');
    ends.set(start, starts[index + 1] ?? size);
  }
  return ends;
}

interface SheetPart {
  readonly stream: CompoundStream;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The records of a sheet itself, without those of the charts in it. */
async function* sheetRecords({ stream, name, start, end }: SheetPart): AsyncIterable<readonly BiffRecord[]> {
  let depth = 0;
  let isFirst = true;
  for await (const batch of readRecords(stream, start, end)) {
    const own: BiffRecord[] = [];
    for (const record of batch) {
      if (isFirst) checkBegin(record, name);
      isFirst = false;
      if (record.type === recordTypes.bof) depth += 1;
      else if (record.type === recordTypes.eof) depth -= 1;
      else if (depth === 1) own.push(record);
      if (depth > 0) continue;
      yield own;
      return;
    }
    yield own;
  }
  throw new FormatError('truncated', 'The sheet is cut', name);
}

async function readMerged(part: SheetPart): Promise<MergedCells> {
  const merged = new MergedCells();
  for await (const records of sheetRecords(part))
    for (const { type, data } of records)
      if (type === recordTypes.mergeCells) for (const range of mergedRanges(data)) merged.add(range);
  return merged;
}

async function* rowsOf(
  batches: AsyncIterable<readonly BiffRecord[]>,
  sheet: SheetRecords,
): AsyncIterable<readonly TableRow[]> {
  for await (const records of batches) {
    for (const record of records) sheet.add(record);
    const rows = sheet.take();
    if (rows.length > 0) yield rows;
  }
  sheet.end();
  const rows = sheet.take();
  if (rows.length > 0) yield rows;
}
