import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { cycloneDxXml } from '../../../../src/formats/cyclonedx/xml.js';
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

test.each([
  ['objects in place of refs', [{ ref: 'b' }], []],
  ['an object in place of the list', { ref: 'b' }, []],
  ['one object among refs', ['b', { ref: 'c' }], ['b']],
])('dependencies of CycloneDX that cannot be read are not "none": %s', async (_, dependsOn, targets) => {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: ['a', 'b'].map((name) => ({ type: 'library', 'bom-ref': name, name })),
    dependencies: [{ ref: 'a', dependsOn }],
  };
  const bom = await read(cycloneDxJson, JSON.stringify(document));
  expect(bom.warnings).toMatchObject([
    { place: '/dependencies/0', message: expect.stringContaining('skipped') as string },
  ]);
  expect(bom.dependencies).toEqual(targets.length === 0 ? [] : [{ from: 'a', to: targets, kind: 'depends-on' }]);
});

test('a single ref of CycloneDX in place of the list is read, and nothing is told as skipped', async () => {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: ['a', 'b'].map((name) => ({ type: 'library', 'bom-ref': name, name })),
    dependencies: [{ ref: 'a', dependsOn: 'b' }],
  };
  const { dependencies, warnings } = await read(cycloneDxJson, JSON.stringify(document));
  expect(dependencies).toEqual([{ from: 'a', to: ['b'], kind: 'depends-on' }]);
  expect(warnings).toEqual([
    {
      place: '/dependencies/0',
      message: 'The dependencies of this entry are a text, not a list; it was read as one ref',
    },
  ]);
});

test.each([
  ['<dependency/>', []],
  ['<dependency>b</dependency>', []],
  ['<dependsOn ref="b"/>', []],
  ['<dependency ref="b"/><dependency/>', ['b']],
])('nor are those in XML: %s', async (inner, targets) => {
  const components = '<components><component type="library" bom-ref="a"><name>a</name></component><component type="library" bom-ref="b"><name>b</name></component></components>'; // prettier-ignore
  const dependencies = `<dependencies><dependency ref="a">${inner}</dependency><dependency ref="b"/></dependencies>`;
  const bom = await read(
    cycloneDxXml,
    `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">${components}${dependencies}</bom>`,
  );
  expect(bom.warnings).toMatchObject([{ message: expect.stringContaining('skipped') as string }]);
  expect(bom.dependencies).toEqual([
    ...(targets.length === 0 ? [] : [{ from: 'a', to: targets, kind: 'depends-on' }]),
    { from: 'b', to: [], kind: 'depends-on' },
  ]);
});

describe('a package of SPDX 3.0.1 that has no licence', () => {
  const iri = (name: string): string => `https://example.org/d#${name}`;
  const license = (type: string, name: string, more: object = {}): object => ({
    type: 'Relationship',
    spdxId: iri(`r-${type}`),
    creationInfo: '_:c',
    from: iri('a'),
    relationshipType: type,
    to: [`https://spdx.org/rdf/3.0.1/terms/ExpandedLicensing/${name}License`],
    ...more,
  });
  const document = (...relationships: object[]): string =>
    JSON.stringify({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': [
        { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [iri('me')] }, // prettier-ignore
        { type: 'Person', spdxId: iri('me'), creationInfo: '_:c', name: 'me' },
        { type: 'SpdxDocument', spdxId: iri('SPDXRef-DOCUMENT'), creationInfo: '_:c', name: 'd', rootElement: [iri('a')] }, // prettier-ignore
        { type: 'software_Package', spdxId: iri('a'), creationInfo: '_:c', name: 'a' },
        ...relationships,
      ],
    });

  test('has none in SPDX 2.3 and in CycloneDX', async () => {
    const bom = await read(
      spdxJsonLd,
      document(license('hasDeclaredLicense', 'None'), license('hasConcludedLicense', 'NoAssertion')),
    );
    const losses: string[] = [];
    const [spdx2] = json(await write(spdxJson, bom, '2.3', losses)).packages;
    expect(spdx2).toMatchObject({ licenseDeclared: 'NONE' });
    expect(spdx2).not.toMatchObject({ licenseConcluded: 'NONE' });
    const [component] = json(await write(cycloneDxJson, bom, '1.6', losses)).components;
    expect(component.properties).toEqual([{ name: 'spdx:license-declared', value: 'NONE' }]);
    expect(losses).toEqual([]);
  });

  test('with a dependency that is written in place of its reference has a warning', async () => {
    const inline = { type: 'software_Package', spdxId: iri('b'), creationInfo: '_:c', name: 'b' };
    const bom = await read(spdxJsonLd, document(license('dependsOn', 'None', { to: [inline] })));
    expect(bom.dependencies).toEqual([]);
    expect(bom.warnings).toEqual([
      {
        place: '/@graph/4',
        message: 'The relationship has an end that is no reference; no dependency was read of that',
      },
    ]);
  });

  test('is the same when it is written again', async () => {
    const text = await write(spdxJsonLd, await read(spdxJsonLd, document(license('hasDeclaredLicense', 'None'))), '3.0.1'); // prettier-ignore
    const graph: JsonObject[] = json(text)['@graph'];
    expect(graph.find(({ type }) => type === 'software_Package')).not.toHaveProperty('licenseDeclared');
    expect(graph.filter(({ relationshipType }) => relationshipType === 'hasDeclaredLicense')).toHaveLength(1);
  });

  test('tells what is said about the licence besides', async () => {
    const bom = await read(
      spdxJsonLd,
      document(license('hasConcludedLicense', 'None', { comment: 'no grant found', completeness: 'incomplete' })),
    );
    for (const [format, version] of [
      [spdxJson, '2.3'],
      [cycloneDxJson, '1.6'],
    ] as const) {
      // prettier-ignore
      const losses: string[] = [];
      await write(format, bom, version, losses);
      expect(losses).toEqual(['comment', 'completeness']);
    }
  });
});

test('what SPDX 2.3 says to have no copyright or licence has none in CycloneDX', async () => {
  const none = { copyrightText: 'NONE', licenseConcluded: 'NONE' };
  const silent = { copyrightText: 'NOASSERTION', licenseConcluded: 'NOASSERTION' };
  const file = { fileName: './f', checksums: [{ algorithm: 'SHA1', checksumValue: 'a'.repeat(40) }] };
  const text = JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'd',
    dataLicense: 'CC0-1.0',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t-1'] },
    packages: [none, silent].map((more, index) => ({ SPDXID: `SPDXRef-${index}`, name: 'p', downloadLocation: 'NOASSERTION', ...more })), // prettier-ignore
    files: [none, silent].map((more, index) => ({ SPDXID: `SPDXRef-f${index}`, ...file, ...more })),
  });
  const bom = json(await write(cycloneDxJson, await read(spdxJson, text), '1.6'));
  const noneIn = ({ properties = [] }: { properties?: { name: string; value: string }[] }): string[] =>
    properties.filter(({ value }) => value === 'NONE').map(({ name }) => name);
  const found = [...bom.components, ...(bom.metadata.component?.components ?? [])].map(noneIn);
  expect(found).toEqual([
    ['spdx:package:copyright-text', 'spdx:license-concluded'],
    [],
    ['spdx:file:copyright-text', 'spdx:license-concluded'],
    [],
  ]);
});
