import type { ColumnKind } from './column-names.js';
import { parseCoordinates } from './coordinates.js';

const uuid = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
/** Calendar versions (2024.1.15) are none. */
const date =
  /^(?:(?:19|20)\d\d[-/]\d{1,2}[-/]\d{1,2}(?:[T ].*)?|(?:0?[1-9]|[12]\d|3[01])([./])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?: .*)?)$/;
const month =
  '(?:jan(?:uary?)?|feb(?:ruary?)?|m[aä]r(?:ch|z)?|mrz|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?';
/** As a spreadsheet shows "3.1" or "10-1" where it took it for a date, and writes it to CSV: "03. Jan", "Jan 10". */
const monthDate = new RegExp(`^(?:\\d{1,2}[.-]? ?${month}|${month}[ .-]{1,2}\\d{1,4})(?:[ .-]{1,2}\\d{2,4})?$`, 'i');
export const isMonthDate = (cell: string): boolean => cell.length <= 20 && monthDate.test(cell);

const vulnerabilityId = /^(?:CVE-\d{4}-\d{4,}|[A-Z][A-Za-z]{1,15}-[\w:-]*\d[\w:-]*|sonatype-\d{4}-\d+)$/;
const maxLength = 200;

/** What a cell holds that is no version: "UUIDs" or "dates". */
export const notVersion = (cell: string): 'UUIDs' | 'dates' | undefined =>
  cell.length > maxLength ? undefined : uuid.test(cell) ? 'UUIDs' : date.test(cell) ? 'dates' : undefined;

/** Ids of vulnerabilities in a cell, or nothing where it holds anything else. */
export function parseVulnerabilityIds(cell: string): readonly string[] {
  if (cell.length > 10 * maxLength) return [];
  const ids = cell.split(/[\s,;|]+/).filter((part) => part !== '');
  return ids.every((id) => vulnerabilityId.test(id)) ? ids : [];
}

/** Kinds whose column is judged by its cells as well as by its name. */
const accepts: Partial<Record<ColumnKind, (cell: string) => boolean>> = {
  name: (cell) => !uuid.test(cell) && !/^\d+$/.test(cell),
  version: (cell) => notVersion(cell) === undefined,
  license: (cell) => !uuid.test(cell) && !/^\d+$/.test(cell),
  coordinates: (cell) => parseCoordinates(cell) !== undefined,
  vulnerability: (cell) => parseVulnerabilityIds(cell).length > 0,
};

/** Whether most cells of a column are of its kind; true where nothing is known of them. */
export function isPlausible(kind: ColumnKind, cells: readonly string[]): boolean {
  const accept = accepts[kind];
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length <= maxLength);
  return !accept || filled.length === 0 || filled.filter(accept).length * 2 > filled.length;
}
