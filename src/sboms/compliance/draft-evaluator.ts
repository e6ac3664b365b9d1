import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { Demands, Failure } from '../../rulesets/rules/evaluate.js';
import { ComponentJudge } from '../scoring/component-judge.js';
import { beginning, ScoringRepository } from '../scoring/scoring.repository.js';

const batchSize = 1_000;

export interface DraftQuestion {
  readonly sbomId: string;
  readonly demands: Demands;
  /** Of the failing ones. */
  readonly paging: { readonly offset: number; readonly limit: number };
}

export interface DraftOutcome {
  readonly passing: number;
  readonly failing: number;
  /** By rule, how many entries break it. */
  readonly counts: ReadonlyMap<string, number>;
  readonly page: readonly { readonly id: string; readonly failures: Failure[] }[];
}

/** Judges the entries of an SBOM by other demands than its own, in batches; only the page asked for is held. */
@Injectable()
export class DraftEvaluator {
  constructor(
    private readonly scoring: ScoringRepository,
    private readonly judge: ComponentJudge,
  ) {}

  async evaluate(sql: Sql, { sbomId, demands, paging }: DraftQuestion): Promise<DraftOutcome> {
    const counts = new Map<string, number>();
    const page: { id: string; failures: Failure[] }[] = [];
    const grounds = await this.judge.groundsOf(sql, sbomId);
    let passing = 0;
    let failing = 0;
    for (let after = beginning; grounds;) {
      const rows = await this.scoring.all(sql, sbomId, after, batchSize);
      const last = rows.at(-1);
      if (!last) break;
      for (const { component_id, failures } of await this.judge.verdicts(sql, { ...grounds, demands }, rows)) {
        if (failures.length === 0) passing += 1;
        else if ((failing += 1) > paging.offset && page.length < paging.limit)
          page.push({ id: component_id, failures: [...failures] });
        for (const { rule_id } of failures) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1);
      }
      after = { position: last.position, id: last.id };
    }
    return { passing, failing, counts, page };
  }
}
