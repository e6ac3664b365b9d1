import { Module } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { isOfDeletedOrganization } from '../organizations/contents/deleted-organizations.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { DecisionsController } from './decisions/decisions.controller.js';
import { DecisionsService } from './decisions/decisions.service.js';
import { PatternsController } from './internal/patterns.controller.js';
import { PatternsService } from './internal/patterns.service.js';
import { OrganizationResolver } from './organization-resolver.js';
import { engineVersion } from './outcomes/engine-version.js';
import { OutcomeCache } from './outcomes/outcome-cache.js';
import { expiredOutcome, maxUnusedDays } from './outcomes/outcomes.repository.js';
import { ResolutionWorkerPool } from './workers/resolution-worker-pool.js';
import { ResolutionEngine } from './resolution-engine.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';

/** From a component's name to its package, repository and product. */
@Module({
  controllers: [DecisionsController, PatternsController, SearchController],
  providers: [
    ResolutionEngine,
    ResolutionWorkerPool,
    OrganizationResolver,
    {
      provide: OutcomeCache,
      useFactory: (database: Database): OutcomeCache => new OutcomeCache(database, engineVersion()),
      inject: [Database],
    },
    DecisionsService,
    PatternsService,
    SearchService,
  ],
  exports: [OrganizationResolver, DecisionsService],
})
export class ResolutionModule {
  constructor(retention: RetentionRegistry, { originalRetentionDays: days }: Configuration) {
    retention.register(
      {
        name: 'cached outcomes of resolution',
        table: 'resolution_outcomes',
        days: maxUnusedDays,
        expired: expiredOutcome,
      },
      {
        name: 'withdrawn decisions',
        table: 'resolution_decisions',
        days,
        // What a review has replaced comes back when that is undone.
        expired: `t.deleted_at < $before AND t.replaced_by IS NULL OR ${isOfDeletedOrganization}`,
      },
      {
        name: 'withdrawn patterns',
        table: 'internal_patterns',
        days,
        expired: `t.deleted_at < $before OR ${isOfDeletedOrganization}`,
      },
    );
  }
}
