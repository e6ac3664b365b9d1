import { Database } from '../../src/platform/database/database.js';
import { enqueue } from '../../src/jobs/enqueue.js';
import type { Job } from '../../src/jobs/job.js';
import { deleteOldRuns } from '../../src/jobs/job-runs.repository.js';
import { ResolveSbom, ScoreSbom } from '../../src/sboms/sboms.jobs.js';
import { lockSbomScoring, updateSbomFigures } from '../../src/sboms/scoring/sbom-figures.repository.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';

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
    await app.nest.get(RescoringScheduler).schedule();
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

  it('are reached again after a change that no resolution has to look at', async () => {
    const id = await newSbomOf(null, 'moved');
    await importSbom(app, admin, id, cyclonedx([library('broken', '2.0.0'), library('broken', '2.1.0')]));
    const { entries } = await sbomOf(id);
    for (const change of [{ error_message: 'seen' }, { position: 1 }]) {
      const { status } = await admin.client.post('v1/project/updateComponents', [{ id: entries[0].id, sbom_id: id, ...change }]); // prettier-ignore
      expect(status).toBe(200);
      await settled(app);
      const { body } = await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: id });
      expect([change, body.data[0].verdict]).toEqual([change, 'passed']);
    }
    await admin.client.post('v1/project/deleteSBOM', { id });
  });

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
    expect(all.data.organization).toMatchObject({
      verdicts: { pending: 1, passed: 1, failed: 1 },
      judged_at: null,
      data_as_of: expect.any(String),
    });
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

  describe('after work that was not done', () => {
    const badgeOf = async (id: string): Promise<string> => {
      const { pathname, search } = new URL((await admin.client.post('v1/badge/createBadgeLink', { id })).body.data.url);
      return (await fetch(`${app.url}${pathname}${search}`)).text();
    };
    /** Delayed, and tried once already, so that nobody who joins it makes it due. */
    const delayedRun = async (job: Job<{ sbom_id: string }>, id: string): Promise<string> => {
      const dedupe = { key: id, until: 'started' } as const;
      const options = { orgId: admin.orgId, subject: { kind: 'sbom', id }, delaySeconds: 3_600, dedupe };
      const runId = await app.nest
        .get(Database)
        .transaction('system', (sql) => enqueue(sql, job, { sbom_id: id }, options));
      await run('UPDATE job_runs SET attempt = 1 WHERE id = $runId', { runId });
      return runId;
    };
    const importAgain = (id: string, more: object = {}) =>
      admin.client.upload('v1/project/importSBOM', cyclonedx([library('broken', '2.0.0', more)]), { sbom_id: id });
    /** Without a worker that takes it, the run is all that is left to do. */
    const isLast = async (runId: string): Promise<void> => {
      const open = () =>
        app.nest
          .get(Database)
          .transaction('system', (sql) =>
            sql.query<{ id: string }>('SELECT id FROM job_runs WHERE finished_at IS NULL'),
          );
      while ((await open()).some(({ id }) => id !== runId)) await new Promise((resolve) => setTimeout(resolve, 40));
    };
    const cpe = 'cpe:2.3:a:acme:broken:2.0.0:*:*:*:*:*:*:*';
    const endOf = async (jobId: string): Promise<string> => {
      for (;;) {
        const { status } = (await admin.client.get('v1/jobs/getJob', { id: jobId })).body.data;
        if (!['waiting', 'queued', 'active'].includes(status)) return status;
      }
    };
    const cancel = async (jobId: string): Promise<void> =>
      expect((await admin.client.post('v1/jobs/cancelJob', { id: jobId })).status).toBe(200);

    it.each([
      ['scoring', ScoreSbom],
      ['resolution', ResolveSbom],
    ])('are pending while a %s that a changed file needs was cancelled, and until it is done', async (name, job) => {
      const id = await newSbomOf('2.0.0', `cancelled ${name}`);
      expect(await badgeOf(id)).toContain('passed');
      const runId = await delayedRun(job, id);
      expect((await importAgain(id, { cpe })).status).toBeLessThan(300);
      await isLast(runId);
      await cancel(runId);
      expect((await sbomOf(id)).verdict).toBe('pending');
      expect(await badgeOf(id)).toContain('pending');
      await run(`UPDATE job_runs SET finished_at = now() - interval '40 days' WHERE id = $runId`, { runId });
      await app.nest.get(Database).transaction('system', (sql) => deleteOldRuns(sql, 30));
      expect((await sbomOf(id)).verdict).toBe('pending');
      const again = await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
      expect(await endOf(again.body.data.job_id)).toBe('succeeded');
      await settled(app);
      expect((await sbomOf(id)).verdict).toBe('passed');
      await app.nest.get(Database).transaction('system', (sql) => deleteOldRuns(sql, 30));
      expect(await run('DELETE FROM job_runs WHERE id = $runId', { runId })).toBe(0);
    });

    it('are final where monitoring has resolved what a cancelled resolution left', async () => {
      const id = await newSbomOf('2.0.0', 'monitored');
      await cancel(await delayedRun(ResolveSbom, id));
      expect((await sbomOf(id)).verdict).toBe('pending');
      const owner = { orgId: admin.orgId, subject: { kind: 'sbom', id } };
      const score = () =>
        app.nest.get(Database).transaction('system', (sql) => enqueue(sql, ScoreSbom, { sbom_id: id }, owner));
      await run('UPDATE components SET pending = true WHERE sbom_id = $id', { id });
      await score();
      await settled(app);
      expect((await sbomOf(id)).verdict).toBe('pending');
      await run('UPDATE components SET pending = false WHERE sbom_id = $id', { id });
      expect((await sbomOf(id)).verdict).toBe('passed');
    });
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

  describe('after a change of the ruleset', () => {
    const appliedTo = async (id: string) =>
      (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: id })).body.data[0];
    const hold = async (sbomId: string, during: () => Promise<void>): Promise<void> => {
      await app.nest.get(Database).transaction('system', async (sql) => {
        await lockSbomScoring(sql, [sbomId]);
        await during();
      });
      await settled(app);
    };

    it('are pending until every entry was assessed by it', async () => {
      const id = await newSbomOf('9.0.0', 'under another rule');
      expect(await sbomOf(id)).toMatchObject({ verdict: 'passed' });
      await hold(id, async () => {
        const rules = { id: rulesetId, rule_ids: ['vulnerability.none-critical', 'license.known'] };
        expect((await admin.client.post('v1/ruleset/updateRuleset', rules)).status).toBe(200);
        expect(await sbomOf(id)).toMatchObject({ verdict: 'pending' });
        expect(await appliedTo(id)).toMatchObject({ verdict: 'pending', passed: null, pending: 1, ruleset_version: 2 });
      });
      expect(await sbomOf(id)).toMatchObject({ verdict: 'failed' });
      expect(await appliedTo(id)).toMatchObject({ verdict: 'failed', pending: 0, ruleset_version: 2 });
    });

    it('are pending where the SBOM gets another ruleset', async () => {
      const id = await newSbomOf('9.0.0', 'from one to another');
      const body = { team_id: admin.teamId, name: 'Anything', rule_ids: [] };
      const other = (await admin.client.post('v1/ruleset/createRuleset', body)).body.data.id;
      expect((await sbomOf(id)).verdict).toBe('failed');
      await admin.client.post('v1/project/updateSBOM', { id, ruleset_id: other });
      await settled(app);
      expect((await sbomOf(id)).verdict).toBe('passed');
      await run('UPDATE sboms SET ruleset_id = NULL WHERE id = $id', { id });
      expect((await sbomOf(id)).verdict).toBe('pending');
      expect(await appliedTo(id)).toMatchObject({ verdict: 'pending', ruleset_name: 'Default' });
    });

    it('are reached again where a scoring that began before it wrote entries after it', async () => {
      const body = { team_id: admin.teamId, name: 'Nothing critical', rule_ids: ['vulnerability.none-critical'] };
      const ruleset = (await admin.client.post('v1/ruleset/createRuleset', body)).body.data.id;
      const id = await newSbom(admin, { name: 'overlapping', ruleset_id: ruleset });
      await importSbom(app, admin, id, cyclonedx([library('broken', '9.0.0')]));
      await admin.client.post('v1/ruleset/updateRuleset', { id: ruleset, rule_ids: ['license.known'] });
      await settled(app);
      expect((await sbomOf(id)).verdict).toBe('failed');
      await run(`UPDATE component_scores SET ruleset_version = 1, failures_key = NULL WHERE sbom_id = $id`, { id });
      await app.nest.get(Database).transaction('system', (sql) => updateSbomFigures(sql, [id]));
      expect((await sbomOf(id)).verdict).toBe('pending');
      const owner = { orgId: admin.orgId, subject: { kind: 'sbom', id } };
      await app.nest.get(Database).transaction('system', (sql) => enqueue(sql, ScoreSbom, { sbom_id: id }, owner));
      await settled(app);
      expect((await sbomOf(id)).verdict).toBe('failed');
    });
  });
});
