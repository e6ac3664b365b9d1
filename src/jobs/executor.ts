import { Inject, Injectable, Logger } from '@nestjs/common';
import { validate } from 'class-validator';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../model/errors.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { withSpan } from '../platform/tracing/tracing.js';
import { type JobEnd, ServiceMetrics } from '../platform/metrics/service-metrics.js';
import { Attempt } from './attempt.js';
import { HandlerRegistry } from './handlers.js';
import type { Job } from './job.js';
import { LostLeaseError, type RunOutcome } from './job-context.js';
import { JobsOptions, type JobTimings } from './jobs.options.js';
import {
  claimRun,
  failRun,
  releaseRun,
  requeueRun,
  scheduleRetry,
  succeedRun,
  type ClaimedRun,
} from './lease.repository.js';
import type { DeliveryData } from './queues.js';
import { RunChangeNotifier } from './job-watcher.js';
import { ReadWriteLock } from './read-write-lock.js';
import { decideRetry } from './retry-policy.js';

/** After an abort, the slot is given to other work even if the handler has not returned. */
const abortGraceMs = 5_000;

const maxEndAttempts = 4;

class ProcessStoppingError extends Error {}

type AttemptEnd = { readonly outcome: RunOutcome } | { readonly error: unknown };

/** Serves deliveries: claims the run, calls its handler under a lease, and records the outcome. */
@Injectable()
export class Executor {
  private readonly logger = new Logger('Jobs');
  private readonly attempts = new Map<string, Attempt>();
  private readonly executions = new Set<Promise<void>>();
  private readonly times: JobTimings;
  private readonly lock = new ReadWriteLock();
  private stopped: Promise<void> | null = null;

  @Inject(ServiceMetrics)
  private readonly metrics!: ServiceMetrics;

  constructor(
    private readonly database: Database,
    private readonly handlers: HandlerRegistry,
    private readonly changes: RunChangeNotifier,
    options: JobsOptions,
  ) {
    this.times = options.settings.times;
    changes.onCancelled((runId) => this.attempts.get(runId)?.abort(new LostLeaseError(runId)));
  }

  /**
   * Never throws: retries are decided by the database, not by the queue.
   *
   * @param onTaken called when the run has left the queue
   */
  async execute({ run: runId, alone }: DeliveryData, onTaken: () => void): Promise<void> {
    const serve = (): Promise<void> => this.serve(runId, onTaken);
    const execution = (alone ? this.lock.runExclusive(serve) : this.lock.runShared(serve)).catch((error: unknown) => {
      // The run stays as it is; the sweep hands it on again when its lease, or its time in the queue, has expired.
      this.logger.warn(`run ${runId}: ${(error as Error).message}`);
    });
    this.executions.add(execution);
    await execution;
    this.executions.delete(execution);
  }

  /** Waits for running handlers up to the grace time, then aborts them and releases their runs. */
  stop(): Promise<void> {
    return (this.stopped ??= this.drain());
  }

  private async drain(): Promise<void> {
    const done = Promise.all(this.executions);
    await Promise.race([done, sleep(this.times.graceMs, undefined, { ref: false })]);
    for (const attempt of this.attempts.values()) attempt.abort(new ProcessStoppingError('The process is stopping'));
    await done;
  }

  private async serve(runId: string, onTaken: () => void): Promise<void> {
    if (this.stopped) return this.database.transaction('system', (sql) => requeueRun(sql, runId));
    const { database, times } = this;
    const run = await this.claim(runId);
    if (run === null) return;
    onTaken();
    const publishChange = (id: string): void => this.changes.publish(id);
    const publishEnd = (id: string): void => this.changes.publishEnd(id);
    const attempt = new Attempt(run, { database, publishChange, publishEnd, times });
    this.attempts.set(runId, attempt);
    publishChange(runId);
    try {
      const measured = this.metrics.jobSeconds.startTimer({ job: run.name });
      const span = { kind: 'consumer', link: run.trace, attributes: { 'job.id': run.runId } } as const;
      const end = await withSpan(run.name, span, () => this.runHandler(attempt));
      const kind: JobEnd = 'error' in end ? 'error' : end.outcome.partial ? 'partial' : 'done';
      measured({ end: kind });
      await this.recordEnd(attempt, end);
    } finally {
      attempt.close();
      this.attempts.delete(runId);
      this.changes.publishEnd(runId);
    }
  }

  private claim(runId: string): Promise<ClaimedRun | null> {
    return this.database.transaction('system', (sql) =>
      claimRun(sql, runId, this.handlers.names(), this.times.leaseMs),
    );
  }

  private async runHandler(attempt: Attempt): Promise<AttemptEnd> {
    try {
      const { job, instance } = this.handlers.find(attempt.run.name);
      const payload = await validPayload(job, attempt.run);
      return { outcome: (await runWithLimits(attempt, job, () => instance.handle(attempt, payload))) ?? {} };
    } catch (error) {
      return { error };
    }
  }

  /** Retried while the database is not available: the lease is still held, so the work need not be repeated. */
  private async recordEnd(attempt: Attempt, end: AttemptEnd): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.database.transaction('system', (sql) => this.writeEnd(sql, attempt, end));
      } catch (error) {
        if (!(error instanceof TransientError) || tries === maxEndAttempts) throw error;
        await sleep(this.times.leaseMs / maxEndAttempts);
      }
    }
  }

  private async writeEnd(sql: Sql, { run, latestProgress: progress }: Attempt, end: AttemptEnd): Promise<void> {
    // No effect if the handler has completed the run itself.
    if ('outcome' in end) return succeedRun(sql, run, { outcome: end.outcome, progress });
    const { error } = end;
    if (error instanceof ProcessStoppingError) return releaseRun(sql, run);
    if (error instanceof LostLeaseError)
      return this.logger.warn(`${run.name} ${run.runId}: attempt ${run.attempt} lost its lease; nothing was written`);
    const { retry } = this.handlers.find(run.name).job;
    const decision = decideRetry(error, run.attempt, { ...retry, attempts: run.maxAttempts });
    if (decision.bug) this.logger.error(`${run.name} ${run.runId}`, (error as Error | null)?.stack ?? error);
    else this.logger.warn(`${run.name} ${run.runId}: ${decision.message}`);
    if (decision.kind === 'fail') await failRun(sql, run, decision);
    else await scheduleRetry(sql, run, decision);
  }
}

class InvalidPayloadError extends Error {
  readonly permanent = true;
  readonly reason = 'invalid_payload';

  constructor(properties: string[]) {
    super(`The payload of the job is invalid: ${properties.join(', ')}`);
  }
}

async function validPayload(job: Job<object>, run: ClaimedRun): Promise<object> {
  const payload = Object.assign(new job.payload(), run.payload);
  const errors = await validate(payload, { whitelist: true, forbidUnknownValues: false });
  if (errors.length === 0) return payload;
  throw new InvalidPayloadError(errors.map((error) => error.property));
}

/** Ends with the handler, or some time after the attempt is aborted or has timed out if the handler does not return. */
async function runWithLimits<T>(attempt: Attempt, job: Job<object>, work: () => Promise<T>): Promise<T> {
  const timedOut = new TransientError(`The job took longer than ${job.timeoutSeconds} seconds`, 0);
  const timer = setTimeout(() => attempt.abort(timedOut), job.timeoutSeconds * 1000);
  const aborted = new Promise<never>((_resolve, reject) => {
    attempt.signal.addEventListener('abort', () => {
      setTimeout(() => reject(attempt.signal.reason as Error), abortGraceMs).unref();
    });
  });
  try {
    const result = await Promise.race([work(), aborted]);
    // An aborted handler that returns has not finished its work. If it completed the run, the database knows.
    attempt.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw attempt.signal.aborted ? attempt.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
