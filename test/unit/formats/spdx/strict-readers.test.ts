import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { Bom, BomReference, JsonObject } from '../../../../src/model/document.js';
import { bomComponent } from '../../../support/bom-component.js';
import { read, write } from './documents.js';

const sbomOf = (references: readonly BomReference[]): Bom => ({
  header: { family: 'cyclonedx', specVersion: '1.6' },
  subject: null,
  components: [bomComponent({ ref: 'a', name: 'a', version: '1', references })],
  dependencies: [{ from: 'a', to: [], kind: 'depends-on' }],
  parts: [],
  warnings: [],
});

async function packageOf(references: readonly BomReference[]): Promise<JsonObject> {
  const text = await write(spdxJson, sbomOf(references), '2.3');
  expect((await read(spdxJson, text)).components[0]!.references).toEqual(references);
  return (JSON.parse(text) as { packages: JsonObject[] }).packages[0]!;
}

describe('what other readers of SPDX take exception to is not written', () => {
  test.each([
    ['git+https://example.org/a.git', undefined, [{ referenceCategory: 'OTHER', referenceType: 'website' }]],
    ['https://example.org/a', 'https://example.org/a', undefined],
  ])('a homepage is an address that a browser goes to (SPDX 2.3, clause 7.11): %s', async (url, homepage, refs) => {
    const { homepage: written, externalRefs } = await packageOf([{ type: 'website', url }]);
    expect(written).toBe(homepage);
    if (refs) expect(externalRefs).toMatchObject(refs);
    else expect(externalRefs).toBeUndefined();
  });

  test.each([
    ['git+https://example.org/a.git', 'OTHER'],
    ['https://example.org/a', 'SECURITY'],
  ])('so is an advisory (annex F): %s', async (url, referenceCategory) => {
    const { externalRefs } = await packageOf([{ type: 'advisories', url }]);
    expect(externalRefs).toMatchObject([{ referenceCategory, referenceType: 'advisory', referenceLocator: url }]);
  });

  test('a download may be for a program of version control (clause 7.7)', async () => {
    const url = 'git+https://example.org/a.git';
    expect(await packageOf([{ type: 'vcs', url }])).toMatchObject({ downloadLocation: url });
  });

  test('SPDX 3.0: what depends on nothing names that in full, for the context makes another name of "NoneElement"', async () => {
    const text = await write(spdxJsonLd, sbomOf([]), '3.0.1');
    const { '@graph': graph } = JSON.parse(text) as { '@graph': JsonObject[] };
    const none = graph.filter(({ relationshipType }) => relationshipType === 'dependsOn').map(({ to }) => to);
    expect(none).toEqual([['https://spdx.org/rdf/3.0.1/terms/Core/NoneElement']]);
    expect((await read(spdxJsonLd, text)).dependencies).toMatchObject([{ to: [], kind: 'depends-on' }]);
  });
});
