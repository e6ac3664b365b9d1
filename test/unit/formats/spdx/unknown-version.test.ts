import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const document = (versionInfo: string): string =>
  JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'd',
    dataLicense: 'CC0-1.0',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
    packages: [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION', versionInfo }],
  });

test.each(['NOASSERTION', 'NONE'])('"%s" in place of a version is no version', async (word) => {
  const bom = await read(spdxJson, document(word));
  expect(bom.components[0]!.version).toBe('');
  const tagValue = await write(spdxTagValue, bom, '2.3');
  expect((await read(spdxTagValue, tagValue)).components[0]!.version).toBe('');
  const { components } = JSON.parse(await write(cycloneDxJson, bom, '1.6')) as { components: JsonObject[] };
  expect(components[0]).not.toHaveProperty('version');
  // The same document has what it had.
  const { packages } = JSON.parse(await write(spdxJson, bom, '2.3')) as { packages: JsonObject[] };
  expect(packages[0]).toMatchObject({ versionInfo: word });
});
