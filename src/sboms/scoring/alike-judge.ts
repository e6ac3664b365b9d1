import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import { mapInTurns } from '../../platform/process/in-turns.js';
import type { Demands } from '../../rulesets/rules/evaluate.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import { databaseDay, type RescoredEntity } from '../../scores/stored/entity-scores.repository.js';
import { outcomeOf } from './component-verdict.js';
import { type AlikeEntries, StaleScoresRepository } from './stale-scores.repository.js';

/** Judges, once for all that are alike, the entries whose entity has come out different. */
@Injectable()
export class AlikeJudge {
  constructor(
    private readonly rulesets: RulesetsService,
    private readonly stale: StaleScoresRepository,
  ) {}

  /** @returns the bills that the entries belong to, how many there were, and whether others are left to be judged one by one */
  async judge(
    sql: Sql,
    rescored: readonly RescoredEntity[],
  ): Promise<{ sbomIds: string[]; entries: number; hasOthers: boolean }> {
    const entities = new Map(rescored.map((one) => [one.entity_id, one]));
    const groups = await this.stale.alike(sql, [...entities.keys()]);
    if (groups.length === 0) return { sbomIds: [], entries: 0, hasOthers: false };
    // Of an entity that somebody else has scored since, what is stored counts: who judges one by one reads it.
    const alike = groups.filter((group) => !group.is_apart && entities.get(group.entity_id)!.digest === group.digest);
    const demandsOf = await this.demands(sql, alike);
    const today = await databaseDay(sql);
    const outcomes = await mapInTurns(alike, (group) => {
      const entity = entities.get(group.entity_id)!;
      const own = { entity, findings: entity.findings, statements: [], demands: demandsOf.get(rulesetKey(group))! };
      return { ...group, ...outcomeOf(group, { ...own, today }).outcome };
    });
    const written = await this.stale.write(sql, outcomes);
    return { ...written, hasOthers: written.entries < groups.reduce((sum, { entries }) => sum + entries, 0) };
  }

  private async demands(sql: Sql, groups: readonly AlikeEntries[]): Promise<Map<string, Demands>> {
    const demands = new Map<string, Demands>();
    for (const group of groups) {
      const key = rulesetKey(group);
      if (!demands.has(key)) demands.set(key, await this.rulesets.applied(sql, group, group.ruleset_id));
    }
    return demands;
  }
}

const rulesetKey = ({ org_id, ruleset_id }: AlikeEntries): string => `${org_id} ${ruleset_id ?? ''}`;
