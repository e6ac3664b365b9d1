import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../model/errors.js';
import type { QueueName } from './job.js';
import type { Delivery } from './outbox.repository.js';

/** The queue carries no more than this; everything else is in `job_runs`. */
export interface DeliveryData {
  readonly run: string;
  readonly alone: boolean;
}

const deliveryTimeoutMs = 5_000;

/** Adds deliveries to BullMQ, which neither retries nor keeps them: `job_runs` does both. */
@Injectable()
export class Queues {
  private readonly queues: Record<QueueName, Queue<DeliveryData>>;

  constructor(@InjectQueue('interactive') interactive: Queue, @InjectQueue('background') background: Queue) {
    this.queues = { interactive, background };
    // The relay reports failed deliveries; connections are restored automatically.
    for (const queue of Object.values(this.queues)) {
      queue.on('error', () => undefined);
      limitCloseTime(queue);
    }
  }

  /** @throws TransientError when the queue does not answer in time */
  async ping(): Promise<void> {
    await withTimeout(this.queues.interactive.getJobCounts('waiting'));
  }

  /** @throws TransientError when the queue does not answer in time; it may have accepted them */
  async deliver(name: QueueName, deliveries: readonly Delivery[]): Promise<void> {
    const queue = this.queues[name];
    // A new delivery replaces the previous one if it is still in the queue.
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
      throw new TransientError('The queue did not answer in time');
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
 * Limits the time of `close` of a BullMQ object, which may wait for ever for a store that is not available, and Nest
 * with it.
 */
export function limitCloseTime(closable: { close(): Promise<unknown>; disconnect?(): unknown }): void {
  const close = closable.close.bind(closable);
  let closing: Promise<void> | undefined;
  closable.close = () =>
    (closing ??= settlesInTime(close()).then(async (isClosed) => {
      if (!isClosed && closable.disconnect) await settlesInTime(Promise.resolve(closable.disconnect()));
    }));
}

/** @returns false if the work did not settle within the limit */
export async function settlesInTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, sleep(closeTimeoutMs, false, { ref: false })]);
}
