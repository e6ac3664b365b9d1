import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from './documents.js';

const iri = (name: string): string => `https://example.org/d#SPDXRef-${name}`;
const element = (type: string, name: string, more: object = {}): object => ({
  type,
  spdxId: iri(name),
  creationInfo: '_:c',
  name,
  ...more,
});

/** The relationships in SPDX 2.3 of the package "a" of SPDX 3.0.1, which has these, and their losses. */
async function converted(relationships: readonly { type: string; to: readonly string[]; comment?: string }[]) {
  const graph = [
    { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [iri('me')] }, // prettier-ignore
    element('Person', 'me'),
    element('SpdxDocument', 'DOCUMENT', { rootElement: [iri('a')] }),
    ...['a', 'b', 'c'].map((name) => element('software_Package', name)),
    ...relationships.map(({ type: relationshipType, ...more }, index) => ({
      type: 'Relationship',
      spdxId: iri(`r${index}`),
      creationInfo: '_:c',
      from: iri('a'),
      relationshipType,
      ...more,
    })),
  ];
  const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
  const bom = await read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': graph }));
  const losses: string[] = [];
  const text = await write(spdxJson, bom, '2.3', losses);
  const written = (JSON.parse(text) as { relationships: Record<string, string>[] }).relationships;
  const lines = written
    .filter(({ relationshipType }) => relationshipType !== 'DESCRIBES')
    .map(({ spdxElementId: from, relationshipType: type, relatedSpdxElement: to, comment = '' }) =>
      `${from} ${type} ${to} ${comment}`.trim().replaceAll('SPDXRef-', ''),
    );
  return { lines: lines.sort(), losses };
}
const none = 'https://spdx.org/rdf/3.0.1/terms/Core/NoneElement';

test.each([
  ['that there are no dependencies', [{ type: 'dependsOn', to: [none] }], ['a DEPENDS_ON NONE']],
  ['a type that SPDX 2.3 lacks', [{ type: 'trainedOn', to: [iri('b')] }], ['a OTHER b trainedOn']],
  [
    'such a type, of many packages',
    [{ type: 'trainedOn', to: [iri('b'), iri('c')] }],
    ['a OTHER b trainedOn', 'a OTHER c trainedOn'],
  ],
  [
    'such a type with a comment',
    [{ type: 'trainedOn', to: [iri('b')], comment: 'in part' }],
    ['a OTHER b trainedOn: in part'],
  ],
  [
    'two of one type, which differ in their comments',
    [
      { type: 'trainedOn', to: [iri('b')] },
      { type: 'trainedOn', to: [iri('b')], comment: 'in part' },
    ],
    ['a OTHER b trainedOn', 'a OTHER b trainedOn: in part'],
  ],
  ['a type that SPDX 2.3 has', [{ type: 'generates', to: [iri('b')] }], ['a GENERATES b']],
])('SPDX 3.0.1 in SPDX 2.3 says once: %s', async (_, relationships, expected) => {
  expect(await converted(relationships)).toEqual({ lines: expected, losses: [] });
});
