import type { BomEvent, Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import { maxColumns, type StreamRules, type TableRow } from '../reading/stream-items.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { parseCoordinates } from '../shared/component-list/coordinates.js';
import { findHeader, rejectDuplicateColumns, type Header } from '../shared/component-list/header.js';
import { checkMapping } from '../shared/component-list/mapped-columns.js';
import { TableReader } from './table-reader.js';

/**
 * A list of components as JSON: an array of flat objects (`pip list`, pip-licenses, cargo-license, nuget-license), or an
 * object with a member for each package (license-checker). Only read.
 */
export const tableJson: Format = {
  id: 'table-json',
  family: 'table',
  encoding: 'JSON',
  mediaType: 'application/json',
  extension: 'json',
  detect: (head, mappings) => isPackageMap(head) || headerOfHead(head, mappings) !== undefined,
  parse,
};

const arrayStart = /^\s*\[\s*\{/;
/** Of a member for each package: "abbrev@1.1.1". */
const keyColumn = 'name and version';
const maxSampledRows = 50;
/** An object of an array, as far as a head shows it whole: without objects in it. */
const flatObject = /\{[^{}]*\}/g;

/** license-checker names packages as "name@version". */
function isPackageMap(head: string): boolean {
  const [[key, value] = ['', '']] = topMembers(head);
  return value === '{' && parseCoordinates(key) !== undefined && /^@?[^@\s]+@/.test(key);
}

function headerOfHead(head: string, mappings?: ColumnMappings): Header | undefined {
  if (!arrayStart.test(head)) return undefined;
  const rows: JsonObject[] = [];
  for (const [text] of head.slice(0, 32 * 1024).matchAll(flatObject)) {
    try {
      rows.push(JSON.parse(text) as JsonObject);
    } catch {
      return undefined;
    }
    if (rows.length === maxSampledRows) break;
  }
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const header = rows.length > 0 ? headerOf(names, rows, mappings) : undefined;
  const kinds = header?.columns.map(({ kind }) => kind) ?? [];
  // Any list of objects has names; one of packages says versions or identifiers too.
  const isOfPackages = ['version', 'purl', 'cpe', 'coordinates'].some((kind) => kinds.includes(kind as 'version'));
  return isOfPackages ? header : undefined;
}

const headerOf = (
  names: ReadonlySet<string>,
  rows: readonly JsonObject[],
  mappings?: ColumnMappings,
): Header | undefined =>
  // prettier-ignore
  findHeader([{ cells: [...names], place: '' }, ...rows.map((row) => rowOf(names, row, ''))], mappings);

/** Scalars as they are, lists of texts as one cell; objects are no cells. */
function cellOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return '';
}

const isLost = (value: Json | undefined): boolean =>
  value !== null && value !== undefined && typeof value === 'object' && cellOf(value) === '' && Object.keys(value).length > 0; // prettier-ignore

const rowOf = (names: ReadonlySet<string>, row: JsonObject, place: string): TableRow => ({
  cells: [...names].map((name) => cellOf(Object.hasOwn(row, name) ? row[name] : undefined)),
  place,
});

interface Entry {
  readonly row: JsonObject;
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
  const lost = new Map<string, { count: number; place: string }>();
  for await (const entries of readEntries(source, limits)) {
    for (const { row, place } of entries) {
      table.add(rowOf(names, row, place));
      for (const [name, value] of Object.entries(row)) {
        if (!isLost(value)) continue;
        const first = lost.get(name) ?? lost.set(name, { count: 0, place }).get(name)!;
        first.count += 1;
      }
    }
    yield reader.takeEvents();
  }
  table.end();
  reader.end();
  for (const [name, { count, place }] of [...lost].slice(0, 100))
    reader.warn(place, `"${name.slice(0, 80)}" holds objects in ${count} ${count === 1 ? 'entry' : 'entries'}; they are left out`); // prettier-ignore
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
      if (!isObject(value)) continue;
      if (isArray) entries.push({ row: value, place: place.replace(/^\/list/, '') });
      else entries.push({ row: { [keyColumn]: name, ...value }, place });
    }
    yield entries;
  }
}

/** A version 1.10 is no number. */
const numbersAsText: ReadonlySet<string> = new Set(['version', 'Version', 'PackageVersion', 'packageVersion']);

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
