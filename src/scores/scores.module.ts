import { Module } from '@nestjs/common';
import { AdvisoriesController } from './advisories/advisories.controller.js';
import { AdvisoriesService } from './advisories/advisories.service.js';
import { FixAdvisor } from './facts/fix-advisor.js';
import { AdvisoryCache } from './facts/advisory-cache.js';
import { VersionFacts } from './facts/version-facts.js';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';
import { EntityScorer } from './stored/entity-scorer.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';

/** Scores entities and explains the scores. */
@Module({
  controllers: [ScoresController, AdvisoriesController],
  providers: [AdvisoryCache, ScoresService, EntityScorer, AdvisoriesService, FixAdvisor, VersionFacts],
  exports: [ScoresService, EntityScorer, FixAdvisor, VersionFacts],
})
export class ScoresModule {
  constructor(retention: RetentionRegistry, configuration: Configuration) {
    retention.register({
      name: 'score history of packages',
      table: 'entity_score_history',
      days: configuration.historyRetentionDays,
      expired: `t.scored_at < $before AND EXISTS (
        SELECT FROM entity_score_history later WHERE later.entity_id = t.entity_id AND later.scored_at > t.scored_at)`,
    });
  }
}
