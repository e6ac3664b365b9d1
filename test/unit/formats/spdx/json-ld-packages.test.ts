import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { spdx3Faults } from '../../../support/conformance/spdx-schemas.js';
import { read, write } from './documents.js';

const document = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'd',
  dataLicense: 'CC0-1.0',
  documentNamespace: 'https://example.org/d',
  creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
};
const code = {
  packageVerificationCodeValue: 'd6a770ba38583ed4bb4525bd96e50461655d2758',
  packageVerificationCodeExcludedFiles: ['./a.spdx'],
};
const checksum = { algorithm: 'SHA1', checksumValue: 'a'.repeat(40) };

/** The package that one of SPDX 2.3 becomes, the same back in SPDX 2.3, and what is told to be lost. */
async function turned(more: object): Promise<{ written: JsonObject; again: JsonObject; losses: string[] }> {
  const packages = [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION', ...more }];
  const losses: string[] = [];
  const bom = await read(spdxJson, JSON.stringify({ ...document, packages }));
  const graph = await write(spdxJsonLd, bom, '3.0.1', losses);
  expect(spdx3Faults(JSON.parse(graph))).toEqual([]);
  const elements = (JSON.parse(graph) as { '@graph': JsonObject[] })['@graph'];
  const back = await write(spdxJson, await read(spdxJsonLd, graph), '2.3');
  return {
    written: elements.find(({ type }) => type === 'software_Package')!,
    again: (JSON.parse(back) as { packages: JsonObject[] }).packages[0]!,
    losses,
  };
}

describe('a package of SPDX 2.3 written as 3.0.1', () => {
  test('keeps the summary beside the description', async () => {
    const texts = { summary: 'short', description: 'long' };
    const { written, again, losses } = await turned(texts);
    expect(written).toMatchObject(texts);
    expect(again).toMatchObject(texts);
    expect(losses).toEqual([]);
  });

  test('keeps that it has no copyright, which is more than that nobody says one', async () => {
    const { written, again, losses } = await turned({ copyrightText: 'NONE' });
    expect(written).toMatchObject({ software_copyrightText: 'NONE' });
    expect(again).toMatchObject({ copyrightText: 'NONE' });
    expect(losses).toEqual([]);
    expect((await turned({ copyrightText: 'NOASSERTION' })).written).not.toHaveProperty('software_copyrightText');
  });

  test.each([
    ['without checksums', {}],
    ['beside checksums', { checksums: [checksum] }],
  ])('keeps the verification code %s', async (_name, more) => {
    const { written, again, losses } = await turned({ filesAnalyzed: true, packageVerificationCode: code, ...more });
    expect(written.verifiedUsing).toContainEqual({
      type: 'PackageVerificationCode',
      algorithm: 'sha1',
      hashValue: code.packageVerificationCodeValue,
      packageVerificationCodeExcludedFile: code.packageVerificationCodeExcludedFiles,
    });
    expect(again).toMatchObject({ packageVerificationCode: code, ...more });
    expect(losses).toEqual([]);
  });

  test('tells that there is no place for the statement that it has no address', async () => {
    expect((await turned({ homepage: 'NONE', downloadLocation: 'NONE' })).losses).toEqual([
      'homepage',
      'downloadLocation',
    ]);
    expect((await turned({ homepage: 'NOASSERTION' })).losses).toEqual([]);
  });
});
