import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { read, write } from './documents.js';

const head = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'sample',
  documentNamespace: 'https://example.org/sample',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: maker-1.0'] },
};
const onePackage = (SPDXID: string, name: string): object => ({ name, SPDXID, downloadLocation: 'NOASSERTION' });
const edge = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string): object => ({
  spdxElementId,
  relationshipType,
  relatedSpdxElement,
});

test.each([
  ['before', (packages: object[]) => ({ packages, ...head })],
  ['after', (packages: object[]) => ({ ...head, packages })],
])('a package with the SPDXID of the document is read, %s the document', async (_, make) => {
  const packages = [onePackage('SPDXRef-DOCUMENT', 'image'), onePackage('SPDXRef-zlib', 'zlib')];
  const relationships = [edge('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-zlib')];
  const bom = await read(spdxJson, JSON.stringify({ ...make(packages), relationships }));
  expect(bom.components).toMatchObject([{ ref: 'SPDXRef-package-1', name: 'image' }]);
  expect(bom.subject).toMatchObject({ ref: 'SPDXRef-zlib' });
  expect(bom.warnings).toEqual([
    { place: '/packages/0', message: expect.stringContaining('has the SPDXID "SPDXRef-DOCUMENT" of the document') },
  ]);
});

test('an SPDXID that is given twice is a warning, and both packages are read and written', async () => {
  const packages = [onePackage('SPDXRef-a', 'one'), onePackage('SPDXRef-a', 'two'), onePackage('SPDXRef-b', 'three')];
  const relationships = [edge('SPDXRef-b', 'DEPENDS_ON', 'SPDXRef-a')];
  const bom = await read(spdxJson, JSON.stringify({ ...head, packages, relationships }));
  expect(bom.components.map(({ ref, name }) => [ref, name])).toEqual([
    ['SPDXRef-a', 'one'],
    ['SPDXRef-package-1', 'two'],
    ['SPDXRef-b', 'three'],
  ]);
  expect(bom.dependencies).toEqual([{ from: 'SPDXRef-b', to: ['SPDXRef-a'], kind: 'depends-on' }]);
  expect(bom.warnings).toEqual([
    { place: '/packages/1', message: expect.stringContaining('has the SPDXID "SPDXRef-a" of another element') },
  ]);
  const again = await read(spdxJson, await write(spdxJson, bom, '2.3'));
  expect(again.components.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
  expect(again.warnings).toEqual([]);
});

test('a file with the SPDXID of a package is read with one of its own', async () => {
  const files = [{ SPDXID: 'SPDXRef-a', fileName: './a' }];
  const bom = await read(spdxJson, JSON.stringify({ ...head, packages: [onePackage('SPDXRef-a', 'one')], files }));
  expect(bom.parts).toMatchObject([{ kind: 'file', ref: 'SPDXRef-file-1', data: { SPDXID: 'SPDXRef-file-1' } }]);
  expect(bom.warnings.map(({ place }) => place)).toContain('/files/0');
});

test('tag-value names other documents before the creation information', async () => {
  const checksum = { algorithm: 'SHA1', checksumValue: 'ab'.repeat(20) };
  const externalDocumentRefs = [
    { externalDocumentId: 'DocumentRef-other', spdxDocument: 'https://example.org/other', checksum },
  ];
  const packages = [onePackage('SPDXRef-a', 'one')];
  const bom = await read(spdxJson, JSON.stringify({ ...head, externalDocumentRefs, packages }));
  const losses: string[] = [];
  const text = await write(spdxTagValue, bom, '2.3', losses);
  const order = ['DocumentNamespace:', 'ExternalDocumentRef:', 'Creator:', 'Created:', 'PackageName:'];
  const found = order.map((tag) => text.indexOf(`\n${tag}`));
  expect(found).not.toContain(-1);
  expect([...found].sort((a, b) => a - b)).toEqual(found);
  expect(losses).toEqual([]);
  const again = await read(spdxTagValue, text);
  expect(again.warnings).toEqual([]);
  expect(again.parts).toEqual(expect.arrayContaining([...bom.parts]));
});

const graph = (context: string, ...elements: object[]): string =>
  JSON.stringify({
    '@context': context,
    '@graph': [
      {
        type: 'CreationInfo',
        '@id': '_:c',
        specVersion: '3.0.1',
        created: '2026-01-01T00:00:00Z',
        createdBy: ['urn:t'],
      },
      { type: 'Organization', spdxId: 'urn:t', name: 'T', creationInfo: '_:c' },
      { type: 'SpdxDocument', spdxId: 'urn:d', creationInfo: '_:c', rootElement: [] },
      ...elements,
    ],
  });
const spdx3Package = (spdxId: string, name: string): object => ({
  type: 'software_Package',
  spdxId,
  name,
  creationInfo: '_:c',
});

test('a package that occurs twice in a graph is read once, with a warning', async () => {
  const text = graph(
    'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    spdx3Package('urn:a', 'a'),
    spdx3Package('urn:a', 'b'),
  );
  const { components, warnings } = await read(spdxJsonLd, text);
  expect(components).toMatchObject([{ name: 'a' }]);
  expect(warnings).toEqual([{ place: '/@graph/4', message: expect.stringContaining('"urn:a" occurs twice') }]);
});

test.each([
  'https://spdx.org/rdf/3.0.1/spdx-context.json',
  'https://spdx.github.io/spdx-spec/v3.0.1/rdf/spdx-context.jsonld',
])('the context may be %s', async (context) => {
  expect((await read(spdxJsonLd, graph(context, spdx3Package('urn:a', 'a')))).components).toHaveLength(1);
});
