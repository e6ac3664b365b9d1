import { Module } from '@nestjs/common';
import { RetentionScheduler } from './retention.scheduler.js';
import { DeleteExpiredHandler } from './delete-expired.handler.js';

/** Deletes what has expired every night, by the rules that modules register (`platform/retention`). */
@Module({ providers: [RetentionScheduler, DeleteExpiredHandler] })
export class RetentionModule {}
