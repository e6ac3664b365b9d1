import { cycloneDxCsv } from '../../../../src/formats/cyclonedx/csv.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from '../spdx/documents.js';

const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: [
    { type: 'library', 'bom-ref': 'a', name: 'a', manufacturer: { name: 'Maker' } },
    { type: 'library', 'bom-ref': 'b', name: 'b' },
    { type: 'library', 'bom-ref': 'c', name: '' },
  ],
  services: [{ 'bom-ref': 's', name: 's' }],
  dependencies: [{ ref: 'a', dependsOn: ['b', 's'] }],
};
const lossesOf = async (format: typeof cycloneDxJson, version: string, of: object = sbom): Promise<string[]> => {
  const losses: string[] = [];
  await write(format, await read(cycloneDxJson, JSON.stringify(of)), version, losses);
  return losses.sort();
};

test('before CycloneDX 1.6 there is no manufacturer', async () => {
  expect(await lossesOf(cycloneDxJson, '1.5')).toEqual(['manufacturer']);
  expect(await lossesOf(cycloneDxJson, '1.6')).toEqual([]);
});

test('a list loses each edge, and the component that has no name', async () => {
  expect(await lossesOf(cycloneDxCsv, '1.6')).toEqual([
    'dependencies',
    'dependencies',
    'manufacturer',
    'name',
    'service',
  ]);
});

test('SPDX 3 has no services, nor what points to them', async () => {
  expect(await lossesOf(spdxJsonLd, '3.0.1')).toEqual(['relationship', 'service']);
});

describe('what the head of a CycloneDX document says', () => {
  const metadata = { lifecycles: [{ phase: 'build' }], tools: { components: [] }, authors: [{ name: 'Ada' }] };
  const headed = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [], metadata };

  it.each([
    ['SPDX 2.3', spdxJson, '2.3'],
    ['SPDX 3.0.1', spdxJsonLd, '3.0.1'],
    ['a list', cycloneDxCsv, '1.6'],
  ] as const)('is told as lost to %s', async (_, format, version) => {
    expect(await lossesOf(format, version, headed)).toEqual([
      'metadata.authors',
      'metadata.lifecycles',
      'metadata.tools',
    ]);
  });

  it('stays in CycloneDX', async () => expect(await lossesOf(cycloneDxJson, '1.6', headed)).toEqual([]));
});

describe('licences that SPDX holds', () => {
  const withLicenses = (...licenses: object[]) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', 'bom-ref': 'a', name: 'a', licenses }],
  });
  const spellings = [
    { license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    { license: { id: 'MIT', acknowledgement: 'declared' } },
    { license: { name: 'Own', text: { content: 'VGV4dA==', encoding: 'base64', contentType: 'text/plain' } } },
    { license: { name: 'MIT OR ISC' } },
  ];

  it.each([
    ['2.3', spdxJson],
    ['3.0.1', spdxJsonLd],
  ] as const)('are not told as lost to SPDX %s, whatever their spelling', async (version, format) => {
    for (const spelling of spellings) expect(await lossesOf(format, version, withLicenses(spelling))).toEqual([]);
    const sbom = await read(cycloneDxJson, JSON.stringify(withLicenses(...spellings)));
    const again = await read(format as typeof cycloneDxJson, await write(format, sbom, version));
    expect(again.components[0]!.licenses).toEqual(sbom.components[0]!.licenses);
  });

  it('are told where something of them has no place', async () => {
    for (const more of [{ licensing: { licensor: {} } }, { text: { content: '<p>', contentType: 'text/html' } }])
      expect(await lossesOf(spdxJson, '2.3', withLicenses({ license: { id: 'MIT', ...more } }))).toEqual(['licenses']);
    expect(await lossesOf(spdxJson, '2.3', withLicenses({ license: { id: 'MIT' } }, {}))).toEqual(['licenses']);
  });
});
