import { Injectable } from '@nestjs/common';
import type { Actor } from '../organizations/access/actor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { findEntity } from './entities/entity-finder.js';
import { parseIdentifiers } from './entities/entity-identifiers.js';
import type { ResolvedEntity } from './entities/entity.js';
import { AdvisoryCache } from './facts/advisory-cache.js';
import { readFacts } from './facts/facts-reader.js';
import { readMayConcern } from './facts/may-concern.js';
import { catalogTime } from './facts/facts.repository.js';
import { historyOf } from './stored/history.repository.js';
import type { EntityFacts } from './metrics/facts.js';
import { type Measurement, measureAll } from './metrics/formula.js';
import type { EntityQuestion, HistoryQuestion } from './scores.dto.js';
import {
  entityHistory,
  type EntityHistory,
  type EntityMetrics,
  type EntityOverview,
  entityMetrics,
  entityOverview,
} from './scores.view.js';

/** Answers the score, the metrics and the history of an entity. */
@Injectable()
export class ScoresService {
  constructor(
    private readonly database: Database,
    private readonly cache: AdvisoryCache,
  ) {}

  async overview(actor: Actor, question: EntityQuestion): Promise<EntityOverview> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { entity, measurements, facts } = await this.measure(sql, question);
      const [mayConcern] = await readMayConcern(sql, [entity]);
      return entityOverview(entity, measurements, { coverage: facts.coverage, mayConcern: mayConcern! });
    });
  }

  async metrics(actor: Actor, question: EntityQuestion): Promise<EntityMetrics> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { entity, measurements, facts } = await this.measure(sql, question);
      return { ...entityMetrics(entity, measurements, await catalogTime(sql)), coverage: facts.coverage };
    });
  }

  async history(actor: Actor, question: HistoryQuestion): Promise<{ history: EntityHistory; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const entity = await findEntity(sql, parseIdentifiers(question));
      const { rows, total } = await historyOf(sql, entity, question);
      return { history: entityHistory(entity, rows), total };
    });
  }

  private async measure(
    sql: Sql,
    question: EntityQuestion,
  ): Promise<{ entity: ResolvedEntity; measurements: Measurement[]; facts: EntityFacts }> {
    const entity = await findEntity(sql, parseIdentifiers(question));
    const today = new Date().toISOString().slice(0, 10);
    const [facts] = (await readFacts(sql, [entity], { today, cache: this.cache })) as [EntityFacts];
    return { entity, measurements: measureAll(facts), facts };
  }
}
