import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { Job } from './job.js';
import type { JobContext } from './job-context.js';
import type { RunOutcome } from './job-run.js';

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
