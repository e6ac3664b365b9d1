import { defaultLimits, type ColumnMappings } from '../../format.js';
import { parseCsvHead, type CsvDialect } from '../../reading/csv.js';
import { findHeader, type Header } from './header.js';
import { detectHeaderlessList } from './headerless-list.js';

export interface CsvLayout {
  readonly dialect: CsvDialect;
  readonly header: Header;
}

/** As much as is looked at for a list without a header. */
const maxSearchedLength = 32 * 1024;
const delimiters = [',', ';', '\t', '|'];
/** Tabs first: in a list without a header a comma belongs to what a line says, unless nothing else makes sense of it. */
const headerlessDelimiters = ['\t', ',', ';', '|'];
/** Excel's own mark, on a line of its own before everything else. */
const separatorLine = /^sep=([,;|\t])[ \t]*\r?(?:\n|$)/i;

/**
 * The dialect and header of a list in CSV, from its first characters. The delimiter is the one of `,` `;` tab `|` with
 * which the header row has the most recognised columns, the earlier on a tie; a first line "sep=;" decides alone. The
 * quote is `"`, or `'` where every name in the header stands in such.
 *
 * @returns undefined where no row is the header of a component list, and it is no list that needs none
 */
export function detectCsvLayout(head: string, mappings?: ColumnMappings): CsvLayout | undefined {
  return (mappings?.given ? undefined : detectHeaderless(head)) ?? detectWithHeader(head, mappings);
}

/** A list that needs no header (`plainList`), judged by the lines of its start but for the last, which may be cut. */
function detectHeaderless(head: string): CsvLayout | undefined {
  const start = head.slice(0, maxSearchedLength);
  for (const delimiter of headerlessDelimiters) {
    const dialect = { delimiter, quote: '"' };
    const rows = parseCsvHead(start, defaultLimits, dialect);
    const header = detectHeaderlessList(head.length > maxSearchedLength ? rows.slice(0, -1) : rows);
    if (header) return { dialect, header };
  }
  return undefined;
}

function detectWithHeader(head: string, mappings?: ColumnMappings): CsvLayout | undefined {
  const marked = separatorLine.exec(head)?.[1];
  let best: CsvLayout | undefined;
  for (const delimiter of marked === undefined ? delimiters : [marked]) {
    const found = layoutWithDialect(head, { delimiter, quote: '"' }, mappings);
    if (found && found.header.score > (best?.header.score ?? 0)) best = found;
  }
  const isSingle = best?.header.columns.every(({ name }) => name === '' || /^'.*'$/.test(name));
  return (isSingle && layoutWithDialect(head, { delimiter: best!.dialect.delimiter, quote: "'" }, mappings)) || best;
}

function layoutWithDialect(head: string, dialect: CsvDialect, mappings?: ColumnMappings): CsvLayout | undefined {
  const header = findHeader(parseCsvHead(head, defaultLimits, dialect), mappings);
  return header && { dialect, header };
}

/** True for a list of names without a header: taken for one where it is sent as one, not where it lies among files. */
export function isHeaderlessNameList(head: string): boolean {
  return detectHeaderless(head)?.header.columns.some(({ kind }) => kind === 'name') ?? false;
}
