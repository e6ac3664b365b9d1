import type { Bom, Json, JsonObject } from '../../../../src/model/document.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxXml } from '../../../../src/formats/spdx/xml.js';
import { spdxYaml } from '../../../../src/formats/spdx/yaml.js';
import { yamlMembers } from '../../../../src/formats/writing/yaml-text.js';
import { read } from './documents.js';

const sum = 'a'.repeat(40);

/** As spdx-tools 0.7 for Python wrote it. */
const later: JsonObject = {
  spdxVersion: 'SPDX-2.1',
  SPDXID: 'SPDXRef-DOCUMENT',
  dataLicense: 'CC0-1.0',
  name: 'old',
  documentNamespace: 'https://example.org/old',
  creationInfo: { created: '2019-01-02T03:04:05Z', creators: ['Tool: t'] },
  documentDescribes: [
    {
      Package: {
        SPDXID: 'SPDXRef-one',
        name: 'one',
        versionInfo: '1.10',
        downloadLocation: 'NONE',
        sha1: sum,
        checksums: [{ algorithm: 'checksumAlgorithm_sha1', checksumValue: sum }],
        files: [
          {
            File: {
              SPDXID: 'SPDXRef-file',
              name: './a.c',
              sha1: sum,
              fileTypes: ['fileType_source'],
              licenseInfoFromFiles: ['MIT'],
              artifactOf: [{ name: 'A' }],
              checksums: [{ algorithm: 'checksumAlgorithm_sha1', checksumValue: sum }],
            },
          },
        ],
      },
    },
    { File: { SPDXID: 'SPDXRef-alone', name: './b.c', sha1: sum } },
  ],
  hasExtractedLicensingInfos: [{ licenseId: 'LicenseRef-1', extractedText: 'Do.', seeAlso: ['https://example.org'] }],
  reviewers: [{ reviewer: 'Person: R', reviewDate: '2019-01-02T03:04:05Z', comment: 'fine' }],
  annotations: [
    {
      SPDXID: 'SPDXRef-one',
      annotator: 'Person: A',
      annotationDate: '2019-01-02T03:04:05Z',
      annotationType: 'REVIEW',
      comment: 'seen',
    },
  ],
  snippets: [
    { SPDXID: 'SPDXRef-snippet', fileId: 'SPDXRef-file', name: 's', licenseInfoFromSnippet: ['MIT'], comment: 'c' },
  ],
};

/** As those of 0.6 did: the same under names of its own. */
const earlier = JSON.parse(
  JSON.stringify(later)
    .replaceAll('"SPDXID"', '"id"')
    .replace('"spdxVersion"', '"specVersion"')
    .replace('"documentNamespace"', '"namespace"')
    .replace('"hasExtractedLicensingInfos"', '"extractedLicenseInfos"'),
) as JsonObject;

const xmlOf = (name: string, value: Json): string => {
  if (Array.isArray(value)) return value.map((item) => xmlOf(name, item)).join('');
  if (value === null || typeof value !== 'object') return `<${name}>${String(value)}</${name}>`;
  return `<${name}>${Object.entries(value)
    .map(([inner, content]) => xmlOf(inner, content))
    .join('')}</${name}>`;
};

/** What has been read, without the places, which each encoding names in its own way. */
const partsOf = ({ components, parts, dependencies }: Bom): unknown => ({
  components: components.map((component) => ({ ...component, place: '' })),
  parts,
  dependencies,
});

describe('the old layout of the Python tools', () => {
  test.each([
    ['0.7', later],
    ['0.6', earlier],
  ])('is read under the names of today (%s)', async (_, Document) => {
    const { header, components, parts, warnings } = await read(spdxJson, JSON.stringify({ Document }));
    expect(warnings).toEqual([]);
    expect(header).toMatchObject({ specVersion: '2.1', name: 'old', serial: 'https://example.org/old' });
    expect(components).toMatchObject([
      { ref: 'SPDXRef-one', name: 'one', version: '1.10', hashes: [{ algorithm: 'SHA-1', value: sum }] },
    ]);
    expect(parts.filter(({ kind }) => kind === 'file').map(({ data }) => data)).toEqual([
      {
        SPDXID: 'SPDXRef-file',
        fileName: './a.c',
        fileTypes: ['SOURCE'],
        licenseInfoInFiles: ['MIT'],
        artifactOfs: [{ name: 'A' }],
        checksums: [{ algorithm: 'SHA1', checksumValue: sum }],
      },
      { SPDXID: 'SPDXRef-alone', fileName: './b.c', checksums: [{ algorithm: 'SHA1', checksumValue: sum }] },
    ]);
    expect(parts).toContainEqual(
      expect.objectContaining({
        kind: 'relationship',
        data: expect.objectContaining({
          spdxElementId: 'SPDXRef-one',
          relationshipType: 'CONTAINS',
          relatedSpdxElement: 'SPDXRef-file',
        }),
      }),
    );
    expect(parts).toContainEqual(expect.objectContaining({ kind: 'annotation', ref: 'SPDXRef-one' }));
    expect(parts).toContainEqual(expect.objectContaining({ kind: 'review' }));
    const snippet = { snippetFromFile: 'SPDXRef-file', licenseInfoInSnippets: ['MIT'] };
    expect(parts).toContainEqual(expect.objectContaining({ kind: 'snippet', data: expect.objectContaining(snippet) }));
    const license = { licenseId: 'LicenseRef-1', seeAlsos: ['https://example.org'] };
    expect(parts).toContainEqual(
      expect.objectContaining({ kind: 'extracted-license', data: expect.objectContaining(license) }),
    );
  });

  test('says the same in JSON, YAML and XML', async () => {
    const json = partsOf(await read(spdxJson, JSON.stringify({ Document: later })));
    const [yaml, xml] = [`Document:${yamlMembers(later, '\n  ')}\n`, xmlOf('SpdxDocument', { Document: later })];
    expect([spdxYaml, spdxXml].map(({ detect }, index) => detect([yaml, xml][index]!))).toEqual([true, true]);
    expect(partsOf(await read(spdxYaml, yaml))).toEqual(json);
    expect(partsOf(await read(spdxXml, xml))).toEqual(json);
  });

  test('has nothing to do with names that every object has', async () => {
    const text = JSON.stringify({ Document: { ...later, constructor: 'x' } })
      .replace('"constructor"', '"__proto__":{"a":1},"constructor"')
      .replace('"Package":{', '"Package":{"__proto__":{"name":"other"},"toString":"x",');
    expect((await read(spdxJson, text)).components).toMatchObject([{ name: 'one' }]);
  });

  test('a package that is none is told of with its place', async () => {
    const Document = { ...later, documentDescribes: [{ Package: 'one' }, 7] };
    const { warnings } = await read(spdxJson, JSON.stringify({ Document }));
    expect(warnings.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['/Document/documentDescribes/0', '/Document/documentDescribes/1']),
    );
  });
});
