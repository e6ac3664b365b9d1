import { FormatError } from '../../../../src/formats/format.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from './documents.js';

const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const iri = (name: string): string => `https://example.org/sample#${name}`;
const creationInfo = '_:info';

const graph = [
  {
    type: 'CreationInfo',
    '@id': '_:info',
    specVersion: '3.0.1',
    created: '2026-01-01T00:00:00Z',
    createdBy: [iri('jane')],
  },
  { type: 'SpdxDocument', spdxId: iri('SPDXRef-DOCUMENT'), creationInfo, name: 'sample', rootElement: [iri('bom')] },
  { type: 'software_Sbom', spdxId: iri('bom'), creationInfo, rootElement: [iri('SPDXRef-app')] },
  {
    type: 'software_Package',
    spdxId: iri('SPDXRef-app'),
    creationInfo,
    name: 'app',
    software_packageVersion: '1.10',
    software_packageUrl: 'pkg:npm/app@1.10',
    software_primaryPurpose: 'application',
    suppliedBy: iri('acme'),
  },
  {
    type: 'software_Package',
    spdxId: iri('SPDXRef-lib'),
    creationInfo,
    name: 'lib',
    externalIdentifier: [
      { type: 'ExternalIdentifier', externalIdentifierType: 'cpe23', identifier: 'cpe:2.3:a:v:lib:1:*:*:*:*:*:*:*' },
    ],
    verifiedUsing: [{ type: 'Hash', algorithm: 'sha256', hashValue: 'ab'.repeat(32) }],
  },
  { type: 'Organization', spdxId: iri('acme'), creationInfo, name: 'Acme' },
  { type: 'Person', spdxId: iri('jane'), creationInfo, name: 'Jane' },
  {
    type: 'LifecycleScopedRelationship',
    spdxId: iri('r1'),
    creationInfo,
    from: iri('SPDXRef-app'),
    relationshipType: 'dependsOn',
    scope: 'test',
    to: [iri('SPDXRef-lib')],
  },
  {
    type: 'Relationship',
    spdxId: iri('r2'),
    creationInfo,
    from: iri('SPDXRef-lib'),
    relationshipType: 'hasDeclaredLicense',
    to: [iri('mit')],
  },
  {
    type: 'simplelicensing_LicenseExpression',
    spdxId: iri('mit'),
    creationInfo,
    simplelicensing_licenseExpression: 'MIT OR ISC',
  },
];
const document = (members: object = {}): string => JSON.stringify({ '@context': context, '@graph': graph, ...members });

test('packages are read with their suppliers, licences, identifiers and graph, in any order of the elements', async () => {
  const bom = await read(spdxJsonLd, document());
  expect(bom.header).toMatchObject({ specVersion: '3.0.1', name: 'sample', serial: 'https://example.org/sample' });
  expect(bom.subject).toMatchObject({
    ref: 'SPDXRef-app',
    type: 'application',
    version: '1.10',
    purls: ['pkg:npm/app@1.10'],
    supplier: { kind: 'organization', name: 'Acme' },
  });
  expect(bom.components).toMatchObject([
    {
      ref: 'SPDXRef-lib',
      name: 'lib',
      cpes: ['cpe:2.3:a:v:lib:1:*:*:*:*:*:*:*'],
      hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
      licenses: [{ relation: 'declared', expression: 'MIT OR ISC' }],
    },
  ]);
  expect(bom.dependencies).toEqual([{ from: 'SPDXRef-app', to: ['SPDXRef-lib'], kind: 'depends-on' }]);
  const reversed = await read(spdxJsonLd, document({ '@graph': [...graph].reverse() }));
  expect(reversed.subject?.supplier).toEqual(bom.subject?.supplier);
});

test('it is written as SPDX 2.3 with the same components', async () => {
  const bom = await read(spdxJsonLd, document());
  const again = await read(spdxJson, await write(spdxJson, bom, '2.3'));
  expect(again.components.map(({ name, cpes, licenses }) => ({ name, cpes, licenses }))).toEqual(
    bom.components.map(({ name, cpes, licenses }) => ({ name, cpes, licenses })),
  );
  expect(again.subject).toMatchObject({ ref: 'SPDXRef-app', supplier: { name: 'Acme' } });
  expect(again.dependencies).toEqual(bom.dependencies);
});

test.each([
  ['a remote context', { '@context': 'https://evil.example/context.jsonld' }, '/@context'],
  ['a context of its own', { '@context': [context, { name: 'x' }] }, '/@context'],
  ['no list', { '@graph': {} }, '/@graph'],
  ['no objects', { '@graph': [null] }, '/@graph/0'],
  ['no document', { '@graph': [] }, '/@graph'],
])('%s is refused', async (_, members, place) => {
  const error: unknown = await read(spdxJsonLd, document(members)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FormatError);
  expect((error as FormatError).place).toBe(place);
});
