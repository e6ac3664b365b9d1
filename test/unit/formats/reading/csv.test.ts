import fc from 'fast-check';
import { FormatError, defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource, textSource } from '../../../../src/formats/reading/bytes.js';
import { readCsv, type CsvDialect } from '../../../../src/formats/reading/csv.js';
import { csvLine, unescapeCell, escapeCell } from '../../../../src/formats/writing/csv.js';

const comma: CsvDialect = { delimiter: ',', quote: '"' };

async function rows(text: string, limits: Partial<ParseLimits> = {}, dialect = comma): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const batch of readCsv(textSource(text), { ...defaultLimits, ...limits }, dialect)) {
    all.push(...batch.map((row) => [row.place, ...row.cells]));
  }
  return all;
}

async function refusal(text: string, limits: Partial<ParseLimits> = {}): Promise<string> {
  try {
    await rows(text, limits);
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place}`;
    throw error;
  }
  return 'accepted';
}

describe('readCsv', () => {
  test.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['line 1', 'a', 'b'],
        ['line 2', 'c', 'd'],
      ],
    ],
    [
      'a,b\rc,d',
      [
        ['line 1', 'a', 'b'],
        ['line 2', 'c', 'd'],
      ],
    ],
    [
      'a,\n,b\n,\n\n\n,',
      [
        ['line 1', 'a', ''],
        ['line 2', '', 'b'],
        ['line 3', '', ''],
        ['line 6', '', ''],
      ],
    ],
    [
      '"a,b","1\n2","x""y" , "z"\nnext',
      [
        ['line 1', 'a,b', '1\n2', 'x"y', 'z'],
        ['line 3', 'next'],
      ],
    ],
    [' a , " b " ,c d ', [['line 1', 'a', ' b ', 'c d']]],
    ['=X("y"),5" disk', [['line 1', '=X("y")', '5" disk']]],
    ['""', []],
    ['"",', [['line 1', '', '']]],
    ['', []],
  ])('%j', async (text, expected) => {
    expect(await rows(text)).toEqual(expected);
  });

  test('reads other delimiters and quotes', async () => {
    expect(await rows("'a;b';c", {}, { delimiter: ';', quote: "'" })).toEqual([['line 1', 'a;b', 'c']]);
    expect(await rows('a\t b\tc', {}, { delimiter: '\t', quote: '"' })).toEqual([['line 1', 'a', 'b', 'c']]);
  });

  test('refuses with the line of the row', async () => {
    expect(await refusal('a\n"b\nc\nd')).toBe('truncated line 2');
    expect(await refusal('a,"b"c\n')).toBe('malformed line 1');
    expect(await refusal('a\n"b\nc",d\n"x" y')).toBe('malformed line 4');
    expect(await refusal(`a\n${'x'.repeat(101)}`, { maxStringLength: 100 })).toBe('limit line 2');
    expect(await refusal(`a\n"${'x'.repeat(101)}"`, { maxStringLength: 100 })).toBe('limit line 2');
    expect(await refusal('x,'.repeat(401), { maxStringLength: 200 })).toBe('limit line 1');
    expect(await refusal(','.repeat(20_000))).toBe('limit line 1');
    expect(await refusal(',\n'.repeat(25), { maxComponents: 10 })).toBe('limit line 21');
    expect(await refusal('a\u0000b')).toMatch(/^encoding/);
  });

  test('reads the same however the bytes are cut', async () => {
    const text = 'a,"b\r\n""c""",\u00e9\r\n\r\n"x" ,y\r"z"';
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 5]) {
      const cut = {
        ...bytesSource(bytes),
        async *stream() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        },
      };
      const all: unknown[] = [];
      for await (const batch of readCsv(cut, defaultLimits, comma))
        all.push(...batch.map((row) => [row.place, ...row.cells]));
      expect(all).toEqual(await rows(text));
    }
  });

  test('reads what csvLine writes, whatever the cells hold', async () => {
    const hostile = fc.constantFrom(
      '=1+1',
      "'=1",
      "''@x",
      '-1',
      '+1',
      '@a',
      '\ttab',
      '\rcr',
      "'",
      '"',
      '',
      ' a ',
      'a;b',
      '\uff1dx',
      ' =1',
      "' =1",
      'a;=1;',
      "a;''-1",
      'a\n"=1',
      '\t=1',
      "\r'\n@",
    );
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), hostile).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), async (table) => {
        const read: string[][] = [];
        const source = textSource(table.map(csvLine).join(''));
        for await (const batch of readCsv(source, defaultLimits, comma)) {
          read.push(...batch.map((row) => row.cells.map(unescapeCell)));
        }
        expect(read).toEqual(table);
      }),
      { numRuns: 200 },
    );
  });

  test('no cell that is written starts as a formula does, whatever separates cells for its reader', () => {
    const unit = fc.constantFrom('=', '+', '-', '@', '\uff1d', '\t', '\r', '\n', "'", '"', ';', ' ', ',', 'a', '\0', '\x1f', '\x85'); // prettier-ignore
    // Some readers drop them, and take what is behind them for the start.
    const withoutControls = (text: string) => text.replace(/(?![\t\r\n])\p{Cc}/gu, '');
    const cell = fc.string({ unit });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (cells) => {
        for (const text of cells) {
          expect(withoutControls(escapeCell(text))).not.toMatch(/^\s*[=+\-@\uff1d]|^[\t\r\n]/);
          expect(unescapeCell(escapeCell(text))).toBe(text);
        }
        const found = withoutControls(csvLine(cells))
          .split(/[;\t\r\n]/)
          .slice(1)
          .filter((start) => /^[\s"]*[=+\-@\uff1d]/.test(start));
        expect(found).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
