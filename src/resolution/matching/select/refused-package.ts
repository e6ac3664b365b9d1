import { parsePurl, purlKey } from '../../../model/purl.js';
import type { ComponentQuery } from '../compare/component-query.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import { statusOf, type ResolutionOutcome } from './outcome.js';

export const refusedReason = 'Against it: its registry does not know it';

/** The key of a package that is selected though neither the catalogue lists it nor the file or a person names it. */
export function unverifiedSelection(
  { evidence }: Pick<ComponentQuery, 'evidence'>,
  { packages: [best] }: Pick<RankedCandidates, 'packages'>,
  { searchResults }: ResolutionOutcome,
): string | null {
  if (!best || best.candidate.entry !== null || best.candidate.isDeclared || !searchResults.package[0]?.selected)
    return null;
  return evidence.priorDecisions?.some(({ kind }) => kind === 'package')
    ? null
    : purlKey(parsePurl(best.candidate.purl, 'repair'));
}

/** The outcome with the package as a mere candidate: nobody knows it. */
export function withoutSelectedPackage(outcome: ResolutionOutcome): ResolutionOutcome {
  const { searchResults } = outcome;
  const [first, ...others] = searchResults.package;
  if (!first) return outcome;
  const refused = { ...first, selected: false, automatically_selected: false };
  const results = { ...searchResults, package: [refused, ...others] };
  return { ...outcome, searchResults: results, status: statusOf(results) };
}
