import type { Verdict } from '../../rulesets/verdict.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import type { EntryChanges } from '../importing/reconcile.js';
import type { SbomView } from '../sboms.view.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';

/** The answer to an upload. */
export interface UploadView {
  readonly sbom: SbomView;
  /** True: there was no SBOM of this name and version. */
  readonly created: boolean;
  /** Entries that the file added, updated and removed; null while the import is not finished. */
  readonly changes: EntryChanges | null;
  /** `pending`: not every component is assessed yet, or there is none. */
  readonly verdict: Verdict;
  /** Null while the verdict is pending. */
  readonly passed: boolean | null;
  /** Entries that are not assessed yet. */
  readonly pending_count: number;
  /** The ruleset with the components that break its rules, at most 100 of them. */
  readonly evaluation: EvaluationView;
  /** Distinct vulnerabilities that affect the components, by severity. */
  readonly severities: Readonly<Record<string, number>>;
  /**
   * The verdict, its reasons and what was not examined, for a comment on a pull request. It begins with a mark, in an HTML
   * comment, that is the same for every version of the SBOM.
   */
  readonly markdown: string;
  /** The worst vulnerabilities, at most 100; `meta.vulnerability_count` has their number. */
  readonly vulnerabilities: readonly ComponentVulnerabilityView[];
}

export interface CheckMeta {
  /** Distinct vulnerabilities that affect the components. */
  readonly vulnerability_count: number;
}

export interface UploadMeta extends CheckMeta {
  /** The import, for getJob. */
  readonly job_id: string;
  /** Warnings of the import; getJob has them. */
  readonly warning_count: number;
}
