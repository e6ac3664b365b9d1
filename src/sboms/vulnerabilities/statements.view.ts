/** A statement of a document that could not be taken over. */
export interface UnmatchedStatementView {
  /** Empty: it has no name that can be kept. */
  vulnerability: string;
  /** As named in the document. */
  products: string[];
  /** Why it is left out. */
  reason: string;
}

/** Result of an import of statements. */
export interface ImportedStatementsView {
  sbom_id: string;
  /** Format of the document, by its content: openvex, csaf or cyclonedx. */
  format: string;
  /** Number of statements in the document. */
  statement_count: number;
  /** Number of components that a statement applies to. */
  component_count: number;
  /** Number of statements that match nothing in the SBOM. */
  unmatched_count: number;
  /** The first of them. */
  unmatched: UnmatchedStatementView[];
  /** Number of products that match nothing, of statements that match something by another product. */
  unmatched_product_count: number;
  /** The first of them. */
  unmatched_products: UnmatchedProductView[];
}

/** A product of a statement that nothing in the SBOM is. */
export interface UnmatchedProductView {
  vulnerability: string;
  /** Its first identifier; empty: it has none. */
  product: string;
  reason: string;
}

/** Statements made about many components. */
export interface StatementsView {
  vulnerability: string;
  status: string;
  /** The components, each once. */
  component_ids: string[];
}

export interface StatementSbomView {
  sbom_id: string;
  /** Number of its components that the statements are on. */
  components: number;
}

/** Statements made in many SBOMs. */
export interface ManyStatementsView {
  /** Number of components that the statements are on. */
  component_count: number;
  /** Number of statements: one for each component and vulnerability. */
  statement_count: number;
  /** The SBOMs with these components. */
  sboms: StatementSbomView[];
  /** SBOMs with such components that the caller may only read: they get no statement. */
  read_only: StatementSbomView[];
}

/** Statements made about packages in many SBOMs. */
export interface PackageStatementsView extends ManyStatementsView {
  /** Package URLs that no component of the SBOMs has, as they were given. */
  left_out: string[];
}

/** Statements made on the components that have one of the vulnerabilities, in many SBOMs. */
export interface VulnerabilityStatementsView extends ManyStatementsView {
  /** Vulnerabilities that no component of the SBOMs is known to have, as they were given. */
  left_out: string[];
}

/** A statement as it was made. */
export interface StatementRecordView {
  id: string;
  vulnerability: string;
  status: string;
  /** holds; replaced: a later one on the same name counts; expired: it held until `expires_at`. */
  state: string;
  justification: string;
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
  /** person, or the format of the document that it was imported from. */
  source: string;
  /** Who made or imported it. */
  user_id: string;
  created_at: Date;
  component_id: string;
  component_name: string;
  component_version: string;
  component_purl: string | null;
}

/** What the exported document leaves out. */
export interface ExportedStatementsMeta {
  /** openvex, csaf or cyclonedx. */
  readonly format: string;
  /** Statements that have expired and are not in the document. */
  readonly expired_count: number;
  /** Vulnerabilities of components that affect them, or may, and that no statement is on. The document is silent on them. */
  readonly open_count: number;
  /** Components that were not examined for vulnerabilities, or only partly. The document says nothing of them. */
  readonly unexamined_count: number;
}
