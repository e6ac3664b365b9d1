import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { DatabaseNotifications } from '../platform/database/notifications.js';
import { definedJobs, queueNames, type QueueName } from './job.js';
import { JobsOptions } from './jobs.options.js';
import {
  findWaitingQueues,
  markNextQueued,
  returnToWaiting,
  waitingChannel,
  type Delivery,
} from './outbox.repository.js';
import { PollingLoop } from './polling-loop.js';
import { Queues } from './queues.js';

/** A job that may take longer is never handled alone. */
const longSeconds = 3_600;

/**
 * Delivers waiting runs to the queue, in every process.
 *
 * Runs are marked as queued before they are delivered, so that no transaction stays open during a call to the queue. If
 * the process dies in between, the sweep delivers them again; a duplicate delivery finds nothing to claim.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly options: JobsOptions,
    notifications: DatabaseNotifications,
  ) {
    notifications.on(waitingChannel, () => this.trigger());
    this.loop = new PollingLoop('Relay', options.settings.times.pollMs, () => this.dispatchAll());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Called when a run waits or the queue has room. */
  trigger(): void {
    this.loop.trigger();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async dispatchAll(): Promise<void> {
    // Most of the time nothing waits: who has taken a run asks whether there is more.
    for (const queue of await this.database.statements((sql) => findWaitingQueues(sql, queueNames))) {
      const deliveries = await this.markQueued(queue);
      if (deliveries.length === 0) continue;
      try {
        await this.queues.deliver(queue, deliveries);
      } catch (error) {
        await this.database.transaction('system', (sql) => returnToWaiting(sql, deliveries));
        throw error;
      }
    }
  }

  private markQueued(queue: QueueName): Promise<Delivery[]> {
    const jobs = definedJobs().filter((job) => job.queue === queue);
    const jobNames = jobs.map((job) => job.name);
    const longJobNames = jobs.filter((job) => job.timeoutSeconds > longSeconds).map((job) => job.name);
    const from = { queue, jobNames, longJobNames, slots: this.options.slots(queue) };
    return this.database.transaction('system', (sql) => markNextQueued(sql, from));
  }
}
