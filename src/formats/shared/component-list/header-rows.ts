import type { TableRow } from '../../reading/stream-items.js';
import { identifyingKinds, type Header } from './header.js';

/**
 * Whether a row is the header once more: in printed lists it stands on every page, and where a head of two rows has cells
 * that are merged downwards, they stand in the second one too.
 */
export function repeatsHeader({ cells }: TableRow, { columns }: Header): boolean {
  let repeated = 0;
  let isNamed = false;
  for (let index = 0; index < columns.length; index++) {
    const { kind, name } = columns[index]!;
    if (kind === undefined || name === '' || !isSameName((cells[index] ?? '').trim(), name)) continue;
    repeated += 1;
    isNamed ||= identifyingKinds.has(kind);
  }
  // Alone, "package" below "Package" may be a component.
  return isNamed && (repeated > 1 || (columns.length === 1 && cells[0]!.trim() === columns[0]!.name));
}

const isSameName = (cell: string, name: string): boolean =>
  cell === name || (cell.length === name.length && cell.toLowerCase() === name.toLowerCase());

/** Whether a row is a title over the rows that follow: its only cell is merged with all columns that are recognised. */
export function isTitle({ cells, mergedTo }: TableRow, { columns }: Header): boolean {
  if (mergedTo === undefined) return false;
  const first = cells.findIndex((cell) => cell !== '');
  const known = columns.flatMap(({ kind }, index) => (kind === undefined ? [] : [index]));
  return known.length > 1 && first <= known[0]! && mergedTo >= known.at(-1)!;
}
