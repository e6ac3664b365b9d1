import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { Bom, JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const iri = (name: string): string => `https://example.org/d#${name}`;
const element = (type: string, name: string, more: object = {}): object => ({
  type,
  spdxId: iri(name),
  creationInfo: '_:c',
  name,
  ...more,
});

const graph = [
  { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [iri('me')] },
  element('Person', 'me', { description: 'who made it' }),
  element('Person', 'other'),
  element('SpdxDocument', 'doc', { rootElement: [iri('app')] }),
  element('software_Package', 'app', { suppliedBy: iri('me'), originatedBy: [iri('me'), iri('other')] }),
];
const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const document = (): Promise<Bom> => read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': graph }));

async function written(bom: Bom): Promise<JsonObject[]> {
  return (JSON.parse(await write(spdxJsonLd, bom, '3.0.1')) as { '@graph': JsonObject[] })['@graph'];
}
const packageIn = (elements: readonly JsonObject[]) => elements.find(({ type }) => type === 'software_Package');

describe('agents of SPDX 3.0.1, written again', () => {
  test('all originators of a package stay, by their own names, and nobody comes twice', async () => {
    const elements = await written(await document());
    expect(packageIn(elements)).toMatchObject({
      suppliedBy: iri('me'),
      originatedBy: [iri('me'), iri('other')],
    });
    const people = elements.filter(({ type }) => type === 'Person').map(({ spdxId }) => spdxId);
    expect(people).toEqual([iri('me'), iri('other')]);
  });

  test('another supplier leaves the originators as they are', async () => {
    const bom = await document();
    const supplier = { kind: 'organization' as const, name: 'New' };
    const elements = await written({ ...bom, components: bom.components.map((one) => ({ ...one, supplier })) });
    expect(packageIn(elements)).toMatchObject({
      suppliedBy: elements.find(({ name }) => name === 'New')!.spdxId,
      originatedBy: [iri('me'), iri('other')],
    });
  });
});
