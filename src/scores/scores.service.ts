import { Injectable } from '@nestjs/common';
import type { Actor } from '../organizations/access/actor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { findEntity } from './entities/entity-finder.js';
import { readIdentifiers } from './entities/entity-identifiers.js';
import type { FoundEntity } from './entities/entity.js';
import { Shelf } from './facts/shelf.js';
import { readFacts } from './facts/facts-reader.js';
import { catalogTime } from './facts/knowledge.repository.js';
import { historyOf } from './stored/history.repository.js';
import type { EntityFacts } from './metrics/facts.js';
import { type Measured, measure } from './metrics/formula.js';
import type { EntityQuestion, HistoryQuestion } from './scores.dto.js';
import {
  entityHistory,
  type EntityHistory,
  type EntityMetrics,
  type EntityOverview,
  metricsOf,
  overviewOf,
} from './scores.view.js';

/** What is known of an entity, as a score that explains itself. */
@Injectable()
export class ScoresService {
  constructor(
    private readonly database: Database,
    private readonly shelf: Shelf,
  ) {}

  async overview(actor: Actor, question: EntityQuestion): Promise<EntityOverview> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { entity, measured } = await this.judge(sql, question);
      return overviewOf(entity, measured);
    });
  }

  async metrics(actor: Actor, question: EntityQuestion): Promise<EntityMetrics> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { entity, measured } = await this.judge(sql, question);
      return metricsOf(entity, measured, await catalogTime(sql));
    });
  }

  async history(actor: Actor, question: HistoryQuestion): Promise<{ history: EntityHistory; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const entity = await findEntity(sql, readIdentifiers(question));
      const { rows, total } = await historyOf(sql, entity, question);
      return { history: entityHistory(entity, rows), total };
    });
  }

  private async judge(sql: Sql, question: EntityQuestion): Promise<{ entity: FoundEntity; measured: Measured[] }> {
    const entity = await findEntity(sql, readIdentifiers(question));
    const today = new Date().toISOString().slice(0, 10);
    const [facts] = (await readFacts(sql, [entity], { today, shelf: this.shelf })) as [EntityFacts];
    return { entity, measured: measure(facts) };
  }
}
