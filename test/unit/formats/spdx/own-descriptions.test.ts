import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { read, write } from './documents.js';

const relationship = (
  spdxElementId: string,
  relationshipType: string,
  relatedSpdxElement: string,
  comment?: string,
) => ({
  spdxElementId,
  relationshipType,
  relatedSpdxElement,
  ...(comment !== undefined && { comment }),
});

test.each([
  ['DESCRIBES', relationship('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-a', 'the product as it is shipped')],
  ['DESCRIBED_BY', relationship('SPDXRef-a', 'DESCRIBED_BY', 'SPDXRef-DOCUMENT', 'the product as it is shipped')],
  ['DESCRIBES without a comment', relationship('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-a')],
])('a document is written once to describe its subject, with the comment on that: %s', async (_, description) => {
  const document = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'd',
    dataLicense: 'CC0-1.0',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
    packages: ['a', 'b'].map((name) => ({ SPDXID: `SPDXRef-${name}`, name, downloadLocation: 'NOASSERTION' })),
    relationships: [description, relationship('SPDXRef-a', 'CONTAINS', 'SPDXRef-b')],
  };
  const bom = await read(spdxJson, JSON.stringify(document));
  expect(bom.subject?.name).toBe('a');
  const tagValue = await write(spdxTagValue, bom, '2.3');
  for (const again of [bom, await read(spdxTagValue, tagValue)]) {
    const { relationships } = JSON.parse(await write(spdxJson, again, '2.3')) as typeof document;
    expect(relationships.filter(({ relationshipType }) => /^DESCRI/.test(relationshipType))).toEqual([description]);
  }
});
