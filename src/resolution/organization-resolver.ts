import { Injectable } from '@nestjs/common';
import type { CandidateKind } from '../model/search-results.js';
import type { Sql } from '../platform/database/sql.js';
import { findDecisionsAbout, decisionSubject, type ScopedDecision } from './decisions/decisions.repository.js';
import { findPatterns } from './internal/patterns.repository.js';
import { contextOf, contextReasons, withContext } from './lists/list-context.js';
import type { ListSummary } from './lists/list-summary.js';
import type { ComponentEvidence } from './matching/query/evidence.js';
import { isInternal } from './matching/select/internal-patterns.js';
import { declaredPackage, type PriorDecision } from './matching/query/prior-decision.js';
import { OutcomeCache } from './outcomes/outcome-cache.js';
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
    private readonly cache: OutcomeCache,
  ) {}

  /** How many batches `resolve` works on at once. */
  get concurrency(): number {
    return this.workers.concurrency;
  }

  /** Outcomes in the order of the components, of which there is at least one, from `withOrganizationEvidence`. */
  async resolve(components: readonly ComponentEvidence[]): Promise<OrganizationOutcome[]> {
    return (await this.resolveOrFind(components, () => false)) as OrganizationOutcome[];
  }

  /** As `resolve`, with only the key of a cached outcome where `isCopied` says that this is enough. */
  async resolveOrFind(
    components: readonly ComponentEvidence[],
    isCopied: (index: number) => boolean,
  ): Promise<(OrganizationOutcome | { readonly key: string })[]> {
    const outcomes = await this.cache.resolve(components, (rest) => this.workers.resolve(rest), isCopied);
    return outcomes.map((one, index) =>
      'key' in one ? one : { text: one.text, internal: components[index]!.internal ?? false },
    );
  }

  /** One component's outcome with the reasons for it. */
  async explain(
    sql: Sql,
    { orgId, list }: { readonly orgId: string; readonly list: ListSummary | null },
    component: ComponentEvidence,
  ): Promise<ExplainedOutcome & { internal: boolean }> {
    return (await this.explainAll(sql, orgId, [{ component, list }]))[0]!;
  }

  /** As `explain`, with as many statements for some hundred components as for one. */
  async explainAll(
    sql: Sql,
    orgId: string,
    given: readonly { readonly component: ComponentEvidence; readonly list: ListSummary | null }[],
  ): Promise<(ExplainedOutcome & { internal: boolean })[]> {
    const components = given.map(({ component }) => component);
    const own = await this.withOrganizationEvidence(sql, orgId, components);
    const known = own.map((one, index) => withContext(one, given[index]!.list && contextOf(given[index]!.list)));
    const explained = await this.engine.explainAll(sql, known);
    return explained.map((one, index) => {
      const reasons = new Map(one.evidence);
      const { list } = given[index]!;
      if (list)
        for (const { id, purl } of one.outcome.searchResults.package)
          reasons.set(id, [...(one.evidence.get(id) ?? []), ...contextReasons(known[index]!, list, purl)]);
      return { ...one, evidence: reasons, internal: known[index]!.internal ?? false };
    });
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

/** A decision does not concern a component of another declared package or ecosystem than the one it was made for. */
function decisionsFor(
  { purls, hint: ownHint = '' }: ComponentEvidence,
  decisions: readonly ScopedDecision[],
): PriorDecision[] {
  const own = declaredPackage(purls);
  // What was decided for a bare name is about the public package.
  const isForeign = own.includes('?');
  return decisions
    .filter(({ declared }) => declared === own || (!isForeign && (declared === '' || own === '')))
    .filter(({ hint }) => hint === '' || ownHint === '' || hint === ownHint.toLowerCase())
    .map(({ declared: _, hint: __, ...decision }) => decision);
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
