import { FormatError, defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { TableRow } from '../../../../src/formats/reading/stream-items.js';
import { isoDateToSerial, numberFormat } from '../../../../src/formats/reading/xlsx/number-format.js';
import { openWorkbook } from '../../../../src/formats/reading/xlsx/workbook.js';
import { SheetBuffer } from '../../../../src/formats/writing/sheet-xml.js';
import { writeWorkbook } from '../../../../src/formats/writing/workbook.js';
import { bytesOf, sheetRows, workbookOf, type SheetParts } from '../../../support/zip.js';

async function read(bytes: Buffer, limits: Partial<ParseLimits> = {}, fillMerged = false): Promise<unknown> {
  const sheets: Record<string, unknown> = {};
  for (const sheet of await openWorkbook(bytesSource(bytes), { ...defaultLimits, ...limits })) {
    const rows: unknown[] = [];
    for await (const batch of sheet.rows({ fillMerged })) rows.push(...batch.map((row) => [row.place, ...row.cells]));
    sheets[sheet.name + (sheet.isHidden ? ' (hidden)' : '')] = rows;
  }
  return sheets;
}

async function refusal(sheet: SheetParts, parts: Record<string, string> = {}, limits: Partial<ParseLimits> = {}) {
  try {
    await read(await workbookOf([sheet], parts), limits);
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place}`;
    throw error;
  }
  return 'accepted';
}

const row = (cells: string, r = ''): string => `<row${r && ` r="${r}"`}>${cells}</row>`;

describe('openWorkbook', () => {
  test('reads text of every kind', async () => {
    const strings =
      '<sst><si><t>one</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r><rPh><t>x</t></rPh></si><si><t>_x000D__x005F_x</t></si></sst>';
    const rows = row(
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c><c t="str"><f>A1&amp;"x"</f><v>onex</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2024-01-02</v></c><c><v>1.10</v></c>',
    );
    expect(await read(await workbookOf([{ rows }], { 'xl/sharedStrings.xml': strings }))).toEqual({
      Sheet1: [['Sheet1!A1', 'one', 'rich ', '\r_x', 'inline', 'onex', 'TRUE', '', '2024-01-02', '1.1']],
    });
  });

  test('counts the cells of a row that hold an error', async () => {
    const rows = row('<c t="e"><v>#N/A</v></c><c t="e"><v>#REF!</v></c>') + row('<c><v>1</v></c>');
    const [sheet] = await openWorkbook(bytesSource(await workbookOf([{ rows }])), defaultLimits);
    const read: TableRow[] = [];
    for await (const batch of sheet!.rows()) read.push(...batch);
    expect(read).toEqual([
      { place: 'Sheet1!A1', cells: [], errors: 2 },
      { place: 'Sheet1!A2', cells: ['1'] },
    ]);
  });

  test('replaces escaped characters that are no text', async () => {
    const rows = row('<c t="str"><v>a_x0000_b_xD800_c</v></c>');
    expect(await read(await workbookOf([{ rows }]))).toEqual({ Sheet1: [['Sheet1!A1', 'a\ufffdb\ufffdc']] });
  });

  test('keeps gaps, order, several sheets and hidden ones', async () => {
    const rows =
      row('<c r="C2"><v>1</v></c><c r="E2"><v>2</v></c>', '2') + row('', '3') + row('<c r="A9"><v>3</v></c>', '9');
    const sheets = [{ rows }, { name: 'B &amp; C', rows: sheetRows([['x']]), state: 'veryHidden' }];
    expect(await read(await workbookOf(sheets))).toEqual({
      Sheet1: [
        ['Sheet1!A2', '', '', '1', '', '2'],
        ['Sheet1!A9', '3'],
      ],
      'B & C (hidden)': [['B & C!A1', 'x']],
    });
  });

  test('shows numbers in their formats', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;v&quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>';
    const rows = row([0, 1, 2, 3, 99].map((style) => `<c s="${style}"><v>40188.1</v></c>`).join(''));
    expect(await read(await workbookOf([{ rows }], { 'xl/styles.xml': styles }))).toEqual({
      Sheet1: [['Sheet1!A1', '40188.1', '40188.10', '2010-01-10T02:24:00', 'v40188.10', '40188.1']],
    });
  });

  test.each([
    ['0.00', 1.1, '1.10'],
    ['0.0', 1.05, '1.1'],
    ['00000', 123, '00123'],
    ['#,##0.00', -1234567.5, '-1,234,567.50'],
    ['0.0#', 1.1, '1.1'],
    ['0%', 0.125, '13%'],
    ['"Ver. "0.0;[Red]-0', 2, 'Ver. 2.0'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['[$-409]d/m/yy\\ h:mm AM/PM', 45293.5, '2024-01-02T12:00:00'],
    ['General', 1e21, '1e+21'],
    ['@', 1.1, '1.1'],
    ['# ?/?', 0.5, '0.5'],
    ['[h]:mm', 1.5, '1900-01-01T12:00:00'],
  ])('format %s shows %d as %s', (code, value, shown) => {
    expect(numberFormat(200, new Map([[200, code]]), false)(value, String(value))).toBe(shown);
  });

  test('counts days from 1904 where the workbook says so', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const workbook =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>';
    const bytes = await workbookOf([{ rows: row('<c s="0"><v>0</v></c><c s="0"><v>1</v></c>') }], {
      'xl/styles.xml': styles,
      'xl/workbook.xml': workbook,
    });
    expect(await read(bytes)).toEqual({ S: [['S!A1', '00:00:00', '1904-01-02']] });
  });

  test('fills cells that are merged downwards', async () => {
    const rows = sheetRows([
      ['Vendor', 'Name'],
      ['Acme', 'a'],
      ['', 'b'],
      ['', 'c'],
      ['', ''],
    ]);
    const after =
      '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:XFD1048576"/></mergeCells>';
    const bytes = await workbookOf([{ rows, after }]);
    expect(await read(bytes, {}, true)).toEqual({
      Sheet1: [
        ['Sheet1!A1', 'Vendor', 'Name'],
        ['Sheet1!A2', 'Acme', 'a'],
        ['Sheet1!A3', 'Acme', 'b'],
        ['Sheet1!A4', '', 'c'],
      ],
    });
  });

  test('does not believe a huge dimension, and reads the last cell there can be', async () => {
    const rows = row('<c r="XFD1048576"><v>1</v></c>', '1048576');
    const sheets = (await read(await workbookOf([{ rows, after: '<dimension ref="A1:XFD1048576"/>' }]))) as {
      Sheet1: string[][];
    };
    expect(sheets.Sheet1).toHaveLength(1);
    expect(sheets.Sheet1[0]).toHaveLength(16_385);
  });

  test.each([
    ['a string that is not there', row('<c t="s"><v>7</v></c>'), 'malformed Sheet1!A1'],
    ['a string number below zero', row('<c t="s"><v>-1</v></c>'), 'malformed Sheet1!A1'],
    ['a column beyond the last', row('<c r="XFE1"><v>1</v></c>'), 'malformed Sheet1!A1'],
    ['columns out of order', row('<c r="B1"><v>1</v></c><c r="A1"><v>1</v></c>'), 'malformed Sheet1!B1'],
    ['rows out of order', row('', '5') + row('', '4'), 'malformed Sheet1!A5'],
    ['a row beyond the last', row('', '1048577'), 'malformed Sheet1!A0'],
    ['damaged XML', '<row><c></row>', 'malformed xl/worksheets/sheet1.xml'],
    ['deep nesting', '<a>'.repeat(100), 'too_deep xl/worksheets/sheet1.xml'],
  ])('refuses %s', async (_, rows, expected) => {
    expect(await refusal({ rows })).toBe(expected);
  });

  test.each(['xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml', '_rels/.rels'])(
    'refuses a DTD in %s',
    async (part) => {
      const dtd = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
      expect(await refusal({ rows: '' }, { [part]: dtd })).toBe(`dtd_forbidden ${part}`);
    },
  );

  test('stops at its limits', async () => {
    expect(await refusal({ rows: row(`<c><v>${'1'.repeat(200)}</v></c>`) }, {}, { maxStringLength: 100 })).toMatch(
      /^limit/,
    );
    expect(await refusal({ rows: sheetRows([['x'.repeat(200)]]) }, {}, { maxStringLength: 100 })).toMatch(/^limit/);
    expect(await refusal({ rows: `<!--${'x'.repeat(300_000)}-->` }, {}, { maxStringLength: 1_000 })).toMatch(/^limit/);
    const styles = `<styleSheet><cellXfs>${'<xf numFmtId="0"/>'.repeat(60_000)}</cellXfs></styleSheet>`;
    expect(await refusal({ rows: '' }, { 'xl/styles.xml': styles })).toMatch(/^limit/);
  });

  test('reads what writeWorkbook writes, and the bytes are the same twice', async () => {
    const cells = ['a', ' b ', '=1+1', 'x\ny', 'c\r\nd', '<&>"', '_x000D_', '1.10', '00123', "'q"];
    const losses: string[] = [];
    const write = () =>
      bytesOf(
        writeWorkbook(
          [
            {
              name: 'One',
              header: ['H1', 'H2'],
              async *rows() {
                yield [cells, ['', 'x']];
                yield [[{ date: isoDateToSerial('2010-01-29T18:30:22Z')! }]];
              },
            },
            {
              name: 'Two',
              header: ['H'],
              async *rows() {
                yield [['a\u000fb'], ['y'.repeat(40_000)]];
              },
            },
          ],
          { onLoss: (what) => losses.push(what) },
        ),
      );
    const bytes = await write();
    expect(await read(bytes)).toEqual({
      One: [
        ['One!A1', 'H1', 'H2'],
        ['One!A2', ...cells],
        ['One!A3', '', 'x'],
        ['One!A4', '2010-01-29T18:30:22'],
      ],
      Two: [
        ['Two!A1', 'H'],
        ['Two!A2', 'a\ufffdb'],
        ['Two!A3', 'y'.repeat(32_767)],
      ],
    });
    expect(losses).toHaveLength(2);
    expect(Buffer.compare(bytes, await write())).toBe(0);
  });

  test('rows that came before their place in the workbook are the same as rows in their place', async () => {
    const name = 'One';
    const header = ['H1', 'H2'];
    const cells = (index: number) => [
      `${index} <&>`,
      { date: 40_000 + index },
      index === 7 ? 'a\u000fb' : '\u00fc'.repeat(300),
    ];
    const count = 6_000;
    const losses: string[] = [];
    const onLoss = (what: string) => losses.push(what);
    const spillBuffer = new SheetBuffer({ name, header }, onLoss);
    for (let index = 0; index < count; index += 1) {
      spillBuffer.add(cells(index));
      await spillBuffer.text.waitForSpace();
    }
    const rows = async function* () {
      for (let index = 0; index < count; index += 1) yield [cells(index)];
    };
    const [early, inPlace] = [
      { name, header, buffer: spillBuffer },
      { name, header, rows },
    ];
    const sheets = (await read(await bytesOf(writeWorkbook([early], { onLoss })))) as { One: readonly unknown[] };
    expect(losses).toHaveLength(1);
    expect(sheets.One).toHaveLength(count + 1);
    expect(sheets).toEqual(await read(await bytesOf(writeWorkbook([inPlace], { onLoss }))));
  });
});
