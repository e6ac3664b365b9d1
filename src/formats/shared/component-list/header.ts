import { FormatError, type ColumnMappings } from '../../format.js';
import type { BomColumn } from '../../../model/document.js';
import type { TableRow } from '../../reading/stream-items.js';
import { guessColumn, guessedKinds } from './column-guesses.js';
import { recogniseColumn, repeatableKinds, type ColumnKind, type RecognisedColumn } from './column-names.js';
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
}

/** Title rows, notes and empty rows may stand above the header row, up to this many. */
export const maxSearchedRows = 50;

/** Rows below the header that are looked at, where names alone do not decide. */
const maxSampledRows = 50;

/** Kinds of which a list must have one, else its rows name nothing. */
const identifyingKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['name', 'purl', 'cpe', 'coordinates']);

/**
 * Finds the header row: of the first rows, the one with the most recognised columns, the first of them on a tie. It must
 * have a column that names components, and another that is recognised, or be the only column there is.
 *
 * @returns undefined where there is none
 */
export function findHeader(rows: readonly TableRow[], mappings?: ColumnMappings): Header | undefined {
  const searched = rows.slice(0, maxSearchedRows);
  let best: Header | undefined;
  for (const [index, row] of searched.entries()) {
    const below = rows.slice(index + 1, index + 1 + maxSampledRows);
    const mapped = mappings && mappedColumns(row, mappings);
    if (mapped) return readHeader(row, below, mapped);
    const header = readHeader(row, below);
    if (header && header.score > (best?.score ?? 0)) best = header;
  }
  if (best && (best.score > 1 || isOnlyColumn(best, searched))) return best;
  for (const [index, row] of searched.entries()) {
    const below = rows.slice(index + 1, index + 1 + maxSampledRows);
    const header = below.length > 0 ? readHeader(row, below, noMapping, true) : undefined;
    const kinds = new Set(header?.columns.map(({ kind }) => kind));
    if (kinds.has('name') && kinds.has('version')) return header;
  }
  return undefined;
}

/** What each column was taken for, for the result of an import. */
export const columnsOf = ({ columns }: Header): readonly BomColumn[] =>
  columns
    .filter(({ name }) => name !== '')
    .map(({ name, kind, source }) => ({ column: name.slice(0, 200), field: kind ?? null, source: source ?? 'name' }));

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
    const field = mapped.fields.get(columnKey(name));
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
  for (const kind of guessedKinds) {
    if (found.some(({ recognised }) => recognised?.kind === kind)) continue;
    const index = found.findIndex(({ name, recognised, source }) => {
      return !recognised && !source && guessColumn(name)?.kind === kind;
    });
    if (index >= 0) found[index] = { ...found[index]!, recognised: guessColumn(found[index]!.name)! };
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
