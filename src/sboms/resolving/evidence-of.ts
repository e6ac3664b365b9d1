import { identifierOf, type CandidateKind } from '../../model/search-results.js';
import type { ComponentEvidence } from '../../resolution/matching/evidence.js';
import type { PendingRow } from './pending.repository.js';

/** What resolution goes by: the entry's names and identifiers. What a person chose counts before what the file says. */
export function evidenceOf(row: PendingRow): ComponentEvidence {
  const chosen = (kind: CandidateKind): string[] =>
    row.decided.includes(kind)
      ? row.search_results[kind].filter((each) => each.selected).map((each) => identifierOf(kind, each))
      : [];
  return {
    ...{ name: row.name, org: row.org, version: row.version },
    purls: [...chosen('package'), ...(row.purls ?? [])],
    cpes: [...chosen('product'), ...(row.cpes ?? [])],
    repositories: [...chosen('repo'), ...(row.repositories ?? [])],
    ...(row.hint && { hint: row.hint }),
  };
}
