import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { Bom, JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

const namespace = 'https://vendor.example/doc';
const id = (name: string): string => `${namespace}#SPDXRef-${name}`;
const element = (type: string, name: string, more: JsonObject): JsonObject => ({ type, spdxId: id(name), creationInfo: '_:c', ...more }); // prettier-ignore
const graph = [
  { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2024-01-01T00:00:00Z', createdBy: [id('P')] },
  element('Person', 'P', { name: 'P' }),
  element('SpdxDocument', 'DOCUMENT', { rootElement: [id('a')] }),
  element('software_Package', 'a', { name: 'a', software_packageVersion: '1' }),
  element('software_Package', 'b', { name: 'b', software_packageVersion: '1' }),
  element('security_Vulnerability', 'v', { name: 'CVE-2024-1' }),
  element('security_VexAffectedVulnAssessmentRelationship', 'r', {
    relationshipType: 'affects',
    from: id('v'),
    to: [id('b')],
    security_actionStatement: 'Update',
  }),
];
const document = JSON.stringify({ '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': graph });

/** As the service exports what was imported: a document of its own, with the head of the former one. */
async function exported(): Promise<Bom> {
  const { header, ...bom } = await read(spdxJsonLd, document);
  return { ...bom, header: { ...header, serial: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79', revision: 5 } };
}

describe('a document of its own, of an SPDX 3 graph', () => {
  test('keeps the names of elements, so that what refers to them still does', async () => {
    const back = await read(spdxJsonLd, await write(spdxJsonLd, await exported(), '3.0.1'));
    expect(back.subject?.name).toBe('a');
    expect(back.warnings).toEqual([]);
    const written = JSON.parse(await write(spdxJsonLd, await exported(), '3.0.1')) as { '@graph': JsonObject[] };
    const packages = written['@graph'].filter(({ type }) => type === 'software_Package');
    expect(packages.map(({ spdxId }) => spdxId)).toEqual([id('a'), id('b')]);
  });

  test('has a name of its own, under which it is what the former one was', async () => {
    const bom = await exported();
    const subject = id('DOCUMENT');
    const remark = element('Annotation', 'remark', { annotationType: 'review', statement: 'Read', subject });
    const contents = { from: subject, relationshipType: 'contains', to: [id('b')] };
    const parts = [
      { kind: 'annotation', family: 'spdx', data: remark },
      { kind: 'relationship', family: 'spdx', data: element('Relationship', 'contents', contents) },
    ] as const;
    const idsOf = async (one: Bom): Promise<Record<string, unknown>> => {
      const text = await write(spdxJsonLd, { ...one, parts: [...one.parts, ...parts] }, '3.0.1');
      const { '@graph': written } = JSON.parse(text) as { '@graph': JsonObject[] };
      const find = (type: string, member: string): unknown =>
        written.filter((each) => each.type === type && (type !== 'Relationship' || each.relationshipType === 'contains')).map((each) => each[member]); // prettier-ignore
      return {
        document: find('SpdxDocument', 'spdxId'),
        remark: find('Annotation', 'subject'),
        relationship: find('Relationship', 'from'),
      };
    };
    const own = 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/5#SPDXRef-DOCUMENT';
    expect(await idsOf(bom)).toEqual({ document: [own], remark: [own], relationship: [own] });
    const same = await read(spdxJsonLd, document);
    expect(await idsOf(same)).toEqual({ document: [subject], remark: [subject], relationship: [subject] });
    const elsewhere = { ...same, header: { ...same.header, serial: 'https://vendor.example/doc/2' } };
    expect((await idsOf(elsewhere)).document).toEqual(['https://vendor.example/doc/2#SPDXRef-DOCUMENT']);
  });

  test('without a fragment keeps its name when it is converted', async () => {
    const bare = document.replaceAll(id('DOCUMENT'), 'https://vendor.example/bare');
    const text = await write(spdxJsonLd, await read(spdxJsonLd, bare), '3.0.1');
    expect(text).toContain('"spdxId":"https://vendor.example/bare"');
  });

  test('says in CycloneDX and SPDX 2 what is about which component', async () => {
    const cycloneDx = JSON.parse(await write(cycloneDxJson, await exported(), '1.6')) as JsonObject;
    expect(cycloneDx.vulnerabilities).toMatchObject([{ id: 'CVE-2024-1', affects: [{ ref: 'SPDXRef-b' }] }]);
    const losses: string[] = [];
    expect(await write(spdxJson, await exported(), '2.3', losses)).toContain('"SPDXRef-b"');
  });
});
