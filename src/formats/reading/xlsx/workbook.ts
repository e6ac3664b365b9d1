import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import type { TableRow } from '../stream-items.js';
import { openZip, type ZipEntry } from '../zip.js';
import { MergedCells } from './merged-cells.js';
import { membersOf, readPart, readWholePart, sourceOf } from './workbook-parts.js';
import { SheetHandler, columnOf, type CellContext } from './sheet.js';
import { readSharedStrings } from './shared-strings.js';
import { readStyles } from './number-format.js';

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /**
   * Rows that hold anything, in order. May be called more than once; stops reading when the caller stops.
   * `fillMerged`: cells that were merged downwards show their value in every row; the sheet is then read twice.
   */
  rows(options?: { readonly fillMerged: boolean }): AsyncIterable<readonly TableRow[]>;
}

const maxSheets = 1_000;

/**
 * Opens an XLSX workbook (ECMA-376): its sheets in their order, charts and links to other files left out. Held in
 * memory: the shared strings and the styles.
 *
 * @throws FormatError as `openZip`; `malformed`, `limit`, `dtd_forbidden`
 */
export async function openWorkbook(source: ByteSource, limits: ParseLimits): Promise<readonly Sheet[]> {
  const parts = await openZip(source, limits);
  const workbook = await workbookPart(parts, limits);
  const workbookRelations = await readRelations(parts, workbook.name, limits);
  const findPart = (type: string): ZipEntry | undefined =>
    parts.get(workbookRelations.find((relation) => relation.type === type)?.target ?? '');
  const { listed, is1904 } = await readListedSheets(workbook, limits);
  const strings = findPart('sharedStrings');
  const styles = findPart('styles');
  const context: CellContext = {
    strings: strings ? await readSharedStrings(strings, limits) : [],
    format: styles ? await readStyles(styles, limits, is1904) : () => undefined,
  };
  return listed.flatMap(({ name, id, isHidden }) => {
    const relation = workbookRelations.find((one) => one.id === id && one.type === 'worksheet');
    const part = relation && parts.get(relation.target);
    if (!part) return [];
    const rows: Sheet['rows'] = async function* ({ fillMerged } = { fillMerged: false }) {
      const merged = fillMerged ? await MergedCells.read(sourceOf(part), limits, columnOf) : undefined;
      yield* rowsOf(part, limits, new SheetHandler(name, limits, context, merged));
    };
    return [{ name, isHidden, rows }];
  });
}

/** Names of the sheets, of which nothing else is read. */
export async function sheetNames(parts: ReadonlyMap<string, ZipEntry>, limits: ParseLimits): Promise<string[]> {
  const { listed } = await readListedSheets(await workbookPart(parts, limits), limits);
  return listed.map(({ name }) => name);
}

async function workbookPart(parts: ReadonlyMap<string, ZipEntry>, limits: ParseLimits): Promise<ZipEntry> {
  const path = (await readRelations(parts, '', limits)).find(({ type }) => type === 'officeDocument')?.target;
  const part = path === undefined ? undefined : parts.get(path);
  if (!part) throw new FormatError('malformed', 'The workbook has no contents');
  return part;
}

async function* rowsOf(part: ZipEntry, limits: ParseLimits, handler: SheetHandler): AsyncIterable<readonly TableRow[]> {
  for await (const _ of readPart(part, limits, handler)) {
    const rows = handler.take();
    if (rows.length > 0) yield rows;
  }
}

interface ListedSheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

async function readListedSheets(
  workbook: ZipEntry,
  limits: ParseLimits,
): Promise<{ listed: ListedSheet[]; is1904: boolean }> {
  const listed: ListedSheet[] = [];
  let is1904 = false;
  await readWholePart(workbook, limits, {
    open(name, attributes) {
      const { date1904 = '', name: title = '', state = 'visible' } = membersOf(attributes);
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(date1904);
      if (name !== 'sheet') return;
      const id = attributes.find((one) => /(?:^|:)id$/.test(one.name))?.value ?? '';
      listed.push({ name: title, id, isHidden: state !== 'visible' });
      if (listed.length > maxSheets) throw new FormatError('limit', `The workbook has more than ${maxSheets} sheets`);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return { listed, is1904 };
}

interface Relation {
  readonly id: string;
  /** Last word of the type's URI: "worksheet". */
  readonly type: string;
  /** Name of the part in the archive. */
  readonly target: string;
}

/** What the part `path` refers to inside the file; the file as a whole for "". Links to elsewhere are left out. */
async function readRelations(
  parts: ReadonlyMap<string, ZipEntry>,
  path: string,
  limits: ParseLimits,
): Promise<readonly Relation[]> {
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const entry = parts.get(`${folder}_rels/${path.slice(slash)}.rels`);
  const found: Relation[] = [];
  if (!entry) return found;
  await readWholePart(entry, limits, {
    open(name, attributes) {
      const { Id: id, Type: type, Target: target, TargetMode: mode } = membersOf(attributes);
      if (name !== 'Relationship' || mode === 'External' || !id || !type || !target) return;
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolveTarget(folder, target) });
      if (found.length > limits.maxArchiveEntries) throw new FormatError('limit', 'Too many relations', entry.name);
    },
    text: () => undefined,
    close: () => undefined,
  });
  return found;
}

function resolveTarget(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
