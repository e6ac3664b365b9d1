import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../model/errors.js';
import { limitCloseTime } from './bounded-close.js';
import type { QueueName } from './job.js';
import type { Delivery } from './outbox.repository.js';

/** All that travels through the queue: everything else is in the ledger. */
export interface DeliveryData {
  readonly run: string;
  readonly alone: boolean;
}

const deliveryTimeoutMs = 5_000;

/** The sending side of BullMQ. It neither retries nor keeps anything: both is the ledger's. */
@Injectable()
export class Queues {
  private readonly queues: Record<QueueName, Queue<DeliveryData>>;

  constructor(@InjectQueue('interactive') interactive: Queue, @InjectQueue('background') background: Queue) {
    this.queues = { interactive, background };
    // The relay sees and tells of every failed delivery; connections come back by themselves.
    for (const queue of Object.values(this.queues)) {
      queue.on('error', () => undefined);
      limitCloseTime(queue);
    }
  }

  /** @throws TransientError when the queue does not take them in time; it may still have done so */
  async deliver(name: QueueName, deliveries: readonly Delivery[]): Promise<void> {
    const queue = this.queues[name];
    // A delivery asked for again replaces the one before it, where that still lies in the queue.
    for (const { id, dispatch } of deliveries)
      if (dispatch > 1) await withTimeout(queue.remove(deliveryId(id, dispatch - 1)).catch(() => 0));
    await withTimeout(
      queue.addBulk(
        deliveries.map(({ id, dispatch, alone }) => ({
          name: 'run',
          data: { run: id, alone },
          opts: { jobId: deliveryId(id, dispatch), attempts: 1, removeOnComplete: true, removeOnFail: true },
        })),
      ),
    );
  }
}

const deliveryId = (runId: string, dispatch: number): string => `${runId}.${dispatch}`;

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = sleep(deliveryTimeoutMs, undefined, { signal: late.signal }).then(
    () => {
      throw new TransientError('The queue gives no answer');
    },
    () => undefined as never,
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    late.abort();
  }
}
