import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { handledJob, type JobHandler } from './handler.js';
import { definedJobs, type Job } from './job.js';
import { JobsOptions } from './jobs.options.js';

export interface RegisteredHandler {
  readonly job: Job<object>;
  readonly instance: JobHandler<object>;
}

/** Who handles which job. A worker does not start while a job is without handler, or has two. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private readonly handlers = new Map<string, RegisteredHandler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly options: JobsOptions,
  ) {}

  onModuleInit(): void {
    if (!this.options.roles.has('worker')) return;
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const job = metatype && (Reflect.getMetadata(handledJob, metatype) as Job<object> | undefined);
      if (!job) continue;
      if (this.handlers.has(job.name)) throw new Error(`Two handlers for the job "${job.name}"`);
      this.handlers.set(job.name, { job, instance: instance as JobHandler<object> });
    }
    const unhandled = definedJobs().filter((job) => !this.handlers.has(job.name));
    if (unhandled.length > 0) throw new Error(`Jobs without handler: ${unhandled.map((job) => job.name).join(', ')}`);
  }

  names(): string[] {
    return [...this.handlers.keys()];
  }

  find(name: string): RegisteredHandler {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`No handler for the job "${name}"`);
    return handler;
  }
}
