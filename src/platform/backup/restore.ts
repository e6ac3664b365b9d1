import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Database } from '../database/database.js';
import type { DatabaseSession, Sql } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import type { BlobStore } from '../storage/blob-store.js';
import { hashStream } from './backup.js';
import { blobFile, tableFile, type BackedUpTable, type BackupManifest } from './backup-manifest.js';
import { advanceSequences, copyTarget, isTableEmpty, migrationNames, withoutTriggers } from './tables.repository.js';

/**
 * Puts a backup into a database with its schema and no rows. The files first, then all rows in one transaction: ended
 * half-way, the database is as empty as before, and the next try begins anew.
 *
 * @throws StartError when the database has rows, or the backup is not what was written
 */
export async function restoreBackup(
  database: Database,
  blobs: BlobStore,
  folder: string,
  manifest: BackupManifest,
): Promise<void> {
  await restoreBlobs(blobs, folder, manifest);
  await database.session('system', (session) =>
    session.transaction(async (sql) => {
      await checkDatabase(sql, manifest);
      for (const table of manifest.tables)
        await withoutTriggers(sql, table.name, () => restoreTable(session, table, folder));
      for (const { name } of manifest.tables) await advanceSequences(sql, name);
    }),
  );
}

async function checkDatabase(sql: Sql, { migrations, tables }: BackupManifest): Promise<void> {
  const ours = await migrationNames(sql);
  // As a set: releases may have run the same migrations in another order.
  if (JSON.stringify(ours.toSorted()) !== JSON.stringify(migrations.toSorted()))
    throw new StartError('The database has another schema than the backup: restore into one that is new and empty');
  for (const { name } of tables)
    if (!(await isTableEmpty(sql, name)))
      throw new StartError(`The database is in use (there are rows in ${name}): restore into an empty one`);
}

async function restoreTable(session: DatabaseSession, table: BackedUpTable, folder: string): Promise<void> {
  const { stream, hash } = hashStream();
  const rows = session.copyIn(`COPY ${copyTarget(table)} FROM STDIN`);
  await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), stream, rows).catch(
    (error: unknown) => {
      throw damagedBackup(table.name, error);
    },
  );
  if (hash() !== table.sha256) throw damagedBackup(table.name);
}

async function restoreBlobs(blobs: BlobStore, folder: string, manifest: BackupManifest): Promise<void> {
  let count = 0;
  for (const part of await readdir(join(folder, 'blobs')).catch(() => []))
    for (const name of await readdir(join(folder, 'blobs', part))) {
      const content = createReadStream(blobFile(folder, name));
      if ((await blobs.put(content, Number.MAX_SAFE_INTEGER)).sha256 !== name) throw damagedBackup(name);
      count += 1;
    }
  if (count !== manifest.blobs) throw new StartError(`The backup holds ${count} of ${manifest.blobs} uploaded files`);
}

const damagedBackup = (what: string, cause?: unknown): StartError =>
  new StartError(
    `The backup of ${what} is damaged${cause instanceof Error ? ` (${cause.message})` : ''}: no row was restored`,
    { cause },
  );
