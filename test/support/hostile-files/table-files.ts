import type { HostileFile } from './hostile-file.js';

const formulas = ['=cmd|x', '+1', '-1', '@SUM(A1)'];
const versions = ['1.10', '1E5', '00123'];

/** Section "B-CSV". */
export const tableFiles: readonly HostileFile[] = [
  { what: 'a quote that never ends', bytes: () => 'name,version\na,"1\nb,2\n', refused: ['truncated', 'malformed'] },
  { what: 'a quote in the middle', bytes: () => 'name,version\na"b,1\n' },
  { what: 'rows of other lengths', bytes: () => 'name,version\na\nb,2,3,4\n' },
  { what: 'two columns of one name', bytes: () => 'name,version,name\na,1,b\n', refused: ['duplicate_header'] },
  { what: 'no column of names', bytes: () => 'colour,weight\nred,1\n', refused: ['unknown_format', 'invalid'] },
  { what: 'a byte-order mark', bytes: () => '\ufeffname,version\na,1\n', names: ['a'] },
  { what: 'UTF-16 of a spreadsheet', bytes: () => Buffer.from('\ufeffname\tversion\nä\t1\n', 'utf16le'), names: ['ä'] },
  {
    what: 'a cell of twenty megabytes',
    bytes: () => `name,version\n${'x'.repeat(20_000_000)},1\n`,
    refused: ['limit'],
  },
  { what: 'a million columns', bytes: () => `name,version${',x'.repeat(1_000_000)}\na,1\n` },
  { what: 'half a million rows of nothing', bytes: () => `name,version\n${',\n'.repeat(500_000)}a,1\n`, names: ['a'] },
  {
    what: 'bait for the pattern of a requirement',
    bytes: () => `requests==2.0.0\n-e ${'#&'.repeat(100_000)}\n`,
    names: ['requests'],
  },
  { what: 'NUL in a cell', bytes: () => 'name,version\na\0b,1\n' },
  {
    what: 'bytes of no encoding',
    bytes: () => Buffer.concat([Buffer.from('name,version\nb'), Buffer.from([0xe4, 0x81, 0xff, 0x0a])]),
  },
  {
    what: 'cells that a spreadsheet would run',
    bytes: () => `name,version\n${formulas.map((text) => `"${text}",1`).join('\n')}\n`,
    names: formulas,
  },
  {
    what: 'versions that a spreadsheet would change',
    bytes: () => `name,version\n${versions.map((text) => `v${text},${text}`).join('\n')}\n`,
    versions: Object.fromEntries(versions.map((text) => [`v${text}`, text])),
  },
];
