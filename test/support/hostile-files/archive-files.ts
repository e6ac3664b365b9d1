import { gzipSync } from 'node:zlib';
import { compoundFileOf, labels, xlsList, xlsOf } from '../xls.js';
import { sheetRows, workbookOf, zipOf } from '../zip.js';
import { cyclonedxOf, type HostileFile } from './hostile-file.js';

const good = cyclonedxOf([{ name: 'a', version: '1' }]);
const list = (cell = 'a') =>
  sheetRows([
    ['name', 'version'],
    [cell, '1'],
  ]);
const bomb = (megabytes: number): Buffer => gzipSync(Buffer.alloc(megabytes * 1_048_576, 0x20));
const unreadable = ['unknown_format', 'malformed', 'truncated', 'invalid', 'encrypted'];

/** The archive with a lie in its central directory and local head: `size` bytes unpacked. */
async function lying(size: number): Promise<Buffer> {
  const archive = await zipOf({ 'bom.json': good.replace('[', `[${' '.repeat(30_000_000)}`) });
  for (const [signature, at] of [
    ['PK\u0001\u0002', 24],
    ['PK\u0003\u0004', 22],
  ] as const) {
    const head = archive.indexOf(signature);
    archive.writeUInt32LE(size, head + at);
  }
  return archive;
}

/** Section "B-XLS". */
export const archiveFiles: readonly HostileFile[] = [
  { what: 'a gzip bomb', bytes: () => bomb(200), refused: ['ratio', 'limit'] },
  { what: 'a gzip bomb in gzip', bytes: () => gzipSync(bomb(200)), refused: ['ratio', 'limit', ...unreadable] },
  {
    what: 'a workbook with a sheet of a gigabyte’s kind',
    bytes: () => workbookOf([{ rows: list() + ' '.repeat(60_000_000) }]),
    refused: ['ratio', 'limit'],
  },
  {
    what: 'a zip that says it is small',
    bytes: () => lying(1_000),
    refused: ['malformed', 'ratio', 'limit', 'truncated'],
  },
  {
    what: 'cells merged over everything, and one at the far end',
    bytes: () =>
      workbookOf([
        {
          rows: `${list()}<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>`,
          after: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        },
      ]),
  },
  {
    what: 'a text that is not in the list of texts',
    bytes: () => workbookOf([{ rows: `${list()}<row><c t="s"><v>99999999</v></c></row>` }]),
  },
  {
    what: 'a DTD in a sheet',
    bytes: () =>
      workbookOf([{ rows: list() }], {
        'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>',
      }),
    refused: ['dtd_forbidden'],
  },
  ...['../../evil.json', '/etc/evil.json', 'C:\\evil.json', '../n\0ul.json'].map((name) => ({
    what: `an entry called ${JSON.stringify(name)}`,
    bytes: async () => {
      const archive = (await zipOf({ ['x'.repeat(name.length)]: good })).toString('latin1');
      return Buffer.from(archive.replaceAll('x'.repeat(name.length), name), 'latin1');
    },
    refused: unreadable,
  })),
  {
    what: 'a symbolic link',
    bytes: () => zipOf({ 'bom.json': '/etc/passwd' }, 0o120777),
    refused: unreadable,
  },
  {
    what: 'files of one name that is cut within a character where it is told',
    bytes: async () => {
      const [name, other] = [`${'x'.repeat(119)}😀`, 'y'.repeat(123)];
      const archive = (await zipOf({ [name]: good, [other]: good })).toString('latin1');
      return Buffer.from(archive.replaceAll(other, Buffer.from(name).toString('latin1')), 'latin1');
    },
    refused: unreadable,
  },
  {
    what: 'two thousand entries',
    bytes: () => zipOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}.txt`, 'x']))),
    refused: ['limit', ...unreadable],
  },
  {
    what: 'an old binary workbook of zeros',
    bytes: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
    refused: unreadable,
  },
  {
    what: 'an old binary workbook with columns named as members of objects',
    bytes: () =>
      xlsList([
        ['name', 'version', '__proto__', 'constructor'],
        ['a', '1', 'x', 'y'],
      ]),
    names: ['a'],
    versions: { a: '1' },
  },
  {
    what: 'an old binary workbook with characters that no text has',
    bytes: () =>
      xlsList([
        ['name', 'version', 'Notes'],
        ['a', '1', 'x\0y\ud800z'],
      ]),
    names: ['a'],
  },
  {
    what: 'an old binary workbook whose sectors form a loop',
    bytes: () => {
      const rows = Array.from({ length: 500 }, (_, i) => ['name', 'version', String(i)]);
      const workbook = xlsOf([{ records: labels(rows) }]);
      workbook.writeUInt32LE(0, (workbook.readUInt32LE(76) + 1) * 512 + 4 * 5);
      return workbook;
    },
    refused: unreadable,
  },
  {
    what: 'an old text document',
    bytes: () => compoundFileOf({ WordDocument: Buffer.alloc(9_000) }),
    refused: unreadable,
  },
  {
    what: 'a text document of an office suite',
    bytes: () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    refused: unreadable,
  },
  {
    what: 'a zip without its end',
    bytes: async () => (await zipOf({ 'bom.json': good })).subarray(0, -30),
    refused: unreadable,
  },
  {
    what: 'a zip with another checksum',
    bytes: async () => {
      const archive = await zipOf({ 'bom.json': good });
      const at = archive.indexOf('PK\u0001\u0002') + 16;
      archive.writeUInt32LE((archive.readUInt32LE(at) ^ 1) >>> 0, at);
      return archive;
    },
    refused: unreadable,
  },
  { what: 'gzip without its end', bytes: () => gzipSync(good).subarray(0, -6), refused: unreadable },
  {
    what: 'a program',
    bytes: () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(500)]),
    refused: unreadable,
  },
  {
    what: 'a page',
    bytes: () => '<!doctype html><html><body>x</body></html>',
    refused: ['dtd_forbidden', ...unreadable],
  },
  { what: 'nothing but a byte-order mark', bytes: () => '\ufeff', refused: unreadable },
];
