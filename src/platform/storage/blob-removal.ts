import { advisoryLocks } from '../database/advisory-locks.js';
import type { Sql } from '../database/sql.js';

const lockId = advisoryLocks.blobRemoval;

/** No file is removed from the store until this connection is given back. */
export const keepBlobs = (sql: Sql): Promise<unknown> =>
  sql.query('SELECT pg_advisory_lock_shared($lockId::bigint)', { lockId });

/** Whether files may be removed until the end of this transaction: not while a backup copies them. */
export const mayRemoveBlobs = async (sql: Sql): Promise<boolean> =>
  (await sql.one<{ may: boolean }>('SELECT pg_try_advisory_xact_lock($lockId::bigint) AS may', { lockId }))?.may ??
  false;
