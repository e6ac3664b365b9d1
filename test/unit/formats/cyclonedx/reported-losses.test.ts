import { cycloneDxCsv } from '../../../../src/formats/cyclonedx/csv.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read, write } from '../spdx/documents.js';

const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components: [
    { type: 'library', 'bom-ref': 'a', name: 'a', manufacturer: { name: 'Maker' } },
    { type: 'library', 'bom-ref': 'b', name: 'b' },
    { type: 'library', 'bom-ref': 'c', name: '' },
  ],
  services: [{ 'bom-ref': 's', name: 's' }],
  dependencies: [{ ref: 'a', dependsOn: ['b', 's'] }],
};
const lossesOf = async (format: typeof cycloneDxJson, version: string, of: object = sbom): Promise<string[]> => {
  const losses: string[] = [];
  await write(format, await read(cycloneDxJson, JSON.stringify(of)), version, losses);
  return losses.sort();
};

test('before CycloneDX 1.6 there is no manufacturer', async () => {
  expect(await lossesOf(cycloneDxJson, '1.5')).toEqual(['manufacturer']);
  expect(await lossesOf(cycloneDxJson, '1.6')).toEqual([]);
});

test('a list loses each edge, and the component that has no name', async () => {
  expect(await lossesOf(cycloneDxCsv, '1.6')).toEqual([
    'dependencies',
    'dependencies',
    'manufacturer',
    'name',
    'service',
  ]);
});

test('SPDX 3 has no services, nor what points to them', async () => {
  expect(await lossesOf(spdxJsonLd, '3.0.1')).toEqual(['relationship', 'service']);
});

describe('what the head of a CycloneDX document says', () => {
  const metadata = { lifecycles: [{ phase: 'build' }], tools: { components: [] }, authors: [{ name: 'Ada' }] };
  const headed = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [], metadata };

  it.each([
    ['SPDX 2.3', spdxJson, '2.3'],
    ['SPDX 3.0.1', spdxJsonLd, '3.0.1'],
    ['a list', cycloneDxCsv, '1.6'],
  ] as const)('is told as lost to %s', async (_, format, version) => {
    expect(await lossesOf(format, version, headed)).toEqual([
      'metadata.authors',
      'metadata.lifecycles',
      'metadata.tools',
    ]);
  });

  it('stays in CycloneDX', async () => expect(await lossesOf(cycloneDxJson, '1.6', headed)).toEqual([]));
});

describe('licences that SPDX holds', () => {
  const withLicenses = (...licenses: object[]) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', 'bom-ref': 'a', name: 'a', licenses }],
  });
  const spellings = [
    { license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    { license: { id: 'MIT', acknowledgement: 'declared' } },
    { license: { name: 'Own', text: { content: 'VGV4dA==', encoding: 'base64', contentType: 'text/plain' } } },
    { license: { name: 'MIT OR ISC' } },
  ];

  it.each([
    ['2.3', spdxJson],
    ['3.0.1', spdxJsonLd],
  ] as const)('are not told as lost to SPDX %s, whatever their spelling', async (version, format) => {
    for (const spelling of spellings) expect(await lossesOf(format, version, withLicenses(spelling))).toEqual([]);
    const sbom = await read(cycloneDxJson, JSON.stringify(withLicenses(...spellings)));
    const again = await read(format as typeof cycloneDxJson, await write(format, sbom, version));
    expect(again.components[0]!.licenses).toEqual(sbom.components[0]!.licenses);
  });

  it('are told where something of them has no place', async () => {
    for (const more of [{ licensing: { licensor: {} } }, { text: { content: '<p>', contentType: 'text/html' } }])
      expect(await lossesOf(spdxJson, '2.3', withLicenses({ license: { id: 'MIT', ...more } }))).toEqual(['licenses']);
    expect(await lossesOf(spdxJson, '2.3', withLicenses({ license: { id: 'MIT' } }, {}))).toEqual(['licenses']);
  });
});

describe('an SPDX 2.3 package in CycloneDX', () => {
  const ref = (referenceCategory: string, referenceType: string, referenceLocator: string, comment?: string) => ({
    referenceCategory,
    referenceType,
    referenceLocator,
    ...(comment !== undefined && { comment }),
  });
  const listed = [
    ref('PACKAGE-MANAGER', 'maven-central', 'org.example:a:1'),
    ref('PACKAGE_MANAGER', 'npm', 'a@1'),
    ref('PACKAGE-MANAGER', 'nuget', 'A/1'),
    ref('PACKAGE-MANAGER', 'bower', 'a#1'),
    ref('PERSISTENT-ID', 'swh', 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2'),
    ref('PERSISTENT-ID', 'gitoid', 'gitoid:blob:sha1:261eeb9e9f8b2b4b0d119366dda99c6fd7d35c64'),
    ref('SECURITY', 'fix', 'https://example.org/fix'),
    ref('SECURITY', 'url', 'https://example.org/security'),
    ref('SECURITY', 'swid', 'swid:2df9de35-0aff-4a86-ace6-f7dddd1ade4c'),
  ];
  const whole = [
    ref('OTHER', 'https://example.org/d#LocationRef-forge', 'acme/1'),
    ref('SECURITY', 'fix', 'https://example.org/fix', 'why'),
    ref('PACKAGE-MANAGER', 'purl', 'pkg:npm/a@1', 'of the fork'),
  ];
  const spdx = (members: object, licenses: readonly object[] = []): string =>
    JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'n',
      dataLicense: 'CC0-1.0',
      documentNamespace: 'https://example.org/n',
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
      packages: [
        { SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION', filesAnalyzed: false, ...members },
        { SPDXID: 'SPDXRef-b', name: 'b', downloadLocation: 'NOASSERTION', filesAnalyzed: false },
      ],
      hasExtractedLicensingInfos: licenses,
    });
  const converted = async (text: string) => {
    const losses: string[] = [];
    const written = await write(cycloneDxJson, await read(spdxJson, text), '1.6', losses);
    const [{ properties }] = (
      JSON.parse(written) as { components: [{ properties: { name: string; value: string }[] }] }
    ).components;
    return { written, losses, valuesOf: (name: string) => properties.filter((one) => one.name === name) };
  };

  test('has the references of every type as properties, and comes back with them', async () => {
    const text = spdx({ externalRefs: [...listed, ref('SECURITY', 'advisory', 'https://example.org/1'), ...whole] });
    const { written, losses, valuesOf } = await converted(text);
    expect(losses).toEqual([]);
    for (const { referenceCategory, referenceType, referenceLocator } of listed) {
      const category = referenceCategory.toLowerCase().replace('_', '-');
      const name = `spdx:external-reference:${category}:${referenceType}`;
      expect(valuesOf(name)).toEqual([{ name, value: referenceLocator }]);
    }
    const others = valuesOf('spdx:external-reference').map(({ value }) => JSON.parse(value) as object);
    expect(others).toEqual(whole);
    const exported = await read(cycloneDxJson, written);
    const again = await read(spdxJson, await write(spdxJson, exported, '2.3'));
    expect(again.components[0]!.properties).toEqual(exported.components[0]!.properties);
  });

  test('has no comment of an identifier that was taken away since', async () => {
    const bom = await read(spdxJson, spdx({ externalRefs: whole }));
    const [first, ...others] = bom.components;
    const changed = { ...bom, components: [{ ...first!, purls: ['pkg:npm/b@1'] }, ...others] };
    expect(await write(cycloneDxJson, changed, '1.6')).not.toContain('of the fork');
  });

  test('loses the comment of an identifier to SPDX 3, not silently', async () => {
    const losses: string[] = [];
    const written = await write(spdxJsonLd, await read(spdxJson, spdx({ externalRefs: whole })), '3.0.1', losses);
    expect(losses).toEqual(['externalRefs']);
    for (const { referenceLocator } of whole) expect(written).toContain(referenceLocator);
  });

  test.each(['INSTALL', 'SOURCE', 'OTHER', 'ARCHIVE'])('has its purpose %s, which is no type', async (purpose) => {
    const { losses, valuesOf } = await converted(spdx({ primaryPackagePurpose: purpose, externalRefs: listed }));
    expect(losses).toEqual([]);
    expect(valuesOf('spdx:package:primary-package-purpose').map(({ value }) => value)).toEqual([purpose]);
  });

  test.each(['LIBRARY', 'OPERATING-SYSTEM', 'OPERATING_SYSTEM'])('has its purpose %s as type only', async (purpose) => {
    const { valuesOf } = await converted(spdx({ primaryPackagePurpose: purpose, externalRefs: listed }));
    expect(valuesOf('spdx:package:primary-package-purpose')).toEqual([]);
  });

  test('loses what its licences are called and remarked, and texts without use, not silently', async () => {
    const licenses = [
      {
        licenseId: 'LicenseRef-a',
        extractedText: 'Text A',
        name: 'A',
        comment: 'why',
        seeAlsos: ['https://example.org/1', 'https://example.org/2'],
        crossRefs: [{ url: 'https://example.org/3' }],
      },
      { licenseId: 'LicenseRef-b', extractedText: 'Text B', name: 'LicenseRef-b', comment: '' },
      { licenseId: 'LicenseRef-unused', extractedText: 'Text C', name: 'NOASSERTION' },
    ];
    const members = { externalRefs: listed, licenseDeclared: 'LicenseRef-a', licenseConcluded: 'LicenseRef-b' };
    const { written, losses } = await converted(spdx(members, licenses));
    expect(losses.sort()).toEqual(['comment', 'crossRefs', 'extracted-license', 'name', 'seeAlsos']);
    expect(written).toContain('Text A');
    expect(written).toContain('Text B');
  });

  test('loses no licence that came from CycloneDX', async () => {
    const own = ['Own', 'Other'].flatMap((name) => [
      { license: { name } },
      { license: { name: `${name} 2`, text: { content: `Text of ${name}` }, url: 'https://example.org/1' } },
    ]);
    const components = [{ type: 'library', 'bom-ref': 'SPDXRef-a', name: 'a', licenses: own }];
    const bom = await read(cycloneDxJson, JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }));
    const losses: string[] = [];
    const again = await read(spdxJson, await write(spdxJson, bom, '2.3'));
    expect(JSON.parse(await write(cycloneDxJson, again, '1.6', losses))).toMatchObject({ components });
    expect(losses).toEqual([]);
  });
});
