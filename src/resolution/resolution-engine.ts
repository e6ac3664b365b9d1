import { packagesUnknownToRegistries } from '../catalog/live/lookups.repository.js';
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
import { linkedIdentities, type LinkedIdentity } from './matching/select/linked-identities.js';
import { refusedReason, unverifiedSelection, withoutSelectedPackage } from './matching/select/refused-package.js';
import { reasonsFor, buildOutcome, type ResolutionOutcome } from './matching/select/outcome.js';
import { rankCandidates } from './matching/rank/rank-candidates.js';
import type { RankedCandidates } from './matching/rank/ranked-candidates.js';
import { trainedModel } from './matching/rank/trained-model.js';

export interface ExplainedOutcome {
  readonly outcome: ResolutionOutcome;
  readonly evidence: ReadonlyMap<string, readonly string[]>;
  /** The candidates, those that the catalogue links together. */
  readonly identities: readonly LinkedIdentity[];
}

/** A batch with everything that matching needs from the catalogue. */
interface GatheredBatch {
  readonly queries: readonly CatalogQuery[];
  readonly hits: ReadonlyMap<CatalogQuery, CatalogHits>;
  readonly entries: CatalogEntries;
  /** For each component the index of its query; equal components share one. */
  readonly indexes: readonly number[];
}

interface Resolved {
  readonly outcome: ResolutionOutcome;
  /** As from `unverifiedSelection`. */
  readonly unverified: string | null;
}

interface RankedOutcome extends Resolved {
  readonly ranking: RankedCandidates;
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
    const batch = await database.transaction(noTenant, (sql) => this.gather(sql, components));
    const resolved = await this.decide(batch);
    const unverified = [...new Set(resolved.flatMap((one) => one.unverified ?? []))];
    const refused =
      unverified.length === 0
        ? new Set<string>()
        : await database.transaction(noTenant, (sql) => packagesUnknownToRegistries(sql, unverified));
    const outcomes = resolved.map((one) => withoutRefused(one, refused));
    return batch.indexes.map((index) => outcomes[index]!);
  }

  private async gather(sql: Sql, components: readonly ComponentEvidence[]): Promise<GatheredBatch> {
    const { queries, indexes } = distinctQueries(components);
    const external = queries.filter((query) => !isOwn(query));
    const { hits, entries } = await lookUp(sql, external);
    return { queries, hits: new Map(external.map((query, index) => [query, hits[index]!])), entries, indexes };
  }

  /** By query; the rankings, which are large, are not kept. */
  private decide({ queries, hits, entries }: GatheredBatch): Promise<Resolved[]> {
    return mapWithYield(queries, (query) => {
      const { outcome, unverified } = resolveOne(prepareComparison(query), hits.get(query) ?? noHits, entries);
      return { outcome, unverified };
    });
  }

  /** Outcomes in the order of the components, with the reasons for each candidate, by its id. */
  async explainAll(sql: Sql, components: readonly ComponentEvidence[]): Promise<ExplainedOutcome[]> {
    const queries = components.map((component) => buildQuery(component, trainedModel));
    const external = queries.filter((query) => !isOwn(query));
    const { hits, entries } = await lookUp(sql, external);
    const hitsOf = new Map(external.map((query, index) => [query, hits[index]!]));
    const resolved = await mapWithYield(queries, (query) => resolveOne(query, hitsOf.get(query) ?? noHits, entries));
    const refused = await packagesUnknownToRegistries(sql, [
      ...new Set(resolved.flatMap((one) => one.unverified ?? [])),
    ]);
    return mapWithYield(
      queries.map((query, index) => [query, resolved[index]!] as const),
      ([query, one]) => explained(query, { ...one, outcome: withoutRefused(one, refused) }, entries),
    );
  }
}

/** Without the selection of a package that its registry does not know. */
const withoutRefused = ({ outcome, unverified }: Resolved, refused: ReadonlySet<string>): ResolutionOutcome =>
  unverified !== null && refused.has(unverified) ? withoutSelectedPackage(outcome) : outcome;

function explained(
  query: ComponentQuery,
  { outcome, ranking, unverified }: RankedOutcome,
  entries: CatalogEntries,
): ExplainedOutcome {
  const decisions = query.evidence.priorDecisions ?? [];
  const evidence = reasonsFor(query, ranking, new Set(decisions.map(({ kind }) => kind)));
  for (const [id, reason] of priorDecisionReasons(outcome, decisions))
    evidence.set(id, [reason, ...(evidence.get(id) ?? [])]);
  const [first] = outcome.searchResults.package;
  if (first && unverified !== null && !first.selected)
    evidence.set(first.id, [...(evidence.get(first.id) ?? []), refusedReason]);
  return { outcome, evidence, identities: linkedIdentities(outcome, ranking, entries) };
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

/** The public catalogue is not asked about it: by a pattern of the organization, or by the registry of its purl. */
const isOwn = ({ evidence, declared }: CatalogQuery): boolean => (evidence.internal ?? false) || declared.isForeign;

const none = { packages: [], products: [], repositories: [] };
const noHits: CatalogHits = { ...none, related: none, knownWords: new Set() };

function resolveOne(query: ComponentQuery, hits: CatalogHits, entries: CatalogEntries): RankedOutcome {
  const ranking = rankCandidates(query, hits, entries, trainedModel);
  const found = buildOutcome(query, ranking);
  const { priorDecisions = [] } = query.evidence;
  const version = query.parsed.parses[0]!.version;
  const outcome = applyPriorDecisions(isOwn(query) ? onlyDeclared(query, found) : found, version, priorDecisions);
  return { outcome, ranking, unverified: unverifiedSelection(query, ranking, outcome) };
}
