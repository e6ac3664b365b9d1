import type { EntityIdentifier } from './entity-identifiers.js';
import type { Doubt, MatchedBy } from './entry-match.js';

/** An entry that matches the search, and its SBOM. */
export interface FoundComponent {
  id: string;

  sbom_id: string;
  sbom_name: string;
  sbom_version: string;
  org_id: string;
  team_id: string;

  /** The project that the SBOM belongs to; null for others. */
  project_id: string | null;

  name: string;
  org: string;
  version: string;
  status: string;

  /** The selected package; null if there is none. */
  purl: string | null;

  /** The selected product; null if there is none. */
  cpe: string | null;

  /** The selected repository; null if there is none. */
  repo_url: string | null;

  svc_id: string;

  /** True where the entry may be what was asked for, and nothing decides it. */
  possible: boolean;

  /**
   * Why it is only possible: it has an unselected `candidate`, only the `name` and no identifier, only the `repository`
   * of several packages, or no `version` to compare. Null where it is certain.
   */
  possible_because: Doubt | null;

  /** The entry's identifiers, candidates or name that led to it, and what connects each with the query. */
  matched_by: MatchedBy[];
}

/** An identifier that was searched for. */
export type SearchedIdentifier = Pick<EntityIdentifier, 'kind' | 'identifier' | 'link'>;

export interface SearchMeta {
  /** Number of SBOMs with such entries. */
  readonly sbom_count: number;
  /** Number of entries of which nothing decides whether they are it. */
  readonly possible_count: number;
  /** What was searched for. */
  readonly identifiers: readonly SearchedIdentifier[];
  /** False where the query is too wide for all of it. */
  readonly complete: boolean;
}

export interface FoundComponentPage {
  readonly rows: FoundComponent[];
  readonly total: number;
  readonly sbomCount: number;
  readonly possibleCount: number;
  /** False where so much was found that not all of it was searched. */
  readonly isComplete: boolean;
  readonly identifiers: readonly SearchedIdentifier[];
}
