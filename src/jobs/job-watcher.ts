import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TransientError } from '../model/errors.js';
import { Database } from '../platform/database/database.js';
import { isFinished, type JobRun } from './job-run.js';
import { JobsOptions } from './jobs.options.js';
import { PollingLoop } from './polling-loop.js';
import { findRuns, notifyChanges, cancelledChannel, changedChannel } from './job-runs.repository.js';
import { DatabaseNotifications } from '../platform/database/notifications.js';

const batchDelayMs = 20;

/** News of runs, told to and heard from every process. News may get lost: whoever relies on it also looks by himself. */
@Injectable()
export class RunChangeNotifier {
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly notifications: DatabaseNotifications,
  ) {}

  /** @param listener hears null when any run may have changed */
  onChanged(listener: (runId: string | null) => void): void {
    this.notifications.on(changedChannel, listener);
  }

  onCancelled(listener: (runId: string) => void): void {
    this.notifications.on(cancelledChannel, (runId) => runId !== null && listener(runId));
  }

  /**
   * Gathered, and after the commit: a NOTIFY inside the writing transaction would make all such commits queue up behind
   * one lock, each with a flush to disk of its own.
   */
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

/** Called with the run as it stands, first when the watching begins; null when there is none such (any more). */
export type RunListener = (run: JobRun | null) => void;

const maxListeners = 1_000;

/** Follows runs for whoever waits for them: one connection and one query for all, however many they are. */
@Injectable()
export class JobWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Map<string, Set<RunListener>>();
  private readonly changed = new Set<string>();
  private readonly loop: PollingLoop;
  private readonly pollMs: number;
  private readonly stopping = new AbortController();
  private count = 0;
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

  /** Aborted when the process stops: whoever waits has waited long enough. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** @returns the run as it stands when it is over or the time is up; null when there is no such run */
  async waitFor(runId: string, timeoutMs: number): Promise<JobRun | null> {
    let unwatch = (): void => undefined;
    const enough = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.stopped]);
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
      unwatch();
    }
  }

  /**
   * @returns what ends the watching
   * @throws TransientError when too many watch already
   */
  watch(runId: string, listener: RunListener): () => void {
    if (this.count >= maxListeners) throw new TransientError('Too many clients wait for jobs at the moment');
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

  /** A run has changed; null: any may have. */
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
