import type { BomEvent, Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import { maxColumns, type StreamRules, type TableRow } from '../reading/stream-items.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { parseCoordinates } from '../shared/component-list/coordinates.js';
import { findHeader, rejectDuplicateColumns, type Column, type Header } from '../shared/component-list/header.js';
import { checkMapping } from '../shared/component-list/mapped-columns.js';
import { TableReader } from './table-reader.js';

/**
 * A list of components as JSON: an array of objects (`pip list`, pip-licenses, cargo-license, nuget-license, GitLab), an
 * object with a member for each package (license-checker), or with one for each licence (`pnpm licenses`). Only read.
 */
export const tableJson: Format = {
  id: 'table-json',
  family: 'table',
  encoding: 'JSON',
  mediaType: 'application/json',
  extension: 'json',
  detect: (head, mappings) => isPackageMap(head) || isLicenseMap(head) || headerOfHead(head, mappings) !== undefined,
  parse,
};

const arrayStart = /^\s*\[\s*\{/;
/** Of a member for each package: "abbrev@1.1.1". */
const keyColumn = 'name and version';
const maxSampledRows = 50;

/** license-checker names packages as "name@version". */
function isPackageMap(head: string): boolean {
  const [[key, value] = ['', '']] = topMembers(head);
  return value === '{' && isPackageKey(key);
}

const isPackageKey = (key: string): boolean => /^@?[^@\s]+@/.test(key) && parseCoordinates(key) !== undefined;

/** `pnpm licenses list --json`: packages by their licence, each with its versions and where they lie. */
const isLicenseMap = (head: string): boolean =>
  /^\s*\{\s*"[^"]*"\s*:\s*\[\s*\{\s*"name"\s*:\s*"[^"]+"\s*,\s*"versions?"\s*:[^{}]*"paths?"\s*:/.test(head);

/** A text, to the end where it is not closed, so that no quote in it is tried as a start; and braces. */
const textOrBrace = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}]/g;

/** The objects of the array at the start of a document, as far as it shows them whole. */
function* wholeObjects(head: string): Iterable<string> {
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of head.matchAll(textOrBrace)) {
    if (sign === '{' && depth++ === 0) start = index;
    else if (sign === '}' && --depth === 0) yield head.slice(start, index + 1);
  }
}

function headerOfHead(head: string, mappings?: ColumnMappings): Header | undefined {
  if (!arrayStart.test(head)) return undefined;
  const rows: JsonObject[] = [];
  for (const text of wholeObjects(head.slice(0, 32 * 1024))) {
    try {
      rows.push(JSON.parse(text) as JsonObject);
    } catch {
      return undefined;
    }
    if (rows.length === maxSampledRows) break;
  }
  if (rows.length === 0 || rows.some(isTree) || rows.some(isSbom)) return undefined;
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const header = headerOf(names, rows, mappings);
  // Any list of objects has names; one of packages says versions or identifiers too.
  const isOfPackages = header?.columns.some(
    ({ name, kind }) => tellingKinds.has(kind) && rows.some((row) => cellOf(row[name]) !== ''),
  );
  return isOfPackages ? header : undefined;
}

const tellingKinds: ReadonlySet<Column['kind']> = new Set(['version', 'purl', 'cpe', 'coordinates']);

/** A project with its packages (`pnpm list --json`): what it names stands below it. */
const isTree = (row: JsonObject): boolean =>
  Object.entries(row).some(
    ([name, below]) => /dependencies$/i.test(name) && isNested(below) && Object.values(below).some(isNested),
  );

/** A list of SBOMs is none of components. */
const isSbom = (row: JsonObject): boolean => 'bomFormat' in row || 'spdxVersion' in row;

const isNested = (value: Json | undefined): value is JsonObject | Json[] => typeof value === 'object' && value !== null;

const headerOf = (
  names: ReadonlySet<string>,
  rows: readonly JsonObject[],
  mappings?: ColumnMappings,
): Header | undefined =>
  // prettier-ignore
  findHeader([{ cells: [...names], place: '' }, ...rows.map((row) => rowOf(names, row, ''))], mappings);

/** Scalars as they are, lists of texts, or of objects with nothing but a name and an address, as one cell. */
function cellOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return '';
  const texts = value.map((item) => (isObject(item) ? nameOf(item) : typeof item === 'number' ? String(item) : item));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : '';
}

/** Of a licence of GitLab. */
const nameOf = ({ name, url, ...others }: JsonObject): Json | undefined =>
  Object.keys(others).length === 0 && (url === undefined || url === null || typeof url === 'string') ? name : undefined;

/** What of a value is in no cell. */
function lostOf(value: Json | undefined): string | undefined {
  if (!isNested(value) || Object.keys(value).length === 0) return undefined;
  if (cellOf(value) === '') return 'objects';
  return Array.isArray(value) && value.some((item) => isObject(item) && item.url) ? 'addresses' : undefined;
}

const rowOf = (names: ReadonlySet<string>, row: JsonObject, place: string): TableRow => ({
  cells: [...names].map((name) => cellOf(Object.hasOwn(row, name) ? row[name] : undefined)),
  place,
});

/** A package of the list, or what stands in its place. */
interface Entry {
  readonly row?: JsonObject;
  readonly other?: Json;
  readonly place: string;
}

async function* parse(
  source: ByteSource,
  limits: ParseLimits,
  mappings?: ColumnMappings,
): AsyncIterable<readonly BomEvent[]> {
  const names = new Set<string>();
  const sample: JsonObject[] = [];
  for await (const entries of readEntries(source, limits))
    for (const { row, place } of entries) {
      if (!row) continue;
      if (sample.length < maxSampledRows) sample.push(row);
      for (const name of Object.keys(row)) names.add(name);
      if (names.size > maxColumns) throw new FormatError('limit', `There are more than ${maxColumns} columns`, place);
    }
  const header = headerOf(names, sample, mappings);
  if (!header) throw new FormatError('unknown_format', 'No member names the components of the list (name, purl …)');
  checkMapping(header, mappings);
  rejectDuplicateColumns(header);
  const reader = new ComponentListReader(limits);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  const table = new TableReader(reader, header);
  const strange = { count: 0, place: '' };
  const lost = new Map<string, { what: string; count: number; place: string }>();
  for await (const entries of readEntries(source, limits)) {
    for (const { other, place, row = rowOfText(other, header) } of entries) {
      if (!row) {
        strange.count += 1;
        strange.place ||= place;
        continue;
      }
      table.add(rowOf(names, row, place));
      for (const [name, value] of Object.entries(row)) {
        const what = lostOf(value);
        if (what === undefined) continue;
        const first = lost.get(name) ?? lost.set(name, { what, count: 0, place }).get(name)!;
        first.count += 1;
      }
    }
    yield reader.takeEvents();
  }
  table.end();
  reader.end();
  if (strange.count > 0)
    reader.warn(strange.place, `${strange.count === 1 ? 'An entry is' : `${strange.count} entries are`} no object; left out`); // prettier-ignore
  for (const [name, { what, count, place }] of [...lost].slice(0, 100))
    reader.warn(place, `"${name.slice(0, 80)}" holds ${what} in ${count} ${count === 1 ? 'entry' : 'entries'}; they are left out`); // prettier-ignore
  yield reader.takeEvents();
}

/** Each package of the list. An array is read as the only member of an object, for documents have such a top. */
async function* readEntries(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly Entry[]> {
  const isArray = arrayStart.test(Buffer.from(await source.read(0, 1024)).toString('utf8').replace(/^\ufeff/, '')); // prettier-ignore
  const rules: StreamRules = isArray ? { list: {} } : {};
  const options = { rules, textMembers: numbersAsText, onWarning: () => undefined };
  for await (const items of readJson(isArray ? asMember(source) : source, limits, options)) {
    const entries: Entry[] = [];
    for (const { name, place, value } of items) {
      if (isArray) entries.push(entryOf(value, place.replace(/^\/list/, '')));
      else if (isObject(value)) entries.push({ row: { [keyColumn]: name, ...value }, place });
      else if (isPackageKey(name)) entries.push({ row: { [keyColumn]: name, licenses: value }, place });
      else if (Array.isArray(value)) for (const one of value.flatMap(packagesOf)) entries.push(entryOf(one, place));
      else entries.push({ other: value, place });
    }
    yield entries;
  }
}

const entryOf = (value: Json, place: string): Entry =>
  isObject(value) ? { row: value, place } : { other: value, place };

/** A package that is a text alone, under the names that the objects beside it have. */
function rowOfText(value: Json | undefined, { columns }: Header): JsonObject | undefined {
  const found = typeof value === 'string' ? parseCoordinates(value) : undefined;
  const nameOfKind = (kind: Column['kind']): string | undefined => columns.find((column) => column.kind === kind)?.name;
  const [name, version, group] = [nameOfKind('name'), nameOfKind('version'), nameOfKind('group')];
  if (!found || name === undefined || version === undefined) return undefined;
  if (found.group === undefined) return { [name]: found.name, [version]: found.version };
  if (group === undefined) return undefined;
  return { [name]: found.name, [version]: found.version, [group]: found.group };
}

/** A package of pnpm in several versions is several components. */
function packagesOf(value: Json): Json[] {
  if (!isObject(value)) return [value];
  const { versions, paths, ...row } = value;
  if (!Array.isArray(versions)) return [row];
  const places = Array.isArray(paths) ? paths : [];
  return versions.map((version, index) => ({ ...row, version, path: places[index] ?? '' }));
}

/** A version 1.10 is no number, whatever its member is named. */
const numbersAsText = { has: () => true };

const asMember = (source: ByteSource): ByteSource => ({
  size: source.size + 9,
  read: () => Promise.reject(new Error('It is read as a stream')),
  async *stream() {
    let isFirst = true;
    for await (const chunk of source.stream()) {
      const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      if (isFirst) yield Buffer.from('{"list":');
      isFirst = false;
      yield hasMark ? chunk.subarray(3) : chunk;
    }
    yield Buffer.from('}');
  },
});
