import type { CandidateKind } from '../../model/search-results.js';

/** A candidate with the reasons for it, in short sentences. */
export interface ExplainedCandidate {
  readonly identifier: string;
  readonly confidence: number;
  readonly selected: boolean;
  readonly evidence: readonly string[];
}

export type Explanation = {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** A pattern of the organization matches: the component is internal. */
  readonly internal: boolean;
} & Record<CandidateKind, ExplainedCandidate[]>;
