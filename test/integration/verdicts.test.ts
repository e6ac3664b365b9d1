import { Database } from '../../src/platform/database/database.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';

jest.setTimeout(120_000);

describe('verdicts on SBOMs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let rulesetId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, {
      'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0', '2.0.0'], seen: 9, sources: ['index'] }],
      'advisories/osv-npm.ndjson': [advisory('GHSA-aaaa', 'broken', '2.0.0', critical)],
    });
    await rescored();
    const body = { team_id: admin.teamId, name: 'No critical ones', rule_ids: ['vulnerability.none-critical'] };
    rulesetId = (await admin.client.post('v1/ruleset/createRuleset', body)).body.data.id;
  });
  afterAll(() => app.close());

  const rescored = async (): Promise<void> => {
    await app.nest.get(RescoringScheduler).queue();
    await settled(app);
  };
  const run = (text: string, parameters: Record<string, unknown> = {}) =>
    app.nest.get(Database).transaction('system', (sql) => sql.run(text, parameters));
  const sbomOf = async (id: string) => (await admin.client.get('v1/project/getSBOM', { id })).body.data;
  const newSbomOf = async (version: string | null, name: string): Promise<string> => {
    const id = await newSbom(admin, { name, ruleset_id: rulesetId });
    if (version !== null) await importSbom(app, admin, id, cyclonedx([library('broken', version)]));
    return id;
  };
  const list = async (query: Record<string, string> = {}) => {
    const { body } = await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, ...query });
    return body;
  };

  it('are pending for an empty SBOM, failed where a component breaks a rule, else passed', async () => {
    const empty = await newSbomOf(null, 'empty');
    const good = await newSbomOf('2.0.0', 'good');
    const bad = await newSbomOf('1.0.0', 'bad');
    expect(await sbomOf(empty)).toMatchObject({ verdict: 'pending', judged_at: null });
    expect(await sbomOf(good)).toMatchObject({
      verdict: 'passed',
      judged_at: expect.any(String),
      data_as_of: expect.any(String),
      metrics: { compliance: { passing: 1, failing: 0, pending: 0 } },
    });
    expect(await sbomOf(bad)).toMatchObject({ verdict: 'failed', metrics: { compliance: { passing: 0, failing: 1 } } });
    const all = await list();
    expect(all.data.softwareLists.map(({ name, verdict }: any) => `${name} ${verdict}`)).toEqual([
      ...['bad failed', 'good passed', 'empty pending'],
    ]);
    expect(all.data.organization.verdicts).toEqual({ pending: 1, passed: 1, failed: 1 });
    for (const [verdict, id] of [
      ['pending', empty],
      ['passed', good],
      ['failed', bad],
    ]) {
      const { data, meta } = await list({ verdict: verdict! });
      expect(data.softwareLists.map((one: any) => one.id)).toEqual([id]);
      expect(meta.total_count).toBe(1);
      expect(data.organization.verdicts).toEqual({ pending: 1, passed: 1, failed: 1 });
    }
    expect((await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, verdict: 'maybe' })).status).toBe(400);
  });

  it('are pending while anything is still to be done', async () => {
    const id = await newSbomOf('2.0.0', 'changing');
    expect((await sbomOf(id)).verdict).toBe('passed');
    const insertRun = (name: string, state: string) =>
      run(
        `INSERT INTO job_runs (id, name, queue, org_id, subject_kind, subject_id, payload, state, max_attempts, finished_at, due_at)
         VALUES (gen_random_uuid(), $name, 'interactive', $orgId, 'sbom', $id, '{}', $state, 1,
           CASE WHEN $state = 'waiting' THEN NULL ELSE now() END, 'infinity')`,
        { name, state, id, orgId: admin.orgId },
      );
    for (const name of ['sbom.import', 'sbom.resolve', 'sbom.score']) {
      await insertRun(name, 'waiting');
      expect([name, (await sbomOf(id)).verdict]).toEqual([name, 'pending']);
      await run('DELETE FROM job_runs WHERE subject_id = $id AND state = $waiting', { id, waiting: 'waiting' });
    }
    await insertRun('sbom.import', 'failed');
    expect((await sbomOf(id)).verdict).toBe('passed');
    await insertRun('sbom.score', 'failed');
    expect((await sbomOf(id)).verdict).toBe('pending');
    await insertRun('sbom.score', 'succeeded');
    expect((await sbomOf(id)).verdict).toBe('passed');
    await run(`DELETE FROM job_runs WHERE state = 'failed'`);
  });

  it('are pending until a change of the catalogue is worked in', async () => {
    const id = await newSbomOf('2.0.0', 'overtaken');
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': [advisory('GHSA-bbbb', 'broken', '3.0.0', critical)] });
    const before = await sbomOf(id);
    expect(before.verdict).toBe('pending');
    await rescored();
    const after = await sbomOf(id);
    expect(after.verdict).toBe('failed');
    expect(Date.parse(after.judged_at)).toBeGreaterThan(Date.parse(before.judged_at));
  });
});
