import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { lookUp } from './catalog-lookup.js';
import { ask } from './matching/asked.js';
import type { ComponentEvidence } from './matching/evidence.js';
import { rank } from './matching/rank.js';
import { outcomeOf, type ResolutionOutcome } from './matching/outcome.js';
import { trainedModel } from './matching/trained-model.js';

/**
 * From what a list says to what the component is. Asks the catalogue for the whole batch at once: the number of
 * statements does not depend on the number of components, and batches of some hundred are best.
 */
@Injectable()
export class ResolutionEngine {
  /** Outcomes in the order of the components; the same components always have the same outcomes. */
  async resolveBatch(sql: Sql, components: readonly ComponentEvidence[]): Promise<ResolutionOutcome[]> {
    const places = new Map<string, number>();
    const distinct: ComponentEvidence[] = [];
    const placeOf = components.map((component) => {
      const key = JSON.stringify(component);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, distinct.length);
      return distinct.push(component) - 1;
    });
    const asked = distinct.map((component) => ask(component, trainedModel));
    const { hits, known } = await lookUp(sql, asked);
    const outcomes = asked.map((one, index) => outcomeOf(one, rank(one, hits[index]!, known, trainedModel)));
    return placeOf.map((place) => outcomes[place]!);
  }
}
