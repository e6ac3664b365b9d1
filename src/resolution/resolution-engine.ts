import type { Database } from '../platform/database/database.js';
import type { Sql, Tenancy } from '../platform/database/sql.js';
import { mapInTurns } from '../platform/process/in-turns.js';
import { lookUp } from './catalog-lookup.js';
import { applyRemembered, rememberedReasons } from './matching/apply-remembered.js';
import { ask, type Asked, type Question, questionOf, readyToCompare } from './matching/asked.js';
import type { ComponentEvidence } from './matching/evidence.js';
import { onlyStated } from './matching/internal-outcome.js';
import type { CatalogHits, CatalogKnowledge } from './matching/knowledge.js';
import { evidenceFor, outcomeOf, type ResolutionOutcome } from './matching/outcome.js';
import { rank } from './matching/rank.js';
import type { Ranking } from './matching/ranking.js';
import { trainedModel } from './matching/trained-model.js';

export interface Explained {
  readonly outcome: ResolutionOutcome;
  readonly evidence: ReadonlyMap<string, readonly string[]>;
}

/** Components with all that the catalogue says of them; nothing more has to be asked to judge them. */
interface Gathered {
  readonly questions: readonly Question[];
  readonly hits: ReadonlyMap<Question, CatalogHits>;
  readonly known: CatalogKnowledge;
  /** For each component the place of its question: equal ones are judged once. */
  readonly places: readonly number[];
}

/** The catalogue is everybody's: to ask it, nobody's rows have to be seen. */
const nobody: Tenancy = { organizations: [] };

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
    return this.judge(await database.transaction(nobody, (sql) => this.gather(sql, components)));
  }

  private async gather(sql: Sql, components: readonly ComponentEvidence[]): Promise<Gathered> {
    const { questions, places } = questionsOf(components);
    const outsiders = questions.filter(({ evidence }) => !evidence.internal);
    const { hits, known } = await lookUp(sql, outsiders);
    return { questions, hits: new Map(outsiders.map((one, index) => [one, hits[index]!])), known, places };
  }

  private async judge({ questions, hits, known, places }: Gathered): Promise<ResolutionOutcome[]> {
    const outcomes = await mapInTurns(
      questions,
      (question) => judge(readyToCompare(question), hits.get(question) ?? noHits, known).outcome,
    );
    return places.map((place) => outcomes[place]!);
  }

  /** One component's outcome, with the reasons for each item in short sentences, by the item's id. */
  async explain(sql: Sql, component: ComponentEvidence): Promise<Explained> {
    const asked = ask(component, trainedModel);
    const { hits, known } = await lookUp(sql, component.internal ? [] : [asked]);
    const { outcome, ranking } = judge(asked, hits[0] ?? noHits, known);
    const evidence = evidenceFor(asked, ranking);
    for (const [id, reason] of rememberedReasons(outcome, component.remembered ?? []))
      evidence.set(id, [reason, ...(evidence.get(id) ?? [])]);
    return { outcome, evidence };
  }
}

function questionsOf(components: readonly ComponentEvidence[]): Pick<Gathered, 'questions' | 'places'> {
  const placeOf = new Map<string, number>();
  const questions: Question[] = [];
  const places = components.map((component) => {
    const key = JSON.stringify(component);
    const known = placeOf.get(key);
    if (known !== undefined) return known;
    placeOf.set(key, questions.length);
    return questions.push(questionOf(component, trainedModel)) - 1;
  });
  return { questions, places };
}

const none = { packages: [], products: [], repositories: [] };
const noHits: CatalogHits = { ...none, neighbours: none, knownWords: new Set() };

function judge(
  asked: Asked,
  hits: CatalogHits,
  known: CatalogKnowledge,
): { outcome: ResolutionOutcome; ranking: Ranking } {
  const ranking = rank(asked, hits, known, trainedModel);
  const found = outcomeOf(asked, ranking);
  const { internal, remembered } = asked.evidence;
  const version = asked.parsed.readings[0]!.version;
  const outcome = applyRemembered(internal ? onlyStated(asked, found) : found, version, remembered ?? []);
  return { outcome, ranking };
}
