import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from '../spdx/documents.js';

const json = JSON.parse as (text: string) => Record<string, any>;

describe('a comment on that a package of SPDX 2.3 depends on nothing', () => {
  const stated = { spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'NONE' };
  const comment = 'a static binary';
  const documentWith = (...relationships: object[]): string =>
    JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      dataLicense: 'CC0-1.0',
      name: 'd',
      documentNamespace: 'https://example.org/d',
      creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t'] },
      packages: [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION' }],
      relationships,
    });
  const ofPackage = (list: readonly JsonObject[], member: string): JsonObject[] =>
    list.filter((one) => String(one[member]).endsWith('#SPDXRef-a') || one[member] === 'SPDXRef-a');

  test('stays in SPDX 2.3, and what it is about is said once', async () => {
    const bom = await read(spdxJson, documentWith({ ...stated, comment }));
    expect(bom.dependencies).toEqual([{ from: 'SPDXRef-a', to: [], kind: 'depends-on' }]);
    const { relationships } = json(await write(spdxJson, bom, '2.3'));
    expect(ofPackage(relationships, 'spdxElementId')).toEqual([{ ...stated, comment }]);
  });

  test('stays in SPDX 3.0.1', async () => {
    const text = await write(spdxJsonLd, await read(spdxJson, documentWith({ ...stated, comment })), '3.0.1');
    expect(ofPackage(json(text)['@graph'], 'from')).toMatchObject([{ relationshipType: 'dependsOn', comment }]);
  });

  test('stays in CycloneDX as an annotation', async () => {
    const losses: string[] = [];
    const text = await write(cycloneDxJson, await read(spdxJson, documentWith({ ...stated, comment })), '1.6', losses);
    const { dependencies, annotations } = json(text);
    expect(dependencies).toEqual([{ ref: 'SPDXRef-a', dependsOn: [] }]);
    expect(annotations).toMatchObject([{ subjects: ['SPDXRef-a'], text: expect.stringContaining(comment) as string }]);
    expect(losses).toEqual([]);
  });

  test('is none where there is none', async () => {
    const bom = await read(spdxJson, documentWith(stated));
    expect(bom.parts).toEqual([]);
    const { relationships } = json(await write(spdxJson, bom, '2.3'));
    expect(ofPackage(relationships, 'spdxElementId')).toEqual([stated]);
  });
});
