import { applyDecorators, Injectable, SetMetadata, type OnModuleInit } from '@nestjs/common';
import { type Job, definedJobs } from './job.js';
import type { JobContext } from './job-context.js';
import type { RunOutcome } from './job-run.js';
import { DiscoveryService } from '@nestjs/core';
import { JobsOptions } from './jobs.options.js';

/**
 * Does the work of one job. It may run twice for one run (a lost worker, a second delivery), so it writes only through
 * `context.transaction` or behind `context.fence`, and a second run writes the same rows as the first.
 *
 * What it throws decides what follows: `CallerError`, and errors with `permanent: true`, end the run as failed with
 * their message; `TransientError` tries again later; anything else is a bug, tried again and logged.
 */
export interface JobHandler<Payload extends object> {
  handle(context: JobContext, payload: Payload): Promise<RunOutcome | void>;
}

export const handledJob = 'stocktake:handled-job';

type HandlerClass<Payload extends object> = new (...parts: never[]) => JobHandler<Payload>;

/** Marks an injectable class as the one handler of a job; its module lists it among the providers. */
export function Handles<Payload extends object>(job: Job<Payload>) {
  const decorate = applyDecorators(Injectable(), SetMetadata(handledJob, job));
  return (target: HandlerClass<Payload>): void => decorate(target);
}

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
