import { entityId } from './entity.js';
import { candidateKinds, identifierOf, type Candidate, type CandidateKind } from './search-results.js';

/** What follows from `search_results`: status, the selected identifiers and their entity. */
export interface Selection {
  readonly status: 'no-resolution' | 'partial-resolution' | 'resolved';
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
  readonly svcId: string;
  /** The highest of the selected candidates, else of all, else 0. */
  readonly confidence: number;
}

type Choice = Pick<Selection, 'status' | 'purl' | 'cpe' | 'repoUrl'>;

/** What is another than before: the member, its value then, and its value now. */
export const choiceChanges = (was: Choice, is: Choice) =>
  (['status', 'purl', 'cpe', 'repoUrl'] as const)
    .map((member) => ({ member, before: was[member], after: is[member] }))
    .filter(({ before, after }) => before !== after);

export function selectionOf(results: Readonly<Record<CandidateKind, readonly Candidate[]>>): Selection {
  const selected = (kind: CandidateKind): string | null => {
    const candidate = results[kind].find((each) => each.selected);
    return candidate ? identifierOf(kind, candidate) : null;
  };
  const all = candidateKinds.flatMap((kind) => results[kind]);
  const chosen = all.filter((candidate) => candidate.selected);
  const identifiers = { purl: selected('package'), cpe: selected('product'), repoUrl: selected('repo') };
  return {
    ...identifiers,
    status: chosen.length > 0 ? 'resolved' : all.length > 0 ? 'partial-resolution' : 'no-resolution',
    svcId: entityId(identifiers),
    confidence: Math.max(0, ...(chosen.length > 0 ? chosen : all).map((candidate) => candidate.confidence)),
  };
}
