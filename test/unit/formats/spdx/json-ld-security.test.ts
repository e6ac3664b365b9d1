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
