import type { Verdict } from '../../rulesets/verdict.js';

/** A job on an SBOM that is not finished. */
export interface SbomWorkView {
  /** Kind of work: `sbom.import`, `sbom.resolve`, `sbom.score` … */
  readonly name: string;
  readonly status: string;
  /** Current stage; null before the job has started. */
  readonly stage: string | null;
  /** Completed units of the stage. */
  readonly done: number;
  /** Total units of the stage; null while unknown. */
  readonly total: number | null;
}

/** How far the work on an SBOM is. */
export interface SbomProgressView {
  readonly id: string;
  readonly status: string;
  readonly entry_count: number;
  /** Entries of which the service is sure, or a person. */
  readonly resolved_count: number;
  /** Entries of which the ruleset says something. */
  readonly assessed_count: number;
  readonly verdict: Verdict;
  readonly updated_at: string;
  /** Jobs that are not finished, oldest first. */
  readonly work: readonly SbomWorkView[];
  /** No job is open, and the catalogue has no changes that are not worked in: the figures and the verdict are final. */
  readonly settled: boolean;
}
