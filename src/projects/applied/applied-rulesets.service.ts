import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { ruleById } from '../../rulesets/rules/rules.js';
import type { RulesetRow } from '../../rulesets/rulesets.repository.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import { AssessmentWaiter } from '../../sboms/compliance/assessment-waiter.js';
import type { AppliedRulesetBody, WaitOption } from './applied-rulesets.dto.js';
import {
  findAnalyzedProjects,
  type AnalyzedProjectRow,
  type UnanalyzedProjectRow,
} from './applied-rulesets.repository.js';
import type { AppliedRulesetView, RuleResultView } from './applied-rulesets.view.js';

export interface AppliedRulesets {
  readonly found: AppliedRulesetView[];
  /** Projects without the analysis that was asked for. */
  readonly unanalyzed: string[];
}

/** Rulesets applied to the latest analyses of projects, as legacy clients ask for them. */
@Injectable()
export class AppliedRulesetsService {
  constructor(
    private readonly database: Database,
    private readonly rulesets: RulesetsService,
    private readonly waiter: AssessmentWaiter,
  ) {}

  async one(actor: Actor, request: AppliedRulesetBody, options: WaitOption): Promise<AppliedRulesetView> {
    const { found, unanalyzed } = await this.several(actor, [request], options);
    if (unanalyzed.length > 0)
      throw new CallerError(404, 'The project has no such finished analysis; analyse it first');
    if (!found[0]) throw notFound('project');
    return found[0];
  }

  /** Projects that are not found, or that the actor does not see, are left out. */
  async several(actor: Actor, requests: readonly AppliedRulesetBody[], { wait }: WaitOption): Promise<AppliedRulesets> {
    if (wait) await this.wait(actor, requests);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const visible = await visibleProjects(sql, actor, requests);
      const found = visible.flatMap(({ request, row }) =>
        row.analysis_id !== null && (!request.analysis_id || row.analysis_id === request.analysis_id) ? [row] : [],
      );
      const rulesets = new Map<string, RulesetRow>();
      for (const { org_id, ruleset_id } of found) {
        const key = `${org_id} ${ruleset_id}`;
        if (!rulesets.has(key)) rulesets.set(key, await this.rulesets.applicable(sql, { org_id }, ruleset_id));
      }
      const analyzed = new Set(found.map(({ project_id }) => project_id));
      return {
        found: found.map((row) => appliedRulesetView(row, rulesets.get(`${row.org_id} ${row.ruleset_id}`)!)),
        unanalyzed: visible.map(({ row }) => row.project_id).filter((id) => !analyzed.has(id)),
      };
    });
  }

  /** All within the time of one request: what is left then is pending. */
  private async wait(actor: Actor, requests: readonly AppliedRulesetBody[]): Promise<void> {
    const since = performance.now();
    const visible = await this.database.transaction(actor.tenancy, (sql) => visibleProjects(sql, actor, requests));
    for (const { row } of visible)
      if (row.analysis_id !== null && !(await this.waiter.waitUntilAssessed(row.sbom_id, since))) return;
  }
}

async function visibleProjects(
  sql: Sql,
  actor: Actor,
  requests: readonly AppliedRulesetBody[],
): Promise<{ request: AppliedRulesetBody; row: AnalyzedProjectRow | UnanalyzedProjectRow }[]> {
  const rows = await findAnalyzedProjects(sql, requests.map(({ project_id }) => project_id)); // prettier-ignore
  const byProject = new Map(rows.map((row) => [row.project_id, row]));
  return requests.flatMap((request) => {
    const row = byProject.get(request.project_id);
    const isAsked = row && (!request.team_id || row.team_id === request.team_id);
    return isAsked && actor.roleFor(row.org_id, row.team_id) !== null ? [{ request, row }] : [];
  });
}

export function appliedRulesetView(row: AnalyzedProjectRow, ruleset: RulesetRow): AppliedRulesetView {
  const summary = summaries[row.verdict];
  const { project_id, team_id, analysis_id, created_at, finished_at: updated_at } = row;
  const subject = { project_id, team_id, analysis_id, ruleset_id: ruleset.id, created_at, updated_at };
  return {
    ...subject,
    ruleset_name: ruleset.name,
    rule_evaluation_summary: {
      ruleset_name: ruleset.name,
      summary,
      risk: riskOf[summary],
      passed: summary === 'pass',
      ruleresults: ruleset.rule_ids.flatMap((rule_id): RuleResultView[] => {
        const rule = ruleById.get(rule_id);
        if (!rule) return [];
        const failing = row.failing_by_rule[rule_id] ?? 0;
        const result = failing > 0 ? 'fail' : summary === 'pending' || row.has_unassessed ? 'pending' : 'pass';
        const sentence = {
          fail: `${failing} of ${row.entries} components break the rule`,
          pending: 'Not all components are assessed yet',
          pass: 'No component breaks the rule',
        };
        return [
          {
            ...subject,
            id: rule_id,
            rule_id,
            name: rule.name,
            description: rule.description,
            type: rule.category,
            summary: sentence[result],
            results: null,
            risk: riskOf[result],
            passed: result === 'pass',
            duration: 0,
          },
        ];
      }),
    },
  };
}

const riskOf = { pass: 'low', fail: 'high', pending: 'unknown' } as const;

/** The legacy client's words. */
const summaries = { passed: 'pass', failed: 'fail', pending: 'pending' } as const;
