import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { hostname } from 'node:os';
import { Database } from '../database/database.js';
import { Readiness } from '../http/health.controller.js';
import { newId } from '../identifiers/uuid.js';
import { findCurrentKeyId, holdMasterKeys, releaseMasterKeys } from './master-keys.repository.js';
import { Vault } from './vault.js';

const intervalMs = 2_000;
/** A process that says nothing for so long counts as ended: the database takes no secret under a retired key from it. */
const leaseSeconds = 30;

/**
 * Keeps this process's keys up to date: reads the file every two seconds, whatever replaced it and however, tells the
 * database which keys it holds, and encrypts with the key that is current there.
 */
@Injectable()
export class MasterKeyWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = newId();
  private readonly logger = new Logger('MasterKeyWatch');
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;
  private holdsCurrent = true;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    readiness: Readiness,
  ) {
    readiness.register('current master key', () => this.checkCurrentKey());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.look();
    this.schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.looking.catch(() => undefined);
    await this.database.transaction('system', (sql) => releaseMasterKeys(sql, this.id)).catch(() => undefined);
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      // A database that is away is reported by others; the keys in hand stay.
      this.looking = this.look().catch(() => undefined);
      void this.looking.then(() => !this.stopped && this.schedule());
    }, intervalMs).unref();
  }

  private async look(): Promise<void> {
    const { ring } = this.vault;
    ring.readFile();
    const holdsCurrent = await this.database.transaction('system', async (sql) => {
      const holds = ring.follow(await findCurrentKeyId(sql));
      const { ids: keyIds, sealingKey } = ring;
      const name = `${process.pid} on ${hostname()}`;
      await holdMasterKeys(sql, { id: this.id, process: name, keyIds, sealingId: sealingKey.id, leaseSeconds });
      return holds;
    });
    if (!holdsCurrent && this.holdsCurrent) this.logger.error(this.missingKey());
    this.holdsCurrent = holdsCurrent;
  }

  private async checkCurrentKey(): Promise<void> {
    const { ring } = this.vault;
    const current = await this.database.statements(findCurrentKeyId);
    if (current === null || ring.holds(current)) return;
    ring.readFile();
    if (!ring.holds(current)) throw new Error(this.missingKey());
  }

  private missingKey(): string {
    return `MASTER_KEY_FILE ${this.vault.ring.path} lacks the key that secrets are encrypted with now: put it there`;
  }
}
