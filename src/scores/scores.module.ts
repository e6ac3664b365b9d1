import { Module } from '@nestjs/common';
import { ScoresController } from './scores.controller.js';
import { ScoresService } from './scores.service.js';
import { EntityScorer } from './stored/entity-scorer.js';

/** How risky a thing is, and why. */
@Module({
  controllers: [ScoresController],
  providers: [ScoresService, EntityScorer],
  exports: [ScoresService, EntityScorer],
})
export class ScoresModule {}
