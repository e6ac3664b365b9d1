import { defaultLimits } from '../format.js';
import { csvHead, type CsvDialect } from '../reading/csv.js';
import { findHeader, type Header } from './header.js';
import { plainList } from './plain-list.js';

export interface CsvHead {
  readonly dialect: CsvDialect;
  readonly header: Header;
}

/** As much as is looked at for a list without a header. */
const searchedLength = 32 * 1024;
const delimiters = [',', ';', '\t', '|'];
/** Tabs first: in a list without a header a comma belongs to what a line says, unless nothing else makes sense of it. */
const plainDelimiters = ['\t', ',', ';', '|'];
/** Excel's own mark, on a line of its own before everything else. */
const mark = /^sep=([,;|\t])[ \t]*\r?(?:\n|$)/i;

/**
 * The dialect and header of a list in CSV, from its first characters. The delimiter is the one of `,` `;` tab `|` with
 * which the header row has the most recognised columns, the earlier on a tie; a first line "sep=;" decides alone. The
 * quote is `"`, or `'` where every name in the header stands in such.
 *
 * @returns undefined where no row is the header of a component list, and it is no list that needs none
 */
export function csvHeadOf(head: string): CsvHead | undefined {
  return plainHead(head) ?? headerIn(head);
}

/** A list that needs no header (`plainList`), judged by the lines of its start but for the last, which may be cut. */
function plainHead(head: string): CsvHead | undefined {
  const start = head.slice(0, searchedLength);
  for (const delimiter of plainDelimiters) {
    const dialect = { delimiter, quote: '"' };
    const rows = csvHead(start, defaultLimits, dialect);
    const header = plainList(head.length > searchedLength ? rows.slice(0, -1) : rows);
    if (header) return { dialect, header };
  }
  return undefined;
}

function headerIn(head: string): CsvHead | undefined {
  const marked = mark.exec(head)?.[1];
  let best: CsvHead | undefined;
  for (const delimiter of marked === undefined ? delimiters : [marked]) {
    const found = headWith(head, { delimiter, quote: '"' });
    if (found && found.header.score > (best?.header.score ?? 0)) best = found;
  }
  const isSingle = best?.header.columns.every(({ name }) => name === '' || /^'.*'$/.test(name));
  return (isSingle && headWith(head, { delimiter: best!.dialect.delimiter, quote: "'" })) || best;
}

function headWith(head: string, dialect: CsvDialect): CsvHead | undefined {
  const header = findHeader(csvHead(head, defaultLimits, dialect));
  return header && { dialect, header };
}

/** True for a list of names without a header: taken for one where it is sent as one, not where it lies among files. */
export function isPlainListOfNames(head: string): boolean {
  return plainHead(head)?.header.columns.some(({ kind }) => kind === 'name') ?? false;
}
