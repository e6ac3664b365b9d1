import type { Configuration } from '../configuration/configuration.js';
import type { Database } from '../database/database.js';
import { StartError } from '../embedded/start-error.js';
import { makeMasterKeyFile, readMasterKeys } from './master-key-file.js';
import { KeyRing } from './key-ring.js';
import { findKeyChecks, lockMasterKeys, insertKeyChecks } from './master-keys.repository.js';
import { keyCheck, open, seal } from './sealing.js';

/**
 * Encrypts what is stored and must not be readable in a copy of the database. `binding` says where the value lives,
 * for example `['project_secrets', orgId, projectId, 'deploy_key']`; it is needed, unchanged, to read it again.
 */
export class Vault {
  constructor(private readonly ring: KeyRing) {}

  seal(value: string, binding: readonly string[]): Buffer {
    return seal(this.ring.keys[0], Buffer.from(value), binding);
  }

  /** @throws SealBroken for another binding, an unknown key or changed bytes */
  open(sealed: Buffer, binding: readonly string[]): string {
    return open(this.ring.keys, sealed, binding).toString();
  }
}

/**
 * Opens the vault at start. Only on the first start of the embedded database is a key made; otherwise a key that is
 * missing, or is not the one that this database's secrets were encrypted with, ends the start.
 */
export async function openVault(configuration: Configuration, database: Database): Promise<Vault> {
  const path = configuration.masterKeyFile;
  return database.transaction('system', async (sql) => {
    await lockMasterKeys(sql);
    const known = await findKeyChecks(sql);
    let keys = readMasterKeys(path);
    if (!keys && configuration.embedded && known.length === 0) {
      makeMasterKeyFile(path);
      keys = readMasterKeys(path);
    }
    const [first, ...others] = keys ?? [];
    if (!first)
      throw new StartError(
        known.length > 0
          ? `MASTER_KEY_FILE ${path} is missing; without the key that was used before, stored secrets cannot be read`
          : `MASTER_KEY_FILE ${path} is missing; with DATABASE_URL set, no key is made by itself (make one with: openssl rand -base64 32)`,
      );
    const checks = [first, ...others].map(keyCheck);
    refuseForeignKeys(path, known, checks);
    await insertKeyChecks(sql, checks);
    return new Vault(new KeyRing(path, [first, ...others]));
  });
}

/** @throws StartError unless every key that a secret of this database may be encrypted with is in the file */
export function refuseForeignKeys(path: string, known: readonly string[], checks: readonly string[]): void {
  const missing = known.filter((check) => !checks.includes(check));
  if (missing.length === 0) return;
  throw new StartError(
    missing.length === known.length
      ? `MASTER_KEY_FILE ${path} is not the key that this database's secrets are encrypted with`
      : `MASTER_KEY_FILE ${path} lacks a former key that secrets may still be encrypted with: put its line back, and run npm run secrets:rotate, then npm run secrets:retire`,
  );
}
