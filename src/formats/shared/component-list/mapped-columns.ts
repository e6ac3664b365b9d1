import { createHash } from 'node:crypto';
import { FormatError, type ColumnMapping, type ColumnMappings } from '../../format.js';
import type { TableRow } from '../../reading/stream-items.js';

/** Fields of columns by their keys, and whose they are. */
export interface MappedColumns {
  readonly fields: ReadonlyMap<string, string>;
  readonly source: 'mapping' | 'stored';
}

export const noMapping: MappedColumns = { fields: new Map(), source: 'mapping' };

export const columnKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

const keysOf = (mapping: ColumnMapping): ReadonlyMap<string, string> =>
  new Map(Object.entries(mapping).map(([name, field]) => [columnKey(name), field]));

/** Names a header for good: the same columns in the same order. */
export function headerKey(names: readonly string[]): string {
  return createHash('sha256').update(names.map(columnKey).join('\u001f')).digest('hex');
}

/** The mapping that is for a header with these cells. */
export function mappedColumns({ cells }: TableRow, { given, stored }: ColumnMappings): MappedColumns | undefined {
  const keys = new Set(cells.map(columnKey));
  const fields = given && keysOf(given);
  if (fields) return [...fields.keys()].every((key) => keys.has(key)) ? { fields, source: 'mapping' } : undefined;
  const known = stored && Object.keys(stored).length > 0 ? stored[headerKey(withoutEmptyEnd(cells))] : undefined;
  return known && { fields: keysOf(known), source: 'stored' };
}

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

interface CheckedHeader {
  readonly columns: readonly { readonly name: string; readonly source?: string }[];
  readonly place: string | null;
}

/** @throws FormatError `invalid` for a mapping whose columns no row has */
export function checkMapping(header: CheckedHeader, mappings: ColumnMappings | undefined): void {
  if (!mappings?.given || header.columns.some(({ source }) => source === 'mapping')) return;
  const names = new Set(header.columns.map(({ name }) => columnKey(name)));
  const missing = Object.keys(mappings.given).find((name) => !names.has(columnKey(name))) ?? '';
  const message = `The mapping names the column "${missing.slice(0, 80)}", which the header does not have`;
  throw new FormatError('invalid', message, header.place ?? '');
}
