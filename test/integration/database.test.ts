import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions, openDataSource } from '../../src/data-source.js';
import { TransientError } from '../../src/model/errors.js';
import { Database } from '../../src/platform/database/database.js';
import type { DatabaseSession } from '../../src/platform/database/sql.js';
import { SingleConnection } from '../../src/platform/database/single-connection.js';
import { connectionPoolOf } from '../../src/platform/library-internals.js';
import { protectTable } from '../../src/platform/database/row-security.js';
import { cloneDatabase } from '../support/postgres.js';
import { Proxy } from '../support/proxy.js';

const mine = '018f0000-0000-7000-8000-000000000001';
const theirs = '018f0000-0000-7000-8000-000000000002';

describe('Database', () => {
  let dataSource: DataSource;
  let database: Database;
  let drop: () => Promise<void>;
  let url: string;

  beforeAll(async () => {
    const clone = await cloneDatabase();
    ({ drop, url } = clone);
    dataSource = await openDataSource(clone.url, 1);
    database = new Database(dataSource);
    const runner = dataSource.createQueryRunner();
    await runner.query('CREATE TABLE things (org_id uuid NOT NULL, name text NOT NULL)');
    await protectTable(runner, 'things');
    await runner.release();
    await database.transaction('system', (sql) =>
      sql.run(`INSERT INTO things VALUES ($mine, 'mine'), ($theirs, 'theirs')`, { mine, theirs }),
    );
  });

  afterAll(async () => {
    await dataSource.destroy();
    await drop();
  });

  it('shows a tenant its own rows only, on one pooled connection shared by two tenants', async () => {
    for (let round = 0; round < 50; round += 1) {
      for (const [organization, name] of [
        [mine, 'mine'],
        [theirs, 'theirs'],
      ] as const) {
        const rows = await database.transaction({ organizations: [organization] }, (sql) =>
          sql.query<{ name: string }>('SELECT name FROM things'),
        );
        expect(rows).toEqual([{ name }]);
      }
    }
  });

  const prepared = (organization: string, text = 'SELECT name FROM things WHERE name <> $not') =>
    database.transaction({ organizations: [organization] }, (sql) => sql.prepared.query(text, { not: '' }));
  const countPrepared = async (): Promise<number> => {
    const text = 'SELECT count(*)::int AS n FROM pg_prepared_statements';
    return (await database.statements((sql) => sql.one<{ n: number }>(text)))!.n;
  };

  it('plans a prepared statement once for a connection, and still shows each tenant its own rows', async () => {
    const before = await countPrepared();
    for (let round = 0; round < 20; round += 1) {
      expect(await prepared(mine)).toEqual([{ name: 'mine' }]);
      expect(await prepared(theirs)).toEqual([{ name: 'theirs' }]);
    }
    expect(await countPrepared()).toBe(before + 1);
  });

  it('prepares anew after a session, which drops everything of its connection', async () => {
    expect(await prepared(mine)).toHaveLength(1);
    await database.session('system', (session) => session.query('SELECT 1'));
    expect(await countPrepared()).toBe(0);
    expect(await prepared(mine)).toHaveLength(1);
    expect(await countPrepared()).toBe(1);
  });

  it('prepares anew after a migration that changes the type of a column', async () => {
    const change = (type: string) =>
      database.transaction('system', (sql) => sql.run(`ALTER TABLE things ALTER COLUMN name TYPE ${type}`));
    expect(await prepared(mine)).toEqual([{ name: 'mine' }]);
    await change('varchar(10)');
    expect(await prepared(mine)).toEqual([{ name: 'mine' }]);
    await change('text');
    expect(await prepared(mine)).toEqual([{ name: 'mine' }]);
  });

  /** Opens a connection, and takes it for ended at once: "ready" and "terminating connection" in one packet. */
  const endNew = (pool: pg.Pool): Promise<void> =>
    new Promise((resolve, reject) => {
      pool.connect((error, client, release) => {
        if (!client) return reject(error!);
        try {
          client.emit('error', new Error('terminating connection due to administrator command'));
          resolve();
        } catch (unheard) {
          reject(unheard as Error);
        }
        release(true);
      });
    });

  it('outlives a connection that the server ends as it is handed over', async () => {
    const source = await openDataSource(url, 2);
    new Database(source);
    const pool = connectionPoolOf(source);
    const first = await pool.connect(); // there from the start: the next one is new
    await endNew(pool);
    first.release();
    await source.destroy();
  });

  it('outlives such a connection of a thread', async () => {
    const { pool } = new SingleConnection({ connectionString: url, isPooled: false }) as unknown as { pool: pg.Pool };
    await endNew(pool);
    await pool.end();
  });

  it('refuses a tenant a row of another organization', async () => {
    const write = database.transaction({ organizations: [mine] }, (sql) =>
      sql.run(`INSERT INTO things VALUES ($theirs, 'smuggled')`, { theirs }),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('shows nothing to a tenant without organizations', async () => {
    expect(await database.transaction({ organizations: [] }, (sql) => sql.query('SELECT * FROM things'))).toEqual([]);
  });

  it('streams rows in batches through a cursor with parameters', async () => {
    const sizes = await database.transaction('system', async (sql) => {
      const seen: number[] = [];
      for await (const rows of sql.batches('SELECT n FROM generate_series(1, $count::int) n', { count: 1001 }, 500))
        seen.push(rows.length);
      return seen;
    });
    expect(sizes).toEqual([500, 500, 1]);
  });

  it('copies into a temporary table of a tenant and leaves the connection clean', async () => {
    const count = await database.session({ organizations: [mine] }, async (session) => {
      await session.transaction((sql) => sql.query('CREATE TEMP TABLE staged (name text)'));
      const stream = session.copyIn('COPY staged FROM STDIN');
      await new Promise<void>((resolve, reject) => {
        stream.on('finish', resolve).on('error', reject);
        stream.end('a\nb\n');
      });
      return session.transaction((sql) => sql.one<{ n: number }>('SELECT count(*)::int AS n FROM staged'));
    });
    expect(count).toEqual({ n: 2 });
    await expect(database.transaction('system', (sql) => sql.query('SELECT 1 FROM staged'))).rejects.toThrow(
      /does not exist/,
    );
  });

  it('tells a database that is away from a statement that is wrong', async () => {
    const gone = database.transaction('system', (sql) => sql.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(gone).rejects.toThrow(TransientError);
    await expect(database.transaction('system', (sql) => sql.query('SELECT nonsense'))).rejects.not.toThrow(
      TransientError,
    );
  });

  /** One connection, which waits so many milliseconds for an answer. */
  const behindProxy = async (
    timeoutMs: number,
  ): Promise<{ proxy: Proxy; through: Database; close: () => Promise<void> }> => {
    const proxy = await Proxy.before(Number(new URL(url).port));
    const options = dataSourceOptions(proxy.through(url), 1) as DataSourceOptions & { extra: object };
    const source = new DataSource({ ...options, extra: { ...options.extra, query_timeout: timeoutMs } });
    await source.initialize();
    const close = async (): Promise<void> => {
      await source.destroy();
      await proxy.close();
    };
    return { proxy, through: new Database(source), close };
  };

  it('has the server give up a process that vanished', async () => {
    const setting = (name: string) => database.statements((sql) => sql.one(`SHOW ${name}`));
    expect(await setting('tcp_keepalives_idle')).toEqual({ tcp_keepalives_idle: '30' });
    expect(await setting('tcp_user_timeout')).toEqual({ tcp_user_timeout: '60000' });
  });

  it('gives up a connection that has died without a word, and goes on with others', async () => {
    const { proxy, through, close } = await behindProxy(1_000);
    const one = () => through.transaction('system', (sql) => sql.one<{ one: number }>('SELECT 1 AS one'));
    expect(await one()).toEqual({ one: 1 });
    proxy.become('silent');
    const asked = one();
    setTimeout(() => proxy.become('open'), 500);
    await expect(asked).rejects.toThrow(TransientError);
    expect(await one()).toEqual({ one: 1 });
    const slow = through.session('system', (session) => session.one('SELECT 2 AS two FROM pg_sleep(1.5)'));
    expect(await slow).toEqual({ two: 2 });
    await close();
  });

  it('waits once for an answer, and then a moment, before it gives up a session that is dead from the beginning', async () => {
    const { proxy, through, close } = await behindProxy(12_000);
    const one = () => through.session('system', (session) => session.one<{ one: number }>('SELECT 1 AS one'));
    expect(await one()).toEqual({ one: 1 });
    proxy.become('silent');
    proxy.become('open');
    const start = performance.now();
    await expect(one()).rejects.toThrow(TransientError);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await one()).toEqual({ one: 1 });
    await close();
  });

  describe('a session whose connection dies without a word', () => {
    type Way = (session: DatabaseSession, die: () => Promise<void>) => Promise<unknown>;

    const staging = 'CREATE TEMP TABLE staged (name text)';
    const copy = async (session: DatabaseSession, rows: () => AsyncIterable<string | Buffer>): Promise<unknown> => {
      await session.transaction((sql) => sql.query(staging));
      await pipeline(rows, session.copyIn('COPY staged FROM STDIN'));
      return session.one('SELECT count(*)::int AS n FROM staged');
    };

    const throughProxy = async (way: Way): Promise<unknown> => {
      const proxy = await Proxy.before(Number(new URL(url).port));
      const source = await openDataSource(proxy.through(url), 2);
      const die = async (): Promise<void> => {
        await sleep(200);
        proxy.become('silent');
        proxy.become('open');
      };
      try {
        return await new Database(source).session('system', (session) => way(session, die));
      } finally {
        await source.destroy();
        await proxy.close();
      }
    };

    const repeat = async function* (chunk: Buffer): AsyncIterable<Buffer> {
      for (;;) yield chunk;
    };
    const megabyte = Buffer.from(`${'x'.repeat(1_023)}\n`.repeat(1_024));
    const dying: Way[] = [
      (session, die) => Promise.all([session.one('SELECT 1 FROM pg_sleep(1)'), die()]),
      (session, die) =>
        copy(session, async function* () {
          yield megabyte;
          await die();
        }),
      (session, die) =>
        copy(session, async function* () {
          yield megabyte;
          await die();
          yield* repeat(megabyte);
        }),
      async (session, die) => {
        await session.transaction((sql) => sql.query(staging));
        await die();
        return pipeline(repeat(megabyte), session.copyIn('COPY staged FROM STDIN'));
      },
      (session, die) =>
        Promise.all([
          session.query(`SELECT repeat('x', 1000000), pg_sleep(0.005) FROM generate_series(1, 2000)`),
          die(),
        ]),
    ];

    it('is given up in a statement, before a COPY, in it and at its end, and in the middle of a long answer', async () => {
      const ends = await Promise.allSettled(dying.map(throughProxy));
      const expected = { status: 'rejected', reason: expect.any(TransientError) };
      expect(ends).toEqual(dying.map(() => expected));
    });

    it('is not, while the caller takes his time, or the server its own', async () => {
      const slow = [
        throughProxy((session) => session.one('SELECT 2 AS n FROM pg_sleep(12)')),
        throughProxy((session) =>
          copy(session, async function* () {
            yield 'a\n';
            await sleep(12_000);
            yield 'b\n';
          }),
        ),
      ];
      expect(await Promise.all(slow)).toEqual([{ n: 2 }, { n: 2 }]);
    });
  });
});
