import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import pg from 'pg';
import { TransientError } from '../model/errors.js';
import { asDatabaseError, isOutdatedPlan } from '../platform/database/database-errors.js';
import { hearNewConnections } from '../platform/database/new-connections.js';
import { connectionOfPool, skipSchemaCheck } from '../platform/library-internals.js';
import type { JobsOptions } from './jobs.options.js';

type PostgresOptions = Parameters<typeof createPostgresBackend>[1];

/** What BullMQ runs on, PostgreSQL or Redis. */
export interface QueueBackend {
  readonly connection: ConnectionOptions;
  /** Lost connections are not restored from now on. */
  stop(): void;
  close(): Promise<void>;
}

/** Call it before the Nest module is created. */
export function createQueueBackend(options: JobsOptions): QueueBackend {
  return options.redisUrl === '' ? postgresBackend(options.databaseUrl) : redisBackend(options.redisUrl);
}

function postgresBackend(url: string): QueueBackend {
  setDefaultBackendFactory((name, queueOptions, how) => {
    const backend = createPostgresBackend(name, queueOptions as PostgresOptions, how);
    skipSchemaCheck(backend);
    return backend;
  });
  // One pool for all queues and workers, with the schema in its search path: BullMQ sets it only for its own pools.
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'stocktake-queue',
    max: 8,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: 30_000, // detects dead connections
    // Its statements are few, long, and alike each time: planning one takes longer than carrying it out.
    options: '-c search_path=bullmq -c lock_timeout=10s -c statement_timeout=60s -c plan_cache_mode=force_generic_plan',
  });
  prepareStatements(pool);
  pauseWhenUnavailable(pool);
  pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
  hearNewConnections(pool);
  return { connection: connectionOfPool(pool), stop: () => undefined, close: () => pool.end() };
}

/** Each connection parses and plans a statement of BullMQ once. */
function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const query = pool.query.bind(pool) as (
    query: string | pg.QueryConfig,
    values?: unknown[],
  ) => Promise<pg.QueryResult>;
  pool.query = (async (text: string, values: unknown[] = []) => {
    if (values.length === 0) return query(text);
    if (!names.has(text)) names.set(text, `queue ${names.size}`);
    return query({ name: names.get(text)!, text, values }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) return query(text, values); // since a migration of the queue's schema
      throw error;
    });
  }) as typeof pool.query;
}

/** BullMQ's workers pause after a failed query only if its code is ECONNREFUSED; otherwise they repeat it at once. */
function pauseWhenUnavailable(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  pool.query = ((text: string, values?: unknown[]) =>
    query(text, values).catch((error: unknown) => {
      const isAway = asDatabaseError(error) instanceof TransientError || pool.ending;
      throw isAway
        ? Object.assign(new Error((error as Error).message, { cause: error }), { code: 'ECONNREFUSED' })
        : error;
    })) as typeof pool.query;
}

function redisBackend(url: string): QueueBackend {
  setDefaultBackendFactory();
  let stopping = false;
  const connection = {
    url,
    // Workers wait for Redis without limit, except while the process stops.
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => (stopping ? null : Math.min(times * 100, 1_000)),
    connectTimeout: 5_000,
    keepAlive: 10_000,
    // Longer than any blocking command; detects dead connections.
    socketTimeout: 15_000,
  };
  return {
    connection,
    stop: () => void (stopping = true),
    close: () => Promise.resolve(),
  };
}
