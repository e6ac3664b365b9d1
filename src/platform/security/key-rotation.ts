import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { StartError } from '../embedded/start-error.js';
import { readMasterKeys, replaceMasterKeys } from './master-key-file.js';
import {
  countUnderOtherKeys,
  deleteOtherKeys,
  discardUnderOtherKeys,
  findMasterKeys,
  findProcessesWithout,
  lockMasterKeys,
  makeCurrent,
  recordMasterKeys,
  resealBatch,
  type SealedColumn,
} from './master-keys.repository.js';
import { keyCheck, masterKey, reseal, type MasterKey } from './sealing.js';
import { recordKeys, refuseForeignKeys } from './vault.js';

/** Kubernetes may take a minute and a half to bring a changed secret into its containers. */
const confirmationLimitMs = 120_000;

interface FileKeys {
  readonly first: MasterKey;
  readonly all: readonly MasterKey[];
  readonly current: MasterKey;
  /** Keys that secrets may still be under. */
  readonly former: number;
}

export interface SealedCount {
  readonly place: string;
  readonly count: number;
}

/**
 * Changes the master key while the service runs. The new key becomes the first line of the file; once every running
 * process has said that it holds it, it becomes current, and every stored secret is put under it, some at a time.
 * Ended half-way, the next run goes on. The former key stays until `retire` proves that nothing needs it.
 */
export class KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly path: string,
    private readonly columns: readonly SealedColumn[],
    private readonly limitMs = confirmationLimitMs,
  ) {}

  /** @returns how many secrets were moved in this run */
  async rotate(): Promise<number> {
    const { all, next } = await this.database.transaction('system', (sql) => this.nextKey(sql));
    await this.untilAllCan('open', next);
    await this.database.transaction('system', async (sql) => {
      await lockMasterKeys(sql);
      await makeCurrent(sql, keyCheck(next));
    });
    await this.untilAllCan('seal', next);
    let moved = 0;
    for (const place of this.columns)
      for (let some = -1; some !== 0; moved += some)
        some = await this.database.transaction('system', (sql) =>
          resealBatch(sql, place, next.id, (sealed) => reseal(all, next, sealed)),
        );
    return moved;
  }

  /**
   * Takes former keys out of the database and the file.
   * @returns how many, and whether this user may write the file
   * @throws StartError while a secret or a running process still needs one
   */
  async retire(): Promise<{ count: number; isFileWritten: boolean }> {
    const { all, current } = await this.database.transaction('system', async (sql) => {
      const keys = await this.fileKeys(sql);
      for (const place of this.columns)
        if ((await countUnderOtherKeys(sql, place, [keys.current.id])) > 0)
          throw new StartError(`${place.table} holds secrets under a former key: run stocktake secrets rotate first`);
      const without = await findProcessesWithout(sql, keys.current.id, 'seal');
      if (without.length > 0) throw notHeld(without, this.path);
      await deleteOtherKeys(sql, [keyCheck(keys.current)]);
      return keys;
    });
    // The database first: a key too many in the file does no harm, one too few would.
    const isFileWritten = all.length === 1 || canReplace(this.path, current);
    return { count: all.length - 1, isFileWritten };
  }

  /** Secrets that no key of the file opens, by place. */
  async findUnreadable(): Promise<SealedCount[]> {
    const ids = (readMasterKeys(this.path) ?? []).map(({ id }) => id);
    return this.database.transaction('system', async (sql) => {
      const counts: SealedCount[] = [];
      for (const place of this.columns)
        counts.push({ place: `${place.table}.${place.column}`, count: await countUnderOtherKeys(sql, place, ids) });
      return counts.filter(({ count }) => count > 0);
    });
  }

  /** Gives up the secrets that no key of the file opens, and the keys that are lost. @returns how many, by place */
  async discardUnreadable(): Promise<SealedCount[]> {
    return this.database.transaction('system', async (sql) => {
      await lockMasterKeys(sql);
      const keys = readMasterKeys(this.path) ?? [];
      if (keys.length === 0) throw new StartError(`MASTER_KEY_FILE ${this.path} is missing: put a key there first`);
      const ids = keys.map(({ id }) => id);
      const counts: SealedCount[] = [];
      for (const place of this.columns)
        counts.push({
          place: `${place.table}.${place.column}`,
          count: await discardUnderOtherKeys(sql, place, ids),
        });
      await deleteOtherKeys(sql, keys.map(keyCheck));
      await recordKeys(sql, await findMasterKeys(sql), keys);
      return counts.filter(({ count }) => count > 0);
    });
  }

  /** The file's first key if it is a new one or still has secrets to take in, else one that is made now. */
  private async nextKey(sql: Sql): Promise<{ all: readonly MasterKey[]; next: MasterKey }> {
    const { first, all, current, former } = await this.fileKeys(sql);
    if (first !== current || former > 0) return { all, next: first };
    const next = masterKey(randomBytes(32));
    replaceMasterKeys(this.path, [next, ...all]);
    await recordMasterKeys(sql, [{ check_value: keyCheck(next), key_id: next.id, state: 'announced' }]);
    return { all: [next, ...all], next };
  }

  private async untilAllCan(use: 'open' | 'seal', key: MasterKey): Promise<void> {
    const deadline = performance.now() + this.limitMs;
    for (;;) {
      const without = await this.database.transaction('system', (sql) => findProcessesWithout(sql, key.id, use));
      if (without.length === 0) return;
      if (performance.now() > deadline) throw notHeld(without, this.path);
      await sleep(250);
    }
  }

  private async fileKeys(sql: Sql): Promise<FileKeys> {
    await lockMasterKeys(sql);
    const all = readMasterKeys(this.path) ?? [];
    const [first] = all;
    if (!first) throw new StartError(`MASTER_KEY_FILE ${this.path} is missing`);
    const known = await findMasterKeys(sql);
    refuseForeignKeys(this.path, known, all);
    const former = known.filter(({ state }) => state === 'former').length;
    return { first, all, former, current: await recordKeys(sql, known, all) };
  }
}

function canReplace(path: string, key: MasterKey): boolean {
  try {
    replaceMasterKeys(path, [key]);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

const notHeld = (processes: readonly string[], path: string): StartError =>
  new StartError(
    `These processes do not use the new master key: ${processes.join(', ')}. Put the first line of ${path} into the file of each, and run this again.`,
  );
