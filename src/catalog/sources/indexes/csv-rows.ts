/** A longer row is no row: a quotation mark is missing. */
const maxRowLength = 16 * 1024 * 1024;

/** Rows of a CSV text with quoted fields (RFC 4180), which may hold line breaks, by the names of the first row. */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncIterable<ReadonlyMap<string, string>[]> {
  let names: readonly string[] | null = null;
  let rest = '';
  for await (const piece of pieces) {
    const { rows, end } = completeRows(rest + piece);
    rest = (rest + piece).slice(end);
    if (rest.length > maxRowLength) throw new Error('A row does not end: a quotation mark is missing');
    const named: ReadonlyMap<string, string>[] = [];
    for (const row of rows) {
      if (names === null) names = row;
      else named.push(new Map(names.map((name, index) => [name, row[index] ?? ''])));
    }
    yield named;
  }
  if (rest !== '' && names !== null) {
    const [row = []] = completeRows(`${rest}\n`).rows;
    yield [new Map(names.map((name, index) => [name, row[index] ?? '']))];
  }
}

const field = /"([^"]*(?:""[^"]*)*)"(?=[,\r\n])|([^",\r\n]*)(?=[,\r\n])/y;

/** The rows that end within the text, and where the last of them does. */
function completeRows(text: string): { readonly rows: string[][]; readonly end: number } {
  const rows: string[][] = [];
  let [row, at, end]: [string[], number, number] = [[], 0, 0];
  for (;;) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (!match) return { rows, end };
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = field.lastIndex;
    if (text[at] === ',') at += 1;
    else {
      if (text[at] === '\r' && text[at + 1] === undefined) return { rows, end };
      at += text[at] === '\r' ? 2 : 1;
      rows.push(row);
      [row, end] = [[], at];
    }
  }
}
