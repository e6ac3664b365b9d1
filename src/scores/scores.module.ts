import { Module } from '@nestjs/common';
import { AdvisoriesController } from './advisories/advisories.controller.js';
import { AdvisoriesService } from './advisories/advisories.service.js';
import { FixAdvisor } from './facts/fix-advisor.js';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';
import { EntityScorer } from './stored/entity-scorer.js';

/** How risky a thing is, and why. */
@Module({
  controllers: [ScoresController, AdvisoriesController],
  providers: [ScoresService, EntityScorer, AdvisoriesService, FixAdvisor],
  exports: [ScoresService, EntityScorer, FixAdvisor],
})
export class ScoresModule {}
