import { identifierOf, type CandidateKind } from '../../model/search-results.js';
import type { ComponentEvidence } from '../../resolution/matching/query/evidence.js';
import type { PendingRow } from './pending.repository.js';

/**
 * Input of resolution: names and identifiers of the entry. Identifiers selected by a person come before those in the
 * file.
 */
export function evidenceOf(row: PendingRow): ComponentEvidence {
  const selected = (kind: CandidateKind): string[] =>
    row.decided.includes(kind)
      ? row.search_results[kind].filter((each) => each.selected).map((each) => identifierOf(kind, each))
      : [];
  return {
    name: row.name,
    org: row.org,
    version: row.version,
    purls: [...selected('package'), ...(row.purls ?? [])],
    cpes: [...selected('product'), ...(row.cpes ?? [])],
    repositories: [...selected('repo'), ...(row.repositories ?? [])],
    ...(row.hint && { hint: row.hint }),
  };
}
