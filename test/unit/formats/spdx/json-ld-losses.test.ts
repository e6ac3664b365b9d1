import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxCsv } from '../../../../src/formats/spdx/spdx-csv.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const document = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'd',
  dataLicense: 'CC0-1.0',
  documentNamespace: 'https://example.org/d',
  creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
};
const aPackage = { SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION' };

/** The elements that an SPDX 2.3 document becomes, and what is told to be lost. */
async function turned(more: object): Promise<{ elements: JsonObject[]; losses: string[] }> {
  const bom = await read(spdxJson, JSON.stringify({ ...document, packages: [aPackage], ...more }));
  const losses: string[] = [];
  const text = await write(spdxJsonLd, bom, '3.0.1', losses);
  return { elements: (JSON.parse(text) as { '@graph': JsonObject[] })['@graph'], losses: losses.sort() };
}
const ofType = (elements: readonly JsonObject[], type: string): JsonObject =>
  elements.find((element) => element.type === type)!;

describe('SPDX 2.3 written as 3.0.1', () => {
  test('a file keeps all its types that have a purpose, and what has none is told', async () => {
    const file = {
      SPDXID: 'SPDXRef-f',
      fileName: './f',
      fileTypes: ['SOURCE', 'TEXT', 'DOCUMENTATION'],
      checksums: [
        { algorithm: 'SHA1', checksumValue: 'a'.repeat(40) },
        { algorithm: 'ODD', checksumValue: 'b'.repeat(40) },
      ],
      licenseInfoInFiles: ['MIT', 'NONE'],
      fileDependencies: ['SPDXRef-a'],
      noticeText: 'notice',
    };
    const { elements, losses } = await turned({ files: [file] });
    expect(ofType(elements, 'software_File')).toMatchObject({
      software_primaryPurpose: 'source',
      software_additionalPurpose: ['documentation'],
      verifiedUsing: [{ algorithm: 'sha1' }],
    });
    expect(losses).toEqual(['checksums', 'fileDependencies', 'fileTypes', 'noticeText']);
    const licenses = elements.filter(({ relationshipType }) => relationshipType === 'hasDeclaredLicense');
    expect(licenses.map(({ to }) => to)).toEqual([
      [ofType(elements, 'simplelicensing_LicenseExpression').spdxId],
      ['https://spdx.org/rdf/3.0.1/terms/ExpandedLicensing/NoneLicense'],
    ]);
  });

  test('a snippet keeps its attribution, and its other licences and ranges are told', async () => {
    const range = (start: number, end: number) => ({
      startPointer: { offset: start, reference: 'SPDXRef-f' },
      endPointer: { offset: end, reference: 'SPDXRef-f' },
    });
    const snippet = {
      SPDXID: 'SPDXRef-s',
      snippetFromFile: 'SPDXRef-f',
      name: 's',
      attributionTexts: ['thanks'],
      ranges: [range(1, 2), range(3, 4)],
      licenseInfoInSnippets: ['MIT'],
      licenseComments: 'why',
    };
    const files = [{ SPDXID: 'SPDXRef-f', fileName: './f', checksums: [] }];
    const { elements, losses } = await turned({ files, snippets: [snippet] });
    expect(ofType(elements, 'software_Snippet')).toMatchObject({
      software_attributionText: ['thanks'],
      software_byteRange: { beginIntegerRange: 1, endIntegerRange: 2 },
    });
    expect(losses).toEqual(['licenseComments', 'licenseInfoInSnippets', 'ranges']);
  });

  test('a package keeps its purpose and every external reference', async () => {
    const swh = `swh:1:cnt:${'a'.repeat(40)}`;
    const full = {
      ...aPackage,
      primaryPackagePurpose: 'ARCHIVE',
      externalRefs: [
        { referenceCategory: 'PERSISTENT-ID', referenceType: 'swh', referenceLocator: swh },
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' },
        { referenceCategory: 'OTHER', referenceType: 'ours', referenceLocator: 'x', comment: 'why' },
      ],
    };
    const { elements, losses } = await turned({ packages: [full] });
    expect(ofType(elements, 'software_Package')).toMatchObject({
      software_primaryPurpose: 'archive',
      software_packageUrl: 'pkg:npm/a@1',
      externalIdentifier: [
        { externalIdentifierType: 'swhid', identifier: swh },
        { externalIdentifierType: 'other', identifier: 'x', comment: 'OTHER ours: why' },
      ],
    });
    expect(losses).toEqual([]);
  });

  test("a licence text's references are told", async () => {
    const info = { licenseId: 'LicenseRef-1', extractedText: 'text', seeAlsos: ['https://example.org'] };
    const { losses } = await turned({ hasExtractedLicensingInfos: [info] });
    expect(losses).toEqual(['seeAlsos']);
  });

  test('a relationship to an element of another document is told, not left hanging', async () => {
    const to = {
      spdxElementId: 'SPDXRef-a',
      relationshipType: 'AMENDS',
      relatedSpdxElement: 'DocumentRef-x:SPDXRef-y',
    };
    const { elements, losses } = await turned({ relationships: [to] });
    expect(JSON.stringify(elements)).not.toContain('DocumentRef-x');
    expect(losses).toEqual(['relationship']);
  });
});

test('SPDX 3.0.1 read and written again loses nothing of a plain package', async () => {
  const graph = [
    { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [] },
    { type: 'SpdxDocument', spdxId: 'https://example.org/d#doc', creationInfo: '_:c', name: 'd' },
    {
      type: 'software_Package',
      spdxId: 'https://example.org/d#a',
      creationInfo: '_:c',
      name: 'a',
      software_sourceInfo: 'from a tarball',
    },
  ];
  const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
  const bom = await read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': graph }));
  const losses: string[] = [];
  const text = await write(spdxJsonLd, bom, '3.0.1', losses);
  expect(losses).toEqual([]);
  expect(text).toContain('"software_sourceInfo":"from a tarball"');
  expect(await write(cycloneDxJson, bom, '1.6')).not.toMatch(/spdx:package:(?:type|creation-info)/);
});

describe('the head of a document', () => {
  const head = {
    comment: 'of the document',
    creationInfo: {
      created: '2024-01-01T00:00:00Z',
      comment: 'of its making',
      licenseListVersion: '3.20',
      creators: ['Tool: t-1', 'Person: Ada (ada@example.org)', 'Organization: Acme'],
    },
  };

  test('goes from SPDX 2.3 to 3.0.1 and back, but for the version of the licence list, which is told', async () => {
    const { elements, losses } = await turned(head);
    expect(ofType(elements, 'SpdxDocument')).toMatchObject({ comment: 'of the document' });
    const nameOf = (id: unknown): unknown => elements.find(({ spdxId }) => spdxId === id)!.name;
    const { createdBy, createdUsing, comment } = ofType(elements, 'CreationInfo') as Record<string, string[]>;
    expect(createdBy!.map(nameOf)).toEqual(['Ada', 'Acme', 'Stocktake-0.1.0']);
    expect(createdUsing!.map(nameOf)).toEqual(['t-1']);
    expect(comment).toBe('of its making');
    expect(losses).toEqual(['licenseListVersion']);

    const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
    const bom = await read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': elements }));
    const reported: string[] = [];
    expect(JSON.parse(await write(spdxJson, bom, '2.3', reported))).toMatchObject({
      comment: 'of the document',
      creationInfo: {
        comment: 'of its making',
        creators: ['Person: Ada (ada@example.org)', 'Organization: Acme', 'Tool: Stocktake-0.1.0', 'Tool: t-1'],
      },
    });
    expect(reported).toEqual([]);
  });

  test('is told where a sheet of packages has no place for it', async () => {
    const bom = await read(spdxJson, JSON.stringify({ ...document, packages: [aPackage], ...head }));
    const losses: string[] = [];
    await write(spdxCsv, bom, '2.3', losses);
    expect(losses.sort()).toEqual(['comment', 'creationInfo']);
  });

  test.each([
    ['SPDX 2.3', spdxJson, '2.3'],
    ['CycloneDX', cycloneDxJson, '1.6'],
  ] as const)('of SPDX 3.0 is told member by member where it has no place in %s', async (_, format, version) => {
    const graph = [
      { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [] },
      {
        type: 'SpdxDocument',
        spdxId: 'https://example.org/d#doc',
        creationInfo: '_:c',
        name: 'd',
        description: 'described',
        comment: 'held',
      },
    ];
    const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
    const bom = await read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': graph }));
    const losses: string[] = [];
    expect(await write(format, bom, version, losses)).toContain('held');
    expect(losses).toEqual(['description']);
  });
});
