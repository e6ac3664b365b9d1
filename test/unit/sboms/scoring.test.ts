import type { BomPart, JsonObject } from '../../../src/model/document.js';
import { readDocumentStatements } from '../../../src/sboms/scoring/document-statements.js';
import { isOnVersion } from '../../../src/sboms/scoring/named-versions.js';
import { measureComponent } from '../../../src/scores/metrics/component-score.js';
import { measureAll, scoreOf } from '../../../src/scores/metrics/formula.js';
import { toStoredMetricValues } from '../../../src/scores/metrics/stored-metric-values.js';
import { unresolvedCoverage } from '../../../src/scores/coverage/entity-coverage.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';
import { finding, fullCoverage, soundFacts } from '../../support/entity-facts.js';
import { componentLicense } from '../../../src/sboms/scoring/component-score.js';

const part = (data: JsonObject): BomPart => ({ kind: 'vulnerability', family: 'cyclonedx', data });
const serial = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';
const said = (data: JsonObject, subject: string | null = null) =>
  readDocumentStatements([part(data)], { subjectRef: subject, subjectVersion: '1.0', serial });
const analysis = { state: 'not_affected', justification: 'code_not_present', detail: 'We left it out' };

describe('statements of a document', () => {
  const here = 'urn:cdx:3E671687-395b-41f5-a30f-a58921a69b79/1';
  const elsewhere = 'urn:cdx:99999999-9999-4999-8999-999999999999/1';

  it('say nothing of this document where they are about another one', () => {
    const { byRef, forAll } = said({ id: 'CVE-1', analysis, affects: [{ ref: `${elsewhere}#app` }, { ref: elsewhere }] }, 'app'); // prettier-ignore
    expect([[...byRef], forAll]).toEqual([[], []]);
    const mixed = said({ id: 'CVE-1', analysis, affects: [{ ref: `${elsewhere}#app` }, { ref: 'b' }] }, 'app');
    expect([[...mixed.byRef.keys()], mixed.forAll]).toEqual([['b'], []]);
  });

  it('may have more names, and be more on one component, than a call takes arguments', () => {
    const references = Array.from({ length: 200_000 }, (_, index) => ({ id: `CVE-2026-${index}` }));
    expect(said({ id: 'CVE-1', analysis, references }).forAll).toHaveLength(200_001);
    const parts = references.slice(0, 20_000).map(({ id }) => part({ id, analysis, affects: [{ ref: 'a' }] }));
    const of = { subjectRef: null, subjectVersion: '', serial };
    let count = 0;
    const reading = () => void (count = readDocumentStatements(parts, of).byRef.get('a')!.length);
    expect(cpuMilliseconds(reading)).toBeLessThan(1_000);
    expect(count).toBe(20_000);
  });

  it.each([
    ['components', 5_000, (ref: string) => ({ ref })],
    ['versions', 1_500, (version: string) => ({ version })],
  ])('are not made of all names with all %s of one vulnerability', (what, count, one) => {
    const all = Array.from({ length: count }, (_, index) => one(`x${index}`));
    const affects = what === 'components' ? all : [{ ref: 'a', versions: all }];
    const references = Array.from({ length: count }, (_, index) => ({ id: `CVE-2026-${index}` }));
    expect(() => said({ id: 'CVE-1', analysis, references, affects })).toThrow(
      expect.objectContaining({ status: 413 }),
    );
  });

  it('are about an element by its encoded ref, or about all by the document’s', () => {
    const encoded = said({ id: 'CVE-1', analysis, affects: [{ ref: `${here}#pkg%3Anpm%2Fa%401` }] }, 'app');
    expect([[...encoded.byRef.keys()], encoded.forAll]).toEqual([['pkg:npm/a@1'], []]);
    for (const subject of ['app', null])
      expect(said({ id: 'CVE-1', analysis, affects: [{ ref: here }] }, subject).forAll).toHaveLength(1);
  });

  it('are about the components they name, under all names of the vulnerability', () => {
    const { byRef, forAll: ofAll } = said({ id: 'CVE-1', references: [{ id: 'GHSA-1' }], analysis: { ...analysis, response: ['pray', 'update'] }, affects: [{ ref: 'a' }, { ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#b' }] }); // prettier-ignore
    expect([...byRef.keys()]).toEqual(['a', 'b']);
    const common = { status: 'not_affected', justification: 'code_not_present: We left it out', statedBy: 'document', statedAt: '', label: 'vulnerable_code_not_present', response: 'update' }; // prettier-ignore
    expect(byRef.get('b')).toEqual([
      { vulnerability: 'CVE-1', ...common },
      { vulnerability: 'GHSA-1', ...common },
    ]);
    expect(ofAll).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['a member without a ref', [{}], []],
    ['a member that is no object', ['a'], []],
    ['one component outside of a list', { ref: 'a' }, ['a']],
  ])('are not about everything where they name %s', (_, affects, refs) => {
    const { byRef, forAll } = said({ id: 'CVE-1', analysis, affects } as JsonObject, 'root');
    expect([[...byRef.keys()], forAll]).toEqual([refs, []]);
  });

  it('of SPDX are about nothing where they are related to nothing', () => {
    const about = (to: string[]) =>
      readDocumentStatements(
        [{ type: 'security_VexNotAffectedVulnAssessmentRelationship', from: 'urn:x:CVE-1', to }].map((data) => ({ kind: 'relationship', family: 'spdx', data })),
        { subjectRef: null, subjectVersion: '', serial: '' },
      ).forAll.length; // prettier-ignore
    const terms = 'https://spdx.org/rdf/3.0.1/terms/Core';
    expect([about([`${terms}/NoneElement`]), about([]), about([`${terms}/NoAssertionElement`])]).toEqual([0, 0, 1]);
  });

  it('are about everything where they name nothing, or the subject', () => {
    expect(said({ id: 'CVE-1', analysis }).forAll).toHaveLength(1);
    expect(said({ id: 'CVE-1', analysis, affects: [{ ref: 'root' }] }, 'root').forAll).toHaveLength(1);
  });

  const affected = { state: 'exploitable' };
  it.each<[string, JsonObject, JsonObject[], string[]]>([
    ['another version', analysis, [{ version: '9.0' }], []],
    ['its version', analysis, [{ version: '9.0' }, { version: '1.0' }], ['not_affected']],
    ['a range without it', analysis, [{ range: 'vers:npm/>=9.0' }], []],
    ['a range with it', analysis, [{ range: 'vers:npm/<9.0' }], ['not_affected']],
    ['a range that is none, where it would take the vulnerability away', analysis, [{ range: 'all of 1' }], []],
    ['a range that is none, where it would not', affected, [{ range: 'all of 1' }], ['affected']],
    ['its version, of which nobody knows', analysis, [{ version: '1.0', status: 'unknown' }], []],
    ['its version, which is unaffected', affected, [{ version: '1.0', status: 'unaffected' }], ['not_affected']],
    ['its version twice', affected, [{ version: '1.0' }, { version: '1.0', status: 'unaffected' }], ['not_affected', 'affected']],
  ])('on a component are about the versions that they list: %s', (_what, says, versions, expected) => {
    const of = (one: JsonObject) => said({ id: 'CVE-1', analysis: says, affects: [one] }, 'root');
    const onComponent = of({ ref: 'a', versions }).byRef.get('a')!;
    expect(onComponent.filter((one) => isOnVersion(one, '1.0')).map(({ status }) => status)).toEqual(expected);
    const onSubject = [of({ ref: 'root', versions }), of({ ref: here, versions })];
    for (const { forAll } of onSubject) {
      expect(forAll.map(({ status }) => status)).toEqual(expected);
      expect(forAll.every((one) => isOnVersion(one, 'another'))).toBe(true);
    }
  }); // prettier-ignore

  it.each<JsonObject>([
    {}, { id: 'CVE-1' }, { id: 'CVE-1', analysis: { state: 'toString' } }, { id: 7, analysis }, { id: 'CVE-1', analysis: [] },
    { id: 'CVE-1', analysis: { state: ['not_affected'] }, affects: 'a' },
  ])('%j says nothing', (data) => {
    const { byRef, forAll: ofAll } = said(data);
    expect([...byRef.values(), ...ofAll].flat()).toEqual([]);
  }); // prettier-ignore
});

describe('statements of an SPDX 3 document', () => {
  const element = (data: JsonObject): BomPart => ({ kind: 'vulnerability', family: 'spdx', data });
  const identifier = { type: 'ExternalIdentifier', externalIdentifierType: 'cve', identifier: 'CVE-1' };
  const vulnerability = element({
    type: 'security_Vulnerability',
    spdxId: 'urn:v1',
    name: 'GHSA-1',
    externalIdentifier: [identifier],
  });
  const relationship = (members: JsonObject, status = 'NotAffected') =>
    element({
      type: `security_Vex${status}VulnAssessmentRelationship`,
      from: 'urn:v1',
      to: ['urn:doc#SPDXRef-a'],
      security_publishedTime: '2026-01-01T00:00:00Z',
      ...members,
    });
  const said = (...parts: BomPart[]) =>
    readDocumentStatements(parts, { subjectRef: 'urn:root', subjectVersion: '', serial: 'urn:doc' });
  const common = { status: 'not_affected', justification: '', statedBy: 'document', statedAt: '2026-01-01T00:00:00Z' };

  it('are about what the relationship leads to, under all names of the vulnerability, in whatever order', () => {
    const { byRef, forAll: ofAll } = said(relationship({ security_justificationType: 'componentNotPresent', security_impactStatement: 'Left out' }), vulnerability); // prettier-ignore
    expect([...byRef.keys()]).toEqual(['urn:doc#SPDXRef-a', 'SPDXRef-a']);
    const declaredText = {
      ...common,
      response: null,
      justification: 'componentNotPresent: Left out',
      label: 'component_not_present',
    };
    expect(byRef.get('SPDXRef-a')).toEqual(
      ['GHSA-1', 'CVE-1'].map((name) => ({ vulnerability: name, ...declaredText })),
    );
    expect(ofAll).toEqual([]);
  });

  it.each([
    ['Affected', 'affected'],
    ['Fixed', 'fixed'],
    ['UnderInvestigation', 'under_investigation'],
  ])('have the status of their class: %s', (name, status) => {
    const { byRef } = said(relationship({ to: 'urn:b', security_modifiedTime: '2026-02-01T00:00:00Z' }, name));
    expect(byRef.get('urn:b')).toMatchObject([{ vulnerability: 'v1', status, statedAt: '2026-02-01T00:00:00Z' }]);
  });

  it('are about the assessed element rather than what holds it, and about everything where that is the subject', () => {
    expect([...said(relationship({ security_assessedElement: 'urn:c' })).byRef.keys()]).toEqual(['urn:c']);
    expect(said(relationship({ to: ['urn:root'] })).forAll).toMatchObject([common]);
  });

  it.each<JsonObject>([
    { to: [] },
    { to: undefined as never },
    { security_withdrawnTime: '2026-03-01T00:00:00Z' },
    { type: 'security_CvssV3VulnAssessmentRelationship' },
    { type: 'toString' },
    { type: ['security_VexFixedVulnAssessmentRelationship'] },
  ])('%j says nothing', (members) => {
    const { byRef, forAll: ofAll } = said(relationship(members), vulnerability);
    expect([...byRef.values(), ...ofAll].flat()).toEqual([]);
  });
});

describe('the licence of a component', () => {
  const declared = (text: string) => ({ relation: 'declared', expression: text }) as const;

  it.each([
    [null, null],
    [[], null],
    [[declared('NOASSERTION')], null],
    [[{ relation: 'declared', name: 'None' } as const, declared('UNKNOWN'), declared('n/a')], null],
    [[declared('MIT')], 'MIT'],
    [[declared('MIT'), declared('MIT')], 'MIT'],
    [[declared('MIT OR ISC'), declared('Zlib')], '(MIT OR ISC) AND Zlib'],
    [[declared('MIT'), { relation: 'concluded', id: 'ISC' } as const], 'ISC'],
    [[{ relation: 'declared', name: 'Own terms' } as const], 'Own terms'],
    [[{ relation: 'declared', name: 'GNU General Public License v3.0' } as const], 'GPL-3.0-only'],
    [[declared('The Apache Software License, Version 2.0'), declared('Apache-2.0')], 'Apache-2.0'],
  ])('of %j is %j', (licenses, expected) => {
    expect(componentLicense(licenses)).toBe(expected);
  });
});

describe('measurements of a component', () => {
  const vulnerable = { ...soundFacts, findings: [finding()], license: null };
  const stored = toStoredMetricValues(measureAll(vulnerable));
  const risk = (license: string | null, findings: typeof vulnerable.findings | null) =>
    scoreOf(
      measureComponent(stored, { license, findings, version: '1.2.0', coverage: fullCoverage, today: soundFacts.today })
        .measurements,
    );

  it('are those of its entity where the sbom knows nothing better', () => {
    expect(risk(null, null)).toEqual(scoreOf(measureAll(vulnerable)));
  });

  it('are what the entity would have with the licence and the findings of the sbom', () => {
    expect(risk('MIT', null)).toEqual(scoreOf(measureAll({ ...vulnerable, license: 'MIT' })));
    const cleared = [finding({ status: 'not_affected' })];
    expect(risk(null, cleared)).toEqual(scoreOf(measureAll({ ...vulnerable, findings: cleared })));
    expect(risk(null, cleared).scopes.technology).toBeLessThan(risk(null, null).scopes.technology);
  });

  it('of what nobody knows are priors, with an unknown identity', () => {
    const score = scoreOf(
      measureComponent(null, {
        license: null,
        findings: null,
        version: '',
        coverage: unresolvedCoverage,
        today: '2026-01-01',
      }).measurements,
    );
    expect(score.value).toBeGreaterThan(scoreOf(measureAll(soundFacts)).value);
    expect(score.value).toBeLessThan(100);
  });
});
