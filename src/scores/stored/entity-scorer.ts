import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundEntity } from '../entities/entity.js';
import { Shelf } from '../facts/shelf.js';
import {
  databaseDay,
  freshEntities,
  type RescoredEntity,
  storeEntities,
  type StoredName,
} from './entity-scores.repository.js';
import { scoreEntities } from './entity-scoring.js';
import { namedEntity } from './named-entity.js';

/** Keeps the stored scores of entities as new as the catalogue. Its transactions are the service's own. */
@Injectable()
export class EntityScorer {
  constructor(private readonly shelf: Shelf) {}

  /** Scores those entities that are not stored, or not as of today and of the catalogue as it is. */
  async refresh(sql: Sql, entities: readonly FoundEntity[]): Promise<void> {
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    for (const id of await freshEntities(sql, [...byId.keys()])) byId.delete(id);
    await this.score(sql, [...byId.values()]);
  }

  /** @returns all of them as they are stored now */
  async rescore(sql: Sql, stored: readonly StoredName[]): Promise<RescoredEntity[]> {
    const entities = stored.flatMap(({ repo_url: repoUrl, ...name }) => namedEntity({ ...name, repoUrl }) ?? []);
    return this.score(sql, entities);
  }

  private async score(sql: Sql, entities: readonly FoundEntity[]): Promise<RescoredEntity[]> {
    if (entities.length === 0) return [];
    const ground = { today: await databaseDay(sql), shelf: this.shelf };
    return storeEntities(sql, await scoreEntities(sql, entities, ground));
  }
}
