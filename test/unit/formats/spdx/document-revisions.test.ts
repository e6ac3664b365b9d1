import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { spdxXml } from '../../../../src/formats/spdx/xml.js';
import type { Bom } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const serial = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';
const bomOf = (header: object): Bom => ({
  header: { family: 'cyclonedx', specVersion: '1.6', name: 'shop', ...header },
  subject: null,
  components: [],
  dependencies: [],
  parts: [],
  warnings: [],
});

const namespaces = /urn:(?:uuid|cdx):[0-9a-f-]{36}(?:\/\d+)?|https:\/\/spdx\.org\/spdxdocs\/shop-[0-9a-f-]{36}/;

describe.each([
  ['JSON', spdxJson, '2.3'],
  ['tag-value', spdxTagValue, '2.2'],
  ['XML', spdxXml, '2.3'],
  ['JSON-LD', spdxJsonLd, '3.0.1'],
] as const)('revisions of a document as SPDX %s', (_, format, specVersion) => {
  const namespaceOf = async (header: object): Promise<string> =>
    namespaces.exec(await write(format, bomOf(header), specVersion))![0];

  test('have a namespace each, which says serial number and revision', async () => {
    expect(await namespaceOf({ serial, revision: 1 })).toBe(serial);
    expect(await namespaceOf({ serial, revision: 7 })).toBe(`urn:cdx:${serial.slice('urn:uuid:'.length)}/7`);
    for (const revision of [1, 2, 7]) {
      const text = await write(format, bomOf({ serial, revision }), specVersion);
      const { header } = await read(format, text);
      expect([header.serial, header.revision ?? 1]).toEqual([serial, revision]);
      expect(await namespaceOf(header)).toBe(await namespaceOf({ serial, revision }));
    }
  });

  test('have one each also without a serial number, and the same for the same', async () => {
    const [one, again, other] = await Promise.all([1, 1, 2].map((revision) => namespaceOf({ revision })));
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });
});
