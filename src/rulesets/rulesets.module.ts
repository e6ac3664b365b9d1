import { Module } from '@nestjs/common';
import { RulesetsController } from './rulesets.controller.js';
import { RulesetsRepository } from './rulesets.repository.js';
import { RulesetsService } from './rulesets.service.js';

@Module({
  controllers: [RulesetsController],
  providers: [RulesetsRepository, RulesetsService],
  exports: [RulesetsService, RulesetsRepository],
})
export class RulesetsModule {}
