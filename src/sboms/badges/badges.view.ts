/** A link to the badge of an SBOM, for those who have no account. */
export interface BadgeLinkView {
  /** Whoever has it sees name, version and verdict of the SBOM, and nothing else. */
  readonly url: string;
  /** The image for a README. */
  readonly markdown: string;
  /** Null: when the links of the SBOM are revoked. */
  readonly expires_at: Date | null;
}
