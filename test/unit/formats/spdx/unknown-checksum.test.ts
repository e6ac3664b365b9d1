import { bomSource } from '../../../../src/formats/in-memory-bom.js';
import { LossLog, type Loss } from '../../../../src/formats/losses.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read } from './documents.js';

const iri = (name: string): string => `https://example.org/d#${name}`;
const element = (type: string, name: string, more: object = {}): object => ({
  type,
  spdxId: iri(name),
  creationInfo: '_:c',
  name,
  ...more,
});

/** A document of SPDX 3.0.1 that has one file with these hashes. */
const documentOf = (verifiedUsing: readonly object[]): string =>
  JSON.stringify({
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [iri('me')] }, // prettier-ignore
      element('Person', 'me'),
      element('SpdxDocument', 'doc', { rootElement: [iri('main')] }),
      element('software_File', 'main', { verifiedUsing }),
    ],
  });

async function exported(specVersion: string, hashes: readonly object[]): Promise<{ files: unknown; losses: Loss[] }> {
  const bom = await read(spdxJsonLd, documentOf(hashes));
  const log = new LossLog();
  const about = { specVersion, timestamp: '2026-01-02T03:04:05Z', tool: { name: 't', version: '1' } };
  let text = '';
  const pieces = spdxJson.serialize!(bomSource(bom), { ...about, onLoss: log.onLoss, onElement: log.onElement });
  for await (const piece of pieces) text += String(piece);
  return { files: (JSON.parse(text) as { files: unknown }).files, losses: log.list };
}

const hash = (algorithm: string, digits: number, digit = 'a'): object => ({
  type: 'Hash',
  algorithm,
  hashValue: digit.repeat(digits),
});
const zeros = [{ algorithm: 'SHA1', checksumValue: '0'.repeat(40) }];

describe.each(['2.2', '2.3'])('a file of SPDX 3.0.1 in SPDX %s', (version) => {
  const told = { what: 'SHA-1', count: 1, places: [{ element: `file ${iri('main')}`, field: 'SHA-1' }] };

  test('without a hash is kept with the placeholder that others write, and its SHA-1 is told as a loss', async () => {
    const { files, losses } = await exported(version, []);
    expect(files).toMatchObject([{ checksums: zeros }]);
    expect(losses).toEqual([told]);
  });

  test('of which no hash is valid is told as well', async () => {
    const { files, losses } = await exported(version, [hash('sha1', 7)]);
    expect(files).toMatchObject([{ checksums: zeros }]);
    expect(losses).toContainEqual(told);
  });

  test.each([
    ['a SHA-1', hash('sha1', 40)],
    ['a SHA-256', hash('sha256', 64)],
    ['the placeholder itself', hash('sha1', 40, '0')],
  ])('with %s gets no other', async (_, given) => {
    const { files, losses } = await exported(version, [given]);
    expect(files).toMatchObject([{ checksums: [{ checksumValue: (given as { hashValue: string }).hashValue }] }]);
    expect(losses).toEqual([]);
  });
});
