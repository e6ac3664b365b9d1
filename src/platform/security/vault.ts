import type { Configuration } from '../configuration/configuration.js';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import { makeMasterKeyFile, readMasterKeys } from './master-key-file.js';
import { KeyRing } from './key-ring.js';
import { findMasterKeys, lockMasterKeys, makeCurrent, recordMasterKeys } from './master-keys.repository.js';
import type { KnownMasterKey } from './master-keys.repository.js';
import { keyCheck, keyedHash, open, seal, UnsealError, type MasterKey } from './sealing.js';

/**
 * Encrypts what is stored and must not be readable in a copy of the database. `binding` says where the value lives,
 * for example `['project_secrets', orgId, projectId, 'deploy_key']`; it is needed, unchanged, to read it again.
 */
export class Vault {
  constructor(readonly ring: KeyRing) {}

  seal(value: string, binding: readonly string[]): Buffer {
    return seal(this.ring.sealingKey, Buffer.from(value), binding);
  }

  /** Hashes of the value under each key: the first is the one to store, the others may be stored. */
  hashes(value: string, purpose: string): Buffer[] {
    return this.ring.all.map((key) => keyedHash(key, value, purpose));
  }

  /** @throws SealBroken for another binding, an unknown key or changed bytes */
  open(sealed: Buffer, binding: readonly string[]): string {
    return open(this.ring.keysFor(sealed), sealed, binding).toString();
  }

  /** The same; null where it cannot be had: it was given up, or no key that is here opens it. */
  openIfReadable(sealed: Buffer, binding: readonly string[]): string | null {
    if (sealed.length === 0) return null;
    try {
      return this.open(sealed, binding);
    } catch (error) {
      if (error instanceof UnsealError) return null;
      throw error;
    }
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
    const known = await findMasterKeys(sql);
    if (configuration.embedded && known.length === 0 && !readMasterKeys(path)) makeMasterKeyFile(path);
    const keys = readMasterKeys(path) ?? [];
    if (keys.length === 0)
      throw new StartError(
        known.length > 0
          ? `MASTER_KEY_FILE ${path} is missing; without the key that was used before, stored secrets cannot be read`
          : `MASTER_KEY_FILE ${path} is missing; with DATABASE_URL set, no key is made by itself (make one with: openssl rand -base64 32)`,
      );
    refuseForeignKeys(path, known, keys);
    return new Vault(new KeyRing(path, keys, await recordKeys(sql, known, keys)));
  });
}

/**
 * Makes the keys of a file known to the database. Its first key is the current one only where there is none: later a
 * key becomes current by rotation, once all processes hold it.
 *
 * @returns the current key
 */
export async function recordKeys(
  sql: Sql,
  known: readonly KnownMasterKey[],
  keys: readonly MasterKey[],
): Promise<MasterKey> {
  const currentCheck = known.find(({ state }) => state === 'current')?.check_value;
  const checks = keys.map((key) => ({ key, check: keyCheck(key) }));
  // Secrets of a database of an older release are under one of the keys that it knows.
  const former = checks.find(({ check }) => known.some(({ check_value }) => check_value === check));
  const current = checks.find(({ check }) => check === currentCheck) ?? former ?? checks[0]!;
  const state = known.length > 0 ? 'announced' : 'former';
  await recordMasterKeys(
    sql,
    checks.map(({ key, check }) => ({ check_value: check, key_id: key.id, state })),
  );
  if (currentCheck === undefined) await makeCurrent(sql, current.check);
  return current.key;
}

/** @throws StartError unless every key that a secret of this database may be encrypted with is in the file */
export function refuseForeignKeys(path: string, known: readonly KnownMasterKey[], keys: readonly MasterKey[]): void {
  const checks = keys.map(keyCheck);
  const used = known.filter(({ state }) => state !== 'announced');
  const missing = used.filter(({ check_value }) => !checks.includes(check_value));
  if (missing.length === 0) return;
  const wayOut = 'if it is lost for good, see "A lost master key" in SECURITY.md';
  throw new StartError(
    missing.length === used.length
      ? `MASTER_KEY_FILE ${path} is not the key that this database's secrets are encrypted with; ${wayOut}`
      : `MASTER_KEY_FILE ${path} lacks a key that secrets may still be encrypted with: put its line back, and run stocktake secrets rotate, then stocktake secrets retire; ${wayOut}`,
  );
}
