import { MonitoringScheduler } from '../../src/monitoring/monitoring.scheduler.js';
import { riskOfMany } from '../../src/scores/metrics/sbom-score.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { Database } from '../../src/platform/database/database.js';
import { updateSbomFigures } from '../../src/sboms/scoring/sbom-figures.repository.js';
import { deleteOrphanedScores, keepFailures } from '../../src/sboms/scoring/scoring.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const bundle = {
  'packages.ndjson': ['broken', 'dented', 'sound', 'solid'].map((name) => ({
    purl: `pkg:npm/${name}`,
    versions: ['1.0.0', '2.0.0'],
    latest_known: '2.0.0',
    seen: 100,
    sources: ['index'],
  })),
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-broken', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] }),
    advisory('GHSA-dented', 'dented', '2.0.0', medium),
  ],
  'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01', knownRansomwareCampaignUse: 'Unknown' }],
};

describe('figures of SBOMs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    // Without the role `scheduler`: the moments are chosen here.
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  });
  afterAll(() => app.close());

  const createSbom = async (components: object[], more: object = {}, by = admin) => {
    const id = await newSbom(by);
    await importSbom(app, by, id, cyclonedx(components, more));
    return id;
  };
  const metricsOf = async (id: string, by = admin) =>
    (await by.client.get('v1/project/getSBOM', { id })).body.data.metrics;
  const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[]);
  const sound = (count: number) => Array.from({ length: count }, (_, n) => library('sound', `2.0.${n}`));

  it('are there while the catalogue is synchronised, which may take hours', async () => {
    await withClient(app.databaseUrl, async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.catalogSync]);
      const { coverage } = await metricsOf(await createSbom([library('sound', '2.0.0')]));
      expect(coverage).toMatchObject({ examined: 1 });
    });
  });

  it('examine nothing of which no single version is stated', async () => {
    const ranges = ['>=1.0.0', '^1.0.0', '1.x', '[1.0,2.0)', '1.0.0 - 2.0.0'];
    const { coverage } = await metricsOf(await createSbom(ranges.map((version) => library('sound', version))));
    expect(coverage).toEqual({ examined: 0, partly: 0, notExamined: ranges.length });
  });

  it('an empty SBOM has none', async () => {
    expect(await metricsOf(await newSbom(admin))).toEqual({
      risk: { score: 0, coverage: 0, scopes: { ecosystem: 0, supplyChain: 0, software: 0 } },
      coverage: { examined: 0, partly: 0, notExamined: 0 },
      compliance: { passing: 0, failing: 0, pending: 0 },
      resolution: { resolved: 0, partiallyResolved: 0, unresolved: 0 },
    });
  });

  it('are those of the stored scores: one component has its own risk, as getEntityOverviewForEntity tells it', async () => {
    const id = await createSbom([library('broken', '1.0.0')]);
    const { score } = (
      await admin.client.post('v1/score/getEntityOverviewForEntity', { package_id: 'pkg:npm/broken@1.0.0' })
    ).body.data;
    const scopes = Object.fromEntries(
      score.scopes.map((one: { name: string; value: number }) => [one.name, one.value]),
    );
    expect((await metricsOf(id)).risk).toEqual({
      score: score.value,
      coverage: score.coverage,
      scopes: { ecosystem: scopes.ecosystem, supplyChain: scopes.supply_chain, software: scopes.technology },
    });
  });

  it('are those of the worst, wherever in the SBOM they stand and however many are alike', async () => {
    const id = await createSbom(sound(230));
    const columns = ['risk', 'risk_ecosystem', 'risk_supply_chain', 'risk_technology'] as const;
    type Risks = Record<(typeof columns)[number], number>;
    for (const spread of [2, 7, 100]) {
      await query(
        `UPDATE component_scores SET ${columns.map((column) => `${column} = floor(random() * ${spread})`).join(', ')}
         WHERE sbom_id = $1`,
        [id],
      );
      await app.nest.get(Database).transaction('system', (sql) => updateSbomFigures(sql, [id]));
      const rows = await query<Risks>(`SELECT ${columns.join(', ')} FROM component_scores WHERE sbom_id = $1`, [id]);
      const [found] = await query<Risks>(
        `SELECT risk_score AS risk, risk_ecosystem, risk_supply_chain, risk_software AS risk_technology FROM sboms WHERE id = $1`,
        [id],
      );
      for (const column of columns)
        expect(found![column]).toBeCloseTo(riskOfMany(rows.map((row) => row[column])), 9); // prettier-ignore
    }
  });

  it('do not hide one bad part among many good ones', async () => {
    const alone = (await metricsOf(await createSbom([library('broken', '1.0.0')]))).risk.score;
    const good = (await metricsOf(await createSbom(sound(40)))).risk.score;
    const mixed = (await metricsOf(await createSbom([...sound(40), library('broken', '1.0.0')]))).risk.score;
    expect(good).toBeLessThan(alone);
    expect(mixed).toBeGreaterThanOrEqual(alone);
  });

  it('count the components that keep the default ruleset, and those that break it', async () => {
    const id = await createSbom([library('broken', '1.0.0'), library('dented', '1.0.0'), library('sound', '2.0.0')]);
    expect((await metricsOf(id)).compliance).toEqual({ passing: 2, failing: 1, pending: 0 });
    const unresolved = await createSbom([{ type: 'library', name: 'nobody knows what this is 77' }]);
    expect((await metricsOf(unresolved)).compliance).toEqual({ passing: 0, failing: 1, pending: 0 });
    expect((await metricsOf(unresolved)).risk.score).toBeGreaterThan(0);
  });

  it('follow when components are changed, added and removed', async () => {
    const id = await createSbom([library('broken', '1.0.0'), library('sound', '2.0.0')]);
    const before = await metricsOf(id);
    const entries = (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries;
    const [broken] = entries;
    const update = await admin.client.post('v1/project/updateComponents', [
      { id: broken.id, sbom_id: id, version: '2.0.0', search_results: { package: [{ purl: 'pkg:npm/broken@2.0.0', selected: true }] } },
    ]); // prettier-ignore
    expect(update.status).toBe(200);
    await settled(app);
    const fixed = await metricsOf(id);
    expect(fixed.risk.score).toBeLessThan(before.risk.score - 20);
    expect(fixed.compliance).toEqual({ passing: 2, failing: 0, pending: 0 });

    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: 'broken', version: '1.0.0', search_results: { package: [{ purl: 'pkg:npm/broken@1.0.0', selected: true }] } }); // prettier-ignore
    await settled(app);
    expect((await metricsOf(id)).compliance).toEqual({ passing: 2, failing: 1, pending: 0 });
    const added = (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries[2];
    await admin.client.post('v1/project/deleteComponents', { sbom_id: id, ids: [added.id] });
    await settled(app);
    expect(await metricsOf(id)).toEqual(fixed);
  });

  it('follow a second import that replaces what was there', async () => {
    const id = await createSbom([library('broken', '1.0.0')]);
    await importSbom(app, admin, id, cyclonedx([library('sound', '2.0.0')]));
    expect((await metricsOf(id)).compliance).toEqual({ passing: 1, failing: 0, pending: 0 });
  });

  it('count a component without a version in its identifier by the version that its SBOM declares', async () => {
    const id = await createSbom([library('broken', '1.0.0', { purl: 'pkg:npm/broken' })]);
    expect((await metricsOf(id)).compliance).toEqual({ passing: 0, failing: 1, pending: 0 });
  });

  it('take the licences that the SBOM declares into account', async () => {
    const risk = async (licenses: object[]) =>
      (await metricsOf(await createSbom([library('solid', '2.0.0', { licenses })]))).risk;
    const [none, mit, agpl] = [await risk([]), await risk([{ license: { id: 'MIT' } }]), await risk([{ license: { id: 'AGPL-3.0-only' } }])]; // prettier-ignore
    expect(mit.scopes.supplyChain).toBe(none.scopes.supplyChain);
    expect(mit.coverage).toBeGreaterThan(none.coverage);
    expect(agpl.scopes.supplyChain).toBeGreaterThan(mit.scopes.supplyChain);
  });

  it('do not hold a vulnerability against a component that its document says is not affected', async () => {
    const vex = (state: string, ref = 'broken') => ({
      vulnerabilities: [{ id: 'CVE-2024-1', analysis: { state, justification: 'code_not_reachable' }, affects: [{ ref }] }],
    }); // prettier-ignore
    const id = await createSbom([library('broken', '1.0.0')]);
    const open = await metricsOf(id);
    await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')], vex('not_affected')));
    const closed = await metricsOf(id);
    expect(closed.risk.scopes.software).toBeLessThan(open.risk.scopes.software - 20);
    expect(closed.compliance).toEqual({ passing: 1, failing: 0, pending: 0 });
    for (const other of [vex('exploitable'), vex('in_triage'), vex('not_affected', 'somebody-else'), {}]) {
      await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')], other));
      expect(await metricsOf(id)).toEqual(open);
    }
  });

  it('follow a change of the catalogue, and only what it concerns is scored again', async () => {
    const hit = await createSbom([library('solid', '1.0.0'), library('sound', '2.0.0')]);
    const spared = await createSbom([library('sound', '2.0.0')]);
    const [before, sparedBefore] = [await metricsOf(hit), await metricsOf(spared)];
    const scoredAt = async () =>
      query<{ purl: string; at: string }>('SELECT purl, scored_at::text AS at FROM entity_scores ORDER BY purl');
    const times = await scoredAt();

    const advisories = [...bundle['advisories/osv-npm.ndjson'], advisory('GHSA-solid', 'solid', null, critical)];
    await loadCatalog(app, { ...bundle, 'advisories/osv-npm.ndjson': advisories });
    expect(await app.nest.get(RescoringScheduler).schedule()).not.toBeNull();
    await settled(app);
    const after = await metricsOf(hit);
    expect(after.risk.score).toBeGreaterThan(before.risk.score + 20);
    expect(after.compliance).toEqual({ passing: 1, failing: 1, pending: 0 });
    expect(await metricsOf(spared)).toEqual(sparedBefore);
    const touched = (await scoredAt()).filter(({ at }, place) => times[place]?.at !== at).map(({ purl }) => purl);
    expect(touched).toEqual(['pkg:npm/solid@1.0.0', 'pkg:npm/solid@2.0.0']);
    expect(await app.nest.get(RescoringScheduler).schedule()).toBeNull();

    const withdrawn = [...bundle['advisories/osv-npm.ndjson'], advisory('GHSA-solid', 'solid', null, { ...critical, withdrawn: '2024-05-01T00:00:00Z' })]; // prettier-ignore
    await loadCatalog(app, { ...bundle, 'advisories/osv-npm.ndjson': withdrawn });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await metricsOf(hit)).toEqual(before);
  });

  it('follow another ruleset', async () => {
    const id = await createSbom([library('broken', '1.0.0')]);
    const { body } = await admin.client.post('v1/ruleset/createRuleset', { name: 'lenient', team_id: admin.teamId, rule_ids: ['identity.resolved'] }); // prettier-ignore
    await admin.client.post('v1/project/updateSBOM', { id, ruleset_id: body.data.id });
    await settled(app);
    expect((await metricsOf(id)).compliance).toEqual({ passing: 1, failing: 0, pending: 0 });
  });

  it('are summed up for the organization, whose risk no good SBOM lowers', async () => {
    const other = await otherOrganization(app, admin, 'Figures');
    const listing = async () =>
      (await other.client.get('v1/project/getSBOMs', { org_id: other.orgId, limit: '1' })).body.data.organization;
    expect((await listing()).risk.score).toBe(0);
    const one = await createSbom([library('broken', '1.0.0')], {}, other);
    await createSbom([library('sound', '2.0.0')], {}, other);
    await newSbom(other);
    const scores = await query<{ risk_score: number }>('SELECT risk_score FROM sboms WHERE org_id = $1', [other.orgId]);
    const figures = await listing();
    expect(figures.risk.score).toBeCloseTo(riskOfMany(scores.map(({ risk_score }) => risk_score)), 0);
    expect(figures.risk.score).toBeGreaterThanOrEqual((await metricsOf(one, other)).risk.score);
    expect(figures.compliance).toEqual({ passing: 1, failing: 1, pending: 0 });
    expect(figures.resolution).toEqual({ resolved: 2, partiallyResolved: 0, unresolved: 0 });
  });

  it('are of today after the daily look, and a confirmed SBOM stays confirmed', async () => {
    const id = await createSbom([library('broken', '1.0.0')]);
    await admin.client.post('v1/project/saveConfirmSBOM', {}, { id });
    await query(`UPDATE entity_scores SET scored_at = scored_at - interval '2 days'`);
    await query(`UPDATE component_scores SET scored_at = scored_at - interval '2 days' WHERE sbom_id = $1`, [id]);
    await query(`UPDATE sboms SET created_at = created_at - interval '2 days' WHERE id = $1`, [id]);
    await app.nest.get(MonitoringScheduler).schedule();
    await settled(app);
    const [row] = await query<{ today: boolean }>(
      `SELECT bool_and(s.scored_at > now() - interval '1 hour' AND e.scored_at > now() - interval '1 hour') AS today
       FROM component_scores s JOIN entity_scores e USING (entity_id) WHERE s.sbom_id = $1`,
      [id],
    );
    expect(row!.today).toBe(true);
    expect((await admin.client.get('v1/project/getSBOM', { id })).body.data.status).toBe('finished');
  });

  it('never cross organizations: the scores of components are rows of their own organization', async () => {
    const other = await otherOrganization(app, admin, 'Elsewhere');
    await createSbom([library('broken', '1.0.0')], {}, other);
    const rows = await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM component_scores s JOIN components c ON c.id = s.component_id
       WHERE c.org_id <> s.org_id OR c.sbom_id <> s.sbom_id`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  describe('lists of broken rules', () => {
    const lists = async (id: string) =>
      (
        await query<{ kept: number; used: number; failing: number }>(
          `SELECT (SELECT count(*)::int FROM sbom_failures WHERE sbom_id = $1) AS kept,
             count(DISTINCT failures_key)::int AS used, count(failures_key)::int AS failing
           FROM component_scores WHERE sbom_id = $1`,
          [id],
        )
      )[0]!;

    it('are kept once for all entries alike, and no longer than an entry has them', async () => {
      const broken = [library('broken', '1.0.0'), library('broken', '1.0.1')];
      const id = await createSbom([...broken, ...sound(1)]);
      expect(await lists(id)).toEqual({ kept: 1, used: 1, failing: 2 });
      await importSbom(app, admin, id, cyclonedx(sound(1)));
      await settled(app);
      expect(await lists(id)).toEqual({ kept: 0, used: 0, failing: 0 });
    });

    it('are not deleted while a rescoring is about to give them to entries', async () => {
      const id = await createSbom(sound(1));
      const outcomes = `SELECT id AS sbom_id, org_id, '[{"rule_id": "r", "reason": "New."}]'::jsonb AS failures FROM sboms WHERE id = $id`;
      const database = app.nest.get(Database);
      await database.transaction('system', (sql) => keepFailures(sql, outcomes, { id }));
      let deleting: Promise<unknown> | undefined;
      await database.transaction('system', async (sql) => {
        await keepFailures(sql, outcomes, { id });
        deleting = database.transaction('system', (other) => deleteOrphanedScores(other, id));
        await new Promise((resolve) => setTimeout(resolve, 300));
        await sql.run(
          `UPDATE component_scores SET failures_key = (SELECT key FROM sbom_failures WHERE sbom_id = $id AND failures @> '[{"reason": "New."}]')
           WHERE sbom_id = $id`,
          { id },
        );
      });
      await deleting;
      expect(await lists(id)).toEqual({ kept: 1, used: 1, failing: 1 });
    });
  });
});
