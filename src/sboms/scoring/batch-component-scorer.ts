import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import type { RulesetDefinition } from '../../rulesets/rules/evaluate.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import { databaseDay, type RescoredEntity } from '../../scores/stored/entity-scores.repository.js';
import { outcomeFor } from './component-score.js';
import { findStaleGroups, updateStaleScores, type EntryGroup } from './stale-scores.repository.js';

/** Scores groups of equivalent entries at once when their entity changed. */
@Injectable()
export class BatchComponentScorer {
  constructor(private readonly rulesets: RulesetsService) {}

  /** @returns the SBOMs and number of updated entries, and whether entries remain that must be scored one by one */
  async score(
    sql: Sql,
    rescored: readonly RescoredEntity[],
  ): Promise<{ sbomIds: string[]; entries: number; hasOthers: boolean }> {
    const entities = new Map(rescored.map((one) => [one.entity_id, one]));
    const groups = await findStaleGroups(sql, [...entities.keys()]);
    if (groups.length === 0) return { sbomIds: [], entries: 0, hasOthers: false };
    // If another run has scored the entity since, its entries are scored one by one from the stored entity.
    const batchable = groups.filter(
      (group) => !group.is_apart && entities.get(group.entity_id)!.digest === group.digest,
    );
    const demandsByRuleset = await this.demands(sql, batchable);
    const today = await databaseDay(sql);
    const outcomes = await mapWithYield(batchable, (group) => {
      const entity = entities.get(group.entity_id)!;
      const input = {
        entity,
        findings: entity.findings,
        statements: [],
        demands: demandsByRuleset.get(rulesetKey(group))!,
      };
      return { ...group, ...outcomeFor(group, { ...input, today }).outcome };
    });
    const updated = await updateStaleScores(sql, outcomes);
    return { ...updated, hasOthers: updated.entries < groups.reduce((sum, { entries }) => sum + entries, 0) };
  }

  private async demands(sql: Sql, groups: readonly EntryGroup[]): Promise<Map<string, RulesetDefinition>> {
    const demands = new Map<string, RulesetDefinition>();
    for (const group of groups) {
      const key = rulesetKey(group);
      if (!demands.has(key)) demands.set(key, await this.rulesets.applicable(sql, group, group.ruleset_id));
    }
    return demands;
  }
}

const rulesetKey = ({ org_id, ruleset_id }: EntryGroup): string => `${org_id} ${ruleset_id ?? ''}`;
