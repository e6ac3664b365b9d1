import type { CandidateKind } from '../../model/search-results.js';

export const dispositions = ['internal', 'commercial', 'not_software', 'unknown'] as const;
export type Disposition = (typeof dispositions)[number];

/** Why entries wait for a person. */
export const reviewReasons = [
  'typo',
  'candidates_differ',
  'distribution',
  'cannot_be_examined',
  'package_undecided',
  'only_a_guess',
  'nothing_found',
  'failed',
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** Somebody looks at the group at present. */
export interface ReviewClaim {
  readonly user_id: string;
  readonly user_name: string;
  readonly until: string;
}

/** Entries of one name, organization, ecosystem and declared package that wait for a person. */
export interface ReviewGroup {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  /** The ecosystem as the file spells it; empty: the file says nothing. */
  readonly hint: string;
  readonly reason: ReviewReason;
  readonly entries: number;
  readonly sboms: number;
  readonly versions: number;
  /** One of the versions. */
  readonly version: string;
  /** The highest known risk of the entries; null: none is known. */
  readonly risk: number | null;
  /** Entries of which the risk is not known: it may be higher than `risk`. */
  readonly risk_unknown: number;
  readonly revision: number;
  readonly claim: ReviewClaim | null;
}

export interface ReviewFacet {
  readonly value: string;
  readonly name: string;
  /** Number of groups. */
  readonly count: number;
}

/** Groups by property, each under the other filters: the 50 values with the most groups, and the chosen one. */
export interface ReviewFacets {
  readonly reason: readonly ReviewFacet[];
  readonly ecosystem: readonly ReviewFacet[];
  readonly supplier: readonly ReviewFacet[];
  readonly sbom: readonly ReviewFacet[];
  readonly team: readonly ReviewFacet[];
}

/** How many values each facet has; those that it does not list have the fewest groups. */
export interface ReviewFacetTotals {
  readonly reason: number;
  readonly ecosystem: number;
  readonly supplier: number;
  readonly sbom: number;
  readonly team: number;
}

/** A line of a file. */
export interface ReviewSibling {
  readonly position: number;
  readonly name: string;
  readonly org: string;
  readonly version: string;
}

/** What an entry's file says. */
export interface ReviewRow extends ReviewSibling {
  readonly component_id: string;
  readonly sbom_id: string;
  readonly sbom_name: string;
  readonly file_name: string | null;
  /** Where it stands in the file: line, row or JSON pointer; empty: unknown. */
  readonly place: string;
  readonly licenses: readonly string[];
  readonly hashes: number;
}

export interface ReviewPlace {
  readonly sbom_id: string;
  readonly name: string;
  readonly version: string;
  readonly entries: number;
  readonly versions: readonly string[];
}

/** One identifier of a candidate. */
export interface ReviewCoordinate {
  readonly kind: CandidateKind;
  readonly identifier: string;
  /** The catalogue has it; false: it is made up from the name, or only declared by the file. */
  readonly known: boolean;
  readonly confidence: number;
}

/** Identifiers that are one thing, with the reasons for and against it. */
export interface ReviewCandidate {
  readonly name: string;
  readonly org: string;
  readonly known: boolean;
  readonly confidence: number;
  readonly coordinates: readonly ReviewCoordinate[];
  readonly reasons_for: readonly string[];
  readonly reasons_against: readonly string[];
}

/** A decision about a group. */
export interface ReviewDecisionView {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly org: string;
  /** `selected`, or a disposition. */
  readonly choice: 'selected' | Disposition;
  readonly purl: string | null;
  readonly repo_url: string | null;
  readonly cpe: string | null;
  /** The one SBOM that it holds for; null: the organization. */
  readonly sbom_id: string | null;
  /** The one version whose entries it settled, empty where the file gives none; null: every version. */
  readonly version: string | null;
  readonly note: string;
  readonly entries: number;
  readonly sboms: number;
  readonly user_id: string;
  readonly user_name: string;
  readonly created_at: Date;
  readonly undone_at: Date | null;
}

export interface ReviewGroupDetail extends ReviewGroup {
  /** The entry that candidates and reasons are shown for. */
  readonly row: ReviewRow;
  readonly siblings: readonly ReviewSibling[];
  readonly places: readonly ReviewPlace[];
  readonly candidates: readonly ReviewCandidate[];
  /** What was decided for the group before, the latest first. */
  readonly decisions: readonly ReviewDecisionView[];
}

/** What a decision about a group would change in one SBOM. */
export interface ReviewPreviewSbom {
  readonly sbom_id: string;
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly entries: number;
  /** Of them, those that are not resolved: they count among the left ones of other names. */
  readonly unresolved: number;
  /** Entries of other names that stay unresolved. */
  readonly left: number;
}

export interface ReviewPreview {
  readonly group: string;
  readonly revision: number;
  readonly entries: number;
  readonly sboms: readonly ReviewPreviewSbom[];
  /** Entries of the group that a person settled otherwise; they stay. */
  readonly settled_by_hand: number;
}

export interface ReviewDecided extends ReviewDecisionView {
  readonly revision: number;
}

export interface ReviewUndone {
  readonly decision_id: string;
  readonly group: string;
  readonly revision: number;
  readonly entries: number;
}

/** Another group with nearly the same name. */
export interface NearName {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly hint: string;
  readonly entries: number;
  readonly revision: number;
  /** How it was settled, as in a decision; null: it waits. */
  readonly choice: string | null;
  readonly identifier: string | null;
  readonly user_name: string | null;
}

export interface NearNames {
  readonly group: string;
  /** Those that wait first. */
  readonly names: readonly NearName[];
}

/** One version of a group's entries, compared with what the catalogue has. */
export interface ReviewVersion {
  /** Empty: the file gives none. */
  readonly version: string;
  readonly entries: number;
  /** The catalogue has it for the candidate. */
  readonly known: boolean;
  /** The nearest that the catalogue has; where nothing can be compared, the newest are below. */
  readonly below: readonly string[];
  /** Those behind it. */
  readonly above: readonly string[];
}

/** Somebody looks at a group at present. */
export interface ReviewClaimEvent {
  readonly group: string;
  readonly user_id: string;
  readonly user_name: string;
}

/** A decision that was made or undone. */
export interface ReviewDecisionEvent {
  readonly id: string;
  readonly group: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly choice: string;
  readonly identifier: string | null;
  readonly undone: boolean;
  /** Only for one SBOM or version: the group may wait on. */
  readonly partial: boolean;
  /** Of the group now. */
  readonly revision: number | null;
}
