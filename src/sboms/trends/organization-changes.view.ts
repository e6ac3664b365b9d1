/** How many names a person settled. */
export interface SettledByView {
  readonly user_id: string;
  readonly user_name: string;
  /** How many. */
  readonly names: number;
}

/** What happened in an organization since a moment. */
export interface OrganizationChangesView {
  /** The moment that was asked for. */
  readonly since: Date;
  /** SBOMs with a stored import. */
  readonly imported: number;
  /** The first few of them, the latest first. */
  readonly imported_names: readonly string[];
  /** Vulnerabilities that were found and still hold. */
  readonly vulnerabilities: number;
  /** Of them, those that are known to be exploited. */
  readonly exploited: number;
  /** Names that people settled. */
  readonly settled: number;
  /** The first few people, those with the most names first. */
  readonly settled_by: readonly SettledByView[];
  /** SBOMs that broke no rule then, or were not there yet, and break one now. */
  readonly failing: number;
  /** The first few of them. */
  readonly failing_names: readonly string[];
  /** SBOMs that broke a rule then and have passed now. */
  readonly no_longer_failing: number;
  /** The first few of them. */
  readonly no_longer_failing_names: readonly string[];
  /** SBOMs that may have changed either way: there are no figures of them from then, or their verdict is pending now. */
  readonly not_compared: number;
  /** The first few of them. */
  readonly not_compared_names: readonly string[];
}
