import { mappableFields } from '../../formats/shared/component-list/column-names.js';
import type { ColumnMapping } from '../../formats/format.js';
import { CallerError, invalid } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import { textFault } from '../../platform/http/validation.js';

const maxColumns = 200;
const fields: ReadonlySet<string> = new Set(mappableFields);

/**
 * Reads the parameter `mapping`: a JSON object of column names and fields.
 *
 * @throws CallerError 400
 */
export function readColumnMapping(text: string | null | undefined): ColumnMapping | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidMapping('must be a JSON object of column names and fields, such as {"Stand": "version"}');
  }
  if (!isObject(value)) throw invalidMapping('must be a JSON object of column names and fields');
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > maxColumns) throw invalidMapping(`must name 1 to ${maxColumns} columns`);
  for (const [column, field] of entries) {
    const fault = textFault(column);
    if (fault) throw invalidMapping(`has a column name that ${fault}`);
    if (column.trim() === '') throw invalidMapping('must not name an empty column');
    if (typeof field !== 'string' || !fields.has(field)) {
      throw invalidMapping(`must map "${column.slice(0, 80)}" to one of ${mappableFields.join(', ')}`);
    }
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** What is wrong with such a text; null: nothing. */
export function mappingFault(text: string): string | null {
  try {
    readColumnMapping(text);
    return null;
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    return error.details.fields!.mapping!;
  }
}

const invalidMapping = (message: string): Error => invalid(`Invalid request: mapping ${message}`, { mapping: message });
