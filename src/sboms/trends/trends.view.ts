/** What was known at a moment, of one SBOM or of several. */
export interface TrendPointView {
  at: Date;
  /** SBOMs that there were. */
  sboms: number;
  /** Of them, without any figure yet: the figures say nothing of them. */
  unscored: number;
  /** 0–100; of several SBOMs that of the worst together, as in `getSBOMs`. Null: none has a figure. */
  risk: number | null;
  /** Components that break no rule of their ruleset, and that break one. */
  passing: number;
  failing: number;
  /** Components examined for vulnerabilities, in part, and not. Null: not recorded then. */
  examined: number | null;
  partly: number | null;
  /** Null: not recorded then. */
  not_examined: number | null;
  /** Days since the content came, by an import or an analysis: the median of the SBOMs. Null: not known of any. */
  age_days: number | null;
  /** Of the SBOM whose content is the oldest. */
  oldest_days: number | null;
  /** SBOMs of which nobody knows when their content came. */
  undated: number;
  /**
   * SBOMs of which nothing was looked at in two periods of their monitoring, as it is set now: no run had succeeded, and
   * nothing else had assessed them. Their figures are those of before.
   */
  stale: number;
}

/** The history of the figures. */
export interface TrendView {
  /** Beginning of the time that was asked for. */
  from: Date;
  /** Its end: now. */
  to: Date;
  /** The oldest first. None before the first SBOM. */
  points: TrendPointView[];
}
