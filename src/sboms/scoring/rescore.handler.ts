import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { groupBy } from '../../model/group-by.js';
import { EntityScorer } from '../../scores/stored/entity-scorer.js';
import { entitiesUnder, type RescoredEntity } from '../../scores/stored/entity-scores.repository.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { AlikeJudge } from './alike-judge.js';
import { ChangesRepository, type ScoreChange } from './changes.repository.js';
import { ComponentJudge } from './component-judge.js';
import { FiguresRepository } from './figures.repository.js';
import { inLanes } from './in-lanes.js';
import { waitForJudging } from './scoring-locks.js';
import { StaleScoresRepository } from './stale-scores.repository.js';

/** Of one transaction. */
const mostKeys = 1_000;
const mostEntities = 500;
const mostEntries = 1_000;
const mostBills = 50;

const lanes = 3;

const none = '00000000-0000-0000-0000-000000000000';
const beginning = { sbom_id: none, id: none };

/**
 * Scores again what changes of the catalogue concern: the entities filed under the keys that have changed, then the
 * entries of all SBOMs that are one of those that came out different, then, once each, the figures of these SBOMs. A
 * change is forgotten when all that follows from it is done or written down itself (an SBOM whose entries were scored is
 * a change), so a run that is killed anywhere is taken up where it was; done twice, the second time finds nothing to do.
 */
@Handles(RescoreChanged)
export class RescoreHandler implements JobHandler<object> {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly entities: EntityScorer,
    private readonly stale: StaleScoresRepository,
    private readonly alike: AlikeJudge,
    private readonly judge: ComponentJudge,
    private readonly figures: FiguresRepository,
  ) {}

  async handle(context: JobContext): Promise<void> {
    const counts = { entities: 0, components: 0, sboms: 0 };
    for (;;) {
      const changes = await context.transaction((sql) => this.changes.next(sql));
      if (changes.length === 0) break;
      await this.followChanges(context, changes, counts);
      await context.transaction((sql) => this.changes.forget(sql, changes));
    }
    for (;;) {
      const { changes, sbomIds } = await context.transaction((sql) => this.changes.nextBills(sql));
      if (changes.length === 0) break;
      await inLanes(batches(sbomIds, mostBills), lanes, (some) =>
        context.transaction((sql) => this.figures.sumUp(sql, some)),
      );
      context.progress('summing up', (counts.sboms += sbomIds.length), null);
      await context.transaction((sql) => this.changes.forget(sql, changes));
    }
    await context.transaction((sql) => context.complete(sql, { result: counts }));
  }

  private async followChanges(
    context: JobContext,
    changes: readonly ScoreChange[],
    counts: { entities: number; components: number },
  ): Promise<void> {
    const keys = [...new Set(changes.map(({ key }) => key))].sort();
    for (const some of batches(keys, mostKeys)) {
      const concerned = await context.transaction((sql) => entitiesUnder(sql, some));
      await inLanes(batches(concerned, mostEntities), lanes, async (batch) => {
        const rescored = await context.transaction((sql) => this.entities.rescore(sql, batch));
        const components = await this.followEntities(context, rescored);
        counts.components += components;
        context.progress('rescoring', (counts.entities += batch.length), null);
      });
    }
  }

  /** Entries with nothing said of them are judged in sets; then what is left, one bill after the other. */
  private async followEntities(context: JobContext, entities: readonly RescoredEntity[]): Promise<number> {
    const ids = entities.map(({ entity_id }) => entity_id);
    // Whoever is judging by what an entity was before is waited for: what he writes is stale and is found then.
    await context.transaction(waitForJudging);
    const alike = await context.transaction(async (sql) => {
      const { sbomIds, ...judged } = await this.alike.judge(sql, entities);
      await this.changes.addBills(sql, sbomIds);
      return judged;
    });
    if (!alike.hasOthers) return alike.entries;
    let count = alike.entries;
    for (let after = beginning; ;) {
      const entries = await context.transaction((sql) => this.stale.next(sql, ids, after, mostEntries));
      const last = entries.at(-1);
      if (!last) return count;
      for (const [sbomId, own] of groupBy(entries, ({ sbom_id }) => sbom_id))
        await context.transaction(async (sql) => {
          const grounds = await this.judge.groundsOf(sql, sbomId);
          if (!grounds) return;
          await this.judge.judge(sql, grounds, own.map(({ id }) => id)); // prettier-ignore
          await this.changes.addBills(sql, [sbomId]);
        });
      count += entries.length;
      after = last;
    }
  }
}

function* batches<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
