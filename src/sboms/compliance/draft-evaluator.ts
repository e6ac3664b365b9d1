import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { RulesetDefinition, RuleFailure } from '../../rulesets/rules/evaluate.js';
import { ComponentScorer } from '../scoring/component-scorer.js';
import { nextEntries, firstEntryCursor } from '../scoring/scoring.repository.js';

const batchSize = 1_000;

export interface DraftEvaluation {
  readonly sbomId: string;
  readonly demands: RulesetDefinition;
  /** Page of the failing entries. */
  readonly paging: { readonly offset: number; readonly limit: number };
}

export interface DraftOutcome {
  readonly passing: number;
  readonly failing: number;
  /** Failing entries by rule id. */
  readonly counts: ReadonlyMap<string, number>;
  readonly page: readonly { readonly id: string; readonly failures: RuleFailure[] }[];
}

/** Evaluates a draft ruleset over all entries of an SBOM in batches; only the requested page is held in memory. */
@Injectable()
export class DraftEvaluator {
  constructor(private readonly scorer: ComponentScorer) {}

  async evaluate(sql: Sql, { sbomId, demands, paging }: DraftEvaluation): Promise<DraftOutcome> {
    const counts = new Map<string, number>();
    const page: { id: string; failures: RuleFailure[] }[] = [];
    const input = await this.scorer.inputOf(sql, sbomId);
    let passing = 0;
    let failing = 0;
    for (let after = firstEntryCursor; input;) {
      const rows = await nextEntries(sql, sbomId, after, batchSize);
      const last = rows.at(-1);
      if (!last) break;
      for (const { component_id, failures } of await this.scorer.scores(sql, { ...input, demands }, rows)) {
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
