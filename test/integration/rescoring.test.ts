import fc from 'fast-check';
import { ThirdFormula1700000005460 } from '../../migrations/1700000005460-ThirdFormula.js';
import { openDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { queueScoring } from '../../src/sboms/sboms.pipeline.js';
import type { RescoredEntity } from '../../src/scores/stored/entity-scores.repository.js';
import { BatchComponentScorer } from '../../src/sboms/scoring/component-scorer.js';
import {
  countEntries,
  findStaleGroups,
  updateStaleScores,
  type EntryGroup,
} from '../../src/sboms/scoring/rescoring.repository.js';
import { verdictOf } from '../../src/sboms/verdict-columns.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { advisory, critical, loadCatalog, medium } from '../support/score-catalog.js';

const names = ['alpha', 'beta', 'gamma', 'delta'] as const;
const licensed = (id: string) => ({ licenses: [{ license: { id } }] });
/** What is said of GHSA-0, which the rounds below make and change. */
const declaredText = {
  vulnerabilities: [{ id: 'GHSA-0', analysis: { state: 'not_affected' }, affects: [{ ref: 'alpha' }] }],
};

/** One advisory as a publisher may have it at some time: ids are few, so that later ones change earlier ones. */
const change = fc
  .record({
    id: fc.nat(4),
    name: fc.constantFrom(...names),
    fixed: fc.constantFrom('1.5.0', '2.5.0', null),
    severity: fc.constantFrom(critical, medium),
    alias: fc.option(fc.nat(4), { nil: null }),
    isWithdrawn: fc.boolean(),
  })
  .map(({ id, name, fixed, severity, alias, isWithdrawn }) =>
    advisory(`GHSA-${id}`, name, fixed, {
      ...severity,
      ...(alias === null ? {} : { aliases: [`CVE-2024-${alias}`] }),
      ...(isWithdrawn ? { withdrawn: '2024-05-01T00:00:00Z' } : {}),
    }),
  );

describe('rescoring after changes of the catalogue', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  const sboms: { id: string; org_id: string; team_id: string }[] = [];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    const other = await otherOrganization(app, admin, 'Elsewhere');
    await loadCatalog(app, {
      'packages.ndjson': names.map((name) => ({
        purl: `pkg:npm/${name}`,
        versions: ['1.0.0', '2.0.0'],
        latest_known: '2.0.0',
        seen: 9,
        sources: ['index'],
      })),
      'advisories/osv-npm.ndjson': [advisory('GHSA-9', 'alpha', '1.5.0', medium)],
      'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01' }],
    });
    const components = (version: string) => names.map((name) => library(name, version, name === 'beta' ? licensed('MIT') : {})); // prettier-ignore
    const rules = { name: 'strict', team_id: admin.teamId, rule_ids: ['risk.below', 'vulnerability.none-high'] };
    const { body } = await admin.client.post('v1/ruleset/createRuleset', rules);
    for (const [by, version, more, fields] of [
      [admin, '1.0.0', {}, {}],
      [admin, '1.0.0', {}, { ruleset_id: body.data.id }],
      [admin, '1.0.0', declaredText, {}],
      [other, '2.0.0', {}, {}],
    ] as const) {
      const id = await newSbom(by, fields);
      await importSbom(app, by, id, cyclonedx([...components(version), { type: 'library', name: 'nobody knows 77', 'bom-ref': 'x' }], more)); // prettier-ignore
      sboms.push({ id, org_id: by.orgId, team_id: by.teamId });
    }
    await rescored();
  });
  afterAll(() => app.close());

  const query = <Row extends object>(text: string): Promise<Row[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text)).rows as Row[]);

  /** How many entities and components were scored. */
  const rescored = async (): Promise<{ entities: number; components: number } | null> => {
    const id = await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    if (id === null) return null;
    const [run] = await query<{ result: { entities: number; components: number } }>(`SELECT result FROM job_runs WHERE id = '${id}'`); // prettier-ignore
    return run!.result;
  };

  const state = async (): Promise<unknown> => ({
    components: await query(
      `SELECT component_id, s.risk, s.risk_ecosystem, s.risk_technology, s.risk_supply_chain, s.risk_coverage, s.examined, f.failures, stamp, license,
         is_resolved, is_contested, e.purl, e.digest
       FROM component_scores s LEFT JOIN entity_scores e USING (entity_id)
       LEFT JOIN sbom_failures f ON f.sbom_id = s.sbom_id AND f.key = s.failures_key ORDER BY component_id`,
    ),
    said: await query('SELECT * FROM component_statements ORDER BY component_id, vulnerability'),
    vulnerabilities: await query('SELECT * FROM entity_vulnerabilities ORDER BY entity_id, id'),
    sboms: await query(
      `SELECT id, risk_score, risk_ecosystem, risk_supply_chain, risk_software, risk_coverage, examined_count, partly_count, compliance_passing, compliance_failing
       FROM sboms ORDER BY id`,
    ),
  });

  const fromScratch = async (): Promise<void> => {
    for (const table of ['component_scores', 'component_statements', 'entity_scores', 'entity_vulnerabilities'])
      await query(`DELETE FROM ${table}`);
    await app.nest.get(Database).transaction('system', async (sql) => {
      for (const sbom of sboms) await queueScoring(sql, sbom);
    });
    await settled(app);
  };

  it('comes to what scoring from scratch comes to, whatever changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        await loadCatalog(app, { 'advisories/osv-npm.ndjson': changes });
        await rescored();
        const found = await state();
        await fromScratch();
        expect(await state()).toEqual(found);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('touches the entities and components that the change concerns, and no others', async () => {
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': [advisory('GHSA-7', 'delta', '1.5.0', critical)] });
    const before = await query<{ xmin: string }>("SELECT s.xmin::text FROM component_scores s JOIN entity_scores e USING (entity_id) WHERE e.purl !~ 'delta' ORDER BY component_id"); // prettier-ignore
    // Version 1.0.0 stands in three SBOMs, 2.0.0 is read and comes out as it was.
    expect(await rescored()).toMatchObject({ entities: 2, components: 3 });
    const after = await query<{ xmin: string }>("SELECT s.xmin::text FROM component_scores s JOIN entity_scores e USING (entity_id) WHERE e.purl !~ 'delta' ORDER BY component_id"); // prettier-ignore
    expect(after).toEqual(before);
    expect(await rescored()).toBeNull();
  });

  it('follows what becomes known of the exploitation of a CVE', async () => {
    const named = advisory('GHSA-8', 'delta', '1.5.0', { ...medium, aliases: ['CVE-2024-8'] });
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': [named] });
    await rescored();
    const exploited = ['CVE-2024-1', 'CVE-2024-8'].map((cveID) => ({ cveID, dateAdded: '2024-02-01' }));
    await loadCatalog(app, { 'kev.ndjson': exploited });
    expect(await rescored()).toMatchObject({ entities: 1, components: 3 });
    expect(
      await query(
        `SELECT e.purl FROM entity_vulnerabilities v JOIN entity_scores e USING (entity_id)
         WHERE v.id = 'CVE-2024-8' AND v.exploited IS NOT NULL`,
      ),
    ).toEqual([{ purl: 'pkg:npm/delta@1.0.0' }]);
  });

  it('says of a vulnerability that its CVE was rejected since, and no longer when that is taken back', async () => {
    const named = advisory('GHSA-6', 'delta', '1.5.0', { ...medium, aliases: ['CVE-2024-6'] });
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': [named] });
    await rescored();
    const reason = async (): Promise<string> => {
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sboms[0]!.id });
      return body.data.find(({ id }: { id: string }) => id === 'CVE-2024-6').reason;
    };
    const before = await reason();
    await query(`INSERT INTO catalog_cves (cve, source, status, analyzed, rejected)
      VALUES ('CVE-2024-6', 'nvd-cve', 'Rejected', true, true)`);
    await rescored();
    expect(await reason()).toBe(`${before.slice(0, -1)} (CVE-2024-6 was rejected).`);
    await query(`INSERT INTO catalog_cves (cve, source, status, analyzed, rejected)
      VALUES ('CVE-2024-6', 'cve-list', 'PUBLISHED', true, false)`);
    await rescored();
    expect(await reason()).toBe(before);
  });

  describe('of entries that are judged alike', () => {
    const nobody = '00000000-0000-0000-0000-000000000000';
    const outcome = {
      risk: 1,
      risk_ecosystem: 1,
      risk_technology: 1,
      risk_supply_chain: 1,
      risk_coverage: 1,
      examined: 'examined' as const,
      failures: [],
      assessed_by: nobody,
      assessed_version: 1,
    };

    /** How many entries are written for one group after all entities have come out different; nothing of it stays. */
    const written = (change: Partial<EntryGroup>, meanwhile = ''): Promise<[of: number, entries: number]> =>
      app.nest.get(Database).transaction('system', async (sql) => {
        const ids = await sql.query<{ entity_id: string }>(
          `UPDATE entity_scores SET digest = 'other' RETURNING entity_id`,
        );
        const groups = await findStaleGroups(sql, ids.map(({ entity_id }) => entity_id), 1_000); // prettier-ignore
        const group = groups.find(({ is_apart }) => !is_apart)!;
        if (meanwhile) await sql.run(meanwhile);
        const { entries } = await updateStaleScores(sql, [{ ...group, ...outcome, ...change }]);
        await sql.run('ROLLBACK; BEGIN');
        return [group.entries, entries];
      });

    it('writes all of them', async () => {
      const [of, entries] = await written({});
      expect(of).toBeGreaterThan(0);
      expect(entries).toBe(of);
    });

    it.each<Partial<EntryGroup>>([
      { entity_id: nobody },
      { license: 'EUPL-1.2' },
      { is_resolved: false },
      { is_package_undecided: true },
      { org_id: nobody },
      { ruleset_id: nobody },
    ])('leaves what has come to stand at their place, and is not alike: %j', async (change) => {
      expect((await written(change))[1]).toBe(0);
    });

    it.each([
      ['written anew', 'UPDATE component_scores SET scored_at = now()'],
      ['contested', 'UPDATE component_scores SET is_contested = true'],
      ['in an SBOM that is gone', 'UPDATE sboms SET deleted_at = now()'],
    ])('leaves one that is %s meanwhile', async (_what, meanwhile) => {
      expect((await written({}, meanwhile))[1]).toBe(0);
    });
  });

  it('scores what is alike so many at a time as it may, until all are', async () => {
    const scorer = app.nest.get(BatchComponentScorer);
    await app.nest.get(Database).transaction('system', async (sql) => {
      await sql.run(
        `UPDATE component_scores SET is_contested = false, stamp = split_part(stamp, ' ', 1) || ' old' WHERE entity_id IS NOT NULL`,
      );
      const rows = await sql.query<RescoredEntity>('SELECT * FROM entity_scores');
      const entities = rows.map((row) => ({ ...row, findings: [] }));
      const counts = await countEntries(sql, entities.map(({ entity_id }) => entity_id)); // prettier-ignore
      const all = counts.reduce((sum, { entries }) => sum + entries, 0);
      expect(all).toBeGreaterThan(4);
      const written: number[] = [];
      for (let hasMore = true; hasMore && written.length < all;) {
        const scored = await scorer.score(sql, entities, 2);
        written.push(scored.entries);
        expect(scored.hasOthers).toBe(false);
        hasMore = scored.hasMore;
      }
      expect(Math.max(...written)).toBe(2);
      expect(written.reduce((sum, one) => sum + one, 0)).toBe(all);
      await sql.run('ROLLBACK; BEGIN');
    });
  });

  it('writes anew what was stored of vulnerabilities before it had digests', async () => {
    await query(`UPDATE entity_vulnerabilities v SET digest = '' FROM entity_scores e
                 WHERE e.entity_id = v.entity_id AND e.purl = 'pkg:npm/delta@1.0.0'`);
    await loadCatalog(app, { 'advisories/osv-npm.ndjson': [advisory('GHSA-7', 'delta', '1.5.0', medium)] });
    expect(await rescored()).toMatchObject({ entities: 2, components: 3 });
    const found = await state();
    await fromScratch();
    expect(await state()).toEqual(found);
  });

  it('comes by itself after the upgrade from a former formula, and leaves verdicts pending until then', async () => {
    const found = await state();
    await query(`UPDATE entity_scores SET formula_version = '2', risk = 1, digest = 'former'`);
    await query(
      `UPDATE component_scores SET risk = 1, risk_coverage = 1, examined = 'examined', failures_key = NULL, scored_at = now(),
         stamp = split_part(stamp, ' ', 1) || ' ' || CASE WHEN entity_id IS NULL THEN '' ELSE 'former' END`,
    );
    await query(
      'UPDATE sboms SET compliance_passing = compliance_passing + compliance_failing, compliance_failing = 0, risk_score = 1',
    );
    const verdicts = `SELECT DISTINCT ${verdictOf('b')} AS verdict FROM sboms b`;
    expect(await query(verdicts)).toEqual([{ verdict: 'passed' }]);
    const dataSource = await openDataSource(app.databaseUrl, 2);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await new ThirdFormula1700000005460().up(runner);
    const upgraded = await runner.query(verdicts);
    await runner.commitTransaction();
    await runner.release();
    await dataSource.destroy();
    expect(upgraded).toEqual([{ verdict: 'pending' }]);
    await settled(app);
    expect(await state()).toEqual(found);
  });
});
