import type { ConnectionOptions, Worker } from 'bullmq';
import type { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

// Everything used of Node.js, pg, TypeORM and BullMQ beyond their public API. `library-internals.test.ts` fails if a new
// version changes it.

/** TypeORM does not expose the pool of `pg`. */
export const connectionPoolOf = (dataSource: DataSource): Pool & EventEmitter =>
  (dataSource.driver as unknown as { master: Pool }).master;

interface ClientInternals {
  readonly connectionParameters: { query_timeout?: number };
  readonly connection: { readonly stream: Socket; parsedStatements: Record<string, string> };
  readonly _activeQuery: object | null;
}

const internalsOf = (client: PoolClient): ClientInternals => client as unknown as ClientInternals;

/** How long `pg` waits for an answer: read for each query, so that it can be changed for one connection. */
export const queryTimeoutOf = (client: PoolClient): { query_timeout?: number } =>
  internalsOf(client).connectionParameters;

export const socketOf = (client: PoolClient): Socket => internalsOf(client).connection.stream;

/** The query that the connection is busy with; a stream where it is a COPY. */
export const activeQueryOf = (client: PoolClient): object | null => internalsOf(client)._activeQuery;

/** After the server has dropped them: `pg` would go on naming them. */
export function forgetPreparedStatements(client: PoolClient): void {
  internalsOf(client).connection.parsedStatements = {};
}

/**
 * A BullMQ worker stops its lock timer only after its queue has answered. Where the queue is away, the timer would keep
 * the process alive for ever.
 */
export const stopLockTimer = (worker: Worker): Promise<void> => worker['lockManager'].close();

/** BullMQ takes a pool for a connection, which its types do not say. */
export const connectionOfPool = (pool: Pool): ConnectionOptions => pool as unknown as ConnectionOptions;

/**
 * Each BullMQ queue and worker would look at the schema first, which `prepareDatabase` has done, and keep the outcome:
 * one that was refused a connection then would ask again without a pause, for ever.
 */
export function skipSchemaCheck(backend: object): void {
  const { connection } = backend as { connection: { waitUntilReady: () => Promise<void> } };
  connection.waitUntilReady = () => Promise.resolve();
}

/** What `send` of a child process takes as well as the server: given the server, the child would accept connections. */
export const listeningHandleOf = (server: Server): Server => (server as unknown as { _handle: Server })._handle;
