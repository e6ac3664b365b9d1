import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from '../spdx/documents.js';

/*
 * "There is none" and "nobody says" are different statements: neither may become the other on the way from one format
 * to another, nor be lost.
 */

const json = JSON.parse as (text: string) => Record<string, any>;

describe('a component of which CycloneDX lists no dependencies', () => {
  const document = (aggregate: string): string =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: ['a', 'b'].map((name) => ({ type: 'library', 'bom-ref': name, name })),
      dependencies: [
        { ref: 'a', dependsOn: [] },
        { ref: 'b', dependsOn: [] },
      ],
      compositions: [{ aggregate, dependencies: ['a'] }],
    });
  const targetsIn = (relationships: readonly JsonObject[], type: string, to: string): unknown[] =>
    relationships.filter(({ relationshipType }) => relationshipType === type).map((one) => [one[to]].flat()[0]);

  test.each([
    ['incomplete', 'NOASSERTION'],
    ['incomplete_third_party_only', 'NOASSERTION'],
    ['unknown', 'NOASSERTION'],
    ['not_specified', 'NOASSERTION'],
    ['complete', 'NONE'],
  ])('depends in SPDX on what its composition says: %s is %s', async (aggregate, target) => {
    const bom = await read(cycloneDxJson, document(aggregate));
    const { relationships } = json(await write(spdxJson, bom, '2.3'));
    expect(targetsIn(relationships, 'DEPENDS_ON', 'relatedSpdxElement')).toEqual([target, 'NONE']);
    const graph = json(await write(spdxJsonLd, bom, '3.0.1'))['@graph'];
    const element = `https://spdx.org/rdf/3.0.1/terms/Core/${target === 'NONE' ? 'None' : 'NoAssertion'}Element`;
    expect(targetsIn(graph, 'dependsOn', 'to')).toEqual([element, 'https://spdx.org/rdf/3.0.1/terms/Core/NoneElement']);
  });
});
