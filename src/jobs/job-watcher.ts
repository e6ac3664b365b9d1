import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TransientError } from '../model/errors.js';
import { Database } from '../platform/database/database.js';
import { isFinished, type JobRun } from './job-context.js';
import { JobsOptions } from './jobs.options.js';
import { PollingLoop } from './polling-loop.js';
import { findRuns, notifyChanges, cancelledChannel, changedChannel } from './job-runs.repository.js';
import { DatabaseNotifications } from '../platform/database/notifications.js';
import { UserPlaces } from '../platform/http/user-places.js';
import { controllerForMany, startDeadline } from '../platform/process/deadline.js';

const batchDelayMs = 20;

/** Notifies all processes of changed runs. Notifications may get lost, so listeners also poll. */
@Injectable()
export class RunChangeNotifier {
  private readonly changed = new Set<string>();
  private readonly listenersHere: ((runId: string) => void)[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly notifications: DatabaseNotifications,
  ) {}

  /** @param listener gets null when any run may have changed */
  onChanged(listener: (runId: string | null) => void): void {
    this.listenersHere.push(listener);
    this.notifications.on(changedChannel, listener);
  }

  onCancelled(listener: (runId: string) => void): void {
    this.notifications.on(cancelledChannel, (runId) => runId !== null && listener(runId));
  }

  /** Whoever waits for it in this process learns of the end of a run at once, without a way through the database. */
  publishEnd(runId: string): void {
    for (const listener of this.listenersHere) listener(runId);
    this.publish(runId);
  }

  /** In batches and after the commit: commits of transactions with NOTIFY wait for one global lock. */
  publish(runId: string): void {
    this.changed.add(runId);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      const runIds = [...this.changed];
      this.changed.clear();
      void this.database.transaction('system', (sql) => notifyChanges(sql, runIds)).catch(() => undefined);
    }, batchDelayMs);
  }
}

/** Called with the current run, first at once; with null when there is no such run (any more). */
export type RunListener = (run: JobRun | null) => void;

const maxListeners = 1_000;
/** Of one user: those who wait for the answer of an import are not among them. */
const maxOfUser = 100;

/** Watches runs for all who wait for them, with one query for all. */
@Injectable()
export class JobWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Map<string, Set<RunListener>>();
  private readonly changed = new Set<string>();
  private readonly loop: PollingLoop;
  private readonly pollMs: number;
  // Who comes too many listens for a moment as well, until it is refused.
  private readonly stopping = controllerForMany(2 * maxListeners);
  private count = 0;
  private readonly places = new UserPlaces(maxOfUser, 'jobs');
  private polledAllAt = 0;

  constructor(
    private readonly database: Database,
    options: JobsOptions,
    changes: RunChangeNotifier,
  ) {
    changes.onChanged((runId) => this.onRunChanged(runId));
    this.pollMs = options.settings.times.pollMs;
    this.loop = new PollingLoop('JobWatcher', this.pollMs, () => this.poll());
  }

  /** Aborted when the process stops. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** @returns the run when it is finished or the time is up; null when there is no such run */
  async waitFor(runId: string, timeoutMs: number): Promise<JobRun | null> {
    let unwatch = (): void => undefined;
    const deadline = startDeadline(timeoutMs, this.stopped);
    const enough = deadline.signal;
    try {
      const over = await new Promise<JobRun | null | undefined>((resolve) => {
        if (enough.aborted) return resolve(undefined);
        enough.addEventListener('abort', () => resolve(undefined));
        unwatch = this.watch(runId, (run) => {
          if (run === null || isFinished(run.state)) resolve(run);
        });
      });
      return over === undefined ? await this.find(runId) : over;
    } finally {
      deadline.clear();
      unwatch();
    }
  }

  /**
   * The same for a user who may go on watching for long.
   *
   * @throws CallerError 429
   */
  watchFor(userId: string, runId: string, listener: RunListener): () => void {
    const leave = this.places.take(userId);
    try {
      const unwatch = this.watch(runId, listener);
      return () => {
        leave();
        unwatch();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /**
   * @returns the function that stops watching
   * @throws TransientError when there are too many watchers
   */
  watch(runId: string, listener: RunListener): () => void {
    if (this.count >= maxListeners) throw new TransientError('Too many clients watch jobs at the moment');
    this.count += 1;
    const known = this.listeners.get(runId) ?? new Set();
    this.listeners.set(runId, known.add(listener));
    this.onRunChanged(runId);
    return () => {
      if (!known.delete(listener)) return;
      this.count -= 1;
      if (known.size === 0) this.listeners.delete(runId);
    };
  }

  /** @param runId null: any run may have changed */
  onRunChanged(runId: string | null): void {
    if (runId === null) this.polledAllAt = 0;
    else if (this.listeners.has(runId)) this.changed.add(runId);
    else return;
    this.loop.trigger();
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
  }

  private async poll(): Promise<void> {
    const all = performance.now() - this.polledAllAt >= this.pollMs;
    const runIds = all ? [...this.listeners.keys()] : [...this.changed];
    if (all) this.polledAllAt = performance.now();
    this.changed.clear();
    if (runIds.length === 0) return;
    const runs = await this.database.transaction('system', (sql) => findRuns(sql, runIds));
    const byId = new Map(runs.map((run) => [run.id, run]));
    for (const runId of runIds)
      for (const listener of [...(this.listeners.get(runId) ?? [])]) listener(byId.get(runId) ?? null);
  }

  private async find(runId: string): Promise<JobRun | null> {
    const [run] = await this.database.transaction('system', (sql) => findRuns(sql, [runId]));
    return run ?? null;
  }
}
