import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job as QueuedJob } from 'bullmq';
import { limitCloseTime, settlesInTime, type DeliveryData } from './queues.js';
import { stopLockTimer } from '../platform/library-internals.js';
import { Executor } from './executor.js';
import type { QueueName } from './job.js';
import { JobsOptions } from './jobs.options.js';
import { Relay } from './relay.js';

/** The BullMQ workers: started when all modules are ready, and stopped first. */
@Injectable()
abstract class QueueProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly queue: QueueName;
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly executor: Executor,
    private readonly relay: Relay,
    private readonly options: JobsOptions,
  ) {
    super();
  }

  async process(delivery: QueuedJob<DeliveryData>): Promise<void> {
    await this.executor.execute(delivery.data, () => this.relay.trigger());
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.debug(`${this.queue}: ${error.message}`);
  }

  onApplicationBootstrap(): void {
    limitCloseTime(this.worker);
    this.worker.concurrency = this.options.slots(this.queue);
    void this.worker.run().catch((error: unknown) => this.onError(error as Error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await settlesInTime(this.worker.pause(true));
    await this.executor.stop();
    await this.worker.close();
    await stopLockTimer(this.worker);
  }
}

const workerOptions = { autorun: false, drainDelay: 5, runRetryDelay: 1_000 };

@Processor('interactive', workerOptions)
export class InteractiveProcessor extends QueueProcessor {
  protected readonly queue = 'interactive';
}

@Processor('background', workerOptions)
export class BackgroundProcessor extends QueueProcessor {
  protected readonly queue = 'background';
}
