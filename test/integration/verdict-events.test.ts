import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { publishVerdictChanges } from '../../src/sboms/scoring/verdict-events.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';

describe('two jobs that end together', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let database: Database;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    database = app.nest.get(Database);
    sbomId = await newSbom(admin);
    await importSbom(app, admin, sbomId, cyclonedx([library('left-pad', '1.3.0')]));
    await settled(app);
  });
  afterAll(() => app.close());

  const published = async (): Promise<string | null> => {
    const read = (sql: Sql) =>
      sql.one<{ verdict: string | null }>('SELECT published_verdict AS verdict FROM sboms WHERE id = $sbomId', {
        sbomId,
      });
    return (await database.transaction('system', read))!.verdict;
  };
  /** As before the end of the scoring job, with a change of the catalogue still to be worked in. */
  const unfinish = (): Promise<void> =>
    database.transaction('system', async (sql) => {
      await sql.run('UPDATE sboms SET published_verdict = NULL WHERE id = $sbomId', { sbomId });
      await sql.run(
        `UPDATE job_runs SET finished_at = NULL, state = 'active' WHERE subject_id = $sbomId AND name = 'sbom.score'`,
        { sbomId },
      );
      await sql.run(`INSERT INTO score_changes (key) VALUES ('pkg:npm/left-pad')`);
    });
  const finishScoring = (sql: Sql): Promise<unknown> =>
    sql.run(
      `UPDATE job_runs SET finished_at = now(), state = 'succeeded' WHERE subject_id = $sbomId AND name = 'sbom.score'`,
      { sbomId },
    );
  const finishRescoring = async (sql: Sql): Promise<void> => {
    await sql.run('DELETE FROM score_changes');
    await publishVerdictChanges(sql, null);
  };
  const isSomebodyWaiting = async (): Promise<boolean> => {
    const read = (sql: Sql) => sql.one(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
    return (await database.transaction('system', read)) !== null;
  };

  it('publish the verdict that only both ends make, whichever is the later', async () => {
    expect(await published()).toBe('failed');
    await unfinish();
    let rescoring!: Promise<void>;
    await database.transaction('system', async (sql) => {
      await finishScoring(sql);
      await publishVerdictChanges(sql, sbomId);
      rescoring = database.transaction('system', finishRescoring);
      while (!(await isSomebodyWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await rescoring;
    expect(await published()).toBe('failed');
  });

  it('publish nothing while either is not finished', async () => {
    await unfinish();
    await database.transaction('system', (sql) => publishVerdictChanges(sql, sbomId));
    expect(await published()).toBeNull();
    await database.transaction('system', finishRescoring);
    expect(await published()).toBeNull();
    await database.transaction('system', async (sql) => {
      await finishScoring(sql);
      await publishVerdictChanges(sql, sbomId);
    });
    expect(await published()).toBe('failed');
  });
});
