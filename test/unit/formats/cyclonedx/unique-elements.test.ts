import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { dependencyNodes } from '../../../../src/formats/cyclonedx/dependency-nodes.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import type { BomDependency, JsonObject } from '../../../../src/model/document.js';
import { jsonValidator } from '../../../support/conformance/cyclonedx-schemas.js';
import { read, write } from '../spdx/documents.js';

const id = (name: string): string => `SPDXRef-${name}`;
const relationship = ([from, relationshipType, to]: readonly [string, string, string]): JsonObject => ({
  spdxElementId: id(from),
  relationshipType,
  relatedSpdxElement: to.startsWith('DocumentRef-') ? to : id(to),
});
const annotation: JsonObject = {
  annotationDate: '2026-01-02T03:04:05Z',
  annotationType: 'OTHER',
  annotator: 'Person: P',
  comment: 'looks good',
};

async function converted(relationships: readonly (readonly [string, string, string])[], version: string) {
  const document = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: id('DOCUMENT'),
    name: 'd',
    dataLicense: 'CC0-1.0',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
    externalDocumentRefs: [
      {
        externalDocumentId: 'DocumentRef-x',
        spdxDocument: 'https://example.org/x',
        checksum: { algorithm: 'SHA1', checksumValue: 'a'.repeat(40) },
      },
    ],
    packages: ['a', 'b', 'c', 'd'].map((name) => ({ SPDXID: id(name), name, downloadLocation: 'NOASSERTION' })),
    annotations: [annotation, annotation],
    relationships: relationships.map(relationship),
  };
  const bom = await read(spdxJson, JSON.stringify(document));
  const text = await write(cycloneDxJson, bom, version);
  return JSON.parse(text) as { dependencies: JsonObject[]; annotations: JsonObject[] };
}

describe('elements of lists in which the schema allows none twice', () => {
  test.each(['1.4', '1.5', '1.6', '1.7'])('CycloneDX %s made of repeated relationships is valid', async (version) => {
    const bom = await converted(
      [
        ['b', 'DEPENDENCY_OF', 'a'],
        ['c', 'DEPENDENCY_OF', 'd'],
        ['a', 'DEPENDS_ON', 'b'],
        ['b', 'CONTAINS', 'c'],
        ['a', 'STATIC_LINK', 'DocumentRef-x:SPDXRef-z'],
        ['c', 'CONTAINS', 'd'],
        ['b', 'CONTAINS', 'c'],
        ['a', 'STATIC_LINK', 'DocumentRef-x:SPDXRef-z'],
      ],
      version,
    );
    expect(jsonValidator(version)(bom)).toBeNull();
  });

  test('a component has one node, however its dependencies are scattered over the document', async () => {
    const { dependencies } = await converted(
      [
        ['b', 'DEPENDENCY_OF', 'a'],
        ['b', 'DEPENDENCY_OF', 'd'],
        ['c', 'DEPENDENCY_OF', 'a'],
        ['b', 'DEPENDS_ON', 'c'],
        ['c', 'DEPENDENCY_OF', 'd'],
        ['a', 'DEPENDS_ON', 'b'],
      ],
      '1.6',
    );
    expect(dependencies).toEqual([
      { ref: id('b'), dependsOn: [id('c')] },
      { ref: id('a'), dependsOn: [id('b'), id('c')] },
      { ref: id('d'), dependsOn: [id('b'), id('c')] },
    ]);
  });

  test('nodes come whole where the edges take several passes', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const edges: BomDependency[] = ['x', 'y', 'z'].flatMap((end) =>
      names.map((from) => ({ from, to: [end], kind: end === 'z' ? 'provides' : 'depends-on' })),
    );
    let passes = 0;
    async function* all(): AsyncIterable<readonly BomDependency[]> {
      passes += 1;
      for (let start = 0; start < edges.length; start += 7) yield await Promise.resolve(edges.slice(start, start + 7));
    }
    const nodes: JsonObject[] = [];
    for await (const batch of dependencyNodes(all, 10)) nodes.push(...batch);
    expect(nodes).toEqual(names.map((ref) => ({ ref, dependsOn: ['x', 'y'], provides: ['z'] })));
    expect(passes).toBeGreaterThan(5);
  });
});
