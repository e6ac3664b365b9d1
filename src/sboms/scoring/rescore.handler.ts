import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { batchesOf, groupBy } from '../../model/group-by.js';
import { EntityScorer } from '../../scores/stored/entity-scorer.js';
import {
  entitiesAfter,
  entitiesUnder,
  type RescoredEntity,
  type StoredIdentifiers,
} from '../../scores/stored/entity-scores.repository.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { ComponentScorer, BatchComponentScorer } from './component-scorer.js';
import { scoreAlike } from './alike-entries.js';
import { mapConcurrently } from './map-concurrently.js';
import {
  coverageKey,
  countEntries,
  nextStaleEntries,
  nextCatalogChanges,
  deleteScoreChanges,
  nextSbomChanges,
  insertSbomChanges,
  type ScoreChange,
} from './rescoring.repository.js';
import { publishVerdictChanges } from './verdict-events.js';
import { updateSbomFigures } from './sbom-figures.repository.js';
import { waitForScoring } from './scoring.repository.js';

/** Per transaction. */
const maxKeys = 1_000;
const maxEntities = 500;
const maxEntries = 1_000;
const maxSboms = 50;

const concurrency = 3;

const nilId = '00000000-0000-0000-0000-000000000000';
const firstEntryReference = { sbom_id: nilId, id: nilId };

/**
 * Scores what changes of the catalogue affect: first the entities with the changed keys, then the entries of entities
 * whose score changed, then the figures of their SBOMs. A change is deleted once everything that follows from it is
 * done or recorded as a change itself, so a killed run is resumed and a second run finds nothing to do.
 */
@Handles(RescoreChanged)
export class RescoreHandler implements JobHandler<object> {
  constructor(
    private readonly entities: EntityScorer,
    private readonly batchScorer: BatchComponentScorer,
    private readonly scorer: ComponentScorer,
  ) {}

  async handle(context: JobContext): Promise<void> {
    const counts = { entities: 0, components: 0, sboms: 0 };
    for (;;) {
      const changes = await context.transaction((sql) => nextCatalogChanges(sql));
      if (changes.length === 0) break;
      await this.rescoreChanges(context, changes, counts);
      await context.transaction((sql) => deleteScoreChanges(sql, changes));
    }
    for (;;) {
      const { changes, sbomIds } = await context.transaction((sql) => nextSbomChanges(sql));
      if (changes.length === 0) break;
      await mapConcurrently(batchesOf(sbomIds, maxSboms), concurrency, (batch) =>
        context.transaction((sql) => updateSbomFigures(sql, batch)),
      );
      context.progress('summing up', (counts.sboms += sbomIds.length), null);
      await context.transaction((sql) => deleteScoreChanges(sql, changes));
    }
    await context.transaction(async (sql) => {
      await context.complete(sql, { result: counts });
      await publishVerdictChanges(sql, null);
    });
  }

  private async rescoreChanges(
    context: JobContext,
    changes: readonly ScoreChange[],
    counts: { entities: number; components: number },
  ): Promise<void> {
    const keys = [...new Set(changes.map(({ key }) => key))].sort();
    if (keys.includes(coverageKey)) return this.rescoreAll(context, counts);
    for (const some of batchesOf(keys, maxKeys))
      await this.rescoreEntities(context, await context.transaction((sql) => entitiesUnder(sql, some)), counts);
  }

  /** The coverage of the sources concerns every entity, so this includes every other change. */
  private async rescoreAll(context: JobContext, counts: { entities: number; components: number }): Promise<void> {
    for (let after = nilId; ;) {
      const entities = await context.transaction((sql) => entitiesAfter(sql, after, maxKeys * concurrency));
      const last = entities.at(-1);
      if (!last) return;
      await this.rescoreEntities(context, entities, counts);
      after = last.entity_id;
    }
  }

  private async rescoreEntities(
    context: JobContext,
    entities: readonly StoredIdentifiers[],
    counts: { entities: number; components: number },
  ): Promise<void> {
    await mapConcurrently(batchesOf(entities, maxEntities), concurrency, async (batch) => {
      const rescored = await context.transaction((sql) => this.entities.rescore(sql, batch));
      counts.components += await this.rescoreEntries(context, rescored);
      context.progress('rescoring', (counts.entities += batch.length), null);
    });
  }

  /** Scores entries without statements in groups, then the others SBOM by SBOM. */
  private async rescoreEntries(context: JobContext, entities: readonly RescoredEntity[]): Promise<number> {
    const ids = entities.map(({ entity_id }) => entity_id);
    // Waits for scorings that use the old entity: their results are stale and are found below.
    await context.transaction(waitForScoring);
    const counts = await context.transaction((sql) => countEntries(sql, ids));
    const alike = await scoreAlike(entities, counts, (some, limit) =>
      context.transaction(async (sql) => {
        const { sbomIds, ...scored } = await this.batchScorer.score(sql, some, limit);
        await insertSbomChanges(sql, sbomIds);
        return scored;
      }),
    );
    let count = alike.entries;
    if (!alike.hasOthers) return count;
    for (let after = firstEntryReference; ;) {
      const entries = await context.transaction((sql) => nextStaleEntries(sql, ids, after, maxEntries));
      const last = entries.at(-1);
      if (!last) return count;
      for (const [sbomId, sbomEntries] of groupBy(entries, ({ sbom_id }) => sbom_id))
        await context.transaction(async (sql) => {
          const input = await this.scorer.inputOf(sql, sbomId);
          if (!input) return;
          await this.scorer.score(sql, input, sbomEntries.map(({ id }) => id)); // prettier-ignore
          await insertSbomChanges(sql, [sbomId]);
        });
      count += entries.length;
      after = last;
    }
  }
}
