import { Injectable } from '@nestjs/common';
import { enqueue } from '../../jobs/enqueue.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { queueScoring } from '../sboms.pipeline.js';
import { hasScoreChanges, markExpiredStatements } from './rescoring.repository.js';

/**
 * Enqueues scoring after changes of the catalogue and at the end of statements. Whoever changes the catalogue (a load,
 * a live source) does not know about scoring.
 */
@Injectable()
export class RescoringScheduler extends Scheduler {
  protected readonly intervalMs = 3_000;

  /** @returns id of the job that rescores what the catalogue changed; null if nothing changed */
  async schedule(): Promise<string | null> {
    const job = await this.database.transaction('system', async (sql) =>
      (await hasScoreChanges(sql))
        ? enqueue(sql, RescoreChanged, {}, { orgId: null, dedupe: { key: 'catalog', until: 'finished' } })
        : null,
    );
    await this.scheduleExpired();
    return job;
  }

  /** Enqueues scoring of the SBOMs with statements that hold no longer. @returns how many they are */
  scheduleExpired(): Promise<number> {
    return this.database.transaction('system', async (sql) => {
      const sboms = await markExpiredStatements(sql);
      for (const sbom of sboms) await queueScoring(sql, sbom);
      return sboms.length;
    });
  }
}
