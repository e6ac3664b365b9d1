import { Module } from '@nestjs/common';
import { RetentionScheduler } from './retention.scheduler.js';
import { DeleteExpiredHandler } from './delete-expired.handler.js';

/** Removes every night what is older than it is kept; how long that is, each room declares (`platform/retention`). */
@Module({ providers: [RetentionScheduler, DeleteExpiredHandler] })
export class RetentionModule {}
