import { Injectable } from '@nestjs/common';
import type { CandidateKind } from '../model/search-results.js';
import type { Sql } from '../platform/database/sql.js';
import { findDecisionsAbout, decisionSubject } from './decisions/decisions.repository.js';
import { findPatterns } from './internal/patterns.repository.js';
import type { ComponentEvidence } from './matching/query/evidence.js';
import { isInternal } from './matching/select/internal-patterns.js';
import { declaredPackage, type PriorDecision } from './matching/query/prior-decision.js';
import { ResolutionWorkerPool } from './workers/resolution-worker-pool.js';
import { ResolutionEngine, type ExplainedOutcome } from './resolution-engine.js';

export interface OrganizationOutcome {
  /** As from `serializeOutcome`. */
  readonly text: string;
  /** A pattern of the organization matches the component. */
  readonly internal: boolean;
}

/** Resolution for an organization: with the decisions of its people and the patterns of its own components. */
@Injectable()
export class OrganizationResolver {
  constructor(
    private readonly engine: ResolutionEngine,
    private readonly workers: ResolutionWorkerPool,
  ) {}

  /** How many batches `resolve` works on at once. */
  get concurrency(): number {
    return this.workers.concurrency;
  }

  /** Outcomes in the order of the components, of which there is at least one, from `withOrganizationEvidence`. */
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

  /** For each component, whether a pattern of the organization matches it. */
  async areInternal(sql: Sql, orgId: string, components: readonly ComponentEvidence[]): Promise<boolean[]> {
    const patterns = await findPatterns(sql, [orgId]);
    return components.map((component) => isInternal(component, patterns));
  }

  /** Adds prior decisions and patterns of the organization to the components, with two statements. */
  async withOrganizationEvidence(
    sql: Sql,
    orgId: string,
    components: readonly ComponentEvidence[],
  ): Promise<ComponentEvidence[]> {
    const patterns = await findPatterns(sql, [orgId]);
    const subjects = components.map(({ name, org }) => decisionSubject(name, org));
    const decisions = await findDecisionsAbout(sql, orgId, subjects);
    return components.map((component, index) => {
      const concerning = decisionsFor(component, decisions.get(subjects[index]!) ?? []);
      const internal = isInternal(component, patterns);
      return { ...withSelected(component, concerning), ...(internal ? { internal } : {}) };
    });
  }
}

/** A decision does not concern a component that declares another package than the one it was made for. */
function decisionsFor(
  { purls }: ComponentEvidence,
  decisions: readonly (PriorDecision & { declared: string })[],
): PriorDecision[] {
  const own = declaredPackage(purls);
  return decisions
    .filter(({ declared }) => declared === '' || own === '' || declared === own)
    .map(({ declared: _, ...decision }) => decision);
}

/** A selected identifier replaces the declared ones of its kind, so that its links lead to the other kinds. */
function withSelected(component: ComponentEvidence, priorDecisions: readonly PriorDecision[]): ComponentEvidence {
  if (priorDecisions.length === 0) return component;
  const selected = (kind: CandidateKind, declared: readonly string[] = []): readonly string[] => {
    const decision = priorDecisions.find((one) => one.kind === kind && one.verdict === 'selected');
    return decision ? [decision.identifier] : declared;
  };
  return {
    ...component,
    purls: selected('package', component.purls),
    cpes: selected('product', component.cpes),
    repositories: selected('repo', component.repositories),
    priorDecisions,
  };
}
