import { defaultLimits } from '../format.js';
import { csvHead, type CsvDialect } from '../reading/csv.js';
import { findHeader, type Header } from './header.js';

export interface CsvHead {
  readonly dialect: CsvDialect;
  readonly header: Header;
}

const delimiters = [',', ';', '\t', '|'];
/** Excel's own mark, on a line of its own before everything else. */
const mark = /^sep=([,;|\t])[ \t]*\r?(?:\n|$)/i;

/**
 * The dialect and header of a list in CSV, from its first characters. The delimiter is the one of `,` `;` tab `|` with
 * which the header row has the most recognised columns, the earlier on a tie; a first line "sep=;" decides alone. The
 * quote is `"`, or `'` where every name in the header stands in such.
 *
 * @returns undefined where no row is the header of a component list
 */
export function csvHeadOf(head: string): CsvHead | undefined {
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
