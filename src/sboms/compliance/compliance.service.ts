import { Injectable } from '@nestjs/common';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { parseRuleParameters } from '../../rulesets/rules/rule-parameters.js';
import type { RulesetDefinition } from '../../rulesets/rules/evaluate.js';
import { ruleById } from '../../rulesets/rules/rules.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import type { RequestOf } from '../../platform/http/validation.js';
import { findSbomsOfProjects } from '../project-sboms.repository.js';
import { findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import type { AppliedRulesetsQuery, EvaluateRulesetBody } from './compliance.dto.js';
import { passedOf, type Verdict } from '../../rulesets/verdict.js';
import type { EvaluationView, FailingComponentView } from './compliance.view.js';
import {
  countFailingByRule,
  failingEntryPage,
  findEntryNames,
  findAssessmentState,
  type AssessmentState,
} from './compliance.repository.js';
import { AssessmentWaiter } from './assessment-waiter.js';
import { DraftEvaluator } from './draft-evaluator.js';

interface Paging {
  readonly wait?: boolean | null;
  readonly offset: number;
  readonly limit: number;
}

/** Evaluates rulesets against SBOMs: stored results for applied rulesets, computed results for drafts. */
@Injectable()
export class ComplianceService {
  constructor(
    private readonly database: Database,
    private readonly rulesets: RulesetsService,
    private readonly drafts: DraftEvaluator,
    private readonly waiter: AssessmentWaiter,
  ) {}

  async applied(actor: Actor, query: RequestOf<AppliedRulesetsQuery>): Promise<EvaluationView> {
    if (query.wait) await this.wait(actor, (sql) => this.sbomOf(sql, query));
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await this.sbomOf(sql, query), query.sbom_id ? 'SBOM' : 'SBOM of the project');
      return this.appliedTo(sql, sbom, query);
    });
  }

  /** The same of an SBOM that the caller has read. */
  async appliedTo(sql: Sql, sbom: SbomRow, paging: Paging): Promise<EvaluationView> {
    const ruleset = await this.rulesets.applicable(sql, sbom, sbom.ruleset_id);
    const counts = await countFailingByRule(sql, sbom.id);
    return {
      ...evaluationHead(sbom, { id: ruleset.id, name: ruleset.name, version: ruleset.version }),
      ...evaluationCountsView(ruleset, {
        passing: sbom.compliance_passing,
        failing: sbom.compliance_failing,
        counts,
        state: await findAssessmentState(sql, sbom.id, 'applied'),
      }),
      components: await failingEntryPage(sql, sbom.id, paging),
    };
  }

  /** Evaluates a ruleset or a draft against an SBOM and stores nothing. */
  async evaluate(actor: Actor, body: EvaluateRulesetBody, paging: Paging): Promise<EvaluationView> {
    const parameters = parseRuleParameters(body.parameters);
    if (paging.wait) await this.wait(actor, (sql) => findSbom(sql, body.sbom_id));
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, body.sbom_id), 'SBOM');
      const team = { org_id: sbom.org_id, id: sbom.team_id };
      const chosen = body.ruleset_id ? await this.rulesets.usable(sql, team, body.ruleset_id) : null;
      const base = chosen && (await this.rulesets.atVersion(sql, chosen, body.ruleset_version ?? null));
      const demands: RulesetDefinition = {
        rule_ids: [...new Set(body.rule_ids ?? base?.rule_ids ?? [])],
        parameters: { ...base?.parameters, ...parameters },
      };
      const isDraft = !base || Boolean(body.rule_ids) || Object.keys(parameters).length > 0;
      const outcome = await this.drafts.evaluate(sql, { sbomId: sbom.id, demands, paging });
      return {
        ...evaluationHead(sbom, isDraft ? { id: '', name: base?.name ?? '', version: 0 } : base),
        ...evaluationCountsView(demands, {
          ...outcome,
          state: await findAssessmentState(sql, sbom.id, 'draft'),
        }),
        components: await this.withNames(sql, outcome.page),
      };
    });
  }

  /** For the visible SBOM alone, so that waiting shows nothing of others. */
  private async wait(actor: Actor, find: (sql: Sql) => Promise<SbomRow | null>): Promise<void> {
    const { id } = await this.database.transaction(actor.tenancy, async (sql) =>
      actor.authorize(await find(sql), 'SBOM'),
    );
    await this.waiter.waitUntilAssessed(id);
  }

  private sbomOf(
    sql: Sql,
    { sbom_id, project_id }: Pick<AppliedRulesetsQuery, 'sbom_id' | 'project_id'>,
  ): Promise<SbomRow | null> {
    if (sbom_id && !project_id) return findSbom(sql, sbom_id);
    if (project_id && !sbom_id) return findSbomsOfProjects(sql, [project_id]).then(([sbom]) => sbom ?? null);
    throw invalid('Invalid request: give either sbom_id or project_id', {
      sbom_id: 'or project_id is required, not both',
    });
  }

  private async withNames(sql: Sql, page: readonly Pick<FailingComponentView, 'id' | 'failures'>[]) {
    const names = await findEntryNames(sql, page.map(({ id }) => id)); // prettier-ignore
    return page.flatMap(({ id, failures }) => (names.has(id) ? [{ ...names.get(id)!, failures }] : []));
  }
}

function evaluationHead(sbom: SbomRow, ruleset: { id: string; name: string; version: number }) {
  return {
    sbom_id: sbom.id,
    project_id: sbom.project_id,
    ruleset_id: ruleset.id,
    ruleset_name: ruleset.name,
    ruleset_version: ruleset.version,
  };
}

interface EvaluationCounts {
  readonly passing: number;
  readonly failing: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly state: AssessmentState;
}

/** Nothing has passed that was not judged: an SBOM without components has not, nor one that is being changed. */
function verdictOf({ passing, failing, state }: Omit<EvaluationCounts, 'counts'>): Verdict {
  if (failing > 0) return 'failed';
  return passing === 0 || state.pending > 0 || state.is_changing ? 'pending' : 'passed';
}

const evaluationCountsView = (
  { rule_ids }: Pick<RulesetDefinition, 'rule_ids'>,
  { counts, ...figures }: EvaluationCounts,
) => {
  const verdict = verdictOf(figures);
  const { passing, failing, state } = figures;
  return {
    verdict,
    passed: passedOf(verdict),
    passing,
    failing,
    pending: state.pending,
    judged_at: state.judged_at,
    data_as_of: state.data_as_of,
    rules: rule_ids.map((id) => ({ rule_id: id, name: ruleById.get(id)?.name ?? id, failing: counts.get(id) ?? 0 })),
  };
};
