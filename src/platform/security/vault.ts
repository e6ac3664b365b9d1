import type { Configuration } from '../configuration/configuration.js';
import type { Database } from '../database/database.js';
import { StartError } from '../embedded/start-error.js';
import { makeMasterKeyFile, readMasterKeys } from './master-key-file.js';
import { knownChecks, lockMasterKeys, rememberChecks } from './master-keys.repository.js';
import { isSealedWith, keyCheck, open, reseal, seal, type MasterKey } from './sealing.js';

/**
 * Encrypts what is stored and must not be readable in a copy of the database. `binding` says where the value lives,
 * for example `['project_secrets', orgId, projectId, 'deploy_key']`; it is needed, unchanged, to read it again.
 */
export class Vault {
  private readonly current: MasterKey;

  constructor(private readonly keys: readonly [MasterKey, ...MasterKey[]]) {
    this.current = keys[0];
  }

  seal(value: string, binding: readonly string[]): Buffer {
    return seal(this.current, Buffer.from(value), binding);
  }

  /** @throws SealBroken for another binding, an unknown key or changed bytes */
  open(sealed: Buffer, binding: readonly string[]): string {
    return open(this.keys, sealed, binding).toString();
  }

  /** For rotation: null when the value is already under the current master key. */
  reseal(sealed: Buffer): Buffer | null {
    return isSealedWith(this.current, sealed) ? null : reseal(this.keys, this.current, sealed);
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
    const known = await knownChecks(sql);
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
    if (known.length > 0 && !checks.some((check) => known.includes(check)))
      throw new StartError(`MASTER_KEY_FILE ${path} is not the key that this database's secrets are encrypted with`);
    await rememberChecks(sql, checks);
    return new Vault([first, ...others]);
  });
}
