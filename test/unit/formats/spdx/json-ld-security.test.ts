import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const info = {
  type: 'CreationInfo',
  '@id': '_:info',
  specVersion: '3.0.1',
  created: '2026-01-02T03:04:05Z',
  createdBy: ['urn:ex:somebody'],
};
const vulnerability = {
  type: 'security_Vulnerability',
  spdxId: 'urn:ex:v',
  name: 'CVE-2024-1',
  creationInfo: '_:info',
};
const statement = {
  type: 'security_VexNotAffectedVulnAssessmentRelationship',
  spdxId: 'urn:ex:vex',
  creationInfo: '_:info',
  from: 'urn:ex:v',
  relationshipType: 'doesNotAffect',
  to: ['urn:ex:b'],
  security_justificationType: 'componentNotPresent',
};
const aPackage = (name: string) => ({
  type: 'software_Package',
  spdxId: `urn:ex:${name}`,
  name,
  creationInfo: '_:info',
});
const document = (...elements: JsonObject[]) =>
  JSON.stringify({
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      info, { type: 'Person', spdxId: 'urn:ex:somebody', name: 'Somebody', creationInfo: '_:info' },
      { type: 'SpdxDocument', spdxId: 'urn:ex:d', name: 'd', creationInfo: '_:info', rootElement: ['urn:ex:a', 'urn:ex:b'] },
      ...elements,
    ],
  }); // prettier-ignore

describe('vulnerabilities of SPDX 3', () => {
  const text = document(statement, aPackage('a'), aPackage('b'), vulnerability);

  it('are parts of their own, with what is said of them', async () => {
    const { parts, dependencies, warnings } = await read(spdxJsonLd, text);
    const found = parts.filter(({ kind }) => kind === 'vulnerability').map(({ data }) => data);
    expect(found).toEqual([statement, vulnerability]);
    expect([...dependencies, ...warnings]).toEqual([]);
  });

  it('are written back as they were', async () => {
    const losses: string[] = [];
    const written = await write(spdxJsonLd, await read(spdxJsonLd, text), '3.0.1', losses);
    const { '@graph': graph } = JSON.parse(written) as { '@graph': JsonObject[] };
    expect(graph).toEqual(expect.arrayContaining([statement, vulnerability]));
    expect(losses).toEqual([]);
  });

  it('are told where they cannot be written', async () => {
    const losses: string[] = [];
    await write(spdxJson, await read(spdxJsonLd, text), '2.3', losses);
    expect(losses.filter((loss) => loss === 'vulnerability')).toHaveLength(2);
  });

  it('come before statements of people, which override them', async () => {
    const bom = await read(spdxJsonLd, text);
    const ours = { kind: 'vulnerability', family: 'cyclonedx', data: { id: 'CVE-2024-2' } } as const;
    const written = await write(cycloneDxJson, { ...bom, parts: [...bom.parts, ours] }, '1.6');
    expect(JSON.parse(written)).toMatchObject({ vulnerabilities: [{ id: 'CVE-2024-1' }, { id: 'CVE-2024-2' }] });
  });

  it('are vulnerabilities of CycloneDX', async () => {
    const losses: string[] = [];
    const { vulnerabilities } = JSON.parse(
      await write(cycloneDxJson, await read(spdxJsonLd, text), '1.6', losses),
    ) as JsonObject;
    const analysis = { state: 'not_affected', justification: 'code_not_present' };
    expect(vulnerabilities).toEqual([
      { 'bom-ref': 'urn:ex:v', id: 'CVE-2024-1', analysis, affects: [{ ref: 'urn:ex:b' }] },
    ]);
    expect(losses).toEqual([]);
  });
});

describe('what an exploit catalogue of SPDX 3 says', () => {
  const entry = (more: JsonObject): JsonObject => ({
    type: 'security_ExploitCatalogVulnAssessmentRelationship',
    spdxId: 'urn:ex:kev',
    creationInfo: '_:info',
    from: 'urn:ex:v',
    relationshipType: 'hasAssessmentFor',
    to: ['urn:ex:a'],
    security_catalogType: 'kev',
    security_locator: 'https://example.org/kev',
    ...more,
  });
  const converted = async (more: JsonObject, ...others: JsonObject[]): Promise<{ value: string; losses: string[] }> => {
    const losses: string[] = [];
    const bom = await read(spdxJsonLd, document(aPackage('a'), aPackage('b'), vulnerability, entry(more), ...others));
    const { vulnerabilities } = JSON.parse(await write(cycloneDxJson, bom, '1.6', losses)) as {
      vulnerabilities: [{ properties: [{ value: string }] }];
    };
    return { value: vulnerabilities[0].properties[0].value, losses: losses.sort() };
  };

  it.each([
    [true, 'kev exploited https://example.org/kev'],
    [false, 'kev not exploited https://example.org/kev'],
  ])('is a property of CycloneDX where "exploited" is %s', async (exploited, value) => {
    expect(await converted({ security_exploited: exploited })).toEqual({ value, losses: [] });
  });

  it('is not that nobody exploits it where the catalogue does not say so', async () => {
    expect((await converted({})).value).toBe('kev https://example.org/kev');
    const odd = await converted({ security_exploited: 'yes' });
    expect(odd).toEqual({ value: 'kev https://example.org/kev', losses: ['security_exploited'] });
  });

  it('is told as lost where the property cannot hold it', async () => {
    const more = {
      security_publishedTime: '2024-01-01T00:00:00Z',
      suppliedBy: 'urn:ex:cisa',
      comment: 'used by ransomware',
      extension: [{ type: 'urn:ex:extension' }],
    };
    const cisa = { type: 'Organization', spdxId: 'urn:ex:cisa', creationInfo: '_:info', name: 'CISA' };
    const { losses } = await converted(more, cisa);
    expect(losses).toEqual(['comment', 'element', 'extension', 'security_publishedTime', 'suppliedBy']);
  });
});
