import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundEntity } from '../entities/entity.js';
import type { FixAdvice } from '../vulnerabilities/fixes.js';
import { subjectOf } from './findings-reader.js';
import { Shelf } from './shelf.js';

/** Tells to which version packages and products should be updated. */
@Injectable()
export class FixAdvisor {
  constructor(private readonly shelf: Shelf) {}

  /** For each entity, the smallest version that rids it of most of its vulnerabilities; a few questions for all. */
  async advise(sql: Sql, entities: readonly FoundEntity[]): Promise<Map<FoundEntity, FixAdvice>> {
    const subjects = new Map(entities.map((entity) => [entity, subjectOf(entity)]));
    const dossiers = await this.shelf.dossiersOn(sql, subjects.values());
    return new Map(
      entities.flatMap((entity): [FoundEntity, FixAdvice][] => {
        const advice = dossiers.get(subjects.get(entity)!.key)!.adviseFix(entity.version);
        return advice ? [[entity, advice]] : [];
      }),
    );
  }
}
