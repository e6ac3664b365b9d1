import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { DatabaseNotifications } from '../platform/database/notifications.js';
import { notifyChanges, cancelledChannel, changedChannel } from './runs.repository.js';

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
