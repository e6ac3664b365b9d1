import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { ResolvedEntity } from '../entities/entity.js';
import { AdvisoryCache } from '../facts/advisory-cache.js';
import {
  databaseDay,
  upToDateEntities,
  type RescoredEntity,
  storeEntities,
  type StoredIdentifiers,
} from './entity-scores.repository.js';
import { scoreEntities } from './entity-scoring.js';
import { entityOfSelection } from './entity-of-selection.js';

/** Keeps the stored scores of entities up to date with the catalogue. Its transactions are not a tenant's. */
@Injectable()
export class EntityScorer {
  constructor(private readonly cache: AdvisoryCache) {}

  /** Scores entities whose stored score is missing, or older than today or than the catalogue. */
  async refresh(sql: Sql, entities: readonly ResolvedEntity[]): Promise<void> {
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    for (const id of await upToDateEntities(sql, [...byId.keys()])) byId.delete(id);
    await this.score(sql, [...byId.values()]);
  }

  /** @returns the entities as stored */
  async rescore(sql: Sql, stored: readonly StoredIdentifiers[]): Promise<RescoredEntity[]> {
    const entities = stored.flatMap(({ repo_url: repoUrl, ...name }) => entityOfSelection({ ...name, repoUrl }) ?? []);
    return this.score(sql, entities);
  }

  private async score(sql: Sql, entities: readonly ResolvedEntity[]): Promise<RescoredEntity[]> {
    if (entities.length === 0) return [];
    const context = { today: await databaseDay(sql), cache: this.cache };
    return storeEntities(sql, await scoreEntities(sql, entities, context));
  }
}
