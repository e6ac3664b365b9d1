import type { ListContext } from './list-context.js';
import type { PriorDecision } from './prior-decision.js';

/** One component as its SBOM or list writes it. A text is empty where the file gives none. */
export interface ComponentEvidence {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** The ecosystem in any usual word ("npm", "java", ".net", "deb"). */
  readonly hint?: string;
  /** Identifiers that the file declares. */
  readonly purls?: readonly string[];
  readonly cpes?: readonly string[];
  readonly repositories?: readonly string[];
  /** Decisions that people of the organization made for this name. */
  readonly priorDecisions?: readonly PriorDecision[];
  /** What the rest of the list says. */
  readonly context?: ListContext;
  /** The organization's own component: the public catalogue is not asked about it. */
  readonly internal?: boolean;
}
