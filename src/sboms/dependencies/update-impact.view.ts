import type { KindCoverage } from '../../scores/coverage/entity-coverage.js';
import type { DependencyPathView } from './dependencies.view.js';

/** A vulnerability of one of the two versions, or of both. */
export interface ComparedVulnerabilityView {
  readonly id: string;
  readonly severity: string;
  /** `affected`, or `unknown`: it is not known whether it affects the version. */
  readonly status: string;
  readonly exploited: boolean;
  readonly summary: string;
}

export interface ComparedVulnerabilitiesView {
  /** Of the present version and not of the other. */
  readonly fixed: readonly ComparedVulnerabilityView[];
  /** Of the other version and not of the present one. */
  readonly brought: readonly ComparedVulnerabilityView[];
  /** Of both, as of the other version. */
  readonly remaining: readonly ComparedVulnerabilityView[];
  /** Whether the vulnerabilities of the present version were looked for. */
  readonly coverage: KindCoverage;
  /** The same for the other version: where it was not examined, empty lists mean nothing. */
  readonly coverage_then: KindCoverage;
}

export interface ComparedLicensesView {
  /** As the SBOM declares it; empty: it declares none. */
  readonly now: string;
  /** What SBOMs that you see declare for the other version; empty: none that was read has it. */
  readonly then: readonly string[];
  /** `unknown`: one of the two is not declared anywhere. */
  readonly change: 'same' | 'changed' | 'unknown';
}

/** The same package or product, in an SBOM that you see. */
export interface OtherUseView {
  readonly sbom_id: string;
  readonly sbom_name: string;
  readonly sbom_version: string;
  readonly component_id: string;
  readonly version: string;
}

/** What an update of a component to another version would touch. */
export interface UpdateImpactView {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The version that it is compared with; null: none was asked for, and no fixed version is known. */
  readonly to_version: string | null;
  /** The same component at that version, if it has a package URL. */
  readonly to_purl: string | null;
  /** `later`, `earlier`, `same`, or `unknown` where the versions cannot be compared. */
  readonly direction: 'later' | 'earlier' | 'same' | 'unknown';
  /** Null: no package or product is selected, or there is no version to compare with. */
  readonly vulnerabilities: ComparedVulnerabilitiesView | null;
  readonly licenses: ComparedLicensesView;
  /** Components that depend on it, directly or not. */
  readonly dependents: number;
  /** The first of the shortest paths through each direct dependent. */
  readonly paths: readonly DependencyPathView[];
  /** Number of such paths. */
  readonly path_count: number;
  /** False: the file declares no dependency on it, so that nothing is known of what depends on it. */
  readonly is_in_graph: boolean;
  /** Other SBOMs with the same package or product, in any version; null: none is selected, so that nobody knows. */
  readonly other_sboms: number | null;
  /** Number of their entries; null as there. */
  readonly other_use_count: number | null;
  /** False: there are more than the 10,000 that are read, so that the two numbers are the least; or nobody knows. */
  readonly is_other_use_count_whole: boolean;
  /** The first of their entries. */
  readonly other_uses: readonly OtherUseView[];
}
