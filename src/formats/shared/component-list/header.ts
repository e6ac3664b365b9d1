import { FormatError, type ColumnMappings } from '../../format.js';
import type { BomColumn } from '../../../model/document.js';
import type { TableRow } from '../../reading/stream-items.js';
import { guessColumn, guessedKinds } from './column-guesses.js';
import {
  maxColumnNameLength,
  recogniseColumn,
  repeatableKinds,
  type ColumnKind,
  type RecognisedColumn,
} from './column-names.js';
import { isPlausible } from './column-samples.js';
import { columnKey, mappedColumns, noMapping, type MappedColumns } from './mapped-columns.js';

/** A column of a component list: its own name, and what it says where that is recognised. */
export interface Column {
  readonly name: string;
  readonly kind?: ColumnKind;
  readonly algorithm?: string;
  readonly source?: BomColumn['source'];
}

export interface Header {
  readonly columns: readonly Column[];
  /** How many columns are recognised. */
  readonly score: number;
  /** Null where the list has no header row. */
  readonly place: string | null;
  /** Of such a list: the cells that the columns have in a row. */
  readonly splitRow?: (cells: readonly string[]) => readonly string[];
  /** Each row is a finding: rows of one package are one component. */
  readonly isOfFindings?: boolean;
  /** Rows of another table above it, and where they start. */
  readonly unread?: { readonly count: number; readonly place: string };
}

/** Title rows, notes and empty rows may stand above the header row, up to this many. */
export const maxSearchedRows = 50;

/** Rows below the header that are looked at, where names alone do not decide. */
const maxSampledRows = 50;

/** Kinds of which a list must have one, else its rows name nothing. */
export const identifyingKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['name', 'purl', 'cpe', 'coordinates']);

/**
 * Finds the header row: of the first rows, the one with the most recognised columns, the first of them on a tie. It must
 * have a column that names components, and another that is recognised, or be the only column there is. Above it may
 * stand a block with a header of its own, which then is the first.
 *
 * @returns undefined where there is none
 */
export function findHeader(rows: readonly TableRow[], mappings?: ColumnMappings): Header | undefined {
  const searched = rows.slice(0, maxSearchedRows);
  let best: Header | undefined;
  let bestIndex = 0;
  for (const [index, row] of searched.entries()) {
    const below = rows.slice(index + 1, index + 1 + maxSampledRows);
    const mapped = mappings && mappedColumns(row, mappings);
    if (mapped) return readHeader(row, below, mapped);
    const header = readHeader(row, below);
    if (!header || header.score <= (best?.score ?? 0)) continue;
    best = header;
    bestIndex = index;
  }
  if (best && (best.score > 1 || isOnlyColumn(best, searched))) return firstBlock(best, searched.slice(0, bestIndex));
  for (const [index, row] of searched.entries()) {
    const below = rows.slice(index + 1, index + 1 + maxSampledRows);
    const header = below.length > 0 ? readHeader(row, below, noMapping, true) : undefined;
    const kinds = new Set(header?.columns.map(({ kind }) => kind));
    if (kinds.has('name') && kinds.has('version')) return header;
  }
  return undefined;
}

/** A table of one row about the product as a whole may stand above the list: a warning names it, and it is not read. */
function firstBlock(best: Header, above: readonly TableRow[]): Header {
  let unread: Header['unread'];
  for (const index of above.keys()) {
    const header = readBlockHeader(above, index);
    const rows = above.slice(index + 1).filter(({ cells }) => cells.some((cell) => cell !== ''));
    const full = rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
    if (!header || full.length === 0) continue;
    const isOfContainer = header.columns.some(({ kind, name }) => kind === 'name' && containers.test(name));
    if (full.length > 1 || !isOfContainer) return { ...header, score: best.score, ...(unread && { unread }) };
    unread ??= { count: rows.length, place: rows[0]!.place };
  }
  return { ...best, ...(unread && { unread }) };
}

/** What no name of a column starts with, but for "3rd party"; versions and numbers do. */
const startOfData = /^v?\d(?!rd )/i;
/** In the name of each column that says a version, a package URL or a CPE. */
const tellingWords = /vers|\bver|releas|revis|\brev\b|install|stand|purl|url|cpe|wersj|верс|バージョン|版|버전/i;
const tellingKinds: ReadonlySet<ColumnKind | undefined> = new Set<ColumnKind>(['version', 'purl', 'cpe']);

/** Cheap, for it looks at each row of a list: nearly all have a version, which starts with a digit. */
function mayBeHeader(cells: readonly string[]): boolean {
  let isTelling = false;
  for (const cell of cells) {
    if (cell.length > maxColumnNameLength || startOfData.test(cell)) return false;
    isTelling ||= tellingWords.test(cell) && tellingKinds.has(recogniseColumn(cell)?.kind);
  }
  return isTelling;
}

/**
 * The header of a block that starts at a row of a list: most of its cells are known names, and say which component in
 * which version.
 */
export function readBlockHeader(rows: readonly TableRow[], index: number): Header | undefined {
  const row = rows[index]!;
  if (!mayBeHeader(row.cells)) return undefined;
  const header = readHeader(row, rows.slice(index + 1, index + 1 + maxSampledRows));
  if (!header) return undefined;
  const named = header.columns.filter(({ name }) => name !== '');
  const known = named.filter(({ kind, source }) => kind !== undefined && source === undefined);
  const isSure = known.length > 1 && known.length * 2 > named.length;
  const isVersioned = known.some(({ kind }) => tellingKinds.has(kind));
  return isSure && isVersioned && duplicateColumn(header) === undefined ? header : undefined;
}

/** What each column was taken for, for the result of an import. */
export const columnsOf = ({ columns }: Header): readonly BomColumn[] =>
  columns
    .filter(({ name }) => name !== '')
    .map(({ name, kind, source }) => ({ column: name.slice(0, 200), field: kind ?? null, source: source ?? 'name' }));

/** One column alone may be any text under a heading, so its name must leave no doubt. */
function isOnlyColumn({ columns }: Header, rows: readonly TableRow[]): boolean {
  return (
    rows.every(({ cells }) => cells.length <= 1) &&
    // "packages:" is a line of YAML, "Package name: x" one of an inventory
    /^[\p{L}\p{N}][^:]*$/u.test(columns[0]!.name) &&
    /name|component|package|library|purl|cpe/i.test(columns[0]!.name)
  );
}

interface FoundColumn {
  readonly name: string;
  readonly recognised?: RecognisedColumn;
  readonly source?: BomColumn['source'];
  /** Whether its first cells are what the name says. */
  readonly isPlausible: boolean;
}

function readHeader(
  { cells, place }: TableRow,
  below: readonly TableRow[],
  mapped: MappedColumns = noMapping,
  isGuessing = false,
): Header | undefined {
  if (mapped === noMapping && isOfHosts(cells)) return undefined;
  const found = cells.map((name, index): FoundColumn => {
    const field = mapped === noMapping ? undefined : mapped.fields.get(columnKey(name));
    if (field !== undefined) return mappedColumn(name, field, mapped.source);
    const sample = below.map((row) => row.cells[index] ?? '');
    const recognised = asName(recogniseColumn(name) ?? (isGuessing ? guessColumn(name) : undefined), sample);
    if (!recognised) return { name: name.trim(), isPlausible: true };
    return { name: name.trim(), recognised, isPlausible: isPlausible(recognised.kind, sample) };
  });
  while (found.at(-1)?.name === '') found.pop();
  fillByGuess(found);
  const best = bestRanks(found);
  if (![...best.keys()].some((kind) => identifyingKinds.has(kind))) return undefined;
  const columns = found.map((column): Column => {
    const { name, recognised, source = recognised?.isGuess ? 'guess' : undefined } = column;
    if (source && source !== 'guess' && !recognised) return { name, source };
    if (!recognised || !best.has(recognised.kind)) return { name };
    const { kind, algorithm } = recognised;
    if (!repeatableKinds.has(kind) && effectiveRank(column) > best.get(kind)!) return { name };
    return { name, kind, ...(algorithm && { algorithm }), ...(source && { source }) };
  });
  const score = found.filter(({ recognised }) => recognised && best.has(recognised.kind)).length;
  const isOfFindings = best.has('vulnerability');
  return { columns, score, place, ...(isOfFindings && { isOfFindings }) };
}

/** Scanners of networks name findings on hosts: their titles are no components. */
const isOfHosts = (cells: readonly string[]): boolean => {
  const names = new Set(cells.map((cell) => cell.trim().toLowerCase()));
  return (
    names.has('plugin id') || names.has('nvt name') || names.has('qid') || (names.has('host') && names.has('port'))
  );
};

/** The id of a package may be its name alone ("PackageId" of NuGet). */
const asName = (column: RecognisedColumn | undefined, sample: readonly string[]): RecognisedColumn | undefined =>
  column?.kind === 'coordinates' && !isPlausible('coordinates', sample) && isPlausible('name', sample)
    ? { ...column, kind: 'name', rank: 900 + column.rank }
    : column;

const mappedColumn = (name: string, field: string, source: BomColumn['source']): FoundColumn => ({
  name: name.trim(),
  source,
  isPlausible: true,
  ...(field !== 'property' && { recognised: { kind: field as ColumnKind, rank: -1 } }),
});

/** Guesses what no column says for sure. */
function fillByGuess(found: FoundColumn[]): void {
  const guesses = found.map(({ name, recognised, source }) => (recognised || source ? undefined : guessColumn(name)));
  for (const kind of guessedKinds) {
    if (found.some(({ recognised }) => recognised?.kind === kind)) continue;
    const index = guesses.findIndex((guess) => guess?.kind === kind);
    if (index >= 0) found[index] = { ...found[index]!, recognised: guesses[index]! };
  }
}

/** A column whose cells are something else counts where there is no other of its kind. */
const effectiveRank = ({ recognised, isPlausible: isLikely }: FoundColumn): number =>
  recognised!.rank + (isLikely ? 0 : 10_000);

function bestRanks(found: readonly FoundColumn[]): ReadonlyMap<ColumnKind, number> {
  const best = new Map<ColumnKind, number>();
  for (const column of found) {
    const { recognised, isPlausible: isLikely } = column;
    if (!recognised || (contentKinds.has(recognised.kind) && !isLikely)) continue;
    const rank = effectiveRank(column);
    best.set(recognised.kind, Math.min(rank, best.get(recognised.kind) ?? Infinity));
  }
  // A list of components may have a column of ids, too; in one of findings each has a severity or a fix.
  if (!best.has('severity') && !best.has('fixed-version')) best.delete('vulnerability');
  if (!best.has('vulnerability')) for (const kind of findingKinds) best.delete(kind);
  if (best.has('coordinates') && !namesPackage(found, best.get('name'))) best.delete('name');
  else if (best.has('name')) best.delete('coordinates');
  // Beside a vulnerability it is who reports it.
  if (best.has('vulnerability') && found.some(({ name }) => /^provider$/i.test(name))) best.delete('supplier');
  // Of Helm: where a release runs.
  if (found.some(({ name }) => /^chart$/i.test(name))) best.delete('group');
  if (found.some(({ name }) => /^applications?$/i.test(name)) && isOrganization(found, best.get('supplier')))
    best.delete('supplier');
  return best;
}

/** Kinds that a name alone does not make. */
const contentKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['coordinates', 'vulnerability']);
const findingKinds: readonly ColumnKind[] = ['severity', 'fixed-version'];
/** Names of columns that say where a package was found as often as what it is. */
const containers = /project|product|application|app|title|item|asset|release|repo/i;

/** Beside an application, the organization is the one that it belongs to (Sonatype). */
const isOrganization = (found: readonly FoundColumn[], rank: number | undefined): boolean =>
  found.some(
    (column) =>
      column.recognised?.kind === 'supplier' &&
      effectiveRank(column) === rank &&
      /^organi[sz]ation(?: name)?$/i.test(column.name),
  );

const namesPackage = (found: readonly FoundColumn[], rank: number | undefined): boolean =>
  found.some(
    (column) =>
      column.recognised?.kind === 'name' &&
      effectiveRank(column) === rank &&
      (column.recognised.rank < 0 || !containers.test(column.name)),
  );

/**
 * A name twice in what can be said once: nobody can know which column is meant.
 *
 * @throws FormatError `duplicate_header`
 */
export function rejectDuplicateColumns(header: Header): void {
  const name = duplicateColumn(header)?.name;
  if (name === undefined) return;
  const message = `The column "${name.slice(0, 60)}" stands twice in the header`;
  throw new FormatError('duplicate_header', message, header.place ?? '');
}

function duplicateColumn({ columns }: Header): Column | undefined {
  const seen = new Set<string>();
  for (const column of columns) {
    const { kind, algorithm } = column;
    if (!kind || (repeatableKinds.has(kind) && !algorithm)) continue;
    const key = algorithm ?? kind;
    if (seen.has(key)) return column;
    seen.add(key);
  }
  return undefined;
}
