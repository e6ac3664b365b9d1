import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundEntity } from '../entities/entity.js';
import type { FixAdvice } from '../vulnerabilities/fixes.js';
import { subjectOf } from './findings-reader.js';
import { Shelf } from './shelf.js';

export interface AdvisedEntity {
  readonly entity: FoundEntity;
  /** Ids of vulnerabilities that do not count, whatever the version. */
  readonly dismissed: readonly string[];
}

/** Tells to which version packages and products should be updated. */
@Injectable()
export class FixAdvisor {
  constructor(private readonly shelf: Shelf) {}

  /** For each entity, the smallest version that rids it of most of its vulnerabilities; a few questions for all. */
  async advise(sql: Sql, asked: readonly AdvisedEntity[]): Promise<(FixAdvice | null)[]> {
    const subjects = asked.map(({ entity }) => subjectOf(entity));
    const dossiers = await this.shelf.dossiersOn(sql, subjects);
    return asked.map(({ entity, dismissed }, place) =>
      dossiers.get(subjects[place]!.key)!.adviseFix(entity.version, new Set(dismissed)),
    );
  }
}
