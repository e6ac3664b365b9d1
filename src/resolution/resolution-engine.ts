import type { Database } from '../platform/database/database.js';
import type { Sql, Tenancy } from '../platform/database/sql.js';
import { mapWithYield } from '../platform/process/map-with-yield.js';
import { lookUp } from './catalog-lookup.js';
import { applyPriorDecisions, priorDecisionReasons } from './matching/select/apply-prior-decisions.js';
import { buildQuery, prepareComparison, type ComponentQuery } from './matching/compare/component-query.js';
import { buildCatalogQuery, type CatalogQuery } from './matching/query/catalog-query.js';
import type { ComponentEvidence } from './matching/query/evidence.js';
import { onlyDeclared } from './matching/select/internal-outcome.js';
import type { CatalogHits, CatalogEntries } from './matching/query/catalog-entries.js';
import { reasonsFor, buildOutcome, type ResolutionOutcome } from './matching/select/outcome.js';
import { rankCandidates } from './matching/rank/rank-candidates.js';
import type { RankedCandidates } from './matching/rank/ranked-candidates.js';
import { trainedModel } from './matching/rank/trained-model.js';

export interface ExplainedOutcome {
  readonly outcome: ResolutionOutcome;
  readonly evidence: ReadonlyMap<string, readonly string[]>;
}

/** A batch with everything that matching needs from the catalogue. */
interface GatheredBatch {
  readonly queries: readonly CatalogQuery[];
  readonly hits: ReadonlyMap<CatalogQuery, CatalogHits>;
  readonly entries: CatalogEntries;
  /** For each component the index of its query; equal components share one. */
  readonly indexes: readonly number[];
}

/** The catalogue belongs to no tenant. */
const noTenant: Tenancy = { organizations: [] };

/**
 * Resolves components: lookup in the catalogue for the whole batch, then matching one by one. The number of statements
 * does not depend on the number of components; batches of some hundred are best. Imports no framework, because every
 * worker thread would load it.
 */
export class ResolutionEngine {
  /** Outcomes in the order of the components, independent of the rest of the batch. Matching holds no connection. */
  async resolve(
    database: Pick<Database, 'transaction'>,
    components: readonly ComponentEvidence[],
  ): Promise<ResolutionOutcome[]> {
    return this.decide(await database.transaction(noTenant, (sql) => this.gather(sql, components)));
  }

  private async gather(sql: Sql, components: readonly ComponentEvidence[]): Promise<GatheredBatch> {
    const { queries, indexes } = distinctQueries(components);
    const external = queries.filter(({ evidence }) => !evidence.internal);
    const { hits, entries } = await lookUp(sql, external);
    return { queries, hits: new Map(external.map((query, index) => [query, hits[index]!])), entries, indexes };
  }

  private async decide({ queries, hits, entries, indexes }: GatheredBatch): Promise<ResolutionOutcome[]> {
    const outcomes = await mapWithYield(
      queries,
      (query) => resolveOne(prepareComparison(query), hits.get(query) ?? noHits, entries).outcome,
    );
    return indexes.map((index) => outcomes[index]!);
  }

  /** One component's outcome with the reasons for each candidate, by its id. */
  async explain(sql: Sql, component: ComponentEvidence): Promise<ExplainedOutcome> {
    const query = buildQuery(component, trainedModel);
    const { hits, entries } = await lookUp(sql, component.internal ? [] : [query]);
    const { outcome, ranking } = resolveOne(query, hits[0] ?? noHits, entries);
    const decisions = component.priorDecisions ?? [];
    const evidence = reasonsFor(query, ranking, new Set(decisions.map(({ kind }) => kind)));
    for (const [id, reason] of priorDecisionReasons(outcome, decisions))
      evidence.set(id, [reason, ...(evidence.get(id) ?? [])]);
    return { outcome, evidence };
  }
}

function distinctQueries(components: readonly ComponentEvidence[]): Pick<GatheredBatch, 'queries' | 'indexes'> {
  const indexOf = new Map<string, number>();
  const queries: CatalogQuery[] = [];
  const indexes = components.map((component) => {
    const key = JSON.stringify(component);
    const existing = indexOf.get(key);
    if (existing !== undefined) return existing;
    indexOf.set(key, queries.length);
    return queries.push(buildCatalogQuery(component, trainedModel)) - 1;
  });
  return { queries, indexes };
}

const none = { packages: [], products: [], repositories: [] };
const noHits: CatalogHits = { ...none, related: none, knownWords: new Set() };

function resolveOne(
  query: ComponentQuery,
  hits: CatalogHits,
  entries: CatalogEntries,
): { outcome: ResolutionOutcome; ranking: RankedCandidates } {
  const ranking = rankCandidates(query, hits, entries, trainedModel);
  const found = buildOutcome(query, ranking);
  const { internal, priorDecisions = [] } = query.evidence;
  const version = query.parsed.parses[0]!.version;
  const outcome = applyPriorDecisions(internal ? onlyDeclared(query, found) : found, version, priorDecisions);
  return { outcome, ranking };
}
