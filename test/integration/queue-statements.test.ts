import type pg from 'pg';
import { createQueueBackend, type QueueBackend } from '../../src/jobs/queue-backend.js';
import { JobsOptions, jobTimings } from '../../src/jobs/jobs.options.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

describe('statements of the queue in PostgreSQL', () => {
  let database: TestDatabase;
  let backend: QueueBackend;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createDatabase();
    const settings = { concurrency: 1, retentionDays: 1, times: jobTimings(1_000, 1_000) };
    backend = createQueueBackend(new JobsOptions(database.url, '', new Set(['worker'] as const), settings));
    pool = backend.connection as unknown as pg.Pool;
    await pool.query('CREATE SCHEMA bullmq; CREATE TABLE things (a int); INSERT INTO things VALUES (1)');
  });
  afterAll(async () => {
    await backend.close();
    await database.drop();
  });

  const find = async () => (await pool.query('SELECT * FROM things WHERE a = $1', [1])).rows;

  it('are planned once for a connection, whatever their parameters', async () => {
    for (let time = 0; time < 3; time += 1) expect(await find()).toEqual([{ a: 1 }]);
    const { rows } = await pool.query(
      `SELECT statement, generic_plans::int, custom_plans::int FROM pg_prepared_statements`,
    );
    expect(rows).toEqual([{ statement: 'SELECT * FROM things WHERE a = $1', generic_plans: 3, custom_plans: 0 }]);
  });

  it('are planned anew when a later release has changed a table', async () => {
    await find();
    await pool.query('ALTER TABLE things ADD COLUMN b int');
    expect(await find()).toEqual([{ a: 1, b: null }]);
    expect(await find()).toEqual([{ a: 1, b: null }]);
  });

  it('tell what is wrong as before', async () => {
    await expect(pool.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  });
});
