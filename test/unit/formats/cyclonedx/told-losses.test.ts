import { cycloneDxCsv } from '../../../../src/formats/cyclonedx/csv.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from '../spdx/documents.js';

const bill = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [
    { type: 'library', 'bom-ref': 'a', name: 'a', manufacturer: { name: 'Maker' } },
    { type: 'library', 'bom-ref': 'b', name: 'b' },
    { type: 'library', 'bom-ref': 'c', name: '' },
  ],
  services: [{ 'bom-ref': 's', name: 's' }],
  dependencies: [{ ref: 'a', dependsOn: ['b', 's'] }],
};
const lossesOf = async (format: typeof cycloneDxJson, version: string): Promise<string[]> => {
  const losses: string[] = [];
  await write(format, await read(cycloneDxJson, JSON.stringify(bill)), version, losses);
  return losses.sort();
};

test('before CycloneDX 1.6 there is no manufacturer', async () => {
  expect(await lossesOf(cycloneDxJson, '1.5')).toEqual(['manufacturer']);
  expect(await lossesOf(cycloneDxJson, '1.6')).toEqual([]);
});

test('a list loses each edge, and the component that has no name', async () => {
  expect(await lossesOf(cycloneDxCsv, '1.6')).toEqual([
    ...['dependencies', 'dependencies', 'manufacturer', 'name', 'service'],
  ]);
});

test('SPDX 3 has no services, nor what points to them', async () => {
  expect(await lossesOf(spdxJsonLd, '3.0.1')).toEqual(['relationship', 'service']);
});
