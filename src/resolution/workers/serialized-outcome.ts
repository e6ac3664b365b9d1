import { selectionOf, type Selection } from '../../model/selection.js';
import { nothingFound, type ResolutionOutcome } from '../matching/select/outcome.js';

/** An outcome with what follows from it, as a database row. */
export type OutcomeRow = Selection & {
  readonly search_results: ResolutionOutcome['searchResults'];
  readonly suggestions: ResolutionOutcome['suggestions'];
};

/** One line of JSON, an `OutcomeRow`: threads exchange texts, and mostly only the database reads this one. */
export function serializeOutcome({ searchResults, suggestions }: ResolutionOutcome): string {
  const row: OutcomeRow = { ...selectionOf(searchResults), suggestions, search_results: searchResults };
  return JSON.stringify(row);
}

export const serializedNothing = serializeOutcome(nothingFound);
