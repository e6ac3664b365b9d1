import { Injectable } from '@nestjs/common';
import type { CandidateKind } from '../model/search-results.js';
import type { Sql } from '../platform/database/sql.js';
import { DecisionsRepository, decisionSubject } from './decisions/decisions.repository.js';
import { PatternsRepository } from './internal/patterns.repository.js';
import type { ComponentEvidence } from './matching/query/evidence.js';
import { isInternal } from './matching/select/internal-patterns.js';
import { declaredPackage, type PriorDecision } from './matching/query/prior-decision.js';
import { ResolutionWorkerPool } from './workers/resolution-worker-pool.js';
import { ResolutionEngine, type ExplainedOutcome } from './resolution-engine.js';

export interface OrganizationOutcome {
  /** As `outcomeText` has it. */
  readonly text: string;
  /** One of the organization's own patterns holds for the component. */
  readonly internal: boolean;
}

/** Resolution as one organization sees it: with what its people decided before, and what is its own. */
@Injectable()
export class OrganizationResolver {
  constructor(
    private readonly engine: ResolutionEngine,
    private readonly workers: ResolutionWorkerPool,
    private readonly decisions: DecisionsRepository,
    private readonly patterns: PatternsRepository,
  ) {}

  /** As many batches are worth giving to `resolve` at once. */
  get concurrency(): number {
    return this.workers.concurrency;
  }

  /** Outcomes in the order of the components, at least one, which are as `inOrganization` made them. */
  async resolve(components: readonly ComponentEvidence[]): Promise<OrganizationOutcome[]> {
    const outcomes = await this.workers.resolve(components);
    return outcomes.map((text, index) => ({ text, internal: components[index]!.internal ?? false }));
  }

  /** One component's outcome with the reasons for it. */
  async explain(
    sql: Sql,
    orgId: string,
    component: ComponentEvidence,
  ): Promise<ExplainedOutcome & { internal: boolean }> {
    const [known] = await this.withOrganizationEvidence(sql, orgId, [component]);
    return { ...(await this.engine.explain(sql, known!)), internal: known!.internal ?? false };
  }

  /** For each component whether one of the organization's patterns holds for it. */
  async areInternal(sql: Sql, orgId: string, components: readonly ComponentEvidence[]): Promise<boolean[]> {
    const patterns = await this.patterns.ofOrganizations(sql, [orgId]);
    return components.map((component) => isInternal(component, patterns));
  }

  /** What the organization itself knows of the components, added to them. Two statements, however many there are. */
  async withOrganizationEvidence(
    sql: Sql,
    orgId: string,
    components: readonly ComponentEvidence[],
  ): Promise<ComponentEvidence[]> {
    const patterns = await this.patterns.ofOrganizations(sql, [orgId]);
    const subjects = components.map(({ name, org }) => decisionSubject(name, org));
    const decisions = await this.decisions.about(sql, orgId, subjects);
    return components.map((component, index) => {
      const remembered = decisionsFor(component, decisions.get(subjects[index]!) ?? []);
      const internal = isInternal(component, patterns);
      return { ...withSelected(component, remembered), ...(internal ? { internal } : {}) };
    });
  }
}

/** Two files that name different packages under one name speak of two things: then the decision was not about this one. */
function decisionsFor(
  { purls }: ComponentEvidence,
  decisions: readonly (PriorDecision & { stated: string })[],
): PriorDecision[] {
  const own = declaredPackage(purls);
  return decisions
    .filter(({ stated }) => stated === '' || own === '' || stated === own)
    .map(({ stated: _, ...remembered }) => remembered);
}

/** What a person chose counts as the component's own identifier, in place of the file's: its links name the rest. */
function withSelected(component: ComponentEvidence, remembered: readonly PriorDecision[]): ComponentEvidence {
  if (remembered.length === 0) return component;
  const chosen = (kind: CandidateKind, stated: readonly string[] | undefined): readonly string[] => {
    const one = remembered.find((each) => each.kind === kind && each.verdict === 'selected');
    return one ? [one.identifier] : (stated ?? []);
  };
  return {
    ...component,
    purls: chosen('package', component.purls),
    cpes: chosen('product', component.cpes),
    repositories: chosen('repo', component.repositories),
    priorDecisions: remembered,
  };
}
