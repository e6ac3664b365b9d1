import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import type { Format } from '../../../../src/formats/format.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from './documents.js';

const iri = (name: string): string => `https://example.org/d#${name}`;
const element = (type: string, name: string, more: object = {}): object => ({
  type,
  spdxId: iri(name),
  creationInfo: '_:c',
  name,
  ...more,
});
const relationship = (from: string, type: string, to: string, more: object = {}): object => ({
  type: 'Relationship',
  spdxId: iri(`r-${from}-${type}-${to}`),
  creationInfo: '_:c',
  from: iri(from),
  relationshipType: type,
  to: [iri(to)],
  ...more,
});

const graph = [
  { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [iri('me')] },
  element('Person', 'me'),
  element('Organization', 'maker'),
  element('SpdxDocument', 'doc', { rootElement: [iri('app')] }),
  element('software_Package', 'app', {
    suppliedBy: iri('maker'),
    software_homePage: 'https://example.org/app',
    software_sourceInfo: 'from a tarball',
    builtTime: '2026-01-01T00:00:00Z',
    software_primaryPurpose: 'library',
  }),
  element('software_Package', 'lib'),
  element('software_File', 'src/main.py', {
    software_copyrightText: 'Copyright 2026 Jane',
    software_primaryPurpose: 'source',
    verifiedUsing: [{ type: 'Hash', algorithm: 'sha1', hashValue: 'a'.repeat(40) }],
  }),
  {
    type: 'simplelicensing_LicenseExpression',
    spdxId: iri('mit'),
    creationInfo: '_:c',
    simplelicensing_licenseExpression: 'MIT',
  },
  relationship('doc', 'describes', 'app'),
  relationship('app', 'dependsOn', 'lib', { comment: 'at run time' }),
  relationship('app', 'contains', 'src/main.py'),
  relationship('app', 'contains', 'src/main.py', { spdxId: iri('again') }),
  relationship('app', 'hasDeclaredLicense', 'mit'),
  relationship('lib', 'hasConcludedLicense', 'mit', { completeness: 'complete' }),
];

const expression = (name: string, text: string): object => ({
  type: 'simplelicensing_LicenseExpression',
  spdxId: iri(name),
  creationInfo: '_:c',
  simplelicensing_licenseExpression: text,
});

async function converted(
  to: Format,
  version: string,
  more: readonly object[] = [],
): Promise<{ text: string; losses: string[] }> {
  const context = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
  const bom = await read(spdxJsonLd, JSON.stringify({ '@context': context, '@graph': [...graph, ...more] }));
  const losses: string[] = [];
  return { text: await write(to, bom, version, losses), losses };
}

describe('SPDX 3.0.1 in other words', () => {
  test('CycloneDX has its files, edges and licences, and nothing of it is told as lost', async () => {
    const { text, losses } = await converted(cycloneDxJson, '1.6');
    expect(losses).toEqual([]);
    const { metadata, annotations, dependencies } = JSON.parse(text) as Record<string, any>;
    expect(metadata.component).toMatchObject({ name: 'app', licenses: [{ license: { id: 'MIT' } }] });
    expect(metadata.component.components).toMatchObject([
      { name: 'src/main.py', copyright: 'Copyright 2026 Jane', hashes: [{ alg: 'SHA-1' }] },
    ]);
    expect(dependencies).toEqual([{ ref: iri('app'), dependsOn: [iri('lib')] }]);
    expect(annotations.map((annotation: { text: string }) => annotation.text)).toEqual([
      expect.stringContaining('DEPENDS_ON'),
      expect.stringContaining(`CONTAINS ${iri('src/main.py')}`),
    ]);
  });

  test('a relationship that only SPDX 3.0 knows stands once', async () => {
    const { text } = await converted(cycloneDxJson, '1.6', [
      relationship('app', 'trainedOn', 'lib'),
      relationship('app', 'testedOn', 'lib', { comment: 'twice' }),
    ]);
    const { annotations } = JSON.parse(text) as { annotations: { text: string }[] };
    expect(annotations.map(({ text }) => text).filter((text) => /(?:trained|tested)On/.test(text))).toEqual([
      `SPDX relationship ${iri('app')} OTHER ${iri('lib')}: testedOn: twice`,
      'Relationship: trainedOn',
      'Relationship: testedOn',
    ]);
  });

  test.each(['2.2', '2.3'])(
    'the licences of a file are its members in SPDX %s, and not told as lost',
    async (version) => {
      const { text, losses } = await converted(spdxJson, version, [
        expression('isc', 'ISC'),
        expression('both', 'ISC OR MIT'),
        relationship('src/main.py', 'hasConcludedLicense', 'both'),
        relationship('src/main.py', 'hasDeclaredLicense', 'mit'),
        relationship('src/main.py', 'hasDeclaredLicense', 'isc'),
      ]);
      expect(losses.filter((what) => version === '2.3' || /relationship|licen|element/i.test(what))).toEqual([]);
      const { files } = JSON.parse(text) as { files: object[] };
      expect(files).toMatchObject([{ licenseConcluded: 'ISC OR MIT', licenseInfoInFiles: ['MIT', 'ISC'] }]);
    },
  );

  test('a choice that is found in a file is told as lost, for SPDX 2.3 lists single licences', async () => {
    const { text, losses } = await converted(spdxJson, '2.3', [
      expression('c', 'GPL-2.0-only WITH Classpath-exception-2.0 OR MIT'),
      relationship('src/main.py', 'hasDeclaredLicense', 'c'),
    ]);
    expect(losses).toEqual(['licenseInfoInFiles']);
    expect(JSON.parse(text)).toMatchObject({ files: [{ licenseInfoInFiles: ['GPL-2.0-only', 'MIT'] }] });
  });

  test('SPDX 2.3 has the same, and what its packages are told by their relationships', async () => {
    const { text, losses } = await converted(spdxJson, '2.3');
    expect(losses).toEqual([]);
    const { packages, files, relationships } = JSON.parse(text) as Record<string, any[]>;
    expect(packages![0]).toMatchObject({
      name: 'app',
      supplier: 'Organization: maker',
      homepage: 'https://example.org/app',
      sourceInfo: 'from a tarball',
      builtDate: '2026-01-01T00:00:00Z',
      licenseDeclared: 'MIT',
    });
    // SPDX 3 does not say whose files were analysed: those are that are there.
    expect(packages!.map(({ name, filesAnalyzed }) => [name, filesAnalyzed])).toEqual([
      ['app', true],
      ['lib', false],
    ]);
    expect(files).toMatchObject([{ fileName: 'src/main.py', fileTypes: ['SOURCE'] }]);
    expect(new Set(relationships!.map(({ relationshipType }) => relationshipType))).toEqual(
      new Set(['DESCRIBES', 'DEPENDS_ON', 'CONTAINS']),
    );
  });
});

describe('when and whether a dependency of SPDX 3.0.1 is needed', () => {
  const scoped = (scope: string): object =>
    relationship('app', 'dependsOn', 'lib', { type: 'LifecycleScopedRelationship', spdxId: iri('scoped'), scope });
  const plain = (type: string): object => relationship('app', type, 'lib');
  const textsOf = (text: string): string[] =>
    (JSON.parse(text) as { annotations: { text: string }[] }).annotations.map((annotation) => annotation.text);

  test.each([
    ['DEV_DEPENDENCY_OF', scoped('development')],
    ['TEST_DEPENDENCY_OF', scoped('test')],
    ['BUILD_DEPENDENCY_OF', scoped('build')],
    ['RUNTIME_DEPENDENCY_OF', scoped('runtime')],
    ['OPTIONAL_DEPENDENCY_OF', plain('hasOptionalDependency')],
    ['PROVIDED_DEPENDENCY_OF', plain('hasProvidedDependency')],
  ])('is an annotation of CycloneDX beside the edge, as %s of SPDX 2.3 is', async (type, added) => {
    const { text, losses } = await converted(cycloneDxJson, '1.6', [added]);
    expect(textsOf(text)).toContain(`SPDX relationship ${iri('lib')} ${type} ${iri('app')}`);
    expect((JSON.parse(text) as { dependencies: object[] }).dependencies).toContainEqual({
      ref: iri('app'),
      dependsOn: [iri('lib')],
    });
    expect(losses).toEqual([]);
  });

  test.each([
    ['SPDX 2.3', spdxJson, '2.3'],
    ['CycloneDX', cycloneDxJson, '1.6'],
  ] as const)('is told as lost to %s where that has no name for it', async (_, format, version) => {
    for (const scope of ['design', 'other'])
      expect((await converted(format, version, [scoped(scope)])).losses).toEqual(['scope']);
    for (const type of ['contains', 'usesTool', 'hasOptionalDependency'])
      expect((await converted(format, version, [{ ...plain(type), scope: 'runtime' }])).losses).toEqual(['scope']);
    expect((await converted(format, version, [{ ...plain('usesTool'), scope: 'test' }])).losses).toEqual([]);
  });
});

describe('who made the elements of SPDX 3.0.1', () => {
  const targets = [
    ['SPDX 2.3', spdxJson, '2.3'],
    ['CycloneDX', cycloneDxJson, '1.6'],
  ] as const;
  const info = { type: 'CreationInfo', '@id': '_:other', specVersion: '3.0.1', created: '2020-01-02T03:04:05Z' };
  const email = {
    externalIdentifier: [{ type: 'ExternalIdentifier', externalIdentifierType: 'email', identifier: 'a@b.c' }],
  };

  test.each(targets)('is told as lost to %s where it is not the document', async (_, format, version) => {
    const { losses } = await converted(format, version, [
      { ...info, createdBy: [iri('other')], createdUsing: [iri('tool')] },
      element('Organization', 'other'),
      element('Tool', 'tool'),
      element('software_Package', 'foreign', { creationInfo: '_:other' }),
      element('software_Package', 'own', { creationInfo: { ...info, '@id': '_:inline', createdBy: [iri('me')] } }),
    ]);
    expect(losses.sort()).toEqual(['creationInfo', 'element', 'element', 'element']);
  });

  test.each(targets)('is not told as lost to %s where a field has it', async (_, format, version) => {
    const { losses } = await converted(format, version, [
      element('Person', 'author', email),
      element('software_Package', 'made', { originatedBy: [iri('author')] }),
    ]);
    expect(losses).toEqual([]);
  });

  test('is told as lost where only the first originator has a field', async () => {
    const { losses } = await converted(cycloneDxJson, '1.6', [
      element('Person', 'first'),
      element('Person', 'second'),
      element('software_Package', 'made', { originatedBy: [iri('first'), iri('second')] }),
    ]);
    expect(losses).toEqual(['element']);
  });
});

test.each(['2.2', '2.3'])(
  'a package with members of a wrong type is written as SPDX %s with defaults',
  async (version) => {
    const broken = { software_downloadLocation: { no: 'text' }, software_homePage: ['x'], comment: {} };
    const losses: string[] = [];
    const bom = await read(
      spdxJsonLd,
      JSON.stringify({
        '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
        '@graph': [...graph, element('software_Package', 'broken', broken)],
      }),
    );
    const { packages } = JSON.parse(await write(spdxJson, bom, version, losses)) as {
      packages: { name: string; downloadLocation: string }[];
    };
    expect(packages.find(({ name }) => name === 'broken')?.downloadLocation).toBe('NOASSERTION');
    expect(losses).toEqual(expect.arrayContaining(['downloadLocation', 'homepage', 'comment']));
  },
);
