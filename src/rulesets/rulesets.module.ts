import { Module } from '@nestjs/common';
import { ContentsRegistry } from '../organizations/contents/contents-registry.js';
import { RulesetsController } from './rulesets.controller.js';
import { rulesetIdsOf } from './rulesets.repository.js';
import { deleteRulesets, RulesetsService } from './rulesets.service.js';

@Module({
  controllers: [RulesetsController],
  providers: [RulesetsService],
  exports: [RulesetsService],
})
export class RulesetsModule {
  constructor(contents: ContentsRegistry) {
    contents.register({
      name: 'rulesets',
      count: async (sql, { orgId, teamId }) => (await rulesetIdsOf(sql, orgId, teamId)).length,
      remove: async (sql, { orgId, teamId, actor }) =>
        deleteRulesets(sql, orgId, await rulesetIdsOf(sql, orgId, teamId), actor),
    });
  }
}
