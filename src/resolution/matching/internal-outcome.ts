import { candidateKinds, identifierField, type CandidateKind } from '../../model/search-results.js';
import type { Asked } from './asked.js';
import { statusOf, type ResolutionOutcome, type AnyItem } from './outcome.js';
import { versionless } from './remembered.js';

/**
 * What is left for a component of the organization's own: the identifiers that its file states. A public thing of the
 * same name is another thing, and to propose it would invite dependency confusion.
 */
export function onlyStated(asked: Asked, outcome: ResolutionOutcome): ResolutionOutcome {
  const stated = new Set([
    ...asked.stated.purls.map(({ purl }) => purl),
    ...asked.stated.products.map(({ cpe }) => cpe),
    ...asked.stated.repositories,
  ]);
  const kept = (kind: CandidateKind): readonly AnyItem[] =>
    outcome.searchResults[kind].filter((item) =>
      stated.has(versionless(kind, (item as AnyItem)[identifierField[kind]] ?? '')),
    );
  const searchResults = Object.fromEntries(
    candidateKinds.map((kind) => [kind, kept(kind)]),
  ) as unknown as ResolutionOutcome['searchResults'];
  return { ...outcome, searchResults, suggestions: null, status: statusOf(searchResults) };
}
