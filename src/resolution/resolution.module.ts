import { Module } from '@nestjs/common';
import { DecisionsController } from './decisions/decisions.controller.js';
import { DecisionsService } from './decisions/decisions.service.js';
import { PatternsController } from './internal/patterns.controller.js';
import { PatternsService } from './internal/patterns.service.js';
import { OrganizationResolver } from './organization-resolver.js';
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
    DecisionsService,
    PatternsService,
    SearchService,
  ],
  exports: [OrganizationResolver, DecisionsService],
})
export class ResolutionModule {}
