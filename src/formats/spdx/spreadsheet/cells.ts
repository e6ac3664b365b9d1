import type { JsonObject } from '../../../model/document.js';
import { objectOf, objectsOf, textOf, textsOf } from '../../../model/json.js';
import { isoDateToSerial } from '../../reading/xlsx/number-format.js';
import type { WrittenCell } from '../../writing/sheet-xml.js';

/** A column of a sheet: reads its cell into members of an element, and writes it from them. */
export interface SheetColumn {
  readonly title: string;
  /** The members that the column holds. */
  readonly members: readonly string[];
  read(cell: string, data: JsonObject): void;
  write(data: JsonObject): WrittenCell;
}

export const textColumn = (title: string, member: string): SheetColumn => ({
  title,
  members: [member],
  read: (cell, data) => void (data[member] = cell),
  write: (data) => textOf(data[member]),
});

/** Texts with a separator, in quotes where one of them holds it. */
export const textsColumn = (title: string, member: string, between: string): SheetColumn => ({
  title,
  members: [member],
  read: (cell, data) => void (data[member] = splitTexts(cell)),
  write: (data) => {
    const texts = textsOf(data[member]);
    return texts.some((text) => /[,\n]|^"/.test(text)) ? quoteTexts(texts) : texts.join(between);
  },
});

const splitTexts = (cell: string): string[] =>
  cell.startsWith('"') ? splitQuoted(cell) : cell.split(/[,\n]/).flatMap((part) => part.trim() || []);

const quoteTexts = (texts: readonly string[]): string =>
  texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',');

/** Texts in quotes, with escaped quotes, as the SPDX tools write them. */
export const quotedTextsColumn = (title: string, member: string): SheetColumn => ({
  title,
  members: [member],
  read: (cell, data) => void (data[member] = splitQuoted(cell)),
  write: (data) => quoteTexts(textsOf(data[member])),
});

/** `"a","b \"c\""`; a cell without quotes, or with others, is one text. */
export function splitQuoted(cell: string): string[] {
  if (!cell.startsWith('"')) return [cell];
  const found: string[] = [];
  // Sticky: where it fails it must not be tried at each of a million quotes.
  const quoted = /"((?:[^"\\]|\\[\s\S]|"")*)"\s*(?:,\s*|$)/y;
  while (quoted.lastIndex < cell.length) {
    const text = quoted.exec(cell)?.[1];
    if (text === undefined) return [cell];
    found.push(text.replace(/\\([\s\S])|""/g, (_, escaped: string | undefined) => escaped ?? '"'));
  }
  return found;
}

export const booleanColumn = (title: string, member: string): SheetColumn => ({
  title,
  members: [member],
  read: (cell, data) => {
    if (/^(?:true|false)$/i.test(cell)) data[member] = cell.toLowerCase() === 'true';
  },
  write: (data) => (typeof data[member] === 'boolean' ? String(data[member]) : ''),
});

/** A date of a spreadsheet has no zone; it is read as UTC. */
export const dateColumn = (title: string, member: string): SheetColumn => ({
  title,
  members: [member],
  read: (cell, data) => void (data[member] = readDate(cell)),
  write: (data) => writeDate(textOf(data[member])),
});

export function readDate(cell: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:]+$/.test(cell)) return `${cell}Z`;
  return /^\d{4}-\d\d-\d\d$/.test(cell) ? `${cell}T00:00:00Z` : cell;
}

export function writeDate(value: string): WrittenCell {
  const serial = isoDateToSerial(value);
  return serial === undefined ? value : { date: serial };
}

/** "SHA1: 85ed…", one on each line. */
export const checksumsColumn = (title: string): SheetColumn => ({
  title,
  members: ['checksums'],
  read: (cell, data) => void (data.checksums = cell.split('\n').flatMap((line) => readChecksum(line) ?? [])),
  write: (data) => objectsOf(data.checksums).map(writeChecksum).join('\n'),
});

export function readChecksum(line: string): JsonObject | undefined {
  const [, algorithm = 'SHA1', checksumValue] = /^\s*(?:([\w-]+)\s*:\s*)?([0-9a-fA-F]+)\s*$/.exec(line) ?? [];
  return checksumValue === undefined ? undefined : { algorithm, checksumValue };
}

export const writeChecksum = ({ algorithm, checksumValue }: JsonObject): string =>
  `${textOf(algorithm)}: ${textOf(checksumValue)}`;

/** One member of a list of objects; other columns hold the other members in the same order. */
export const listMemberColumn = (title: string, list: string, member: string): SheetColumn => ({
  title,
  members: [list],
  read: (cell, data) => {
    const objects = objectsOf(data[list]);
    data[list] = splitQuoted(cell).map((item, index) => ({ ...objects[index], ...(item && { [member]: item }) }));
  },
  write: (data) => {
    const values = objectsOf(data[list]).map((item) => textOf(item[member]));
    return values.every((value) => value === '') ? '' : quoteTexts(values);
  },
});

/** "310:420": the range of a snippet in bytes (`offset`) or lines (`lineNumber`). */
export const rangeColumn = (title: string, unit: 'offset' | 'lineNumber'): SheetColumn => ({
  title,
  members: ['ranges'],
  read: (cell, data) => {
    const [, start, end] = /^(\d{1,15}):(\d{1,15})$/.exec(cell) ?? [];
    if (start === undefined) return;
    const reference = textOf(data.snippetFromFile);
    const pointer = (value: string | undefined): JsonObject => ({ reference, [unit]: Number(value) });
    data.ranges = [...objectsOf(data.ranges), { startPointer: pointer(start), endPointer: pointer(end) }];
  },
  write: (data) => {
    const [found] = rangesIn(data, unit);
    if (!found) return '';
    return `${String(objectOf(found.startPointer)[unit])}:${String(objectOf(found.endPointer)[unit])}`;
  },
});

const rangesIn = (data: JsonObject, unit: 'offset' | 'lineNumber'): JsonObject[] =>
  objectsOf(data.ranges).filter(
    ({ startPointer, endPointer }) =>
      objectOf(startPointer)[unit] !== undefined && objectOf(endPointer)[unit] !== undefined,
  );

/** How many ranges of a snippet no column holds: there is one of each unit. */
export function rangesWithoutColumn(data: JsonObject): number {
  const written = new Set([rangesIn(data, 'offset')[0], rangesIn(data, 'lineNumber')[0]]);
  return objectsOf(data.ranges).filter((range) => !written.has(range)).length;
}
