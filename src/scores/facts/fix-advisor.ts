import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { ResolvedEntity } from '../entities/entity.js';
import type { FixAdvice } from '../vulnerabilities/fixes.js';
import { matchTargets } from './findings-reader.js';
import { AdvisoryCache } from './advisory-cache.js';

export interface FixAdviceRequest {
  readonly entity: ResolvedEntity;
  /** Ids of vulnerabilities that do not count, whatever the version. */
  readonly dismissed: readonly string[];
}

/** Recommends the version that a package or product should be updated to. */
@Injectable()
export class FixAdvisor {
  constructor(private readonly cache: AdvisoryCache) {}

  /** For each entity the smallest version that removes the most vulnerabilities, with a fixed number of queries. */
  async advise(sql: Sql, entities: readonly FixAdviceRequest[]): Promise<(FixAdvice | null)[]> {
    const targets = await matchTargets(
      sql,
      entities.map(({ entity }) => entity),
    );
    const matchers = await this.cache.matchersFor(sql, targets);
    return entities.map(({ entity, dismissed }, index) =>
      matchers.get(targets[index]!.key)!.adviseFix(entity.version, new Set(dismissed), targets[index]!.cpes[0]),
    );
  }
}
