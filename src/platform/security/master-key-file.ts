import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../embedded/start-error.js';
import { masterKey, type MasterKey } from './sealing.js';

/**
 * The file of the master key: one key a line, 32 bytes in base64; all of them decrypt, and the first is or becomes
 * the one that encrypts, so that a key can be changed without stopping. `null`: there is no such file.
 *
 * @throws StartError when it is there but no key can be had from it
 */
export function readMasterKeys(path: string): MasterKey[] | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(`MASTER_KEY_FILE ${path} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new StartError(`MASTER_KEY_FILE ${path} is empty`);
  return lines.map((line, index) => {
    const key = /^[A-Za-z0-9+/]{43}=$/.test(line.trim()) ? Buffer.from(line, 'base64') : null;
    if (!key || new Set(key).size < 8)
      throw new StartError(
        `MASTER_KEY_FILE ${path}, line ${index + 1}: not 32 random bytes in base64 (make one with: openssl rand -base64 32)`,
      );
    return masterKey(key);
  });
}

/**
 * Replaces the file at once: a reader sees the old keys or the new ones.
 * @throws StartError where this user may not write it
 */
export function replaceMasterKeys(path: string, keys: readonly MasterKey[]): void {
  const draft = `${path}.${process.pid}.new`;
  try {
    writeFileSync(draft, keys.map(({ key }) => `${key.toString('base64')}\n`).join(''), { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new StartError(
      `MASTER_KEY_FILE ${path} cannot be written: ${(error as Error).message}. Put a new key (openssl rand -base64 32) above its lines yourself, and run this again.`,
    );
  }
}

/** Makes the file, readable by its owner only; one that another process has made meanwhile is left as it is. */
export function makeMasterKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
