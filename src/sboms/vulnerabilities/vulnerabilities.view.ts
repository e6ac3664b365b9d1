import type { CvssView, ExploitedView, PredictionView } from '../../scores/advisories/advisories.view.js';

export interface UnmatchedStatementView {
  vulnerability: string;
  /** As named in the document. */
  products: string[];
}

/** Result of an import of statements. */
export interface ImportedStatementsView {
  sbom_id: string;

  /** Number of statements in the document. */
  statement_count: number;
  /** Number of components that a statement applies to. */
  component_count: number;
  /** Number of statements that match nothing in the SBOM. */
  unmatched_count: number;
  /** The first of them. */
  unmatched: UnmatchedStatementView[];
}

/** A VEX statement of a document or a person on a vulnerability of a component. */
export interface StatementView {
  status: string;

  justification: string;

  stated_by: string;

  /** Empty if the document has no date. */
  stated_at: string;
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

/** One vulnerability of one component. */
export interface ComponentVulnerabilityView {
  /** The CVE id if there is one. */
  id: string;
  aliases: string[];
  summary: string;

  severity: string;

  cvss: CvssView | null;

  /** After VEX; unknown: the data on the advisory or the component is insufficient. */
  status: string;

  reason: string;
  /** The smallest later version that is known to be not affected. */
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
