import type { CvssView, ExploitedView, PredictionView } from '../../scores/advisories/advisories.view.js';
import type { ExploitedProduct } from '../../scores/vulnerabilities/exploited-products.js';
import type { CoverageCount } from './vulnerabilities.repository.js';

/** A VEX statement of a document or a person on a vulnerability of a component. */
export interface StatementView {
  /** expired: it held until `expires_at`, and changes nothing any more. */
  status: string;

  justification: string;

  stated_by: string;

  /** Empty if the document has no date. */
  stated_at: string;
  /** Standard reason of not_affected; null: none was given. */
  label: string | null;
  /** What is done about it; null: nothing was given. */
  response: string | null;
  /** When it stops to hold; null: when another statement replaces it. */
  expires_at: Date | null;
  /**
   * Why it ended before its time: other_version, the component has another version now; other_identity, it is another
   * package or product. Null: it did not.
   */
  end_reason: string | null;
}

export interface VulnerableComponentView {
  id: string;

  name: string;
  org: string;
  version: string;
  /** Selected identifiers; null if there is none of the kind. */
  purl: string | null;
  cpe: string | null;
}

/** How a source rates a vulnerability worse than the advisory on the package, whose severity counts. */
export interface WorseRatingView {
  /** The CVE that it rates. */
  cve: string;
  severity: string;
  /** CVSS base score, 0–10; null: it gives none. */
  score: number | null;
  /** In words: NVD. */
  source: string;
}

/** One vulnerability of one component. */
export interface ComponentVulnerabilityView {
  /** The CVE id if there is one. */
  id: string;
  aliases: string[];
  summary: string;

  severity: string;

  cvss: CvssView | null;
  /** Null: no source that is loaded rates it worse. */
  worse_rating: WorseRatingView | null;

  /** After VEX; unknown: the data on the advisory or the component is insufficient. */
  status: string;

  reason: string;
  /** Path of the module of Go whose advisory it is, and which may hold the component; null: it is on the component itself. */
  module: string | null;
  /** The smallest later version that is known to be not affected; `util-linux 2.38-1` is one of the source package. */
  fixed_in: string | null;
  exploited: ExploitedView | null;
  epss: PredictionView | null;
  malicious: boolean;
  published: string | null;
  modified: string | null;
  link: string;
  statement: StatementView | null;
  component: VulnerableComponentView;
}

/** A vulnerability over all SBOMs of an organization that the caller sees. */
export interface OrganizationVulnerabilityView {
  /** The CVE id if there is one. */
  id: string;
  aliases: string[];
  summary: string;
  severity: string;
  cvss: CvssView | null;
  exploited: ExploitedView | null;
  epss: PredictionView | null;
  malicious: boolean;
  published: string | null;
  modified: string | null;
  link: string;
  /** Number of SBOMs with a component that has it. */
  sboms: number;
  /** Number of components that have it, by status after VEX below. */
  components: number;
  /** Components that it affects. */
  affected: number;
  /** Components of which the data does not say whether it affects them. */
  undecided: number;
  /** Components of which a statement says that it does not affect them. */
  not_affected: number;
  /** Components on which a statement holds, whatever it says. */
  stated: number;
  /** Components for which a later version is known to be not affected. */
  fixable: number;
  /** For each of those the smallest such version; at most 10. */
  fixed_versions: string[];
}

/** A component that has a vulnerability, and its SBOM. */
export interface AffectedComponentView {
  /** The SBOM of the component. */
  sbom_id: string;
  sbom_name: string;
  sbom_version: string;
  /** After VEX; unknown: the data on the advisory or the component is insufficient. */
  status: string;
  reason: string;
  /** Path of the module of Go whose advisory it is, and which may hold the component; null: it is on the component itself. */
  module: string | null;
  /** The smallest later version that is known to be not affected; `util-linux 2.38-1` is one of the source package. */
  fixed_in: string | null;
  statement: StatementView | null;
  component: VulnerableComponentView;
}

/** A vulnerability of a component in a file, or what of an SBOM was not examined. */
export interface ExportedVulnerability extends Omit<ComponentVulnerabilityView, 'id' | 'status' | 'component'> {
  /** The CVE id if there is one; empty: the row says what was not examined. */
  id: string;
  /** After VEX; not_examined, partly: the reason says how much of the SBOM, and why. */
  status: string;
  /** Null: the row says what was not examined. */
  component: VulnerableComponentView | null;
  /** The SBOM of the component. */
  sbom_id: string;
  sbom_name: string;
  sbom_version: string;
}

/** What a list of vulnerabilities says beside its rows. */
export interface VulnerabilityCounts {
  /** Vulnerabilities that affect it, by severity. */
  readonly severities: Readonly<Record<string, number>>;
  /** Components by whether they were examined, and why not. */
  readonly coverage: readonly CoverageCount[];
  /**
   * Of one component: exploited vulnerabilities (KEV) of a product of its name that no loaded advisory links with it.
   * Nobody has compared them with its version.
   */
  readonly may_concern?: readonly ExploitedProduct[];
}
