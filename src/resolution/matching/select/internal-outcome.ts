import { candidateKinds, identifierField, type CandidateKind } from '../../../model/search-results.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { statusOf, type ResolutionOutcome, type CandidateItem } from './outcome.js';
import { withoutVersion } from '../query/prior-decision.js';

/**
 * What is left for a component of the organization's own: the identifiers that its file states. A public thing of the
 * same name is another thing, and to propose it would invite dependency confusion.
 */
export function onlyDeclared(asked: ComponentQuery, outcome: ResolutionOutcome): ResolutionOutcome {
  const stated = new Set([
    ...asked.declared.purls.map(({ purl }) => purl),
    ...asked.declared.products.map(({ cpe }) => cpe),
    ...asked.declared.repositories,
  ]);
  const kept = (kind: CandidateKind): readonly CandidateItem[] =>
    outcome.searchResults[kind].filter((item) =>
      stated.has(withoutVersion(kind, (item as CandidateItem)[identifierField[kind]] ?? '')),
    );
  const searchResults = Object.fromEntries(
    candidateKinds.map((kind) => [kind, kept(kind)]),
  ) as unknown as ResolutionOutcome['searchResults'];
  return { ...outcome, searchResults, suggestions: null, status: statusOf(searchResults) };
}
