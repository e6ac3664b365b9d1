import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { announceChanges } from './runs.repository.js';

const gatherMs = 20;

/**
 * Tells every process that runs have changed, gathered and after the commit: a NOTIFY inside the writing transaction
 * would make all such commits queue up behind one lock, each with its own flush to disk. One that gets lost is made up
 * for by the watchers' own looking.
 */
@Injectable()
export class ChangeAnnouncer {
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly database: Database) {}

  announce(runId: string): void {
    this.changed.add(runId);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      const runIds = [...this.changed];
      this.changed.clear();
      void this.database.transaction('system', (sql) => announceChanges(sql, runIds)).catch(() => undefined);
    }, gatherMs);
  }
}
