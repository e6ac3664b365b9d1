import { applyDecorators, Injectable, SetMetadata, type OnModuleInit } from '@nestjs/common';
import { type Job, definedJobs } from './job.js';
import type { JobContext, RunOutcome } from './job-context.js';
import { DiscoveryService } from '@nestjs/core';
import { JobsOptions } from './jobs.options.js';

/**
 * Handles one job. A run may be handled twice (a lost worker, a second delivery), so a handler writes only through
 * `context.transaction` or after `context.fence`, and writes the same rows the second time.
 *
 * Errors decide what follows: a `CallerError`, or an error with `permanent: true`, fails the run with its message; a
 * `TransientError` is retried; anything else is a bug, which is logged and retried.
 */
export interface JobHandler<Payload extends object> {
  handle(context: JobContext, payload: Payload): Promise<RunOutcome | void>;
}

export const handledJob = 'stocktake:handled-job';

type HandlerClass<Payload extends object> = new (...parts: never[]) => JobHandler<Payload>;

/** Marks an injectable class as the handler of a job; its module lists it as a provider. */
export function Handles<Payload extends object>(job: Job<Payload>) {
  const decorate = applyDecorators(Injectable(), SetMetadata(handledJob, job));
  return (target: HandlerClass<Payload>): void => decorate(target);
}

export interface RegisteredHandler {
  readonly job: Job<object>;
  readonly instance: JobHandler<object>;
}

/** The handler of each job. A worker does not start unless every job has exactly one. */
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
