import { candidateKinds, identifierOf, type Candidate, type CandidateKind } from '../../model/search-results.js';
import type { NewDecision } from '../../resolution/decisions/decisions.repository.js';
import { statedPackage, versionless } from '../../resolution/matching/remembered.js';
import type { ComponentChange, ComponentRow } from './components.repository.js';

/** What a person's change of an entry says about its identity, to be remembered for others of the same name. */
export function decisionsIn(before: ComponentRow, after: ComponentChange): NewDecision[] {
  const subject = { name: after.name, org: after.org, stated: statedPackage([before.identity]) };
  return candidateKinds.flatMap((kind) => {
    const [was, is] = [chosen(kind, before), chosen(kind, after)];
    const decision = (verdict: NewDecision['verdict'], candidate: Candidate): NewDecision => ({
      ...{ ...subject, kind, verdict },
      identifier: versionless(kind, identifierOf(kind, candidate)),
    });
    if (is && !is.automatically_selected && !isSame(kind, was, is)) return [decision('selected', is)];
    return was && !is ? [decision('refused', was)] : [];
  });
}

const chosen = (kind: CandidateKind, { search_results: results }: ComponentRow): Candidate | undefined =>
  results[kind].find((candidate) => candidate.selected);

const isSame = (kind: CandidateKind, was: Candidate | undefined, is: Candidate): boolean =>
  was !== undefined && !was.automatically_selected && identifierOf(kind, was) === identifierOf(kind, is);
