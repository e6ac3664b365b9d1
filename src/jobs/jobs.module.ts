import { BullModule } from '@nestjs/bullmq';
import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Configuration } from '../platform/configuration/configuration.js';
import { DatabaseNotifications } from '../platform/database/notifications.js';
import { Readiness } from '../platform/http/health.controller.js';
import { Executor } from './executor.js';
import { HandlerRegistry } from './handlers.js';
import { queueNames } from './job.js';
import { JobsController } from './jobs.controller.js';
import { JobMetrics } from './job-metrics.js';
import { JobsService } from './jobs.service.js';
import { JobsOptions, jobTimings, type JobTimings } from './jobs.options.js';
import { BackgroundProcessor, InteractiveProcessor } from './processors.js';
import { createQueueBackend, type QueueBackend } from './queue-backend.js';
import { Queues } from './queues.js';
import { Relay } from './relay.js';
import { RunChangeNotifier, JobWatcher } from './job-watcher.js';
import { Sweep } from './sweep.js';

const backendToken = Symbol('QueueBackend');

/** Jobs that survive crashes of processes and of the queue (docs/adr/0004-jobs.md). */
@Global()
@Module({})
export class JobsModule implements OnModuleDestroy, OnApplicationShutdown {
  static forRoot(configuration: Configuration, databaseUrl: string, times: Partial<JobTimings> = {}): DynamicModule {
    const options = new JobsOptions(databaseUrl, configuration.redisUrl, configuration.roles, {
      concurrency: configuration.workerConcurrency,
      retentionDays: configuration.jobRetentionDays,
      times: { ...jobTimings(configuration.jobLeaseMs, configuration.stopping.jobsMs), ...times },
    });
    const backend = createQueueBackend(options);
    const working = [HandlerRegistry, Executor, InteractiveProcessor, BackgroundProcessor];
    return {
      module: JobsModule,
      imports: [
        DiscoveryModule,
        BullModule.forRoot({ connection: backend.connection }),
        BullModule.registerQueue(...queueNames.map((name) => ({ name }))),
      ],
      providers: [
        { provide: JobsOptions, useValue: options },
        { provide: backendToken, useValue: backend },
        { provide: DatabaseNotifications, useFactory: () => new DatabaseNotifications(databaseUrl) },
        RunChangeNotifier,
        Queues,
        Relay,
        Sweep,
        JobWatcher,
        JobsService,
        JobMetrics,
        ...(options.roles.has('worker') ? working : []),
      ],
      controllers: [JobsController],
      exports: [JobsService, JobWatcher, RunChangeNotifier],
    };
  }

  constructor(
    @Inject(backendToken) private readonly backend: QueueBackend,
    options: JobsOptions,
    queues: Queues,
    readiness: Readiness,
  ) {
    // Without it an API process still takes requests: jobs wait in the database.
    if (options.redisUrl !== '' && options.roles.has('worker'))
      readiness.register('queue (REDIS_URL)', () => queues.ping());
  }

  onModuleDestroy(): void {
    this.backend.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.backend.close();
  }
}
