import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration, type ProcessRole } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { PollingLoop } from './polling-loop.js';

/**
 * Calls `schedule` at a regular interval in processes with one of its roles. There may be several such processes:
 * `schedule` claims what is due in the transaction that enqueues it.
 */
@Injectable()
export abstract class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly intervalMs: number;
  protected readonly roles: readonly ProcessRole[] = ['scheduler'];
  private loop: PollingLoop | null = null;

  constructor(
    protected readonly configuration: Configuration,
    protected readonly database: Database,
  ) {}

  abstract schedule(): Promise<unknown>;

  onApplicationBootstrap(): void {
    if (!this.roles.some((role) => this.configuration.has(role))) return;
    this.loop = new PollingLoop(this.constructor.name, this.intervalMs, async () => void (await this.schedule()));
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop?.stop();
  }
}
