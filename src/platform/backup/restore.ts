import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Database } from '../database/database.js';
import type { Session, Sql } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import type { BlobStore } from '../storage/blob-store.js';
import { hashing } from './backup.js';
import { blobFile, tableFile, type BackedUpTable, type Manifest } from './manifest.js';
import { continueNumbers, copied, isEmpty, migrationNames, withoutTriggers } from './tables.repository.js';

/**
 * Puts a backup into a database with its schema and no rows. The files first, then all rows in one transaction: ended
 * half-way, the database is as empty as before, and the next try begins anew.
 *
 * @throws StartError when the database has rows, or the backup is not what was written
 */
export async function restore(database: Database, blobs: BlobStore, folder: string, manifest: Manifest): Promise<void> {
  await restoreBlobs(blobs, folder, manifest);
  await database.session('system', (session) =>
    session.transaction(async (sql) => {
      await refuseUnfit(sql, manifest);
      for (const table of manifest.tables)
        await withoutTriggers(sql, table.name, () => restoreTable(session, table, folder));
      for (const { name } of manifest.tables) await continueNumbers(sql, name);
    }),
  );
}

async function refuseUnfit(sql: Sql, { migrations, tables }: Manifest): Promise<void> {
  const ours = await migrationNames(sql);
  if (JSON.stringify(ours) !== JSON.stringify(migrations))
    throw new StartError('The database has another schema than the backup');
  for (const { name } of tables)
    if (!(await isEmpty(sql, name)))
      throw new StartError(`The database is in use (there are rows in ${name}): restore into an empty one`);
}

async function restoreTable(session: Session, table: BackedUpTable, folder: string): Promise<void> {
  const { stream, hash } = hashing();
  const rows = session.copyIn(`COPY ${copied(table)} FROM STDIN`);
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), stream, rows).catch(
    (error: unknown) => {
      throw damaged(table.name, error);
    },
  );
  if (hash() !== table.sha256) throw damaged(table.name);
}

async function restoreBlobs(blobs: BlobStore, folder: string, manifest: Manifest): Promise<void> {
  let count = 0;
  for (const part of await readdir(join(folder, 'blobs')).catch(() => []))
    for (const name of await readdir(join(folder, 'blobs', part))) {
      const content = createReadStream(blobFile(folder, name));
      if ((await blobs.put(content, Number.MAX_SAFE_INTEGER)).sha256 !== name) throw damaged(name);
      count += 1;
    }
  if (count !== manifest.blobs) throw new StartError(`The backup holds ${count} of ${manifest.blobs} uploaded files`);
}

const damaged = (what: string, cause?: unknown): StartError =>
  new StartError(
    `The backup of ${what} is damaged${cause instanceof Error ? ` (${cause.message})` : ''}: no row was restored`,
    { cause },
  );
