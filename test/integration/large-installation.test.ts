import { randomUUID } from 'node:crypto';
import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import {
  findGroups,
  findPlaces,
  findRows,
  previewSboms,
  queuePage,
  type ReviewScope,
} from '../../src/sboms/review/queue.repository.js';
import { replaceOpenAlarms } from '../../src/sboms/alarms/detection.repository.js';
import { markUndone } from '../../src/sboms/review/review-decisions.repository.js';
import { findVersions } from '../../src/sboms/review/versions.repository.js';
import type { ComparedEntries } from '../../src/sboms/comparing/compared-entries.js';
import { compareSides } from '../../src/sboms/comparing/comparison.repository.js';
import { countFailingByRule } from '../../src/sboms/compliance/compliance.repository.js';
import { deleteSbom, findSbom } from '../../src/sboms/sboms.repository.js';
import { changePage, insertPackageChanges } from '../../src/monitoring/monitoring-changes.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { newSbom } from '../support/sboms.js';

/** Organizations besides the admin's, and entries of each. */
const [others, entries] = [60, 1_000];

/** A plan as EXPLAIN gives it in JSON. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const comparedInVain = (node: PlanNode): number =>
  (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, one) => sum + comparedInVain(one), 0);

/** How an index is read, everywhere in the plan. */
const scansBy = (node: PlanNode, index: string): string[] => [
  ...(node['Index Name'] === index ? [node['Node Type']] : []),
  ...(node.Plans ?? []).flatMap((one) => scansBy(one, index)),
];

/** Of many organizations PostgreSQL takes each for far smaller than it is. */
describe('requests of one organization among many', () => {
  let app: TestApp;
  let database: Database;
  let admin: Person & TenantIds;
  let sbomId: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    database = app.nest.get(Database);
    admin = await firstAdmin(app);
    sbomId = await newSbom(admin);
    const rows = `(id, org_id, sbom_id, ref, position, name, version, pending, status, search_results)
      SELECT gen_random_uuid(), owner.org, owner.sbom, n, n, 'part ' || n, '1', false, 'partial-resolution',
        jsonb_build_object('package', jsonb_build_array(jsonb_build_object(
          'name', 'candidate-' || n, 'purl', 'pkg:npm/candidate-' || n, 'known', true)), 'product', '[]'::jsonb, 'repo', '[]'::jsonb)`;
    await database.transaction('system', async (sql) => {
      await sql.run(
        `INSERT INTO components ${rows} FROM generate_series(1, ${entries}) n,
           (SELECT $orgId::uuid AS org, $sbomId::uuid AS sbom
            UNION ALL SELECT gen_random_uuid(), gen_random_uuid() FROM generate_series(1, ${others})) AS owner`,
        { orgId: admin.orgId, sbomId },
      );
      await sql.run(
        `INSERT INTO review_decisions
           (id, org_id, review_key, name, org, hint, choice, note, entry_count, sbom_count, user_id, user_name)
         VALUES ($decisionId, $orgId, 'part 1', 'part 1', '', '', 'not_software', '', 1, 1, $userId, 'admin')`,
        { decisionId, orgId: admin.orgId, userId: randomUUID() },
      );
      const difference = { analysisId, orgId: admin.orgId };
      await sql.run(
        `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at) VALUES ($analysisId, $orgId, $analysisId, 'sbom', $analysisId, now())`,
        difference,
      );
      await sql.run(
        `INSERT INTO analysis_differences (analysis_id, seq, org_id, kind, name, org, package, old_version, new_version)
         VALUES ($analysisId, 1, $orgId, 'changed', 'part 1', '', '', '0', '1')`,
        difference,
      );
      await sql.query('ANALYZE components, component_names');
    });
  });
  afterAll(() => app.close());

  const asTenant = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    database.transaction({ organizations: [admin.orgId] }, work);

  /** How often an index was used. */
  const scansOf = (index: string): Promise<number> =>
    database.transaction('system', async (sql) => {
      const row = await sql.one<{ n: number }>(
        'SELECT idx_scan::int AS n FROM pg_stat_user_indexes WHERE indexrelname = $index',
        { index },
      );
      return row!.n;
    });

  it.each([
    ['components_by_candidate', "components_by_candidate($orgIds::uuid[], '{candidate-77}')", 1],
    ['component_names_pkey', "components_by_name_part($orgIds::uuid[], 'art 77')", 11],
  ])('finds entries by the index %s', async (index, asked, found) => {
    const before = await scansOf(index);
    // More often than PostgreSQL plans anew for each call.
    for (let time = 0; time < 8; time += 1)
      await asTenant(async (sql) => {
        const rows = await sql.query(`SELECT * FROM ${asked}`, { orgIds: [admin.orgId] });
        expect(rows).toHaveLength(found);
        await sql.query('SELECT pg_stat_force_next_flush()');
      });
    expect((await scansOf(index)) - before).toBe(8);
  });

  it('finds parts of names in many organizations at once', async () => {
    const owners = await database.transaction('system', (sql) =>
      sql.query<{ id: string }>('SELECT DISTINCT org_id AS id FROM components'),
    );
    const organizations = owners.map(({ id }) => id);
    const found = await database.transaction({ organizations }, (sql) =>
      sql.query("SELECT * FROM components_by_name_part($organizations::uuid[], 'art 77')", { organizations }),
    );
    expect(found).toHaveLength(11 * (others + 1));
  });

  it('is taken for about as large as it is', async () => {
    const plan = await asTenant((sql) =>
      sql.one<Record<'QUERY PLAN', [{ Plan: PlanNode }]>>(
        'EXPLAIN (FORMAT JSON) SELECT FROM components WHERE org_id = $orgId',
        { orgId: admin.orgId },
      ),
    );
    expect(plan!['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(entries / 3);
  });

  it('finds waiting entries that are called alike range by range', async () => {
    const before = await scansOf('components_to_review_by_start');
    await asTenant(async (sql) => {
      const starts = Array.from({ length: 20 }, (_, n) => `part77${n}`);
      const rows = await sql.query("SELECT * FROM open_entries_by_name($orgId, $starts::text[], '{}')", {
        orgId: admin.orgId,
        starts,
      });
      expect(rows).toHaveLength(10);
      await sql.query('SELECT pg_stat_force_next_flush()');
    });
    expect((await scansOf('components_to_review_by_start')) - before).toBe(20);
  });

  const anyChange = { orgId: null, runId: null, sbomId: null, field: null };
  const [decisionId, analysisId] = [randomUUID(), randomUUID()];

  /** How often a whole table was read. */
  const wholeScans = (table: string): Promise<number> =>
    database.transaction('system', async (sql) => {
      const row = await sql.one<{ n: number }>(
        'SELECT seq_scan::int AS n FROM pg_stat_user_tables WHERE relname = $table',
        { table },
      );
      return row!.n;
    });

  it.each<[string, string, (sql: Sql) => Promise<unknown>]>([
    ['state of monitoring', 'monitoring_states', (sql) => findSbom(sql, sbomId)],
    ['last failure of monitoring', 'job_runs', (sql) => findSbom(sql, sbomId)],
    ['entries of a deleted SBOM', 'components', (sql) => deleteSbom(sql, randomUUID())],
    ['entries that an analysis compares', 'components', (sql) => insertPackageChanges(sql, analysisId, sbomId)],
    [
      'changes',
      'monitoring_changes',
      (sql) => changePage(sql, scope().visibleScope, anyChange, { offset: 0, limit: 10, sort: null }),
    ],
    ['decisions that an undone one had replaced', 'review_decisions', (sql) => markUndone(sql, decisionId)],
  ])('finds the %s by an index', async (_, table, work) => {
    const before = await wholeScans(table);
    await asTenant(async (sql) => {
      // Whole small tables are read sooner; what remains has no index to go by.
      await sql.query("SELECT set_config('enable_seqscan', 'off', true), pg_stat_force_next_flush()");
      await work(sql);
    });
    expect((await wholeScans(table)) - before).toBe(0);
  });

  const scope = (): ReviewScope => ({
    orgId: admin.orgId,
    visibleScope: { organizations: [admin.orgId], teams: [] },
  });

  it.each([
    ['the group', (sql: Sql, key: string) => findGroups(sql, scope(), [key])],
    ['its first entry', (sql: Sql, key: string) => findRows(sql, scope(), [key])],
    ['its SBOMs', (sql: Sql, key: string) => findPlaces(sql, scope(), [key])],
    ['its preview', (sql: Sql, key: string) => previewSboms(sql, scope(), key)],
    ['its versions', (sql: Sql, key: string) => findVersions(sql, scope(), key)],
  ])('finds %s of the review by its key', async (_, find) => {
    const before = await scansOf('components_by_review_key');
    await asTenant(async (sql) => {
      const entry = await sql.one<{ key: string }>("SELECT review_key AS key FROM components WHERE name = 'part 77'");
      expect(await find(sql, entry!.key)).toHaveLength(1);
      await sql.query('SELECT pg_stat_force_next_flush()');
    });
    expect((await scansOf('components_by_review_key')) - before).toBe(1);
  });

  const planOfQueue = async (): Promise<PlanNode> => {
    const filter = { reason: null, ecosystem: null, supplier: null, sbomId: null, teamId: null, q: null };
    const plan = await asTenant(async (sql) => {
      const explained = (text: string, parameters: Record<string, unknown>) =>
        sql.one(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, parameters);
      const explaining = { one: explained } as unknown as Sql;
      return queuePage(explaining, scope(), filter, { order: '-reach', after: null, limit: 50 });
    });
    return (plan as unknown as Record<'QUERY PLAN', [{ Plan: PlanNode }]>)['QUERY PLAN'][0].Plan;
  };

  it('does not compare each group of the queue with each', async () => {
    // The groups of the page are compared with each other, at most.
    expect(comparedInVain(await planOfQueue())).toBeLessThan(50 * 50);
  });

  describe('of an SBOM that was scored just now, of which PostgreSQL knows nothing yet', () => {
    const copies = [randomUUID(), randomUUID()] as const;
    beforeAll(() =>
      database.transaction('system', async (sql) => {
        const score = async (which: string): Promise<void> => {
          const key = 'md5(c.position::text)::uuid';
          const list = `jsonb_build_array(jsonb_build_object('rule_id', 'license.' || c.position, 'reason', 'Denied'))`;
          const of = `FROM components c WHERE c.org_id ${which} $orgId`;
          await sql.run(
            `INSERT INTO component_scores (component_id, org_id, sbom_id, failures_key, stamp, risk, risk_ecosystem,
               risk_technology, risk_supply_chain) SELECT c.id, c.org_id, c.sbom_id, ${key}, '', 1, 1, 1, 1 ${of}`,
            { orgId: admin.orgId },
          );
          await sql.run(
            `INSERT INTO sbom_failures (sbom_id, key, org_id, failures)
             SELECT c.sbom_id, ${key}, c.org_id, ${list} ${of}`,
            { orgId: admin.orgId },
          );
        };
        await score('<>');
        await sql.query('ANALYZE component_scores, sbom_failures');
        await score('=');
        // Scored entries of other SBOMs, as two more.
        for (const copy of copies)
          for (const table of ['components', 'component_scores'])
            await sql.run(
              `UPDATE ${table} SET sbom_id = $copy, org_id = $orgId WHERE sbom_id = (
                 SELECT sbom_id FROM ${table} WHERE org_id <> $orgId AND sbom_id <> ALL ($copies::uuid[])
                 ORDER BY sbom_id LIMIT 1)`,
              { copy, copies, orgId: admin.orgId },
            );
      }),
    );

    it('reads what the queue needs of scores out of their index', async () => {
      const scans = scansBy(await planOfQueue(), 'component_scores_pkey');
      expect(scans.length).toBeGreaterThan(0);
      expect(new Set(scans)).toEqual(new Set(['Index Only Scan']));
    });

    const publish = async (sql: Sql): Promise<number> => {
      const ids = { found: randomUUID(), exploited: randomUUID(), license: randomUUID(), ended: randomUUID() };
      return (await replaceOpenAlarms(sql, { id: sbomId, org_id: admin.orgId }, ids, false)).length;
    };
    const compare = async (sql: Sql): Promise<number> => {
      const [from, to] = copies.map((id) => ({ sbomId: id, importId: null })) as [ComparedEntries, ComparedEntries];
      const page = { kind: null, offset: 0, limit: 10, maxVulnerabilities: 10 };
      return (await compareSides(sql, { from, to }, page)).counts.unchanged!;
    };
    it.each<[string, (sql: Sql) => Promise<number>, number]>([
      ['to look for alarms', publish, 1],
      ['to look for them again', publish, 0],
      ['to count entries by rule', async (sql) => (await countFailingByRule(sql, sbomId)).size, entries],
      ['to compare it', compare, entries],
    ])('does not compare each entry with each %s', async (_, work, results) => {
      await database.transaction('system', async (sql) => {
        let compared = 0;
        const query = async (text: string, parameters?: Record<string, unknown>) => {
          if (!parameters) return sql.query(text);
          await sql.run('SAVEPOINT before', {});
          const plan = await sql.one(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, parameters);
          const [{ Plan: root }] = (plan as Record<'QUERY PLAN', [{ Plan: PlanNode }]>)['QUERY PLAN'];
          compared += comparedInVain(root);
          await sql.run('ROLLBACK TO before', {});
          return sql.query(text, parameters);
        };
        const one = async (text: string, parameters: Record<string, unknown>) => (await query(text, parameters))[0];
        expect(await work({ query, one } as unknown as Sql)).toBe(results);
        expect(compared).toBeLessThan(entries);
      });
    });
  });
});
