import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canAccess, type ServerAccount } from './binaries.js';
import { StartError } from './start-error.js';

const commonFolder = '/var/lib/stocktake';

/**
 * The folder of the embedded server: below the data folder, or, where root's data folder is closed to the server's
 * account, below /var/lib/stocktake. A place once taken is kept, whatever the rights of the data folder are later.
 */
export function serverFolder(dataDir: string, account: ServerAccount | null): string {
  mkdirSync(dataDir, { recursive: true });
  const preferred = join(dataDir, 'postgres');
  const idFile = join(dataDir, 'postgres.id');
  const open = canAccess(account, dataDir);
  if (account === null || (open && !existsSync(idFile))) return makeFolder(preferred, account);
  if (!open && existsSync(join(preferred, 'cluster')))
    throw new StartError(
      `The database in ${preferred} belongs to the user that PostgreSQL runs as, and that user may no longer enter ` +
        `${dataDir}: let it in (chmod o+x on the folders above), or move the data folder back.`,
    );
  return farFolder(dataDir, idFile, account);
}

function farFolder(dataDir: string, idFile: string, account: ServerAccount): string {
  if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(12).toString('hex'), { mode: 0o600 });
  const id = readFileSync(idFile, 'utf8').trim();
  mkdirSync(commonFolder, { recursive: true, mode: 0o755 });
  const folder = makeFolder(join(commonFolder, id), account);
  const ownerFile = join(folder, 'data-folder');
  const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8') : '';
  if (owner !== '' && owner !== dataDir && existsSync(join(owner, 'postgres.id')))
    throw new StartError(
      `The data folder ${dataDir} is a copy of ${owner}, and the database of both is in ${folder}: ` +
        `delete ${idFile} to begin with an empty database here.`,
    );
  if (owner !== dataDir) writeFileSync(ownerFile, dataDir);
  return folder;
}

function makeFolder(folder: string, account: ServerAccount | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}
