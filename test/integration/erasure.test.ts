import { JobWatcher } from '../../src/jobs/job-watcher.js';
import { Database } from '../../src/platform/database/database.js';
import { RetentionScheduler } from '../../src/retention/retention.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { reviewGroupId } from '../support/review-groups.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';

/** Tables with rows of SBOMs that expire by their own time. */
const ownTime = ['alarm_events'];

const anyValue: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  int4: '1',
  float8: '1',
  bool: 'false',
  jsonb: `'{}'`,
  timestamptz: 'now()',
  _text: `'{}'`,
};

describe('what was deleted', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let database: Database;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker', ORIGINAL_RETENTION_DAYS: '10', HISTORY_RETENTION_DAYS: '30' });
    admin = await firstAdmin(app);
    database = app.nest.get(Database);
  });
  afterAll(() => app.close());

  const run = (text: string) => database.transaction('system', (sql) => sql.run(text));
  const rows = (text: string) => database.transaction('system', (sql) => sql.query<any>(text));
  const count = async (from: string): Promise<number> => (await rows(`SELECT count(*)::int AS n FROM ${from}`))[0].n;

  /** The night's run, now. */
  async function sweep(): Promise<Record<string, number>> {
    const id = await app.nest.get(RetentionScheduler, { strict: false }).schedule();
    await run(`UPDATE job_runs SET due_at = now() WHERE id = '${id}'`);
    const done = await app.nest.get(JobWatcher).waitFor(id, 60_000);
    expect([done?.state, done?.error]).toEqual(['succeeded', null]);
    return (done?.result as { removed: Record<string, number> }).removed;
  }
  const remove = async (id: string, daysAgo: number): Promise<void> => {
    expect((await admin.client.post('v1/project/deleteSBOM', { id })).status).toBe(200);
    await settled(app);
    const at = `now() - interval '${daysAgo} days'`;
    await run(`UPDATE sboms SET deleted_at = ${at} WHERE id = '${id}'`);
    await run(`UPDATE sbom_imports SET created_at = ${at} WHERE sbom_id = '${id}'`);
    await run(`UPDATE former_entries SET until = ${at} WHERE sbom_id = '${id}'`);
  };
  const imported = async (more: object = {}): Promise<string> => {
    const id = await newSbom(admin, more);
    await importSbom(app, admin, id, cyclonedx([library('lodash', '4.17.20'), library('axios', '1.0.0')]));
    return id;
  };

  /** Columns with ids of SBOMs. */
  const columnsOfSboms = (): Promise<{ table: string; column: string }[]> =>
    rows(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns JOIN information_schema.tables
         USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND (column_name = 'sbom_id'
         OR table_name IN ('monitoring_runs', 'monitoring_states') AND column_name = 'subject_id') AND table_name <> ALL ('{${ownTime.join(',')}}')
       ORDER BY 1`,
    );
  const tablesWith = async (sbomId: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { table, column } of await columnsOfSboms())
      if ((await count(`${table} WHERE ${column} = '${sbomId}'`)) > 0) found.push(table);
    return found;
  };

  /** A row of the SBOM in every table that has none. */
  async function fillTables(sbomId: string): Promise<void> {
    for (const { table, column } of await columnsOfSboms()) {
      if ((await count(`${table} WHERE ${column} = '${sbomId}'`)) > 0) continue;
      const needed = await rows(
        `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = '${table}' AND column_name <> '${column}' AND is_nullable = 'NO'
           AND column_default IS NULL`,
      );
      const values = needed.map(({ name, type }) => (name === 'org_id' ? `'${admin.orgId}'` : anyValue[type]));
      const names = [column, ...needed.map(({ name }) => name)];
      await run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${[`'${sbomId}'`, ...values].join(', ')})`);
    }
  }

  it('leaves no row behind in any table, and takes none of other SBOMs', async () => {
    const [gone, recent, live] = [await imported(), await imported(), await imported()];
    for (const id of [gone, recent, live]) await fillTables(id);
    await remove(gone, 31);
    await remove(recent, 9);
    // What jobs have removed at the deletion.
    for (const id of [gone, recent, live]) await fillTables(id);
    await run('UPDATE alarm_issues SET due_at = NULL');
    const tables = [...new Set((await columnsOfSboms()).map(({ table }) => table))];
    expect(tables.length).toBeGreaterThan(20);
    expect(await tablesWith(gone)).toEqual(tables);
    // An analysis of a project that still exists stays, without the SBOM that it wrote; a share counts what it lacks.
    const stays = ['analyses', 'share_sboms'];
    const removed = await sweep();
    expect(removed).toMatchObject({ 'entries of deleted SBOMs': 2, 'deleted SBOMs': 1 });
    expect(await tablesWith(gone)).toEqual(stays);
    expect(await count(`sboms WHERE id = '${gone}'`)).toBe(0);
    for (const id of [recent, live]) expect(await tablesWith(id)).toEqual(tables);
    expect((await admin.client.get('v1/project/getSBOM', { id: live })).body.data.entries).toHaveLength(2);
    expect(await count('components c WHERE NOT EXISTS (SELECT FROM sboms s WHERE s.id = c.sbom_id)')).toBe(0);
  });

  it('still counts in the trends of the days before', async () => {
    const id = await imported({ supplier: 'Trend' });
    await run(`UPDATE sboms SET created_at = now() - interval '20 days' WHERE id = '${id}'`);
    await run(`UPDATE sbom_score_history SET scored_at = now() - interval '18 days' WHERE sbom_id = '${id}'`);
    await remove(id, 11);
    const trend = async (): Promise<number[]> => {
      const query = { org_id: admin.orgId, days: '28', supplier: 'Trend' };
      const { body } = await admin.client.get('v1/report/getOrganizationTrend', query);
      return body.data.points.map(({ sboms }: { sboms: number }) => sboms);
    };
    const before = await trend();
    expect(before.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(5);
    await sweep();
    expect(await trend()).toEqual(before);
    expect(await tablesWith(id)).toEqual(['sbom_score_history']);
    expect(await count(`sboms WHERE id = '${id}'`)).toBe(1);
    await run(`UPDATE sboms SET deleted_at = now() - interval '31 days' WHERE id = '${id}'`);
    expect(await sweep()).toMatchObject({ 'score history of deleted SBOMs': 1, 'deleted SBOMs': 1 });
    expect(await tablesWith(id)).toEqual([]);
  });

  it('is gone in batches, however many rows and SBOMs there are', async () => {
    const large = await newSbom(admin);
    const sboms = `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email,
      monitor_frequency, deleted_at) SELECT gen_random_uuid(), '${admin.orgId}', '${admin.teamId}', '', '', '', '', '',
      'never', now() - interval '11 days' FROM generate_series(1, 250)`;
    await run(sboms);
    await run(
      `INSERT INTO components (id, org_id, sbom_id, position, name, org, version, ref, identity, deleted_at)
       SELECT gen_random_uuid(), org_id, id, n, 'n' || n, '', '', '', '', CASE WHEN n % 2 = 0 THEN now() END
       FROM sboms, generate_series(1, CASE WHEN id = '${large}' THEN 11000 ELSE 2 END) n
       WHERE id = '${large}' OR deleted_at < now() - interval '10 days'`,
    );
    await remove(large, 11);
    expect(await sweep()).toMatchObject({
      'entries of deleted SBOMs': 5_750,
      'removed entries of deleted SBOMs': 5_750,
      'deleted SBOMs': 251,
    });
  });

  it('waits where an analysis brings an SBOM back at that moment', async () => {
    const id = await imported();
    await remove(id, 40);
    await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE sboms SET deleted_at = NULL WHERE id = '${id}'`);
      await sweep();
      await client.query('COMMIT');
    });
    await sweep();
    expect((await admin.client.get('v1/project/getSBOM', { id })).body.data.entries).toHaveLength(2);
  });

  describe('decisions of the review queue', () => {
    let teamId: string;
    let narrowed: Person;

    beforeAll(async () => {
      teamId = await newTeam(admin, admin.orgId, 'Reviewers');
      narrowed = await newUser(app, admin, { org_id: admin.orgId, role: 'member', team_ids: [teamId] });
    });
    const addTo = async (sbomId: string, name: string): Promise<void> => {
      expect((await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name })).status).toBe(200);
      await settled(app);
    };
    const decide = async (name: string, more: object = {}): Promise<string> => {
      const body = {
        org_id: admin.orgId,
        group: reviewGroupId(name),
        revision: 0,
        choice: { disposition: 'internal' },
      };
      const answer = await admin.client.post('v1/review/decide', { ...body, ...more });
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      await settled(app);
      return answer.body.data.id;
    };
    const seenBy = async (who: Person): Promise<string[]> =>
      (await who.client.get('v1/review/getDecisions', { org_id: admin.orgId })).body.data.map(({ id }: any) => id);

    it('outlive the SBOMs they were made in: those who saw them see them, and later entries follow', async () => {
      const [ours, theirs] = [await newSbom(admin, { team_id: teamId }), await newSbom(admin)];
      await addTo(ours, 'outliving-ours');
      await addTo(theirs, 'outliving-theirs');
      const [first, second] = [await decide('outliving-ours'), await decide('outliving-theirs')];
      for (const id of [ours, theirs]) await remove(id, 31);
      const before = [await seenBy(admin), await seenBy(narrowed)];
      expect(before).toEqual([expect.arrayContaining([first, second]), [first]]);
      expect(await sweep()).toMatchObject({ 'deleted SBOMs': 2, 'entries settled by reviews of deleted SBOMs': 2 });
      expect([await seenBy(admin), await seenBy(narrowed)]).toEqual(before);

      const later = await newSbom(admin, { team_id: teamId });
      await addTo(later, 'outliving-ours');
      const [entry] = (await admin.client.get('v1/project/getSBOM', { id: later })).body.data.entries;
      expect(entry.disposition).toBe('internal');
      const hidden = await narrowed.client.post('v1/review/undo', { decision_id: second });
      expect([hidden.status, hidden.body.message]).toEqual([404, 'No such decision']);
      expect((await narrowed.client.post('v1/review/undo', { decision_id: first })).status).toBe(200);
      await settled(app);
      const [reopened] = (await admin.client.get('v1/project/getSBOM', { id: later })).body.data.entries;
      expect(reopened.disposition).toBeUndefined();
    });

    it('go where nothing can follow them any more', async () => {
      const [single, undone, other] = [await newSbom(admin), await newSbom(admin), await newSbom(admin)];
      for (const id of [single, other]) await addTo(id, 'single-sbom');
      await addTo(undone, 'undone-decision');
      const forOne = await decide('single-sbom', { sbom_id: single });
      const ofOther = await decide('single-sbom', { sbom_id: other, revision: 1 });
      const former = await decide('undone-decision');
      await admin.client.post('v1/review/undo', { decision_id: former });
      await settled(app);
      for (const id of [single, undone]) await remove(id, 31);
      await run(`UPDATE review_decisions SET created_at = now() - interval '40 days',
        undone_at = undone_at - interval '11 days' WHERE id = ANY ('{${forOne},${ofOther},${former}}')`);
      expect(await sweep()).toMatchObject({ 'reviews of deleted SBOMs': 1, 'reviews without entries': 1 });
      const left = await seenBy(admin);
      expect(left).toContain(ofOther);
      expect(left.filter((id) => [forOne, former].includes(id))).toEqual([]);
    });
  });

  describe('projects', () => {
    const project = async (name: string): Promise<string> => {
      const source = { type: 'git', source: `https://git.example/${name}.git`, branch: 'main' };
      const fields = { ...source, team_id: admin.teamId, name, description: '' };
      const { status, body } = await admin.client.post('v1/project/createProject', fields);
      expect([status, body.message]).toEqual([200, undefined]);
      return body.data.id;
    };
    /** Analyses that ended so many days ago, with a difference each. */
    async function analyses(projectId: string, daysAgo: number[], more = 'NULL::uuid', finished = true): Promise<void> {
      await run(
        `WITH a AS (
           INSERT INTO analyses (id, org_id, project_id, type, branch, sbom_id, created_at, finished_at)
           SELECT gen_random_uuid(), '${admin.orgId}', '${projectId}', 'git', 'main', ${more},
             now() - make_interval(days => age), CASE WHEN ${finished} THEN now() - make_interval(days => age) END
           FROM unnest(ARRAY[${daysAgo.join(', ')}]) age RETURNING id, org_id)
         INSERT INTO analysis_differences (analysis_id, seq, org_id, kind, name, org, package)
         SELECT id, 1, org_id, 'added', 'x', '', '' FROM a`,
      );
    }
    const agesOf = async (projectId: string): Promise<number[]> =>
      (
        await rows(
          `SELECT round(extract(epoch FROM now() - created_at) / 86400)::int AS age,
             (SELECT count(*)::int FROM analysis_differences d WHERE d.analysis_id = a.id) AS differences
           FROM analyses a WHERE project_id = '${projectId}' ORDER BY 1`,
        )
      ).map(({ age, differences }) => {
        expect(differences).toBe(1);
        return age;
      });

    it('go with their analyses and monitoring runs, and others keep theirs', async () => {
      const [gone, recent, live] = [await project('gone'), await project('recent'), await project('live')];
      for (const id of [gone, recent, live]) {
        await analyses(id, [1, 20]);
        await run(
          `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at)
           VALUES (gen_random_uuid(), '${admin.orgId}', '${admin.teamId}', 'project', '${id}', now())`,
        );
      }
      for (const [id, days] of [
        [gone, 11],
        [recent, 9],
      ] as const) {
        expect((await admin.client.post('v1/project/deleteProject', { id })).status).toBe(200);
        await run(`UPDATE projects SET deleted_at = now() - interval '${days} days' WHERE id = '${id}'`);
      }
      expect(await sweep()).toMatchObject({
        'differences of deleted projects': 2,
        'analyses of deleted projects': 2,
        'monitoring runs of deleted projects': 1,
        'deleted projects': 1,
      });
      expect(await count(`projects WHERE id = '${gone}'`)).toBe(0);
      for (const id of [recent, live]) {
        expect(await agesOf(id)).toEqual([1, 20]);
        expect(await count(`monitoring_runs WHERE subject_id = '${id}'`)).toBe(1);
        expect(await count(`projects WHERE id = '${id}'`)).toBe(1);
      }
    });

    it('keep the analyses of the history, and what is known of the source at the last one', async () => {
      const [id, idle] = [await project('history'), await project('idle')];
      await analyses(id, [3, 29, 31, 50], `'${await newSbom(admin)}'::uuid`);
      await analyses(idle, [40, 60], `'${await newSbom(admin)}'::uuid`);
      await analyses(idle, [35, 36], 'NULL::uuid', false);
      expect(await sweep()).toMatchObject({ 'differences of former analyses': 4, 'former analyses': 4 });
      expect(await agesOf(id)).toEqual([3, 29]);
      expect(await agesOf(idle)).toEqual([35, 40]);
    });
  });

  describe('of an SBOM that is still there', () => {
    it('entries go once no document or import shows them', async () => {
      const id = await newSbom(admin);
      const files = [
        ['a', 'b', 'c'],
        ['a', 'b', 'd'],
        ['a', 'b', 'e'],
      ];
      const put = async (names: string[]): Promise<void> =>
        importSbom(
          app,
          admin,
          id,
          cyclonedx(
            names.map((name) => library(`kept-${name}`, '1')),
            {
              dependencies: names.map((name) => ({ ref: `kept-${name}`, dependsOn: ['kept-b'] })),
            },
          ),
        );
      for (const names of files) await put(names);
      const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
      const b = entries.find(({ name }: { name: string }) => name === 'kept-b');
      const deleted = await admin.client.post('v1/project/deleteComponents', { sbom_id: id, ids: [b.id] });
      expect([deleted.status, deleted.body.message]).toEqual([200, undefined]);
      await settled(app);
      const edges = async (): Promise<string> => {
        const query = { sbom_type: 'CycloneDX' };
        const { body } = await admin.client.post('v1/report/getSBOM', { sbom_id: id }, query);
        return JSON.stringify(body.data.dependencies);
      };
      const before = await edges();
      const present = (): Promise<{ name: string }[]> =>
        rows(`SELECT name FROM components WHERE sbom_id = '${id}' AND deleted_at IS NOT NULL ORDER BY name`);
      const shift = async (days: number): Promise<void> => {
        const ago = `- interval '${days} days'`;
        await run(
          `UPDATE components SET created_at = created_at ${ago}, deleted_at = deleted_at ${ago} WHERE sbom_id = '${id}'`,
        );
        await run(`UPDATE sbom_documents SET written_at = written_at ${ago} WHERE sbom_id = '${id}'`);
        await run(
          `UPDATE sbom_imports SET created_at = created_at ${ago}, visible_at = visible_at ${ago} WHERE sbom_id = '${id}'`,
        );
        await run(`UPDATE former_entries SET until = until ${ago} WHERE sbom_id = '${id}'`);
      };
      await shift(9);
      expect(await sweep()).toMatchObject({ 'removed entries': 0, 'former imports': 0 });
      expect(await present()).toEqual([{ name: 'kept-b' }, { name: 'kept-c' }, { name: 'kept-d' }]);
      await shift(2);
      // The last import had it, and its document still names it.
      expect(await sweep()).toMatchObject({ 'removed entries': 2, 'former imports': 2 });
      expect(await present()).toEqual([{ name: 'kept-b' }]);
      expect(await edges()).toEqual(before);
      await put(['a', 'f']);
      await sweep();
      expect(await present()).toEqual([{ name: 'kept-e' }]);
    });

    it('figures of deliveries and accesses of shares are kept as long as the history', async () => {
      const id = await newSbom(admin);
      await run(
        `INSERT INTO delivery_qualities (sbom_id, import_number, standard, org_id, title, score, met, checked_at)
         SELECT '${id}', n, s, '${admin.orgId}', s, 50, true, now() - make_interval(days => 60 - n)
         FROM unnest(ARRAY[1, 2, 3, 20, 55]) n, unnest(ARRAY['one', 'two']) s`,
      );
      await run(
        `WITH s AS (
           INSERT INTO shares (id, org_id, title, contents, extras, expires_at, created_by, created_at)
           SELECT gen_random_uuid(), '${admin.orgId}', age::text, '{}', '{}', now() - make_interval(days => age),
             '${admin.userId}', now() - interval '1 year' FROM unnest(ARRAY[-1, 29, 31]) age RETURNING id, org_id, title),
         shared AS (
           INSERT INTO share_sboms (share_id, sbom_id, org_id, position) SELECT id, '${id}', org_id, 1 FROM s)
         INSERT INTO share_accesses (share_id, day, what, subject_id, org_id, last_at)
         SELECT id, (now() - make_interval(days => age))::date, 'x', id, org_id, now() - make_interval(days => age)
         FROM s, unnest(ARRAY[32, 40, 5]) age WHERE age > 30 OR title <> '31'`,
      );
      expect(await sweep()).toMatchObject({
        'qualities of former deliveries': 4,
        'accesses of shares': 6,
        'SBOMs of former shares': 1,
        'former shares': 1,
      });
      expect(
        await rows(`SELECT DISTINCT import_number AS n FROM delivery_qualities WHERE sbom_id = '${id}' ORDER BY 1`),
      ).toEqual([3, 20, 55].map((n) => ({ n })));
      expect(await rows('SELECT title FROM shares ORDER BY title')).toEqual([{ title: '-1' }, { title: '29' }]);
    });
  });

  describe('settings of an organization', () => {
    const asked = async (path: string, body: object): Promise<any> => {
      const answer = await admin.client.post(path, body);
      expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
      return answer.body.data;
    };
    const pattern = async (name: string, org_id = admin.orgId): Promise<string> =>
      (await asked('v1/resolution/createInternalPattern', { org_id, kind: 'name_prefix', pattern: name })).id;

    it('go, and what holds stays', async () => {
      const webhook = { org_id: admin.orgId, url: 'https://hooks.example/x', events: ['analysis.failed'] };
      const [deletedHook, liveHook] = [
        await asked('v1/webhooks/createWebhook', webhook),
        await asked('v1/webhooks/createWebhook', webhook),
      ];
      await asked('v1/webhooks/deleteWebhook', { id: deletedHook.id });
      const [withdrawn, present] = [await pattern('withdrawn-'), await pattern('present-')];
      await asked('v1/resolution/deleteInternalPattern', { id: withdrawn });
      const sbomId = await newSbom(admin);
      for (const name of ['withdrawn', 'present'])
        await asked('v1/project/addComponent', {
          sbom_id: sbomId,
          name: `erasure-${name}`,
          search_results: { package: [{ purl: `pkg:npm/erasure-${name}` }] },
        });
      await settled(app);
      const decisions = () =>
        rows(`SELECT id, name FROM resolution_decisions WHERE name LIKE 'erasure-%' ORDER BY name`);
      const [kept, former] = await decisions();
      await asked('v1/resolution/deleteDecision', { id: former.id });
      const tables = ['webhooks', 'internal_patterns', 'resolution_decisions'];
      const age = async (days: number): Promise<void> => {
        for (const table of tables)
          await run(
            `UPDATE ${table} SET deleted_at = deleted_at - interval '${days} days' WHERE deleted_at IS NOT NULL`,
          );
      };
      await age(9);
      const none = { 'deleted webhooks': 0, 'withdrawn patterns': 0, 'withdrawn decisions': 0 };
      expect(await sweep()).toMatchObject(none);
      await age(25);
      expect(await sweep()).toMatchObject({ ...none, 'deleted webhooks': 1, 'withdrawn patterns': 1, 'withdrawn decisions': 1 }); // prettier-ignore
      expect(await rows(`SELECT id FROM webhooks`)).toEqual([{ id: liveHook.id }]);
      expect(await rows(`SELECT id FROM internal_patterns`)).toEqual([{ id: present }]);
      expect(await decisions()).toEqual([kept]);
    });

    it('go with the organization', async () => {
      const other = await otherOrganization(app, admin);
      const { id } = (
        await other.client.post('v1/resolution/createInternalPattern', {
          org_id: other.orgId,
          kind: 'name_prefix',
          pattern: 'other-',
        })
      ).body.data;
      await run(
        `INSERT INTO review_groups (org_id, review_key) VALUES ('${other.orgId}', 'k'), ('${admin.orgId}', 'k')`,
      );
      await asked('v1/organizations/deleteOrganization', { id: other.orgId, confirm: true });
      expect(await sweep()).toMatchObject({ 'review groups of deleted organizations': 0 });
      await run(`UPDATE organizations SET deleted_at = now() - interval '11 days' WHERE id = '${other.orgId}'`);
      expect(await sweep()).toMatchObject({ 'review groups of deleted organizations': 1, 'withdrawn patterns': 1 });
      expect(await count(`internal_patterns WHERE id = '${id}'`)).toBe(0);
      expect(await count(`review_groups WHERE org_id = '${admin.orgId}' AND review_key = 'k'`)).toBe(1);
    });
  });
});
