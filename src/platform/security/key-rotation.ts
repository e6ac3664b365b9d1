import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import type { MasterKeys } from './key-ring.js';
import { readMasterKeys, replaceMasterKeys } from './master-key-file.js';
import {
  countUnderOtherKeys,
  deleteOtherKeyChecks,
  findKeyChecks,
  lockMasterKeys,
  resealBatch,
  insertKeyChecks,
  type SealedColumn,
} from './master-keys.repository.js';
import { keyCheck, masterKey, reseal } from './sealing.js';
import { refuseForeignKeys } from './vault.js';

/**
 * Changes the master key while the service runs. The new key becomes the first line of the file, where running
 * processes find it by themselves; then every stored secret is put under it, some at a time. Ended half-way, the next
 * run goes on. The former key stays in the file until `retire`, which first proves that nothing needs it.
 */
export class KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly path: string,
    private readonly columns: readonly SealedColumn[],
  ) {}

  /** @returns how many secrets were moved in this run */
  async rotate(onProgress: (moved: number) => void = () => undefined): Promise<number> {
    const keys = await this.database.transaction('system', async (sql) => {
      const found = await this.lockedKeys(sql);
      if (found.length > 1) return found;
      const next = [masterKey(randomBytes(32)), ...found] as const;
      // The file first: a key that the database knows and the file has not would stop the next start.
      replaceMasterKeys(this.path, next);
      await insertKeyChecks(sql, next.map(keyCheck));
      return next;
    });
    let moved = 0;
    for (const place of this.columns)
      for (let some = -1; some !== 0; onProgress((moved += some)))
        some = await this.database.transaction('system', (sql) =>
          resealBatch(sql, place, keys[0].id, (sealed) => reseal(keys, keys[0], sealed)),
        );
    return moved;
  }

  /**
   * Takes former keys out of the file.
   * @returns how many
   * @throws StartError while a secret still needs one
   */
  async retire(): Promise<number> {
    const keys = await this.database.transaction('system', async (sql) => {
      const found = await this.lockedKeys(sql);
      for (const place of this.columns)
        if ((await countUnderOtherKeys(sql, place, found[0].id)) > 0)
          throw new StartError(`${place.table} holds secrets under a former key: run npm run secrets:rotate first`);
      await deleteOtherKeyChecks(sql, keyCheck(found[0]));
      return found;
    });
    // The database first: a key too many in the file does no harm, one too few would.
    if (keys.length > 1) replaceMasterKeys(this.path, keys.slice(0, 1));
    return keys.length - 1;
  }

  private async lockedKeys(sql: Sql): Promise<MasterKeys> {
    await lockMasterKeys(sql);
    const [first, ...others] = readMasterKeys(this.path) ?? [];
    if (!first) throw new StartError(`MASTER_KEY_FILE ${this.path} is missing`);
    const keys = [first, ...others] as const;
    refuseForeignKeys(this.path, await findKeyChecks(sql), keys.map(keyCheck));
    return keys;
  }
}
