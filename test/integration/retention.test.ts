import { existsSync, readFileSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { JobWatcher } from '../../src/jobs/job-watcher.js';
import { Database } from '../../src/platform/database/database.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { RetentionRegistry, type RetentionRule } from '../../src/platform/retention/retention-registry.js';
import { keepBlobs } from '../../src/platform/storage/blob-removal.js';
import { BlobStore } from '../../src/platform/storage/blob-store.js';
import type { FolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { deleteExpired } from '../../src/retention/retention.repository.js';
import { RetentionScheduler } from '../../src/retention/retention.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { positional } from '../support/positional-parameters.js';

const sbom = (version: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [{ type: 'library', name: 'lodash', version }],
  });

describe('retention', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let database: Database;
  let blobs: FolderBlobStore;

  beforeAll(async () => {
    app = await startApp({
      ORIGINAL_RETENTION_DAYS: '10',
      HISTORY_RETENTION_DAYS: '30',
      AUDIT_RETENTION_DAYS: '40',
      JOB_RETENTION_DAYS: '20',
    });
    admin = await firstAdmin(app);
    database = app.nest.get(Database);
    blobs = app.nest.get<FolderBlobStore>(BlobStore);
  });
  afterAll(() => app.close());

  const run = (text: string, parameters: unknown[] = []) =>
    database.transaction('system', (sql) => sql.run(...positional(text, parameters)));
  const rows = (text: string) => database.transaction('system', (sql) => sql.query<any>(text));

  /** The night's run, now. */
  async function sweep(): Promise<Record<string, number>> {
    const id = await app.nest.get(RetentionScheduler, { strict: false }).schedule();
    await run('UPDATE job_runs SET due_at = now() WHERE id = $1', [id]);
    const done = await app.nest.get(JobWatcher).waitFor(id, 60_000);
    expect([done?.state, done?.error]).toEqual(['succeeded', null]);
    return (done?.result as { removed: Record<string, number> }).removed;
  }
  const newSbom = async (): Promise<string> => {
    const fields = { name: 'S', version: '', supplier: '', contact_name: '', contact_email: '', org_id: admin.orgId };
    return (await admin.client.post('v1/project/createSBOM', fields)).body.data.id;
  };
  const importInto = async (sbom_id: string, text: string): Promise<void> => {
    expect((await admin.client.upload('v1/project/importSBOM', text, { sbom_id })).status).toBe(200);
  };
  const age = (sha256: string): void => {
    const longAgo = new Date(Date.now() - 100 * 86_400_000);
    utimesSync(blobs.pathOf(sha256), longAgo, longAgo);
  };
  const filesOf = async (sbomId: string): Promise<string[]> =>
    (await rows(`SELECT blob FROM sbom_imports WHERE sbom_id = '${sbomId}' ORDER BY number`)).map(({ blob }) => blob);

  it('waits for the night, once, however many schedulers there are', async () => {
    const scheduler = app.nest.get(RetentionScheduler, { strict: false });
    const ids = await Promise.all([scheduler.schedule(), scheduler.schedule(), scheduler.schedule()]);
    expect(new Set(ids).size).toBe(1);
    const [waiting] = await rows(
      `SELECT state, due_at > now() AND due_at <= now() + interval '1 day' AS due,
              to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI') AS at
       FROM job_runs WHERE name = 'retention.sweep'`,
    );
    expect(waiting).toEqual({ state: 'waiting', due: true, at: '02:30' });
  });

  it('removes former originals and those of deleted SBOMs, and never one that an SBOM still refers to', async () => {
    const [kept, shared, deleted] = [await newSbom(), await newSbom(), await newSbom()];
    await importInto(kept, sbom('1'));
    await importInto(kept, sbom('2'));
    await importInto(shared, sbom('2')); // the same content, named twice
    await importInto(deleted, sbom('3'));
    await admin.client.post('v1/project/deleteSBOM', { id: deleted });
    const [[former, current], [gone]] = [await filesOf(kept), await filesOf(deleted)];
    for (const file of [former!, current!, gone!]) age(file);
    await run(`UPDATE sbom_imports SET created_at = now() - interval '11 days'`);
    expect(await sweep()).toMatchObject({ 'former imports': 1, files: 1 });
    expect(existsSync(blobs.pathOf(former!))).toBe(false);
    // Deleted just now: kept for as long as an original is.
    expect(existsSync(blobs.pathOf(gone!))).toBe(true);
    await run(`UPDATE sboms SET deleted_at = now() - interval '11 days' WHERE id = $1`, [deleted]);
    expect(await sweep()).toMatchObject({ 'former imports': 1, files: 1 });
    expect([current!, gone!].map((file) => existsSync(blobs.pathOf(file)))).toEqual([true, false]);
    const original = await admin.client.get('v1/project/getOriginal', { id: kept });
    expect([original.status, original.headers.get('content-length')]).toEqual([200, String(sbom('2').length)]);
    // Numbers of imports go on after the ones that are gone.
    await importInto(kept, sbom('4'));
    expect(await filesOf(kept)).toHaveLength(2);
  });

  it('removes files that no row names, but no young ones: their row may be on its way', async () => {
    const [old, young] = [
      await blobs.put(Readable.from([Buffer.from('old')]), 100),
      await blobs.put(Readable.from([Buffer.from('young')]), 100),
    ];
    age(old.sha256);
    const draft = blobs.scratchFolder();
    mkdirSync(dirname(draft), { recursive: true });
    writeFileSync(draft, 'half an upload');
    const longAgo = new Date(Date.now() - 7 * 3_600_000);
    utimesSync(draft, longAgo, longAgo);
    expect(await sweep()).toMatchObject({ files: 1 });
    expect([old, young].map(({ sha256 }) => existsSync(blobs.pathOf(sha256)))).toEqual([false, true]);
    expect(existsSync(draft)).toBe(false);
  });

  it('lets the latest figure of a history stand, whatever its age', async () => {
    await run(
      `INSERT INTO sbom_score_history (sbom_id, scored_at, org_id, risk, risk_ecosystem, risk_technology,
         risk_supply_chain, passing, failing)
       SELECT '01a00000-0000-7000-8000-000000000001', now() - make_interval(days => age), '${admin.orgId}', age, 0, 0, 0, 0, 0
       FROM unnest(ARRAY[31, 50, 60]) age`,
    );
    await run(
      `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at)
       SELECT gen_random_uuid(), '${admin.orgId}', '${admin.teamId}', 'sbom', gen_random_uuid(), now() - make_interval(days => age)
       FROM unnest(ARRAY[1, 31, 50]) age`,
    );
    await run(`INSERT INTO catalog_lookups (source, key, found, observed_at)
               SELECT 'osv', age::text, false, now() - make_interval(days => age) FROM unnest(ARRAY[1, 8]) age`);
    expect(await sweep()).toMatchObject({
      'score history of SBOMs': 2,
      'monitoring runs': 2,
      'answers of live sources': 1,
    });
    expect(await rows(`SELECT risk FROM sbom_score_history WHERE sbom_id::text LIKE '01a00000%'`)).toEqual([
      { risk: 31 },
    ]);
  });

  it('lets go of the audit log’s oldest events alone', async () => {
    await run(
      `INSERT INTO audit_events (id, at, actor_name, via, action, outcome, status, objects, address, request_id)
       SELECT gen_random_uuid(), now() - make_interval(days => age), '', 'x', age::text, 'done', 200, '{}', '', ''
       FROM unnest(ARRAY[29, 39, 41, 400]) age`,
    );
    expect(await sweep()).toMatchObject({ 'audit events': 2 });
    expect(await rows(`SELECT action FROM audit_events WHERE via = 'x' ORDER BY at`)).toEqual([
      { action: '39' },
      { action: '29' },
    ]);
  });

  it('lets go of deleted channels with their secrets, once nothing is left that they were sent', async () => {
    const org = `'${admin.orgId}'`;
    const channel = async (name: string, deletedDaysAgo: number | null): Promise<string> => {
      const asked = { org_id: admin.orgId, kind: 'slack', name, url: 'https://chat.example/secret' };
      const { id } = (await admin.client.post('v1/alarms/createChannel', asked)).body.data;
      await run(
        `UPDATE alarm_channels SET created_at = now() - interval '90 days',
                   deleted_at = now() - make_interval(days => $2::int) WHERE id = $1`,
        [id, deletedDaysAgo],
      );
      return id;
    };
    const message = (channelId: string, daysAgo: number, status = 'delivered') =>
      run(`INSERT INTO alarm_messages (id, org_id, channel_id, subject, body, alarms, status, due_at, created_at)
           VALUES (gen_random_uuid(), ${org}, '${channelId}', '', '{}', 1, '${status}', now() + interval '1 day', now() - interval '${daysAgo} days')`);
    const delivery = (channelId: string, daysAgo: number) =>
      run(`INSERT INTO alarm_deliveries (channel_id, event_id, org_id, message_id, created_at)
           VALUES ('${channelId}', gen_random_uuid(), ${org}, gen_random_uuid(), now() - interval '${daysAgo} days')`);
    await channel('in use', null);
    await channel('deleted of late', 19);
    await channel('deleted', 21);
    await message(await channel('with an old message', 21), 22);
    await message(await channel('with a recent message', 21), 19);
    await message(await channel('with a message to send', 21), 22, 'pending');
    await delivery(await channel('with an old alarm', 21), 22);
    await delivery(await channel('with a recent alarm', 21), 19);
    expect(await sweep()).toMatchObject({ 'deleted channels': 3, 'alarm messages': 1, 'alarm deliveries': 1 });
    expect((await rows('SELECT name FROM alarm_channels ORDER BY name')).map(({ name }) => name)).toEqual([
      'deleted of late',
      'in use',
      'with a message to send',
      'with a recent alarm',
      'with a recent message',
    ]);
  });

  it('knows only tables and columns that there are', async () => {
    const { rules, blobColumns } = app.nest.get(RetentionRegistry);
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules) await database.transaction('system', (sql) => deleteExpired(sql, rule));
    expect(blobColumns).toEqual([{ table: 'sbom_imports', column: 'blob' }]);
  });

  it('says in the documentation how long each thing is kept', () => {
    const settings: Record<number, string> = { 10: 'ORIGINAL', 20: 'JOB', 30: 'HISTORY', 40: 'AUDIT' };
    const ofOwn = ['keys of pipelines', 'cached outcomes of resolution'];
    const kept = ({ name, days }: RetentionRule): string =>
      settings[days] && !ofOwn.includes(name)
        ? `\`${settings[days]}_RETENTION_DAYS\``
        : `${days} day${days === 1 ? '' : 's'}`;
    const { rules } = app.nest.get(RetentionRegistry);
    const page = readFileSync(join(projectRoot, 'docs/retention.md'), 'utf8');
    const documented = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)].map(([, name, days]) => [
      name,
      days,
    ]);
    expect(documented.slice(1).sort()).toEqual(rules.map((rule) => [rule.name, kept(rule)]).sort());
  });

  it('removes no file while a backup copies them', async () => {
    const { sha256 } = await blobs.put(Readable.from([Buffer.from('nobody names this')]), 100);
    age(sha256);
    await database.session('system', async (session) => {
      await keepBlobs(session);
      expect((await sweep()).files).toBe(0);
    });
    expect(existsSync(blobs.pathOf(sha256))).toBe(true);
    expect((await sweep()).files).toBe(1);
    expect(existsSync(blobs.pathOf(sha256))).toBe(false);
  });
});
