import { Injectable } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import type { Actor } from '../organizations/access/actor.js';
import { Database } from '../platform/database/database.js';
import { SyncSources, syncKey } from './catalog.jobs.js';
import { loadedSources, type SourceRow } from './sources.repository.js';

@Injectable()
export class CatalogService {
  constructor(private readonly database: Database) {}

  sources(): Promise<SourceRow[]> {
    return this.database.transaction({ organizations: [] }, loadedSources);
  }

  /** @returns id of the job; of the one under way where there is one */
  sync(actor: Actor, sources: readonly string[]): Promise<string> {
    const options = { orgId: null, actorId: actor.userId, dedupe: syncKey };
    return this.database.transaction('system', (sql) => enqueue(sql, SyncSources, { sources: [...sources] }, options));
  }
}
