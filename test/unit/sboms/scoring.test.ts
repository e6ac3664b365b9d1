import type { BomPart, JsonObject } from '../../../src/model/document.js';
import { documentStatements } from '../../../src/sboms/scoring/document-statements.js';
import { licenseOf } from '../../../src/sboms/scoring/license-of.js';
import { measureComponent } from '../../../src/scores/metrics/component-score.js';
import { measure, scoreOf } from '../../../src/scores/metrics/formula.js';
import { storedReadings } from '../../../src/scores/metrics/stored-readings.js';
import { finding, soundFacts } from '../../support/entity-facts.js';

const part = (data: JsonObject): BomPart => ({ kind: 'vulnerability', family: 'cyclonedx', data });
const said = (data: JsonObject, subject: string | null = null) => documentStatements([part(data)], subject);
const analysis = { state: 'not_affected', justification: 'code_not_present', detail: 'We left it out' };

describe('statements of a document', () => {
  it('are about the components they name, under all names of the vulnerability', () => {
    const { byRef, ofAll } = said({ id: 'CVE-1', references: [{ id: 'GHSA-1' }], analysis, affects: [{ ref: 'a' }, { ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#b' }] }); // prettier-ignore
    expect([...byRef.keys()]).toEqual(['a', 'b']);
    const common = { status: 'not_affected', justification: 'code_not_present: We left it out', statedBy: 'document', statedAt: '' }; // prettier-ignore
    expect(byRef.get('b')).toEqual([
      { vulnerability: 'CVE-1', ...common },
      { vulnerability: 'GHSA-1', ...common },
    ]);
    expect(ofAll).toEqual([]);
  });

  it('are about everything where they name nothing, or the subject', () => {
    expect(said({ id: 'CVE-1', analysis }).ofAll).toHaveLength(1);
    expect(said({ id: 'CVE-1', analysis, affects: [{ ref: 'root' }] }, 'root').ofAll).toHaveLength(1);
  });

  it.each<JsonObject>([
    {}, { id: 'CVE-1' }, { id: 'CVE-1', analysis: { state: 'toString' } }, { id: 7, analysis }, { id: 'CVE-1', analysis: [] },
    { id: 'CVE-1', analysis: { state: ['not_affected'] }, affects: 'a' },
  ])('%j says nothing', (data) => {
    const { byRef, ofAll } = said(data);
    expect([...byRef.values(), ...ofAll].flat()).toEqual([]);
  }); // prettier-ignore
});

describe('the licence of a component', () => {
  const declared = (text: string) => ({ relation: 'declared', expression: text }) as const;

  it.each([
    [null, null],
    [[], null],
    [[declared('NOASSERTION')], null],
    [[declared('MIT')], 'MIT'],
    [[declared('MIT'), declared('MIT')], 'MIT'],
    [[declared('MIT OR ISC'), declared('Zlib')], '(MIT OR ISC) AND Zlib'],
    [[declared('MIT'), { relation: 'concluded', id: 'ISC' } as const], 'ISC'],
    [[{ relation: 'declared', name: 'Own terms' } as const], 'Own terms'],
  ])('of %j is %j', (licenses, expected) => {
    expect(licenseOf(licenses)).toBe(expected);
  });
});

describe('measurements of a component', () => {
  const vulnerable = { ...soundFacts, findings: [finding()], license: null };
  const stored = storedReadings(measure(vulnerable));
  const risk = (license: string | null, findings: typeof vulnerable.findings | null) =>
    scoreOf(measureComponent(stored, { license, findings, version: '1.2.0', today: soundFacts.today }));

  it('are those of its entity where the bill knows nothing better', () => {
    expect(risk(null, null)).toEqual(scoreOf(measure(vulnerable)));
  });

  it('are what the entity would have with the licence and the findings of the bill', () => {
    expect(risk('MIT', null)).toEqual(scoreOf(measure({ ...vulnerable, license: 'MIT' })));
    const cleared = [finding({ status: 'not_affected' })];
    expect(risk(null, cleared)).toEqual(scoreOf(measure({ ...vulnerable, findings: cleared })));
    expect(risk(null, cleared).scopes.technology).toBeLessThan(risk(null, null).scopes.technology);
  });

  it('of what nobody knows are priors, with an unknown identity', () => {
    const score = scoreOf(measureComponent(null, { license: null, findings: null, version: '', today: '2026-01-01' }));
    expect(score.value).toBeGreaterThan(scoreOf(measure(soundFacts)).value);
    expect(score.value).toBeLessThan(100);
  });
});
