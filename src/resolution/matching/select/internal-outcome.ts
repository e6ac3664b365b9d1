import { candidateKinds, identifierField, type CandidateKind } from '../../../model/search-results.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { statusOf, type ResolutionOutcome, type CandidateItem } from './outcome.js';
import { withoutVersion } from '../query/prior-decision.js';

/**
 * For the organization's own components: only declared identifiers stay candidates. A public package of the same name is
 * another component, and proposing it would invite dependency confusion.
 */
export function onlyDeclared(query: ComponentQuery, outcome: ResolutionOutcome): ResolutionOutcome {
  const declared = new Set([
    ...query.declared.purls.map(({ purl }) => purl),
    ...query.declared.products.map(({ cpe }) => cpe),
    ...query.declared.repositories,
  ]);
  const declaredItems = (kind: CandidateKind): readonly CandidateItem[] =>
    outcome.searchResults[kind].filter((item) =>
      declared.has(withoutVersion(kind, (item as CandidateItem)[identifierField[kind]] ?? '')),
    );
  const searchResults = Object.fromEntries(
    candidateKinds.map((kind) => [kind, declaredItems(kind)]),
  ) as unknown as ResolutionOutcome['searchResults'];
  return { ...outcome, searchResults, suggestions: null, status: statusOf(searchResults) };
}
