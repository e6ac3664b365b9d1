import { FormatError, defaultLimits, type ByteSource } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { openSpreadsheet } from '../../../../src/formats/reading/spreadsheet.js';
import { bof, compoundFileOf, label, record, words, workbookStreamOf, xlsOf } from '../../../support/xls.js';

/** None of the files needs as many; a reader that never ends does not end its test. */
const maxReads = 10_000;

async function refusal(bytes: Buffer): Promise<string> {
  const whole = bytesSource(bytes);
  let reads = 0;
  const source: ByteSource = {
    size: whole.size,
    stream: () => whole.stream(),
    read: (...range) => {
      reads += 1;
      if (reads > maxReads) throw new Error('The file is read without end');
      return whole.read(...range);
    },
  };
  try {
    for (const sheet of await openSpreadsheet(source, defaultLimits))
      for await (const rows of sheet.rows({ fillMerged: true })) void rows;
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('old workbooks that are not read', () => {
  test.each([
    ['a password', { Workbook: workbookStreamOf([], [record(0x002f, words(1))]) }, /^encrypted .*password/],
    ['a password of newer versions', { EncryptedPackage: Buffer.alloc(9) }, /^encrypted .*password/],
    ['version 95', { Book: Buffer.alloc(9) }, /^unknown_format .*version 95.*save it as \.xlsx/],
    ['version 95 by its records', { Workbook: bof(5, 0x0500) }, /^unknown_format .*version 95/],
    ['text of Word', { WordDocument: Buffer.alloc(5_000) }, /^unknown_format .*Word/],
    ['slides', { 'PowerPoint Document': Buffer.alloc(9) }, /^unknown_format .*presentation/],
    ['a message', { '__properties_version1.0': Buffer.alloc(9) }, /^unknown_format .*Outlook/],
    ['an installer', { '\u4840\u3f3f\u4577': Buffer.alloc(9) }, /^unknown_format .*\.msi/],
    ['anything else', { x: Buffer.alloc(9) }, /^unknown_format .*without a workbook/],
    ['nothing', {}, /^unknown_format .*without a workbook/],
    ['no records', { Workbook: Buffer.alloc(0) }, /^truncated/],
  ])('hold %s', async (_, streams: Record<string, Buffer>, message) => {
    expect(await refusal(compoundFileOf(streams))).toMatch(message);
  });
});

describe('damaged compound files', () => {
  const rows = Array.from({ length: 40 }, (_, row) => label(row, 0, 'x'.repeat(200)));
  const large = xlsOf([{ records: rows }]);
  const small = xlsOf([{ records: rows.slice(0, 5) }]);
  const patched = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  /** Where the table of sectors stands. */
  const table = (bytes: Buffer): number => (bytes.readUInt32LE(76) + 1) * 512;
  const directory = (bytes: Buffer): number => (bytes.readUInt32LE(48) + 1) * 512;

  test('are read as long as they are whole', async () => {
    expect(await refusal(large)).toBe('accepted');
    expect(await refusal(small)).toBe('accepted');
  });

  test.each([
    ['a loop in a stream', (copy: Buffer) => copy.writeUInt32LE(0, table(copy) + 4 * 3)],
    [
      'a loop in the directory',
      (copy: Buffer) => copy.writeUInt32LE(copy.readUInt32LE(48), table(copy) + 4 * copy.readUInt32LE(48)),
    ],
    ['a stream that ends early', (copy: Buffer) => copy.writeUInt32LE(0xfffffffe, table(copy) + 4 * 3)],
    ['a sector beyond the end', (copy: Buffer) => copy.writeUInt32LE(0x00ffffff, table(copy) + 4 * 3)],
    ['a directory beyond the end', (copy: Buffer) => copy.writeUInt32LE(0x00ffffff, 48)],
    ['a table beyond the end', (copy: Buffer) => copy.writeUInt32LE(0x00ffffff, 76)],
    ['no table', (copy: Buffer) => copy.fill(0xff, 76, 512)],
    ['a huge stream', (copy: Buffer) => copy.writeUInt32LE(0xffffffff, directory(copy) + 128 + 120)],
    ['sectors of no length', (copy: Buffer) => copy.writeUInt16LE(0, 30)],
    ['huge sectors', (copy: Buffer) => copy.writeUInt16LE(31, 30)],
    ['no root', (copy: Buffer) => copy.fill(0, directory(copy), directory(copy) + 128)],
  ])('are refused with %s', async (_, change) => {
    expect(await refusal(patched(large, change))).toMatch(/^(malformed|truncated)/);
  });

  test('lists of tables that form a loop end', async () => {
    const loop = patched(large, (copy) => {
      copy.fill(0xff, 76, 512);
      copy.writeUInt32LE(0, 68);
      // The list goes on where the end of its sector says.
      copy.writeUInt32LE(0, 512 + 508);
    });
    expect(await refusal(loop)).toMatch(/^(malformed|truncated)/);
  });

  test('entries that name each other are met once', async () => {
    const loop = patched(large, (copy) => {
      copy.writeUInt32LE(1, directory(copy) + 128 + 68);
      copy.writeUInt32LE(0, directory(copy) + 128 + 72);
    });
    expect(await refusal(loop)).toBe('accepted');
  });

  test('are refused wherever they are cut', async () => {
    for (const whole of [large, small])
      for (let end = 8; end < whole.length - 512; end += 97)
        expect(await refusal(whole.subarray(0, end))).toMatch(/^(malformed|truncated)/);
  });

  test('counts in the header are not believed', async () => {
    const lying = patched(large, (copy) => {
      for (const at of [40, 44, 64, 72]) copy.writeUInt32LE(0xfffffff0, at);
    });
    expect(await refusal(lying)).toBe('accepted');
  });
});
