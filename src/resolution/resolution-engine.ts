import type { Database } from '../platform/database/database.js';
import type { Sql, Tenancy } from '../platform/database/sql.js';
import { mapWithYield } from '../platform/process/map-with-yield.js';
import { lookUp } from './catalog-lookup.js';
import { applyPriorDecisions, priorDecisionReasons } from './matching/select/apply-prior-decisions.js';
import {
  buildQuery,
  type ComponentQuery,
  type CatalogQuery,
  buildCatalogQuery,
  prepareComparison,
} from './matching/compare/component-query.js';
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

/** Components with all that the catalogue says of them; nothing more has to be asked to judge them. */
interface GatheredBatch {
  readonly questions: readonly CatalogQuery[];
  readonly hits: ReadonlyMap<CatalogQuery, CatalogHits>;
  readonly entries: CatalogEntries;
  /** For each component the place of its question: equal ones are judged once. */
  readonly places: readonly number[];
}

/** The catalogue is everybody's: to ask it, nobody's rows have to be seen. */
const noTenant: Tenancy = { organizations: [] };

/**
 * From what a list says to what the component is. Asks the catalogue for the whole batch at once: the number of
 * statements does not depend on the number of components, and batches of some hundred are best. No framework is imported
 * here: each thread would load it.
 */
export class ResolutionEngine {
  /**
   * Outcomes in the order of the components; a component always has the same one, whatever others are asked with it. The
   * connection is free again before they are judged.
   */
  async resolve(
    database: Pick<Database, 'transaction'>,
    components: readonly ComponentEvidence[],
  ): Promise<ResolutionOutcome[]> {
    return this.decide(await database.transaction(noTenant, (sql) => this.gather(sql, components)));
  }

  private async gather(sql: Sql, components: readonly ComponentEvidence[]): Promise<GatheredBatch> {
    const { questions, places } = distinctQueries(components);
    const outsiders = questions.filter(({ evidence }) => !evidence.internal);
    const { hits, known } = await lookUp(sql, outsiders);
    return { questions, hits: new Map(outsiders.map((one, index) => [one, hits[index]!])), entries: known, places };
  }

  private async decide({ questions, hits, entries: known, places }: GatheredBatch): Promise<ResolutionOutcome[]> {
    const outcomes = await mapWithYield(
      questions,
      (question) => resolveOne(prepareComparison(question), hits.get(question) ?? noHits, known).outcome,
    );
    return places.map((place) => outcomes[place]!);
  }

  /** One component's outcome, with the reasons for each item in short sentences, by the item's id. */
  async explain(sql: Sql, component: ComponentEvidence): Promise<ExplainedOutcome> {
    const asked = buildQuery(component, trainedModel);
    const { hits, known } = await lookUp(sql, component.internal ? [] : [asked]);
    const { outcome, ranking } = resolveOne(asked, hits[0] ?? noHits, known);
    const evidence = reasonsFor(asked, ranking);
    for (const [id, reason] of priorDecisionReasons(outcome, component.priorDecisions ?? []))
      evidence.set(id, [reason, ...(evidence.get(id) ?? [])]);
    return { outcome, evidence };
  }
}

function distinctQueries(components: readonly ComponentEvidence[]): Pick<GatheredBatch, 'questions' | 'places'> {
  const placeOf = new Map<string, number>();
  const questions: CatalogQuery[] = [];
  const places = components.map((component) => {
    const key = JSON.stringify(component);
    const known = placeOf.get(key);
    if (known !== undefined) return known;
    placeOf.set(key, questions.length);
    return questions.push(buildCatalogQuery(component, trainedModel)) - 1;
  });
  return { questions, places };
}

const none = { packages: [], products: [], repositories: [] };
const noHits: CatalogHits = { ...none, related: none, knownWords: new Set() };

function resolveOne(
  asked: ComponentQuery,
  hits: CatalogHits,
  known: CatalogEntries,
): { outcome: ResolutionOutcome; ranking: RankedCandidates } {
  const ranking = rankCandidates(asked, hits, known, trainedModel);
  const found = buildOutcome(asked, ranking);
  const { internal, priorDecisions: remembered } = asked.evidence;
  const version = asked.parsed.parses[0]!.version;
  const outcome = applyPriorDecisions(internal ? onlyDeclared(asked, found) : found, version, remembered ?? []);
  return { outcome, ranking };
}
