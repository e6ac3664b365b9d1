import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import pg from 'pg';
import { TransientError } from '../model/errors.js';
import { asDatabaseError } from '../platform/database/database-errors.js';
import { skipSchemaCheck } from '../platform/library-internals.js';
import type { JobsOptions } from './jobs.options.js';

type PostgresOptions = Parameters<typeof createPostgresBackend>[1];

/** What BullMQ runs on; known nowhere else. */
export interface QueueBackend {
  readonly connection: ConnectionOptions;
  /** The process stops: connections that are lost stay lost. */
  stop(): void;
  close(): Promise<void>;
}

/** Redis where there is one, else the database. To be called before the Nest module is built. */
export function createQueueBackend(options: JobsOptions): QueueBackend {
  return options.redisUrl === '' ? postgresBackend(options.databaseUrl) : redisBackend(options.redisUrl);
}

function postgresBackend(url: string): QueueBackend {
  setDefaultBackendFactory((name, queueOptions, how) => {
    const backend = createPostgresBackend(name, queueOptions as PostgresOptions, how);
    skipSchemaCheck(backend);
    return backend;
  });
  // One pool for all queues and workers. BullMQ knows the schema only of pools that it makes itself.
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'stocktake-queue',
    max: 8,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: 30_000, // a connection that died without a word is found
    options: '-c search_path=bullmq -c lock_timeout=10s -c statement_timeout=60s',
  });
  pauseWhenUnavailable(pool);
  pool.on('error', () => undefined); // an idle connection was lost; the next use makes a new one
  return { connection: pool as unknown as ConnectionOptions, stop: () => undefined, close: () => pool.end() };
}

/** BullMQ's workers ask again at once after a failed question, and pause only where the error says ECONNREFUSED. */
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
    // Workers wait for a Redis that is away as long as it takes; a process that stops does not.
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => (stopping ? null : Math.min(times * 100, 1_000)),
    connectTimeout: 5_000,
    keepAlive: 10_000,
    // Longer than any blocking command: a connection that died without a word is found.
    socketTimeout: 15_000,
  };
  return {
    connection,
    stop: () => void (stopping = true),
    close: () => Promise.resolve(),
  };
}
