import { FormatError, defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { openSpreadsheet } from '../../../../src/formats/reading/spreadsheet.js';
import {
  bof,
  characters,
  compoundFileOf,
  double,
  dword,
  eof,
  label,
  labelSst,
  labels,
  mergedCells,
  number,
  record,
  sharedStrings,
  textField,
  words,
  workbookStreamOf,
  xlsOf,
  type XlsSheet,
} from '../../../support/xls.js';

async function read(bytes: Buffer, limits: Partial<ParseLimits> = {}, fillMerged = false): Promise<any> {
  const sheets: Record<string, unknown> = {};
  for (const sheet of await openSpreadsheet(bytesSource(bytes), { ...defaultLimits, ...limits })) {
    const rows: unknown[] = [];
    for await (const batch of sheet.rows({ fillMerged }))
      rows.push(...batch.map(({ place, cells, mergedTo }) => [place, ...cells, ...(mergedTo ? [mergedTo] : [])]));
    sheets[sheet.name + (sheet.isHidden ? ' (hidden)' : '')] = rows;
  }
  return sheets;
}

/** The cells of the only row of the only sheet. */
async function cells(records: readonly Buffer[], globals: readonly Buffer[] = []): Promise<unknown[]> {
  const { Sheet1: rows } = await read(xlsOf([{ records }], globals));
  expect(rows).toHaveLength(1);
  return rows[0].slice(1);
}

async function refusal(bytes: Buffer, limits: Partial<ParseLimits> = {}): Promise<string> {
  try {
    await read(bytes, limits, true);
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const xf = (format: number): Buffer => record(0x00e0, words(0, format), Buffer.alloc(16));
const rk = (value: number, { isInteger = false, isHundredth = false } = {}): Buffer =>
  dword(
    (((isInteger ? value << 2 : double(value).readUInt32LE(4) & 0xfffffffc) >>> 0) +
      (isInteger ? 2 : 0) +
      (isHundredth ? 1 : 0)) >>>
      0,
  );
const formula = (column: number, value: Buffer, style = 0): Buffer =>
  record(0x0006, words(0, column, style), value, Buffer.alloc(8));
const result = (kind: number, value = 0): Buffer => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);
const boolErr = (column: number, value: number, isError: number): Buffer =>
  record(0x0205, words(0, column, 0), Buffer.from([value, isError]));

describe('cells of an old workbook', () => {
  test('text of every kind', async () => {
    const runs = words(1, 0, 5);
    const rString = record(0x00d6, words(0, 2, 0), textField('rich'), runs);
    expect(
      await cells(
        [labelSst(0, 0, 1), label(0, 1, 'größe'), rString, label(0, 3, '版本 😀')],
        [sharedStrings(['a', 'shared'])],
      ),
    ).toEqual(['shared', 'größe', 'rich', '版本 😀']);
  });

  test('characters that are no text are replaced', async () => {
    expect(await cells([label(0, 0, 'x\0y\ud800z😀')])).toEqual(['x\ufffdy\ufffdz😀']);
  });

  test('numbers, alone and several in one record', async () => {
    const several = record(0x00bd, words(0, 3), words(0), rk(7, { isInteger: true }), words(1), rk(1.5), words(4));
    const records = [
      number(0, 0, 1.1, 1),
      record(0x027e, words(0, 1, 0), rk(110, { isInteger: true, isHundredth: true })),
      record(0x027e, words(0, 2, 0), rk(-3, { isInteger: true })),
      several,
      record(0x0201, words(0, 5, 0)),
      record(0x00be, words(0, 6, 0, 0, 7)),
      number(0, 8, NaN),
      number(0, 9, 1e300),
    ];
    expect(await cells(records, [xf(0), xf(2)])).toEqual(['1.10', '1.1', '-3', '7', '1.50', '', '', '', '', '1e+300']);
  });

  test('results of formulas', async () => {
    const long = '版'.repeat(5_000);
    const records = [
      formula(0, double(2.5), 1),
      formula(1, result(0)),
      record(0x04bc, words(0, 0)),
      record(0x0207, textField('text')),
      formula(2, result(1, 1)),
      formula(3, result(2, 0x2a)),
      formula(4, result(3)),
      formula(5, result(0)),
      record(0x0207, words(long.length), Buffer.from([1]), Buffer.from(long.slice(0, 4_000), 'utf16le')),
      record(0x003c, Buffer.from([1]), Buffer.from(long.slice(4_000), 'utf16le')),
    ];
    expect(await cells(records, [xf(0), xf(9)])).toEqual(['250%', 'text', 'TRUE', '', '', long]);
  });

  test('truth values and errors', async () => {
    expect(await cells([boolErr(0, 1, 0), boolErr(1, 0, 0), boolErr(2, 0x2a, 1), label(0, 3, 'x')])).toEqual([
      ...['TRUE', 'FALSE', '', 'x'],
    ]);
  });

  test('dates and own formats, counted from 1900 or 1904', async () => {
    const own = record(0x041e, words(170), textField('"v"0.00'));
    const records = [number(0, 0, 45293, 0), number(0, 1, 45293.5, 1), number(0, 2, 1.5, 2), number(0, 3, 2, 99)];
    const globals = [own, xf(14), xf(22), xf(170)];
    expect(await cells(records, globals)).toEqual(['2024-01-02', '2024-01-02T12:00:00', 'v1.50', '2']);
    expect((await cells(records, [record(0x0022, words(1)), ...globals]))[0]).toBe('2028-01-03');
  });
});

describe('the table of strings', () => {
  /** The cells of the first column, one for each string. */
  const tableCells = async (count: number, ...records: readonly Buffer[]): Promise<string[]> => {
    const shown = Array.from({ length: count }, (_, i) => labelSst(i, 0, i));
    const { Sheet1: rows } = await read(xlsOf([{ records: shown }], records));
    return rows.map((row: readonly string[]) => row[1]);
  };
  const head = (count: number): Buffer => Buffer.concat([dword(count), dword(count)]);

  test('goes on within a string, with characters of another width', async () => {
    const narrow = Buffer.from('abc', 'latin1');
    const wide = Buffer.from('é版', 'utf16le');
    expect(
      await tableCells(
        3,
        record(0x00fc, head(3), words(7), Buffer.from([0]), narrow),
        record(0x003c, Buffer.from([1]), wide),
        record(0x003c, Buffer.from([0]), Buffer.from('de'), words(4), Buffer.from([1]), wide),
        record(0x003c, Buffer.from([0]), Buffer.from('fg'), textField('next')),
      ),
    ).toEqual(['abcé版de', 'é版fg', 'next']);
  });

  test('goes on between strings, and where the characters end', async () => {
    expect(
      await tableCells(
        3,
        record(0x00fc, head(3), textField('one')),
        record(0x003c, textField('two'), words(3), Buffer.from([0])),
        record(0x003c, Buffer.from([0]), Buffer.from('six')),
      ),
    ).toEqual(['one', 'two', 'six']);
  });

  test('leaves out fonts and reading aids, wherever they are cut', async () => {
    const { bytes } = characters('版本');
    const rich = Buffer.concat([words(2), Buffer.from([1 | 4 | 8]), words(2), dword(6), bytes]);
    expect(
      await tableCells(
        2,
        record(0x00fc, head(2), rich, words(0, 1, 1)),
        record(0x003c, words(2), Buffer.from('phon')),
        record(0x003c, Buffer.from('et'), textField('after')),
      ),
    ).toEqual(['版本', 'after']);
  });

  test('does not believe a count', async () => {
    const huge = record(0x00fc, dword(0xffffffff), dword(0xffffffff), textField('only'));
    expect(await cells([labelSst(0, 0, 0)], [huge])).toEqual(['only']);
    expect(await refusal(xlsOf([{ records: [labelSst(3, 1, 1)] }], [huge]))).toMatch(
      /^malformed Sheet1!B4 .*number 1$/,
    );
    const rich = record(0x00fc, head(1), words(1), Buffer.from([4]), dword(0xffffffff), Buffer.from('a'));
    expect(await refusal(xlsOf([{ records: [] }], [rich]))).toMatch(/^truncated/);
    expect(await refusal(xlsOf([{ records: [] }], [record(0x00fc, head(1), words(9), Buffer.from('\0a'))]))).toMatch(
      /^truncated/,
    );
    const long = record(0x00fc, head(1), textField('x'.repeat(200)));
    expect(await refusal(xlsOf([{ records: [] }], [long]), { maxStringLength: 100 })).toMatch(/^limit/);
  });
});

describe('sheets of an old workbook', () => {
  const sheets: XlsSheet[] = [
    { name: 'Stückliste', records: [label(1, 2, 'a'), label(8, 0, 'b')] },
    { name: 'Chart', kind: 2, records: [] },
    { name: '版', hidden: 2, records: [label(0, 0, 'h')] },
  ];

  test('keep gaps, order and names; charts are left out', async () => {
    expect(await read(xlsOf(sheets))).toEqual({
      Stückliste: [
        ['Stückliste!A2', '', '', 'a'],
        ['Stückliste!A9', 'b'],
      ],
      '版 (hidden)': [['版!A1', 'h']],
    });
  });

  test('in a file of many sectors, and with lists of its tables', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => label(row, 0, `name ${row} ${'x'.repeat(350)}`));
    const { Sheet1: found } = await read(xlsOf([{ records: rows }]));
    expect(found).toHaveLength(20_000);
    expect(found[19_999][1]).toMatch(/^name 19999 x{350}$/);
  });

  test('cells of charts within a sheet are not its own', async () => {
    const records = [label(0, 0, 'a'), bof(0x20), label(1, 0, 'series'), eof, label(2, 0, 'b')];
    expect((await read(xlsOf([{ records }]))).Sheet1.map((row: string[]) => row[1])).toEqual(['a', 'b']);
  });

  test('show merged cells downwards, and say how far a title reaches', async () => {
    const rows = [['Title'], ['Vendor', 'Name'], ['Acme', 'a'], ['', 'b'], ['', 'c']];
    const records = [...labels(rows), mergedCells([0, 0, 0, 4], [2, 3, 0, 0])];
    expect(await read(xlsOf([{ records }]), {}, true)).toEqual({
      Sheet1: [
        ['Sheet1!A1', 'Title', 4],
        ['Sheet1!A2', 'Vendor', 'Name'],
        ['Sheet1!A3', 'Acme', 'a'],
        ['Sheet1!A4', 'Acme', 'b'],
        ['Sheet1!A5', '', 'c'],
      ],
    });
  });

  test('are sorted where a program wrote them in another order', async () => {
    const text = (row: number, value: string): Buffer[] => [
      record(0x0006, words(row, 0, 0), result(0), Buffer.alloc(8)),
      record(0x04bc, words(0)),
      record(0x0207, textField(value.slice(0, 2))),
    ];
    const note = [record(0x01b6, words(0)), record(0x003c, Buffer.from('\0no cell'))];
    const records = [
      label(4, 1, 'late'),
      ...text(4, 'x'),
      ...note,
      label(2, 1, 'b'),
      ...text(2, 'y'),
      label(2, 0, 'a'),
    ];
    expect(await read(xlsOf([{ records }]))).toEqual({
      Sheet1: [
        ['Sheet1!A3', 'a', 'b'],
        ['Sheet1!A5', 'x', 'late'],
      ],
    });
  });

  test('hold no more of the text of a formula than it can have', async () => {
    const more = Array.from({ length: 60 }, () => record(0x003c, Buffer.from('\0x')));
    const formula = record(0x0006, words(0, 0, 0), result(0), Buffer.alloc(8));
    const records = [formula, record(0x0207, words(60, 0).subarray(0, 3)), ...more];
    expect(await refusal(xlsOf([{ records }]))).toMatch(/^truncated Sheet1/);
  });

  test.each([
    ['a column beyond the last', [label(0, 256, 'a')], /^malformed Sheet1!IW1/],
    ['a cell that is cut', [record(0x0203, words(0, 0, 0), Buffer.alloc(4))], /^truncated Sheet1/],
    ['a text that is cut', [record(0x0204, words(0, 0, 0, 9), Buffer.from('\0ab'))], /^truncated Sheet1/],
    ['a record longer than there can be', [record(0x0204, Buffer.alloc(9_000))], /^malformed/],
  ])('are refused with %s', async (_, records, message) => {
    expect(await refusal(xlsOf([{ records }]))).toMatch(message);
  });

  test('are refused where they begin elsewhere', async () => {
    const stream = workbookStreamOf([{ records: [label(0, 0, 'a')] }]);
    const start = stream.indexOf(record(0x0085, dword(0)).subarray(0, 2)) + 4;
    const at = (value: number): Buffer => {
      const copy = Buffer.from(stream);
      copy.writeUInt32LE(value, start);
      return compoundFileOf({ Workbook: copy });
    };
    expect(await refusal(at(stream.readUInt32LE(start)))).toBe('accepted');
    expect(await refusal(at(0x7fffffff))).toMatch(/^truncated/);
    expect(await refusal(at(stream.readUInt32LE(start) + 4))).toMatch(/^(malformed|truncated)/);
  });
});
