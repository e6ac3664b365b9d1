import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import pg from 'pg';
import type { JobsOptions } from './jobs.options.js';

/** What BullMQ runs on; known nowhere else. */
export interface QueueBackend {
  readonly connection: ConnectionOptions;
  close(): Promise<void>;
}

/** Redis where there is one, else the database. To be called before the Nest module is built. */
export function chooseBackend(options: JobsOptions): QueueBackend {
  return options.redisUrl === '' ? onPostgres(options.databaseUrl) : onRedis(options.redisUrl);
}

function onPostgres(url: string): QueueBackend {
  setDefaultBackendFactory(createPostgresBackend);
  // One pool for all queues and workers. BullMQ knows the schema only of pools that it makes itself.
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'stocktake-queue',
    max: 8,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c search_path=bullmq -c lock_timeout=10s -c statement_timeout=60s',
  });
  pool.on('error', () => undefined); // an idle connection was lost; the next use makes a new one
  return { connection: pool as unknown as ConnectionOptions, close: () => pool.end() };
}

function onRedis(url: string): QueueBackend {
  setDefaultBackendFactory();
  // Workers wait for a Redis that is away as long as it takes.
  const connection = { url, maxRetriesPerRequest: null, connectTimeout: 5_000, keepAlive: 10_000 };
  return { connection, close: () => Promise.resolve() };
}
