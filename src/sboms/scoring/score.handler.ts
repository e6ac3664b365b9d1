import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { ScoreSbom, type ScorePayload } from '../sboms.jobs.js';
import { ComponentScorer, entityOfRow } from './component-scorer.js';
import { Injectable } from '@nestjs/common';
import { cpeKey } from '../../model/cpe.js';
import { batchesOf } from '../../model/group-by.js';
import { purlKey } from '../../model/purl.js';
import type { ResolvedEntity } from '../../scores/entities/entity.js';
import { Database } from '../../platform/database/database.js';
import { EntityScorer } from '../../scores/stored/entity-scorer.js';
import type { ScoredRow } from './component-score.js';
import { publishVerdictChanges } from './verdict-events.js';
import { nextOutdatedEntries, firstEntryCursor } from './scoring.repository.js';

/** Entries per batch. */
const batchSize = 2_000;

/**
 * Per transaction. A version of an operating system has thousands of vulnerabilities; the database breaks off a
 * transaction that sends nothing for two minutes.
 */
const maxEntities = 500;

const sortKey = ({ cpe, purl }: ResolvedEntity): string => (cpe && cpeKey(cpe)) ?? (purl && purlKey(purl)) ?? '';

/** Scores the outdated entries of an SBOM in batches. */
@Injectable()
export class SbomScorer {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityScorer,
    private readonly scorer: ComponentScorer,
  ) {}

  /** @returns how many entries were scored */
  async score(context: JobContext, sbomId: string): Promise<number> {
    const input = await context.transaction((sql) => this.scorer.inputOf(sql, sbomId));
    let scored = 0;
    for (let after = firstEntryCursor; input;) {
      const rows = await context.transaction((sql) => nextOutdatedEntries(sql, input, after, batchSize));
      const last = rows.at(-1);
      if (!last) break;
      await this.refreshEntities(context, rows);
      await context.transaction((sql) => this.scorer.score(sql, input, rows.map(({ id }) => id))); // prettier-ignore
      after = { position: last.position, id: last.id };
      context.progress('scoring', (scored += rows.length), null);
    }
    return scored;
  }

  /** Entities belong to no tenant, so they are written as `system`, under the fence of the job. */
  private async refreshEntities(context: JobContext, rows: readonly ScoredRow[]): Promise<void> {
    const entities = rows.flatMap((row) => entityOfRow(row) ?? []);
    // Versions of one product stand together: its records are read once.
    const sorted = entities.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
    for (const some of batchesOf(sorted, maxEntities))
      await this.database.transaction('system', async (sql) => {
        await context.fence(sql);
        await this.entities.refresh(sql, some);
      });
  }
}

@Handles(ScoreSbom)
export class ScoreHandler implements JobHandler<ScorePayload> {
  constructor(
    private readonly scorer: SbomScorer,
    private readonly componentScorer: ComponentScorer,
  ) {}

  async handle(context: JobContext, { sbom_id }: ScorePayload): Promise<void> {
    const scored = await this.scorer.score(context, sbom_id);
    await context.transaction(async (sql) => {
      await this.componentScorer.updateFigures(sql, sbom_id);
      await context.complete(sql, { result: { sbom_id, scored } });
      await publishVerdictChanges(sql, sbom_id);
    });
  }
}
