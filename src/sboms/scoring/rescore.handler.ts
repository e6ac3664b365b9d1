import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { groupBy } from '../../model/group-by.js';
import { EntityScorer } from '../../scores/stored/entity-scorer.js';
import { entitiesUnder, type StoredName } from '../../scores/stored/entity-scores.repository.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { ChangesRepository } from './changes.repository.js';
import { ComponentJudge } from './component-judge.js';
import { ScoringRepository } from './scoring.repository.js';

/** Entities, and entries, of one transaction. */
const batchSize = 1_000;

const none = '00000000-0000-0000-0000-000000000000';
const beginning = { sbom_id: none, id: none };

/**
 * Scores again what changes of the catalogue concern: the entities filed under the keys that have changed, then the
 * entries of all SBOMs that are one of those that came out different, then the figures of these SBOMs. A change is
 * forgotten when all of it is done; done twice, the second time finds nothing to do.
 */
@Handles(RescoreChanged)
export class RescoreHandler implements JobHandler<object> {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly entities: EntityScorer,
    private readonly scoring: ScoringRepository,
    private readonly judge: ComponentJudge,
  ) {}

  async handle(context: JobContext): Promise<void> {
    const counts = { entities: 0, components: 0 };
    for (;;) {
      const changes = await context.transaction((sql) => this.changes.next(sql));
      if (changes.length === 0) break;
      const keys = [...new Set(changes.map(({ key }) => key))];
      const concerned = await context.transaction((sql) => entitiesUnder(sql, keys));
      for (const batch of batches(concerned)) {
        await context.transaction((sql) => this.entities.rescore(sql, batch));
        counts.components += await this.follow(context, batch);
        context.progress('rescoring', (counts.entities += batch.length), null);
      }
      await context.transaction((sql) => this.changes.forget(sql, changes));
    }
    await context.transaction((sql) => context.complete(sql, { result: counts }));
  }

  private async follow(context: JobContext, entities: readonly StoredName[]): Promise<number> {
    const ids = entities.map(({ entity_id }) => entity_id);
    let count = 0;
    for (let after = beginning; ;) {
      const entries = await context.transaction((sql) => this.scoring.ofEntities(sql, ids, after, batchSize));
      const last = entries.at(-1);
      if (!last) return count;
      for (const [sbomId, own] of groupBy(entries, ({ sbom_id }) => sbom_id))
        await context.transaction((sql) => this.judgeAgain(sql, sbomId, own.map(({ id }) => id))); // prettier-ignore
      count += entries.length;
      after = last;
    }
  }

  private async judgeAgain(sql: Sql, sbomId: string, ids: readonly string[]): Promise<void> {
    const grounds = await this.judge.groundsOf(sql, sbomId);
    if (!grounds) return;
    await this.judge.judge(sql, grounds, ids);
    await this.judge.sumUp(sql, sbomId);
  }
}

function* batches<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += batchSize) yield all.slice(start, start + batchSize);
}
