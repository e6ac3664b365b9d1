import fc from 'fast-check';
import { bomSource } from '../../../../src/formats/in-memory-bom.js';
import { LossLog } from '../../../../src/formats/losses.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { objectsOf } from '../../../../src/model/json.js';
import { readDocumentStatements } from '../../../../src/sboms/scoring/document-statements.js';
import { spdx3Faults } from '../../../support/conformance/spdx-schemas.js';
import { cycloneDxDocument, drawFrom, pick } from '../pairs/every-field.js';
import { hostileValues, replaceText, textsIn } from '../pairs/hostile-values.js';
import { read, write } from './documents.js';

const components = ['a', 'b', 'c'].map((name) => ({ type: 'library', name, version: '1', 'bom-ref': name }));
const serial = '3e671687-395b-41f5-a30f-a58921a69b79';
const cycloneDx = (...vulnerabilities: JsonObject[]): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    components,
    vulnerabilities,
  });

interface Passage {
  /** The vulnerabilities, read again, with affected components by their names. */
  readonly back: JsonObject[];
  readonly graph: JsonObject[];
  readonly losses: string[];
  readonly lossesBack: string[];
}

/** CycloneDX to SPDX 3.0.1 and back. */
async function passage(...vulnerabilities: JsonObject[]): Promise<Passage> {
  const [losses, lossesBack]: string[][] = [[], []];
  const text = await write(spdxJsonLd, await read(cycloneDxJson, cycloneDx(...vulnerabilities)), '3.0.1', losses);
  expect(spdx3Faults(JSON.parse(text))).toEqual([]);
  const again = await write(cycloneDxJson, await read(spdxJsonLd, text), '1.6', lossesBack);
  const back = ((JSON.parse(again) as JsonObject).vulnerabilities ?? []) as JsonObject[];
  return {
    back: back.map((one) => withNames(one)),
    graph: (JSON.parse(text) as { '@graph': JsonObject[] })['@graph'],
    losses: losses!,
    lossesBack: lossesBack!,
  };
}

/** Refs are other ones in another family: SPDXRef-a-ca978112ca1b. */
function withNames({ affects, 'bom-ref': ref, ...rest }: JsonObject): JsonObject {
  const nameOf = (text: string): string => text.replace(/^SPDXRef-(.+)-[0-9a-f]{12}$/, '$1');
  return {
    ...rest,
    ...(ref !== undefined && { 'bom-ref': nameOf(ref as string) }),
    ...(affects !== undefined && { affects: (affects as { ref: string }[]).map((one) => ({ ref: nameOf(one.ref) })) }),
  };
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((value) => value.isWellFormed() && value.trim() !== '');
const url = fc.constantFrom('https://example.org/a', 'https://nvd.example.org/b?c=d');
const time = fc.constantFrom('2024-01-02T03:04:05Z', '2025-12-31T23:59:59Z');
const source = fc.record({ name: text, url }, { requiredKeys: ['name'] });
const vector = fc.constantFrom('CVSS:3.1/AV:N/AC:L', 'CVSS:3.0/AV:N', 'AV:N/AC:L/Au:N/C:P/I:P/A:P', 'CVSS:4.0/AV:N');
const rating = fc.oneof(
  fc.record(
    {
      source,
      score: fc.constantFrom(0, 3.9, 7.5, 10),
      severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'none', 'info', 'unknown'),
      method: fc.constantFrom('CVSSv2', 'CVSSv3', 'CVSSv31', 'CVSSv4', 'OWASP', 'SSVC', 'other'),
      vector,
      justification: text,
    },
    { requiredKeys: [] },
  ),
  fc.constant({ source: { name: 'EPSS' }, score: 0.97, method: 'other', justification: 'percentile 0.998' }),
  fc.constant({ source: { name: 'CISA' }, method: 'SSVC', vector: 'attend' }),
);
const analysis = fc.record(
  {
    state: fc.constantFrom(
      ...['resolved', 'resolved_with_pedigree', 'exploitable', 'in_triage', 'false_positive', 'not_affected'],
    ),
    justification: fc.constantFrom(
      ...['code_not_present', 'code_not_reachable', 'requires_configuration', 'requires_environment'],
      ...['protected_by_compiler', 'protected_at_perimeter', 'protected_by_mitigating_control'],
    ),
    response: fc.uniqueArray(fc.constantFrom('can_not_fix', 'update', 'workaround_available'), { minLength: 1 }),
    detail: text,
    firstIssued: time,
    lastUpdated: time,
  },
  { requiredKeys: ['state'] },
);
const vulnerability = fc.record(
  {
    'bom-ref': fc.constantFrom('v1', 'v2'),
    id: fc.constantFrom('CVE-2024-1234', 'GHSA-aaaa-bbbb-cccc', 'OSV-1'),
    source,
    references: fc.uniqueArray(fc.record({ id: fc.constantFrom('CVE-2023-1', 'GHSA-x', 'PYSEC-1'), source }), {
      selector: ({ id }) => id,
      minLength: 1,
    }),
    ratings: fc.array(rating, { minLength: 1, maxLength: 3 }),
    cwes: fc.uniqueArray(fc.integer({ min: 1, max: 1500 }), { minLength: 1 }),
    description: text,
    detail: text,
    recommendation: text,
    workaround: text,
    advisories: fc.array(fc.record({ title: text, url }, { requiredKeys: ['url'] }), { minLength: 1, maxLength: 3 }),
    created: time,
    published: time,
    updated: time,
    rejected: time,
    analysis,
    affects: fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
      .map((refs) => refs.map((ref) => ({ ref }))),
    properties: fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['id'] },
);

/** Ratings that no class of SPDX has come after the other ones. */
const sorted = (one: JsonObject): JsonObject => {
  const ratings = one.ratings as JsonObject[] | undefined;
  const key = (each: JsonObject): string => JSON.stringify(Object.entries(each).sort(([x], [y]) => (x < y ? -1 : 1)));
  return ratings === undefined ? one : { ...one, ratings: [...ratings].sort((x, y) => (key(x) < key(y) ? -1 : 1)) };
};

describe('vulnerabilities of CycloneDX in SPDX 3.0.1', () => {
  test('come back as they were, and what is written is valid', async () => {
    await fc.assert(
      fc.asyncProperty(vulnerability, async (made) => {
        const given = JSON.parse(JSON.stringify(made)) as JsonObject;
        const { back, losses, lossesBack } = await passage(given);
        expect({ losses, lossesBack, back: back.map(sorted) }).toEqual({
          losses: [],
          lossesBack: [],
          back: [sorted(given)],
        });
      }),
      { numRuns: Number(process.env.PAIR_RUNS ?? 60) },
    );
  }, 120_000);

  test('are valid whatever they say, and go back without a fault', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const draw = drawFrom(seed);
      const { vulnerabilities = [] } = cycloneDxDocument(draw) as { vulnerabilities?: JsonObject[] };
      for (const one of vulnerabilities.slice(0, 2))
        one.affects = [{ ref: 'a' }, ...((one.affects ?? []) as JsonObject[])];
      const texts = [...textsIn(vulnerabilities)].filter((found) => found !== '');
      if (texts.length === 0) continue;
      const { graph, back } = await passage(
        ...replaceText(vulnerabilities, pick(draw, texts), pick(draw, hostileValues)),
      );
      expect(graph.filter(({ type }) => type === 'security_Vulnerability')).toHaveLength(vulnerabilities.length);
      expect(back).toHaveLength(vulnerabilities.length);
    }
  }, 60_000);

  const log4shell: JsonObject = {
    id: 'CVE-2021-44228',
    source: { name: 'NVD', url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-44228' },
    references: [{ id: 'GHSA-jfh8-c2jp-5v3q', source: { name: 'GitHub' } }],
    ratings: [
      { source: { name: 'NVD' }, score: 10, severity: 'critical', method: 'CVSSv31', vector: 'CVSS:3.1/AV:N' },
      { severity: 'high' },
    ],
    cwes: [502],
    description: 'Log4Shell',
    detail: 'JNDI lookups',
    recommendation: 'Update to 2.17.1',
    advisories: [{ title: 'Apache', url: 'https://logging.apache.org/security.html' }],
    published: '2021-12-10T10:15:09.143Z',
    analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'JNDI is off' },
    affects: [{ ref: 'a' }],
  };
  const ofType = (graph: readonly JsonObject[], type: string): JsonObject[] =>
    graph.filter((element) => element.type === type);

  test('are elements of the profile Security', async () => {
    const { graph, losses } = await passage(log4shell);
    const [element] = ofType(graph, 'security_Vulnerability');
    expect(element).toMatchObject({
      name: 'CVE-2021-44228',
      summary: 'Log4Shell',
      description: 'JNDI lookups',
      security_publishedTime: '2021-12-10T10:15:09Z',
      externalIdentifier: [
        { externalIdentifierType: 'cve', identifier: 'CVE-2021-44228', issuingAuthority: 'NVD' },
        { externalIdentifierType: 'securityOther', identifier: 'GHSA-jfh8-c2jp-5v3q' },
      ],
      externalRef: [
        { externalRefType: 'cwe', locator: ['https://cwe.mitre.org/data/definitions/502.html'] },
        { externalRefType: 'securityAdvisory', comment: 'Apache' },
      ],
    });
    const [a] = graph.filter(({ name }) => name === 'a');
    const [nvd] = graph.filter(({ type, name }) => type === 'Organization' && name === 'NVD');
    const ends = { from: element!.spdxId, to: [a!.spdxId] };
    expect(ofType(graph, 'security_CvssV3VulnAssessmentRelationship')).toMatchObject([
      {
        ...ends,
        relationshipType: 'hasAssessmentFor',
        security_score: 10,
        security_severity: 'critical',
        security_vectorString: 'CVSS:3.1/AV:N',
        suppliedBy: nvd!.spdxId,
      },
    ]);
    expect(ofType(graph, 'security_VexNotAffectedVulnAssessmentRelationship')).toMatchObject([
      {
        ...ends,
        relationshipType: 'doesNotAffect',
        security_justificationType: 'vulnerableCodeNotInExecutePath',
        security_impactStatement: 'JNDI is off',
      },
    ]);
    expect(graph.filter(({ relationshipType }) => relationshipType === 'affects')).toEqual([]);
    expect(ofType(graph, 'SpdxDocument')).toMatchObject([{ profileConformance: expect.arrayContaining(['security']) }]);
    expect(losses).toEqual([]);
  });

  test('without an analysis affect their components', async () => {
    const { graph, back } = await passage({ id: 'CVE-2024-1', affects: [{ ref: 'a' }, { ref: 'b' }] });
    const plain = graph.filter(({ relationshipType }) => relationshipType === 'affects');
    expect(plain).toMatchObject([
      { type: 'Relationship', to: [{}, {}].map(() => expect.stringContaining('#SPDXRef-')) },
    ]);
    expect(back).toEqual([{ id: 'CVE-2024-1', affects: [{ ref: 'a' }, { ref: 'b' }] }]);
  });

  test.each([1, 7])('say the same of components as they did, in revision %d', async (revision) => {
    const statements: JsonObject[] = [
      { id: 'CVE-1', analysis: { state: 'false_positive', detail: 'why' }, affects: [{ ref: 'a' }] },
      { id: 'CVE-2', analysis: { state: 'exploitable' }, affects: [{ ref: 'b' }, { ref: `urn:cdx:${serial}/1#c` }] },
      // Another document's.
      { id: 'CVE-5', analysis: { state: 'resolved' }, affects: [{ ref: `urn:cdx:9${serial.slice(1)}/1#c` }] },
      { id: 'CVE-3', analysis: { state: 'in_triage', detail: 'looking' } },
      { id: 'CVE-4', analysis: { state: 'resolved' }, affects: [{ ref: 'gone' }] },
    ];
    const { header: head, ...rest } = await read(cycloneDxJson, cycloneDx(...statements));
    const before = { ...rest, header: { ...head, revision } };
    const losses: string[] = [];
    const after = await read(spdxJsonLd, await write(spdxJsonLd, before, '3.0.1', losses));
    const [first, second] = [before, after].map(({ parts, header, components: own }) => {
      const document = { serial: header.serial ?? '', revision: header.revision ?? null };
      const said = readDocumentStatements(parts, { subjectRef: null, subjectVersion: '', ...document });
      return { forAll: said.forAll, of: own.map(({ ref }) => said.byRef.get(ref) ?? []) };
    });
    expect(first!.forAll).toHaveLength(1);
    expect(second).toEqual(first);
    // A statement on a component that is not there must not become one on all.
    expect(losses).toEqual(['affects', 'analysis']);
  });

  test('name what has no place, by its path', async () => {
    const credited: JsonObject = {
      id: 'CVE-1',
      credits: { individuals: [{ name: 'Ada' }] },
      proofOfConcept: { environment: 'any' },
      affects: [{ ref: 'a', versions: [{ version: '1' }] }],
      analysis: { detail: 'without a state' },
    };
    const bom = bomSource(await read(cycloneDxJson, cycloneDx(credited)));
    const log = new LossLog();
    const options = { specVersion: '3.0.1', timestamp: '2026-01-02T03:04:05Z', tool: { name: 't', version: '1' } };
    for await (const piece of spdxJsonLd.serialize!(bom, { ...options, onLoss: log.onLoss, onElement: log.onElement }))
      expect(piece).toBeDefined();
    expect(log.list.flatMap(({ places }) => places)).toEqual(
      ['analysis', 'credits', 'proofOfConcept', 'affects.0.versions'].map((field) => ({
        element: 'vulnerability CVE-1',
        field,
      })),
    );
  });
});

describe('vulnerabilities of an SPDX 3 document of others', () => {
  const iri = (name: string): string => `https://example.org/d#${name}`;
  const info = { creationInfo: '_:c' };
  const graph = (...more: JsonObject[]): string =>
    JSON.stringify({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': [
        { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z', createdBy: [] },
        { type: 'SpdxDocument', spdxId: iri('doc'), name: 'd', ...info },
        ...['a', 'b', 'c'].map((name) => ({ type: 'software_Package', spdxId: iri(name), name, ...info })),
        { type: 'security_Vulnerability', spdxId: iri('v'), name: 'CVE-2024-1', summary: 'bad', ...info },
        ...more,
      ],
    });
  const assessment = (name: string, to: string, more: JsonObject): JsonObject => ({
    type: `security_${name}VulnAssessmentRelationship`,
    spdxId: iri(`${name}-${to}`),
    from: iri('v'),
    relationshipType: 'hasAssessmentFor',
    to: [iri(to)],
    ...info,
    ...more,
  });
  const toCycloneDx = async (...more: JsonObject[]) => {
    const losses: string[] = [];
    const text = await write(cycloneDxJson, await read(spdxJsonLd, graph(...more)), '1.6', losses);
    const { vulnerabilities, annotations } = JSON.parse(text) as JsonObject;
    return { vulnerabilities, annotations, losses: losses.sort() };
  };

  test('are one vulnerability for each statement', async () => {
    const { vulnerabilities, annotations, losses } = await toCycloneDx(
      assessment('VexFixed', 'a', { security_statusNotes: 'in 2.0' }),
      assessment('VexAffected', 'b', { security_actionStatement: 'Update' }),
      assessment('VexFixed', 'c', { spdxId: iri('again'), security_statusNotes: 'in 2.0' }),
    );
    const common = { id: 'CVE-2024-1', description: 'bad' };
    expect(vulnerabilities).toEqual([
      {
        'bom-ref': iri('v'),
        ...common,
        analysis: { state: 'resolved', detail: 'in 2.0' },
        affects: [{ ref: iri('a') }, { ref: iri('c') }],
      },
      { ...common, recommendation: 'Update', analysis: { state: 'exploitable' }, affects: [{ ref: iri('b') }] },
    ]);
    expect({ annotations, losses }).toEqual({ annotations: undefined, losses: [] });
  });

  test('have scores, forecasts and exploit catalogues', async () => {
    const { vulnerabilities, losses } = await toCycloneDx(
      { type: 'Organization', spdxId: iri('nvd'), name: 'NVD', ...info },
      assessment('CvssV4', 'a', {
        security_score: '9.3',
        security_severity: 'critical',
        security_vectorString: 'CVSS:4.0/AV:N',
        suppliedBy: iri('nvd'),
      }),
      assessment('Epss', 'a', { security_probability: 0.5, security_percentile: 0.9 }),
      assessment('ExploitCatalog', 'a', {
        security_catalogType: 'kev',
        security_exploited: true,
        security_locator: 'https://example.org/kev',
      }),
    );
    expect(vulnerabilities).toMatchObject([
      {
        ratings: [
          { source: { name: 'NVD' }, score: 9.3, severity: 'critical', method: 'CVSSv4', vector: 'CVSS:4.0/AV:N' },
          { source: { name: 'EPSS' }, score: 0.5, method: 'other' },
        ],
        properties: [{ name: 'spdx:vulnerability:exploit-catalog', value: 'kev exploited https://example.org/kev' }],
        affects: [{ ref: iri('a') }],
      },
    ]);
    expect(losses).toEqual([]);
  });

  test('are on nothing where they are related to nothing, not on everything', async () => {
    const { vulnerabilities, losses } = await toCycloneDx(
      assessment('VexNotAffected', 'a', { to: ['https://spdx.org/rdf/3.0.1/terms/Core/NoneElement'] }),
    );
    expect(objectsOf(vulnerabilities).filter(({ analysis }) => analysis !== undefined)).toEqual([]);
    expect(losses).toEqual(['vulnerability']);
  });

  test('tell what has no place: what was withdrawn, unknown classes and members', async () => {
    const { vulnerabilities, losses } = await toCycloneDx(
      assessment('VexNotAffected', 'a', { security_withdrawnTime: '2026-01-01T00:00:00Z' }),
      assessment('VexNotAffected', 'b', {
        security_vexVersion: '1',
        security_justificationType: 'vulnerableCodeCannotBeControlledByAdversary',
      }),
      assessment('Coming', 'a', {}),
      { type: 'security_Vulnerability', spdxId: iri('v'), name: 'twice', ...info },
    );
    expect(vulnerabilities).toMatchObject([{ analysis: { state: 'not_affected' }, affects: [{ ref: iri('b') }] }]);
    expect(losses).toEqual([
      ...['security_justificationType', 'security_vexVersion'],
      ...['vulnerability', 'vulnerability', 'vulnerability'],
    ]);
  });

  test('that another document describes have its identifier', async () => {
    const from = 'urn:example:CVE-2020-1';
    const { vulnerabilities } = await toCycloneDx(assessment('VexFixed', 'a', { from }));
    expect(vulnerabilities).toMatchObject([
      { id: 'CVE-2024-1' },
      { id: 'CVE-2020-1', analysis: { state: 'resolved' }, affects: [{ ref: iri('a') }] },
    ]);
  });
});
