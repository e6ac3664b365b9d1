import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { ResolvedEntity } from '../entities/entity.js';
import type { EntityFacts } from '../metrics/facts.js';
import { AdvisoryCache } from './advisory-cache.js';
import { readFacts } from './facts-reader.js';

/** What the catalogue knows of entities now, for versions that no SBOM has. */
@Injectable()
export class VersionFacts {
  constructor(private readonly cache: AdvisoryCache) {}

  read(sql: Sql, entities: readonly ResolvedEntity[]): Promise<EntityFacts[]> {
    return readFacts(sql, entities, { today: new Date().toISOString().slice(0, 10), cache: this.cache });
  }
}
