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

test('what no format claims is refused with the formats that are read', async () => {
  await expect(open(gzipSync('hello'))).rejects.toThrow(
    expect.objectContaining({ reason: 'unknown_format', message: expect.stringContaining('CycloneDX, SPDX') }),
  );
});
