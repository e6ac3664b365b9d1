import {
  Inject,
  Injectable,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseNotifications } from '../platform/database/notifications.js';
import { Executor } from './executor.js';
import { JobsOptions } from './jobs.options.js';
import { waitingChannel } from './outbox.repository.js';
import { BackgroundProcessor, InteractiveProcessor } from './processors.js';
import type { QueueBackend } from './queue-backend.js';
import { Queues } from './queues.js';
import { Relay } from './relay.js';
import { cancelledChannel, changedChannel } from './runs.repository.js';
import { Sweep } from './sweep.js';
import { JobWatcher } from './watcher.js';

export const queueBackend = Symbol('QueueBackend');

const closeLimitMs = 3_000;

/** Starts the parts that the process's roles ask for, when everything else stands, and stops them in order. */
@Injectable()
export class JobsLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly processors: readonly (InteractiveProcessor | BackgroundProcessor)[];

  constructor(
    private readonly options: JobsOptions,
    private readonly notifications: DatabaseNotifications,
    private readonly relay: Relay,
    private readonly sweep: Sweep,
    private readonly watcher: JobWatcher,
  ) {}
}
