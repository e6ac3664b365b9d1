import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../database/database.js';
import type { DatabaseSession } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import type { BlobColumn } from '../retention/retention-registry.js';
import { keepBlobs } from '../storage/blob-removal.js';
import type { BlobStore } from '../storage/blob-store.js';
import { syncFolder, syncFolders } from '../storage/sync-folder.js';
import {
  blobFile,
  tableFile,
  writeBackupManifest,
  type BackedUpTable,
  type BackupManifest,
} from './backup-manifest.js';
import { copyTarget, hasSchema, migrationNames, tablesByDependency } from './tables.repository.js';

export type Backup = BackupManifest & {
  /** SHA-256 names of uploaded files that were left out, because their content is another one. */
  readonly damaged: readonly string[];
  readonly missing: MissingBlobs;
};

/** Uploaded files that rows name and the store does not have. */
export interface MissingBlobs {
  readonly count: number;
  /** Names of the first ones. */
  readonly first: readonly string[];
}

const maxNamed = 100;

/**
 * Writes everything that the service must not lose into a new folder, while it runs: all tables as of one moment, then
 * the uploaded files. A file is stored before any row names it, and retention removes none meanwhile, so each that the
 * tables name is there, unless the store has lost it or is another one. The master key is not in it, on purpose: who has the backup alone cannot read its secrets. The
 * schema may be an older one.
 *
 * @throws StartError when there is something in the folder already, no service has used the database, or its schema
 *   changed meanwhile: what a migration rewrites is empty for who began to read before
 */
export async function createBackup(
  database: Database,
  blobs: BlobStore,
  folder: string,
  blobColumns: readonly BlobColumn[],
): Promise<Backup> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty: name a new folder`);
  await mkdir(dirname(tableFile(folder, 'any')), { mode: 0o700 });
  const { migrations, tables, kept } = await database.session('system', async (session) => {
    await keepBlobs(session);
    await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (!(await hasSchema(session)))
      throw new StartError('There is nothing to back up: no service has used this database yet');
    const rows: BackedUpTable[] = [];
    for (const shape of await tablesByDependency(session))
      rows.push({ ...shape, sha256: await backUpTable(session, shape, folder) });
    await writeNamesOfBlobs(session, blobColumns, folder);
    const names = await migrationNames(session);
    await session.query('COMMIT');
    if ((await migrationNames(session)).join() !== names.join())
      throw new StartError('The schema changed during the backup, so it is not whole: delete it and make another');
    return { migrations: names, tables: rows, kept: await backUpBlobs(blobs, folder) };
  });
  const manifest: BackupManifest = {
    format: 'stocktake-backup-1',
    created_at: new Date().toISOString(),
    migrations,
    tables,
    blobs: kept.count,
  };
  for (const part of [
    'tables',
    'blobs',
    ...(await foldersIn(join(folder, 'blobs'))).map((name) => join('blobs', name)),
  ])
    if (existsSync(join(folder, part))) await syncFolder(join(folder, part));
  await writeBackupManifest(folder, manifest);
  await syncFolders(folder, dirname(made ?? folder));
  return { ...manifest, damaged: kept.damaged, missing: kept.missing };
}

const namesFile = (folder: string): string => join(folder, 'names-of-blobs');

/** To a file, for there may be millions; they are of the moment of the tables. */
async function writeNamesOfBlobs(
  session: DatabaseSession,
  columns: readonly BlobColumn[],
  folder: string,
): Promise<void> {
  const names = columns.map(({ table, column }) => `SELECT ${column} AS name FROM ${table}`);
  const rows = session.copyOut(`COPY (${names.join(' UNION ')}) TO STDOUT`);
  await pipeline(rows, createWriteStream(namesFile(folder), { mode: 0o600 }));
}

/** A restore would refuse a file that is not what its name says: it is left out, and named. */
async function backUpBlobs(
  blobs: BlobStore,
  folder: string,
): Promise<{ count: number; damaged: string[]; missing: MissingBlobs }> {
  const damaged = new Set<string>();
  let count = 0;
  for await (const sha256 of blobs.all()) {
    const place = blobFile(folder, sha256);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const { stream, hash } = hashStream();
    await pipeline(await blobs.open(sha256), stream, createWriteStream(place, { mode: 0o600, flush: true }));
    if (hash() === sha256) count += 1;
    else {
      damaged.add(sha256);
      await rm(place);
    }
  }
  return { count, damaged: [...damaged], missing: await missingBlobs(folder, damaged) };
}

async function missingBlobs(folder: string, damaged: ReadonlySet<string>): Promise<MissingBlobs> {
  const first: string[] = [];
  let count = 0;
  for await (const name of createInterface({ input: createReadStream(namesFile(folder)), crlfDelay: Infinity })) {
    if (damaged.has(name) || existsSync(blobFile(folder, name))) continue;
    count += 1;
    if (first.length < maxNamed) first.push(name);
  }
  await rm(namesFile(folder));
  return { count, first };
}

const foldersIn = (folder: string): Promise<string[]> => (existsSync(folder) ? readdir(folder) : Promise.resolve([]));

async function backUpTable(
  session: DatabaseSession,
  shape: { name: string; columns: string[] },
  folder: string,
): Promise<string> {
  const rows = session.copyOut(`COPY ${copyTarget(shape)} TO STDOUT`);
  const { hash, stream } = hashStream();
  await pipeline(
    rows,
    stream,
    createGzip({ level: 1 }),
    createWriteStream(tableFile(folder, shape.name), { mode: 0o600, flush: true }),
  );
  return hash();
}

/** Passes bytes on and computes their hash. */
export function hashStream(): { stream: Transform; hash: () => string } {
  const sum = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, hash: () => sum.digest('hex') };
}
