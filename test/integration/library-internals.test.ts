import { createPostgresBackend, setDefaultBackendFactory, Worker } from 'bullmq';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import pg, { type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/data-source.js';
import {
  activeQueryOf,
  connectionOfPool,
  connectionPoolOf,
  forgetPreparedStatements,
  listeningHandleOf,
  queryTimeoutOf,
  skipSchemaCheck,
  socketOf,
  stopLockTimer,
} from '../../src/platform/library-internals.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';

/** After an update of Node.js, pg, TypeORM or BullMQ: whether what we use beyond their public API is still where it was. */
describe('internals of libraries', () => {
  let clone: TestDatabase;
  let dataSource: DataSource;
  let client: PoolClient;

  beforeAll(async () => {
    clone = await cloneDatabase();
    dataSource = await openDataSource(clone.url, 2);
    client = await connectionPoolOf(dataSource).connect();
  });
  afterAll(async () => {
    client?.release();
    await dataSource?.destroy();
    await clone?.drop();
  });

  it('a server of Node.js that listens has a handle', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    expect(listeningHandleOf(server)).toMatchObject({ fd: expect.any(Number) });
    await new Promise((resolve) => server.close(resolve));
  });

  it('TypeORM works with a pool of pg that counts', async () => {
    const pool = connectionPoolOf(dataSource);
    let acquired = 0;
    pool.on('acquire', () => (acquired += 1));
    await dataSource.query('SELECT 1');
    expect(acquired).toBe(1);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount, pool.options.max]).toEqual([2, 1, 0, 2]);
  });

  it('pg reads the time limit of a query anew each time', async () => {
    const parameters = queryTimeoutOf(client);
    const before = parameters.query_timeout;
    parameters.query_timeout = 50;
    await expect(client.query('SELECT pg_sleep(0.2)')).rejects.toThrow('Query read timeout');
    parameters.query_timeout = before;
    await expect(client.query('SELECT pg_sleep(0.2)')).resolves.toBeDefined();
  });

  it('pg names the query that is active, and its socket', async () => {
    expect(socketOf(client)).toBeInstanceOf(Socket);
    expect(activeQueryOf(client)).toBeNull();
    const query = client.query('SELECT 1');
    expect(activeQueryOf(client)).toEqual(expect.objectContaining({ text: 'SELECT 1' }));
    await query;
    expect(activeQueryOf(client)).toBeNull();
  });

  it('pg forgets which statements it has prepared', async () => {
    const prepared = () => client.query({ name: 'kept', text: 'SELECT $1::int AS n', values: [1] });
    await prepared();
    await client.query('DISCARD ALL');
    await expect(prepared()).rejects.toThrow('does not exist');
    forgetPreparedStatements(client);
    expect((await prepared()).rows).toEqual([{ n: 1 }]);
  });

  it('BullMQ’s worker has a lock timer that can be stopped', async () => {
    const pool = new pg.Pool({ connectionString: clone.url, max: 1, options: '-c search_path=bullmq' });
    pool.on('error', () => undefined);
    setDefaultBackendFactory((name, options, how) => createPostgresBackend(name, options as never, how));
    const worker = new Worker('test', () => Promise.resolve(), { connection: connectionOfPool(pool), autorun: false });
    worker.on('error', () => undefined);
    worker['lockManager'].start();
    expect(worker['lockManager'].isRunning()).toBe(true);
    await stopLockTimer(worker);
    expect(worker['lockManager'].isRunning()).toBe(false);
    await worker.close(true);
    setDefaultBackendFactory();
    await pool.end();
  });

  it('BullMQ’s backend waits for its schema in the method that is replaced', async () => {
    const pool = new pg.Pool({ connectionString: clone.url, max: 1 });
    const backend = createPostgresBackend('test', { connection: pool } as never, {} as never);
    const { connection } = backend as unknown as { connection: { waitUntilReady: unknown } };
    const original = connection.waitUntilReady;
    expect(original).toEqual(expect.any(Function));
    skipSchemaCheck(backend);
    expect(connection.waitUntilReady).not.toBe(original);
    await pool.end();
  });
});
