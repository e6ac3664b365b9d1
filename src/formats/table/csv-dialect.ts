import { defaultLimits } from '../format.js';
import { csvHead, type CsvDialect } from '../reading/csv.js';
import { findHeader, type Header } from './header.js';

export interface CsvHead {
  readonly dialect: CsvDialect;
  readonly header: Header;
}

/** As much as is looked at for a list without a header. */
const searchedLength = 32 * 1024;
const delimiters = [',', ';', '\t', '|'];
/** Excel's own mark, on a line of its own before everything else. */
const mark = /^sep=([,;|\t])[ \t]*\r?(?:\n|$)/i;

/** Nobody takes a list of package URLs, one on each line, for anything else. Its header stands nowhere. */
const purlList: CsvHead = {
  dialect: { delimiter: '\t', quote: '"' },
  header: { columns: [{ name: 'purl', kind: 'purl' }], score: 1, place: '' },
};
const purl = /^pkg:[a-z][a-z0-9.+-]*\/\S+$/i;

function isPurlList(head: string): boolean {
  const lines = head.slice(0, searchedLength).split(/\r?\n/);
  // The last one may be cut.
  if (head.length > searchedLength) lines.pop();
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return texts.length > 0 && texts.every((text) => purl.test(text));
}

/**
 * The dialect and header of a list in CSV, from its first characters. The delimiter is the one of `,` `;` tab `|` with
 * which the header row has the most recognised columns, the earlier on a tie; a first line "sep=;" decides alone. The
 * quote is `"`, or `'` where every name in the header stands in such.
 *
 * @returns undefined where no row is the header of a component list; a list of package URLs needs none
 */
export function csvHeadOf(head: string): CsvHead | undefined {
  if (isPurlList(head)) return purlList;
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
