import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import type { Format } from '../../../../src/formats/format.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { Bom, JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const iri = (name: string): string => `https://example.org/d#${name}`;
const element = (type: string, name: string, more: object = {}): object => ({
  type,
  spdxId: iri(name),
  creationInfo: '_:c',
  ...more,
});
const licensed = (to: string, type = 'hasDeclaredLicense'): object =>
  element('Relationship', `r-${to}`, { from: iri('a'), relationshipType: type, to: [iri(to)] });
const text = (name: string, content: string, more: object = {}): object =>
  element('simplelicensing_SimpleLicensingText', name, { simplelicensing_licenseText: content, ...more });
const expression = (name: string, words: string, ids: Record<string, string>): object =>
  element('simplelicensing_LicenseExpression', name, {
    simplelicensing_licenseExpression: words,
    simplelicensing_customIdToUri: Object.entries(ids).map(([key, to]) => ({ type: 'DictionaryEntry', key, value: iri(to) })), // prettier-ignore
  });

const document = (...elements: object[]): Promise<Bom> => {
  const info = { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z' };
  const head = [
    { ...info, createdBy: [iri('me')] },
    element('Person', 'me', { name: 'me' }),
    element('SpdxDocument', 'doc', { name: 'd', rootElement: [iri('a')] }),
    element('software_Package', 'a', { name: 'a' }),
  ];
  const graph = { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [...head, ...elements] };
  return read(spdxJsonLd, JSON.stringify(graph));
};

async function written(
  format: Format,
  version: string,
  bom: Bom,
): Promise<{ json: Record<string, any>; losses: string[] }> {
  // prettier-ignore
  const losses: string[] = [];
  return { json: JSON.parse(await write(format, bom, version, losses)) as Record<string, any>, losses };
}

describe('the text of a licence that an SPDX 3.0.1 document has itself', () => {
  test.each([
    ['by its own name', [text('LicenseRef-own', 'Do as you like.'), licensed('LicenseRef-own')], 'LicenseRef-own'],
    [
      'by the name that the expression has for it',
      [expression('e', 'LicenseRef-own', { 'LicenseRef-own': 'text-1' }), licensed('e'), text('text-1', 'Do as you like.')], // prettier-ignore
      'LicenseRef-own',
    ],
  ])('is defined in SPDX 2.3 and in CycloneDX %s', async (_, elements, licenseId) => {
    const bom = await document(...elements);
    const spdx2 = await written(spdxJson, '2.3', bom);
    expect(spdx2.json.hasExtractedLicensingInfos).toEqual([{ licenseId, extractedText: 'Do as you like.' }]);
    expect(spdx2.json.packages[0].licenseDeclared).toBe(licenseId);
    const cycloneDx = await written(cycloneDxJson, '1.6', bom);
    expect(cycloneDx.json.components[0].licenses).toEqual([
      { license: { name: licenseId, text: { content: 'Do as you like.' } } },
    ]);
    expect([...spdx2.losses, ...cycloneDx.losses]).toEqual([]);
  });

  test('is defined in SPDX 2.3 where the licence has a title only', async () => {
    const custom = element('expandedlicensing_CustomLicense', 'l', {
      name: 'Custom Licence',
      simplelicensing_licenseText: 'Do as you like.',
      expandedlicensing_seeAlso: ['https://example.org/licence'],
    });
    const { json, losses } = await written(spdxJson, '2.3', await document(custom, licensed('l')));
    expect(json.hasExtractedLicensingInfos).toMatchObject([
      { extractedText: 'Do as you like.', name: 'Custom Licence', seeAlsos: ['https://example.org/licence'] },
    ]);
    expect(json.packages[0].licenseDeclared).toBe(json.hasExtractedLicensingInfos[0].licenseId);
    expect(losses).toEqual([]);
  });

  test('stays one element of its own graph', async () => {
    const { json } = await written(spdxJsonLd, '3.0.1', await document(text('LicenseRef-own', 'x'), licensed('LicenseRef-own'))); // prettier-ignore
    const texts = (json['@graph'] as JsonObject[]).filter((one) => one.simplelicensing_licenseText !== undefined);
    expect(texts).toEqual([text('LicenseRef-own', 'x')]);
  });

  test('comes back from SPDX 2.3 by way of 3.0.1', async () => {
    const info = { licenseId: 'LicenseRef-own', extractedText: 'Do as you like.', name: 'Own', comment: 'of ours' };
    const spdx2 = {
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'd',
      dataLicense: 'CC0-1.0',
      documentNamespace: 'https://example.org/d',
      creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
      packages: [
        { SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION', licenseDeclared: 'LicenseRef-own' },
      ],
      hasExtractedLicensingInfos: [info],
    };
    const graph = await write(spdxJsonLd, await read(spdxJson, JSON.stringify(spdx2)), '3.0.1');
    const { json, losses } = await written(spdxJson, '2.3', await read(spdxJsonLd, graph));
    expect(json.hasExtractedLicensingInfos).toEqual([info]);
    expect(losses).toEqual([]);
  });

  test('is told as lost where another one has its name', async () => {
    const bom = await document(
      text('t1', 'first'),
      text('t2', 'second'),
      expression('e1', 'LicenseRef-1', { 'LicenseRef-1': 't1' }),
      expression('e2', 'LicenseRef-1', { 'LicenseRef-1': 't2' }),
      licensed('e1'),
      licensed('e2', 'hasConcludedLicense'),
    );
    expect(bom.warnings.map(({ message }) => message)).toEqual([
      'Another licence text is called LicenseRef-1; SPDX 2.x and CycloneDX get the first one',
    ]);
    expect((await written(spdxJson, '2.3', bom)).losses).toEqual(['element']);
  });
});
