import { candidateKinds, identifierOf, type Candidate, type CandidateKind } from '../../model/search-results.js';
import type { NewDecision } from '../../resolution/decisions/decisions.repository.js';
import { declaredPackage, withoutVersion } from '../../resolution/matching/query/prior-decision.js';
import type { ComponentChange, ComponentRow } from './components.repository.js';

/** The decisions that follow from a person's change of an entry, remembered for other entries of that name. */
export function decisionsFrom(before: ComponentRow, after: ComponentChange): NewDecision[] {
  const subject = { name: after.name, org: after.org, declared: declaredPackage([before.identity]) };
  return candidateKinds.flatMap((kind) => {
    const [previous, current] = [selectedCandidate(kind, before), selectedCandidate(kind, after)];
    const decision = (verdict: NewDecision['verdict'], candidate: Candidate): NewDecision => ({
      ...subject,
      kind,
      verdict,
      identifier: withoutVersion(kind, identifierOf(kind, candidate)),
    });
    if (current && !current.automatically_selected && !isSame(kind, previous, current))
      return [decision('selected', current)];
    return previous && !current ? [decision('refused', previous)] : [];
  });
}

const selectedCandidate = (kind: CandidateKind, { search_results: results }: ComponentRow): Candidate | undefined =>
  results[kind].find((candidate) => candidate.selected);

const isSame = (kind: CandidateKind, previous: Candidate | undefined, current: Candidate): boolean =>
  previous !== undefined &&
  !previous.automatically_selected &&
  identifierOf(kind, previous) === identifierOf(kind, current);
