import { gzipSync } from 'node:zlib';
import { defaultLimits } from '../../../src/formats/format.js';
import { collectBom } from '../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../src/formats/open-document.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { zipOf } from '../../support/zip.js';

const open = (bytes: Uint8Array) =>
  openDocument(bytesSource(bytes), { limits: defaultLimits, spill: () => Promise.reject(new Error('not needed')) });

const list = 'Name;Version\nlog4j;2.14.1\n';

test('an upload is unwrapped, identified and decoded, as often as wanted', async () => {
  const { format, wrappings, decode } = await open(gzipSync(await zipOf({ 'list.txt': list, 'README.md': '# hi' })));
  expect([format.id, ...wrappings]).toEqual(['table-csv', 'gzip', 'zip: list.txt']);
  for (let pass = 0; pass < 2; pass += 1)
    expect((await collectBom(decode())).components).toMatchObject([{ name: 'log4j', version: '2.14.1' }]);
});

test('requirements among other files are not taken for the SBOM of an archive', async () => {
  const archive = await zipOf({ 'list.csv': list, 'requirements.txt': 'requests==2.31.0\nsix==1.16.0\n' });
  expect((await open(archive)).wrappings).toEqual(['zip: list.csv']);
});

test.each([
  [
    { 'README.md': '# hi', 'a/bom.json.asc': 'x' },
    '2 files were not read: README.md, a/bom.json.asc. Import',
    undefined,
  ],
  [{ 'package-lock.json': '{}' }, 'one file was not read: package-lock.json. Import', true],
  [
    { 'a.txt': 'x', 'b.txt': 'x', 'c.txt': 'x', LICENSE: 'x', '__MACOSX/._a': 'x' },
    '4 files were not read: a.txt, b.txt, c.txt and 1 more.',
    true,
  ],
])('files beside the one that is read are named: %j', async (others, message, isLoss) => {
  const { decode } = await open(gzipSync(await zipOf({ 'list.csv': list, ...others })));
  const { warnings } = await collectBom(decode());
  expect(warnings).toHaveLength(1);
  expect(warnings[0]!.message).toContain(message);
  expect(warnings[0]!.isLoss).toBe(isLoss);
});

test('the only file of an archive leaves nothing unread', async () => {
  const { decode } = await open(await zipOf({ 'list.csv': list, '.DS_Store': 'x' }));
  expect((await collectBom(decode())).warnings).toEqual([]);
});

test('what no format claims is refused with the formats that are read', async () => {
  await expect(open(gzipSync('hello'))).rejects.toThrow(
    expect.objectContaining({ reason: 'unknown_format', message: expect.stringContaining('CycloneDX, SPDX') }),
  );
});
