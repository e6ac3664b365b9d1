import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../model/errors.js';
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

const closeTimeoutMs = 3_000;

/**
 * Makes `close` of a BullMQ object end in time: with a store that is gone it may wait for ever for its own last words,
 * and Nest, which closes queues and workers too, would wait with it. What is left is dropped with the process.
 */
export function limitCloseTime(closable: { close(): Promise<unknown>; disconnect?(): unknown }): void {
  const close = closable.close.bind(closable);
  let closing: Promise<void> | undefined;
  closable.close = () =>
    (closing ??= settlesInTime(close()).then(async (isClosed) => {
      if (!isClosed && closable.disconnect) await settlesInTime(Promise.resolve(closable.disconnect()));
    }));
}

/** @returns false where the work is not done within the limit; its failure counts as done */
export async function settlesInTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, sleep(closeTimeoutMs, false, { ref: false })]);
}
