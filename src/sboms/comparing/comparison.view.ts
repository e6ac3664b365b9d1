import type { ImportedFileView } from '../importing/imports.view.js';

export interface ComparedSbomView {
  id: string;
  name: string;
  version: string;
  /** The import whose entries are compared; null: the SBOM as it is now. */
  import: ImportedFileView | null;
  entry_count: number;
  /** Components examined for vulnerabilities, examined in part, and not examined. */
  examined: number;
  partly: number;
  /** Components that no source could answer for. */
  not_examined: number;
}

export interface ChangedComponentView {
  id: string;
  name: string;
  org: string;
  version: string;
  /** Package, product or repository, or disposition; empty: not identified. */
  identity: string;
  license: string;
}

export interface ComponentChangeView {
  /** added, removed, or what differs: version, identity, license. */
  kinds: string[];
  /** Null: the component was added. */
  from: ChangedComponentView | null;
  /** Null: the component was removed. */
  to: ChangedComponentView | null;
}

export interface VulnerabilityChangeView {
  id: string;
  summary: string;
  severity: string;
  /** Known to be exploited. */
  exploited: boolean;
  /** gained: only the second SBOM has it; lost: only the first. */
  change: string;
  /** False: a component that has it on one side was not examined, or only partly, on the other. */
  comparable: boolean;
  /** Why it is not comparable; empty otherwise. */
  reason: string;
  /** The first components that have it, at most 10. */
  components: string[];
  /** Number of components that have it, those of one name and version once. */
  component_count: number;
}

export interface ChangeCountsView {
  added: number;
  removed: number;
  version: number;
  /** Identified as something else. */
  identity: number;
  license: number;
  /** The same on both sides. */
  unchanged: number;
}

export interface VulnerabilityCountsView {
  /** Only the second SBOM has them. */
  gained: number;
  /** Without those that are not comparable: a vulnerability is not lost because nobody has looked. */
  lost: number;
  /** No longer found, but their component was not examined any more. */
  not_comparable: number;
  /** Both SBOMs have them. */
  kept: number;
}

/** What differs between two SBOMs, or imports of them. */
export interface ComparisonView {
  /** The SBOM that is compared with. */
  from: ComparedSbomView;
  /** The SBOM that is compared. */
  to: ComparedSbomView;
  /** Numbers of components by what became of them. */
  counts: ChangeCountsView;
  /** Numbers of vulnerabilities by what became of them. */
  vulnerability_counts: VulnerabilityCountsView;
  /** One page. */
  changes: ComponentChangeView[];
  /** At most a thousand, the worst first. */
  vulnerabilities: VulnerabilityChangeView[];
}
