import { FormatError } from '../../format.js';
import type { TableRow } from '../../reading/stream-items.js';
import { recogniseColumn, repeatableKinds, type ColumnKind } from './column-names.js';

/** A column of a component list: its own name, and what it says where that is recognised. */
export interface Column {
  readonly name: string;
  readonly kind?: ColumnKind;
  readonly algorithm?: string;
}

export interface Header {
  readonly columns: readonly Column[];
  /** How many columns are recognised. */
  readonly score: number;
  /** Null where the list has no header row. */
  readonly place: string | null;
  /** Of such a list: the cells that the columns have in a row. */
  readonly splitRow?: (cells: readonly string[]) => readonly string[];
}

/** Title rows, notes and empty rows may stand above the header row, up to this many. */
export const maxSearchedRows = 50;

/** Kinds of which a list must have one, else its rows name nothing. */
const identifyingKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['name', 'purl', 'cpe']);

/**
 * Finds the header row: of the first rows, the one with the most recognised columns, the first of them on a tie. It must
 * have a column that names components, and another that is recognised, or be the only column there is.
 *
 * @returns undefined where there is none
 */
export function findHeader(rows: readonly TableRow[]): Header | undefined {
  const searched = rows.slice(0, maxSearchedRows);
  let best: Header | undefined;
  for (const row of searched) {
    const header = readHeader(row);
    if (header && header.score > (best?.score ?? 0)) best = header;
  }
  return best && (best.score > 1 || isOnlyColumn(best, searched)) ? best : undefined;
}

/**
 * Whether a row is the header once more: in printed lists it stands on every page, and where a head of two rows has cells
 * that are merged downwards, they stand in the second one too.
 */
export function repeatsHeader({ cells }: TableRow, { columns }: Header): boolean {
  let repeated = 0;
  let isNamed = false;
  for (let index = 0; index < columns.length; index++) {
    const { kind, name } = columns[index]!;
    if (kind === undefined || name === '' || (cells[index] ?? '').trim() !== name) continue;
    repeated += 1;
    isNamed ||= identifyingKinds.has(kind);
  }
  return isNamed && (repeated > 1 || columns.length === 1);
}

/** Whether a row is a title over the rows that follow: its only cell is merged with all columns that are recognised. */
export function isTitle({ cells, mergedTo }: TableRow, { columns }: Header): boolean {
  if (mergedTo === undefined) return false;
  const first = cells.findIndex((cell) => cell !== '');
  const known = columns.flatMap(({ kind }, index) => (kind === undefined ? [] : [index]));
  return known.length > 1 && first <= known[0]! && mergedTo >= known.at(-1)!;
}

/** One column alone may be any text under a heading, so its name must leave no doubt. */
function isOnlyColumn({ columns }: Header, rows: readonly TableRow[]): boolean {
  return (
    rows.every(({ cells }) => cells.length <= 1) && /name|component|package|library|purl|cpe/i.test(columns[0]!.name)
  );
}

function readHeader({ cells, place }: TableRow): Header | undefined {
  const found = cells.map((name) => ({ name: name.trim(), recognised: recogniseColumn(name) }));
  while (found.at(-1)?.name === '') found.pop();
  const best = new Map<ColumnKind, number>();
  for (const { recognised } of found) {
    if (recognised) best.set(recognised.kind, Math.min(recognised.rank, best.get(recognised.kind) ?? Infinity));
  }
  if (![...best.keys()].some((kind) => identifyingKinds.has(kind))) return undefined;
  const columns = found.map(({ name, recognised }): Column => {
    if (!recognised) return { name };
    const { kind, rank, algorithm } = recognised;
    if (!repeatableKinds.has(kind) && rank > best.get(kind)!) return { name };
    return { name, kind, ...(algorithm && { algorithm }) };
  });
  return { columns, score: found.filter(({ recognised }) => recognised).length, place };
}

/**
 * A name twice in what can be said once: nobody can know which column is meant.
 *
 * @throws FormatError `duplicate_header`
 */
export function rejectDuplicateColumns({ columns, place }: Header): void {
  const seen = new Set<string>();
  for (const { name, kind, algorithm } of columns) {
    if (!kind || (repeatableKinds.has(kind) && !algorithm)) continue;
    const key = algorithm ?? kind;
    if (seen.has(key)) {
      throw new FormatError(
        'duplicate_header',
        `The column "${name.slice(0, 60)}" stands twice in the header`,
        place ?? '',
      );
    }
    seen.add(key);
  }
}
