import type { PriorDecision } from './prior-decision.js';

/** What a list says of one component; everything as written there. Empty text where it says nothing. */
export interface ComponentEvidence {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** An ecosystem in any usual word ("npm", "java", ".net", "deb"). */
  readonly hint?: string;
  /** Identifiers that the file carries. */
  readonly purls?: readonly string[];
  readonly cpes?: readonly string[];
  readonly repositories?: readonly string[];
  /** What people of the organization decided for this name before. */
  readonly priorDecisions?: readonly PriorDecision[];
  /** The organization's own: the catalogue of the world's software knows nothing of it. */
  readonly internal?: boolean;
}
