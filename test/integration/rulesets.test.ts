import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const bundle = {
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', critical),
    advisory('GHSA-bbbb', 'dented', '2.0.0', medium),
  ],
};
const license = (id: string) => ({ licenses: [{ license: { id } }] });

const unknown = 'nobody knows what this is 77';
const notExamined = 'Not examined: no package or product is selected.';
const unknownFailures = [
  { rule_id: 'vulnerability.none-critical', reason: notExamined },
  { rule_id: 'vulnerability.none-exploited', reason: notExamined },
  { rule_id: 'vulnerability.none-malicious', reason: notExamined },
  { rule_id: 'vulnerability.examined', reason: notExamined },
  { rule_id: 'identity.resolved', reason: 'No package, repository or product is selected.' },
  { rule_id: 'identity.examinable', reason: 'Not examined: no package or product is selected.' },
];

describe('rulesets', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    sbomId = await newSbom(admin);
    const components = [
      library('broken', '1.0.0', license('MIT')),
      library('dented', '1.0.0', license('GPL-3.0-only')),
      { type: 'library', name: 'nobody knows what this is 77', 'bom-ref': 'x' },
    ];
    await importSbom(app, admin, sbomId, cyclonedx(components));
  });
  afterAll(() => app.close());

  const applied = async () => (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: sbomId })).body;
  const evaluate = (body: object, query: Record<string, string> = {}) =>
    admin.client.post('v1/ruleset/evaluateRuleset', { sbom_id: sbomId, ...body }, query);
  const create = async (fields: object) =>
    (await admin.client.post('v1/ruleset/createRuleset', { name: 'rules', team_id: admin.teamId, ...fields })).body
      .data;
  const update = (body: object) => admin.client.post('v1/ruleset/updateRuleset', body);

  it('say of an SBOM what fails, and why', async () => {
    const { data, meta } = await applied();
    expect(data).toEqual([
      {
        sbom_id: sbomId, project_id: null, ruleset_id: expect.any(String), ruleset_name: 'Default', ruleset_version: 1,
        verdict: 'failed', passed: false, passing: 1, failing: 2,
        pending: 0, judged_at: expect.any(String), data_as_of: expect.any(String),
        rules: [
          { rule_id: 'vulnerability.none-critical', name: 'No critical vulnerability', failing: 2 },
          { rule_id: 'vulnerability.none-exploited', name: 'Nothing that is exploited', failing: 1 },
          { rule_id: 'vulnerability.none-malicious', name: 'Nothing malicious', failing: 1 },
          { rule_id: 'vulnerability.examined', name: 'Vulnerabilities were looked for', failing: 1 },
          { rule_id: 'identity.resolved', name: 'Every component is resolved', failing: 1 },
          { rule_id: 'identity.examinable', name: 'Every component can be examined', failing: 1 },
          { rule_id: 'maintenance.supported', name: 'Nothing past its end of life', failing: 0 },
        ],
        components: [
          { id: expect.any(String), name: 'broken', org: '', version: '1.0.0', failures: [{ rule_id: 'vulnerability.none-critical', reason: 'GHSA-aaaa has CVSS 9.8.' }] },
          { id: expect.any(String), name: 'nobody knows what this is 77', org: '', version: '', failures: unknownFailures },
        ],
      },
    ]);
    expect(meta).toEqual({ total_count: 2, offset: 0, limit: 100 });
    for (const query of [{}, { sbom_id: sbomId, project_id: sbomId }] as Record<string, string>[])
      expect((await admin.client.get('v1/ruleset/getAppliedRulesets', query)).status).toBe(400);
  }); // prettier-ignore

  it('judge by thresholds of their own, as a draft, without storing anything', async () => {
    const before = await applied();
    const failing = async (body: object) => {
      const answer = await evaluate(body);
      expect(answer.status).toBe(200);
      return answer.body.data.components.map((one: any) => one.name);
    };
    expect(await failing({ rule_ids: [] })).toEqual([]);
    expect((await evaluate({})).body.fields).toEqual({ ruleset_id: 'or rule_ids is required' });
    expect(await failing({ rule_ids: ['vulnerability.fixed-in-time'] })).toEqual(['broken', unknown]);
    expect(await failing({ rule_ids: ['vulnerability.fixed-in-time'], parameters: { 'vulnerability.fixed-in-time': { severity: 'medium' } } })).toEqual(['broken', 'dented', unknown]);
    expect(await failing({ rule_ids: ['vulnerability.fixed-in-time'], parameters: { 'vulnerability.fixed-in-time': { days: 36_500 } } })).toEqual([unknown]);
    expect(await failing({ rule_ids: ['license.known'] })).toEqual(['nobody knows what this is 77']);
    expect(await failing({ rule_ids: ['license.allowed'] })).toEqual(['dented', unknown]);
    expect(await failing({ rule_ids: ['license.allowed'], parameters: { 'license.allowed': { licenses: ['gpl-3.0-only'], unknown: 'passes' } } })).toEqual(['broken']);
    expect(await failing({ rule_ids: ['license.copyleft'] })).toEqual(['dented', unknown]);
    expect(await failing({ rule_ids: ['risk.below'], parameters: { 'risk.below': { risk: 0 } } })).toHaveLength(3);
    const page = (await evaluate({ rule_ids: ['risk.below'], parameters: { 'risk.below': { risk: 0 } } }, { offset: '1', limit: '1' })).body;
    expect(page.data.components.map((one: any) => one.name)).toEqual(['dented']);
    expect(page.meta).toEqual({ total_count: 3, offset: 1, limit: 1 });
    expect(await applied()).toEqual(before);
  }); // prettier-ignore

  it.each([
    ['a rule that is none', { rule_ids: ['x'] }, 'rule_ids'],
    ['parameters that are no object', { parameters: 7 }, 'parameters'],
    ['parameters of no rule', { parameters: { x: {} } }, 'parameters.x'],
    ['parameters of a rule without', { parameters: { 'license.known': { days: 1 } } }, 'parameters.license.known'],
    ['an unknown parameter', { parameters: { 'risk.below': { weeks: 1 } } }, 'parameters.risk.below.weeks'],
    ['a number out of bounds', { parameters: { 'risk.below': { risk: 101 } } }, 'parameters.risk.below.risk'],
    ['a text for a number', { parameters: { 'risk.below': { risk: '1' } } }, 'parameters.risk.below.risk'],
    ['no such choice', { parameters: { 'vulnerability.fixed-in-time': { severity: 'x' } } }, 'parameters.vulnerability.fixed-in-time.severity'],
    ['a list that is none', { parameters: { 'license.allowed': { licenses: [1] } } }, 'parameters.license.allowed.licenses'],
  ])('refuse %s', async (_what, fields, field) => {
    const answers = [await evaluate({ rule_ids: [], ...fields }), await admin.client.post('v1/ruleset/createRuleset', { name: 'r', team_id: admin.teamId, ...fields })];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(Object.keys(body.fields)).toEqual([field]);
    }
  }); // prettier-ignore

  it('have versions; what they are applied to follows a change', async () => {
    const made = await create({ rule_ids: ['identity.resolved'] });
    expect(made).toMatchObject({ version: 1, parameters: {}, rule_ids: ['identity.resolved'] });
    await admin.client.post('v1/project/updateSBOM', { id: sbomId, ruleset_id: made.id });
    await settled(app);
    expect((await applied()).data[0]).toMatchObject({ ruleset_id: made.id, passing: 2, failing: 1 });

    const parameters = { 'risk.below': { risk: 0 } };
    const changed = await update({ id: made.id, rule_ids: ['risk.below'], parameters, version: 1 });
    expect(changed.body.data).toMatchObject({ id: made.id, name: 'rules', version: 2, rule_ids: ['risk.below'], parameters });
    await settled(app);
    expect((await applied()).data[0]).toMatchObject({ ruleset_version: 2, passed: false, passing: 0, failing: 3 });
    const sbom = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    expect(sbom.metrics.compliance).toEqual({ passing: 0, failing: 3, pending: 0 });

    expect((await update({ id: made.id, name: 'late', version: 1 })).status).toBe(409);
    expect((await update({ id: made.id })).body.data.version).toBe(2);
    const get = (version: string) => admin.client.get('v1/ruleset/getRuleset', { id: made.id, version });
    expect((await get('1')).body.data).toMatchObject({ version: 1, rule_ids: ['identity.resolved'] });
    expect((await get('3')).status).toBe(404);

    const earlier = await evaluate({ ruleset_id: made.id, ruleset_version: 1 });
    expect(earlier.body.data).toMatchObject({ ruleset_id: made.id, ruleset_version: 1, passing: 2, failing: 1 });
    expect((await evaluate({ ruleset_id: made.id })).body.data).toMatchObject({ ruleset_version: 2, failing: 3 });
    expect((await evaluate({ ruleset_id: made.id, ruleset_version: 3 })).status).toBe(404);
    expect((await evaluate({ rule_ids: [], ruleset_version: 1 })).body.fields).toEqual({ ruleset_id: 'is required with ruleset_version' });

    const late = await Promise.all([3, 4, 5].map((risk) => update({ id: made.id, parameters: { 'risk.below': { risk } }, version: 2 })));
    expect(late.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  }); // prettier-ignore

  it('show the parameters of rules with their limits', async () => {
    const { body } = await admin.client.get('v1/ruleset/getRules');
    const rule = body.data.find((one: any) => one.id === 'vulnerability.fixed-in-time');
    expect(rule.parameters.days).toMatchObject({ type: 'number', default: 14, min: 0, max: 36_500 });
  });
});
